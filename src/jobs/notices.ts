import type { WriteHandle } from '../storage/database.ts';
import type { SqlBuilder } from '../storage/statement.ts';
import type { JobId } from './job.ts';

/** What a worker wants to hear at once about changes that its own process has committed. */
export interface JobListener {
  jobsAdded(): void;
  jobCancelled(id: JobId): void;
}

/** A store has one builder, which every one of its handles carries: it tells stores apart. */
const listeners = new WeakMap<SqlBuilder, Set<JobListener>>();

/** Calling the answer ends it. */
export function listenForJobs(builder: SqlBuilder, listener: JobListener): () => void {
  const known = listeners.get(builder) ?? new Set();
  listeners.set(builder, known.add(listener));
  return () => {
    known.delete(listener);
  };
}

/** Tells the listeners of the handle's store once its unit is durable. */
export function announceAfterCommit(
  handle: WriteHandle,
  tell: (listener: JobListener) => void,
): void {
  const { builder } = handle;
  handle.afterCommit(() => {
    for (const listener of listeners.get(builder) ?? []) tell(listener);
  });
}
