import type { ReadHandle } from '../../storage/database.ts';
import type { Finding } from './check.ts';

/** Workers look for such work every second. */
const patienceMs = 10_000;

interface LeftWork {
  readonly kind: string;
  /** What is left, for the text. */
  readonly what: string;
  /** When the oldest of it was left; null when nothing is. */
  readonly sinceMs: number | null;
  readonly nowMs: number;
}

/**
 * Work that waits for a job of a kind, and no such job waits or runs. That is so until a server runs,
 * and a while after failures.
 */
export async function* findIdle(
  handle: ReadHandle,
  { kind, what, sinceMs, nowMs }: LeftWork,
): AsyncGenerator<Finding> {
  if (sinceMs === null || sinceMs > nowMs - patienceMs) return;
  const jobs = await handle.all(
    handle.rows
      .selectFrom('job')
      .select(['due_at', 'last_error'])
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .limit(10),
  );
  if (jobs.some(({ due_at }) => due_at !== null)) return;
  const reason = jobs[0]?.last_error;
  const failure = reason ? `, and the last one failed (${reason})` : '';
  const text = `no job works on ${what}${failure}: start the server, which goes on with them`;
  yield { severity: 'warning', table: 'job', id: kind, text };
}
