import type { QueryTarget } from './query-target.ts';

/**
 * A server that crashed may give the numbers of transactions that it had not yet recorded to others,
 * so what it says of a number from before means nothing. It begins its statistics anew after a crash, as
 * does a standby that took over; after an orderly stop it goes on with both. Readable for every role.
 */
const serverRunQuery = `select coalesce(extract(epoch from stats_reset)::text, '') as run
  from pg_stat_bgwriter`;

/** The same as long as numbers of transactions keep their meaning. */
export async function readServerRun(target: QueryTarget): Promise<string> {
  const { rows } = await target.query({ text: serverRunQuery });
  return (rows[0] as { run: string }).run;
}
