import type { WriteHandle } from '../../storage/database.ts';
import type { SqlBuilder } from '../../storage/statement.ts';

/**
 * What background work is told at once of changes that its own process has committed. What other
 * processes commit it finds when it looks at the store the next time, which it does every second.
 */
export interface CommitListener {
  jobsAdded?(): void;
  jobCancelled?(id: string): void;
  /** A unit has left work to a kind of job, which looks for it (`isWanted`). */
  workLeft?(): void;
}

/** A store has one builder, which every one of its handles carries: it tells stores apart. */
const listeners = new WeakMap<SqlBuilder, Set<CommitListener>>();

/** Calling what it returns ends it. */
export function listenForCommits(builder: SqlBuilder, listener: CommitListener): () => void {
  const known = listeners.get(builder) ?? new Set();
  listeners.set(builder, known.add(listener));
  return () => {
    known.delete(listener);
  };
}

/** Tells the listeners of the handle's store once its unit is durable. */
export function announceAfterCommit(
  handle: WriteHandle,
  tell: (listener: CommitListener) => void,
): void {
  const { builder } = handle;
  handle.afterCommit(() => {
    for (const listener of listeners.get(builder) ?? []) tell(listener);
  });
}
