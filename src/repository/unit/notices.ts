import type { WriteHandle } from '../../storage/database.ts';
import type { SqlBuilder } from '../../storage/statement.ts';

/**
 * Notifies background work of changes that its own process has committed. Changes of other
 * processes are found by polling the store, every second.
 */
export interface CommitListener {
  jobsAdded?(): void;
  jobCancelled?(id: string): void;
  /** A unit has left work to a kind of job, which looks for it (`isWanted`). */
  workLeft?(): void;
  /** Users, groups or entries of directories have changed, of which other databases have copies. */
  sharedRowsChanged?(): void;
}

/** A store has one builder, which all its handles have: it identifies the store. */
const listeners = new WeakMap<SqlBuilder, Set<CommitListener>>();

/** Returns a function that removes the listener. */
export function listenForCommits(builder: SqlBuilder, listener: CommitListener): () => void {
  const known = listeners.get(builder) ?? new Set();
  listeners.set(builder, known.add(listener));
  return () => {
    known.delete(listener);
  };
}

/** Calls the listeners of the handle's store once its unit is durable. */
export function announceAfterCommit(
  handle: WriteHandle,
  call: (listener: CommitListener) => void,
): void {
  const { rows } = handle;
  handle.afterCommit(() => {
    for (const listener of listeners.get(rows) ?? []) call(listener);
  });
}
