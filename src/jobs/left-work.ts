import { now } from '../base/clock.ts';
import type { Database, ReadHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';
import type { JobKind } from './job-kind.ts';
import { enqueueJob } from './queue.ts';

interface NearParams {
  readonly kind: string;
  /** A job that begins by then is sufficient. */
  readonly soon: number;
  /** A job that has failed since then is not tried again yet. */
  readonly failedSinceMs: number;
}

/** A running job does not count: it may have missed the work. */
const near = defineStatement<NearParams, { id: string }>((b, p, { clock }) =>
  b
    .selectFrom('job')
    .select('id')
    .where('kind', '=', p.kind)
    .where('lease_id', 'is', null)
    .where((e) =>
      e.or([e('due_at', '<=', clock.instant(p.soon)), e('failed_at', '>', p.failedSinceMs)]),
    )
    .limit(1),
);

const patienceMs = 60_000;

/**
 * Enqueues a job for each kind that has work (`isWanted`) which no job will do soon: of units that
 * have just stored it, of other processes, and after a crash or failures. Soon is within a minute,
 * or at once when it is urgent.
 */
export async function enqueueLeftWork(
  database: Database,
  kinds: readonly JobKind[],
  { isUrgent = false }: { readonly isUrgent?: boolean } = {},
): Promise<void> {
  const looking = kinds.filter(({ isWanted }) => isWanted !== undefined);
  if (looking.length === 0) return;
  const waitMs = isUrgent ? 0 : patienceMs;
  const left = await database.read(async (handle) => {
    const found: JobKind[] = [];
    for (const each of looking) if (await isLeft(handle, each, waitMs)) found.push(each);
    return found;
  });
  if (left.length === 0) return;
  await database.write(async (handle) => {
    for (const kind of left) {
      const key = await keyOf(handle, kind);
      await enqueueJob(handle, { kind: kind.kind, key, payload: {} });
    }
  });
}

/** Jobs of one key do not run at the same time: where work is shared, the first key that does not run. */
async function keyOf(handle: ReadHandle, { kind, sharesWork }: JobKind): Promise<string> {
  if (sharesWork !== true) return kind;
  const rows = await handle.all(
    handle.builder
      .selectFrom('job')
      .select('job_key')
      .where('kind', '=', kind)
      .where('lease_id', 'is not', null),
  );
  const running = new Set(rows.map(({ job_key }) => job_key));
  let key = kind;
  for (let number = 2; running.has(key); number += 1) key = `${kind} ${number}`;
  return key;
}

async function isLeft(
  handle: ReadHandle,
  { kind, isWanted }: JobKind,
  waitMs: number,
): Promise<boolean> {
  if (!(await isWanted?.(handle))) return false;
  const soon = handle.dialect.clock.offset(waitMs);
  const job = await handle.fetchFirst(near, { kind, soon, failedSinceMs: now() - waitMs });
  return job === undefined;
}
