import { createLogger } from '../../src/base/log.ts';
import { defineJobKind, type JobContext, type JobKind } from '../../src/jobs/job-kind.ts';
import { createWorker, type Worker, type WorkerOptions } from '../../src/jobs/worker.ts';
import type { Database } from '../../src/storage/database.ts';

export interface TestKind {
  readonly kind?: string;
  readonly concurrency?: number;
  readonly attemptsMax?: number;
  readonly leaseMs?: number;
  readonly retryAfterMs?: number;
  run(context: JobContext, payload: { readonly name: string }): Promise<void>;
}

/** Jobs that carry a name. */
export function namedKind(options: TestKind): JobKind {
  return defineJobKind({
    kind: 'test',
    concurrency: 2,
    attemptsMax: 3,
    leaseMs: 60_000,
    retryAfterMs: 10,
    parse: readName,
    ...options,
  });
}

function readName(value: unknown): { readonly name: string } {
  const { name } = value as { readonly name?: unknown };
  if (typeof name !== 'string') throw new Error('name: expected a text');
  return { name };
}

export type TestWorkerOptions = Partial<WorkerOptions> & {
  readonly kinds: readonly JobKind[];
};

/** A worker that looks often and is impatient. */
export function workerOf(database: Database, options: TestWorkerOptions): Worker {
  const log = createLogger('silent');
  return createWorker({ database, log, pollMs: 20, graceMs: 100, ...options });
}

/** A promise and the key to it. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Rejects when the signal aborts, as work that heeds it does. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(new Error('aborted'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
