import type { QueryTarget } from './query-target.ts';

/**
 * After a crash a server may reuse numbers of transactions that it had not yet recorded, so what it
 * reports about an older number is meaningless. It resets its statistics after a crash, as does a
 * standby that took over; after an orderly stop it continues both. Every role may read this.
 */
const serverRunQuery = `select coalesce(extract(epoch from stats_reset)::text, '') as run
  from pg_stat_bgwriter`;

/** Unchanged as long as numbers of transactions stay valid. */
export async function readServerRun(target: QueryTarget): Promise<string> {
  const { rows } = await target.query({ text: serverRunQuery });
  return (rows[0] as { run: string }).run;
}
