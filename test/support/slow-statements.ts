import { type CompiledQuery, sql } from 'kysely';
import type { ReadHandle } from '../../src/storage/database.ts';
import { createSqlBuilder } from '../../src/storage/sql-builder.ts';

const builder = createSqlBuilder('sqlite');

/** Many enough that counting them takes far longer than a slice of the event loop. */
export const slowRows = 500_000;
/** Many enough that no test waits for the end of it. */
export const endlessRows = 2_000_000_000;

export interface Counted {
  readonly count: number;
  /** The value of the fact named `a`. */
  readonly fact: string | null;
}

/** Counts generated rows one by one, and checks the time as a query does. */
export function countStatement(rows: number, deadlineMs: number): CompiledQuery<Counted> {
  return sql<Counted>`select count(*) as count,
      (select value from server_fact where name = 'a') as fact
    from (with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      select i from n)
    where i & 255 or cartulary_before(${deadlineMs})`.compile(builder);
}

/** The same within a read that has a time limit. */
export function countOn(handle: ReadHandle, rows: number): Promise<Counted | undefined> {
  const { deadlineMs } = handle;
  if (deadlineMs === undefined) throw new Error('the read has no time limit');
  return handle.first({ compile: () => countStatement(rows, deadlineMs) });
}
