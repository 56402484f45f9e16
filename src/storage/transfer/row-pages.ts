import { type RawBuilder, sql } from 'kysely';
import { present } from '../../base/assert.ts';
import type { ReadHandle } from '../database.ts';
import { compilable } from '../statement.ts';
import type { StoredTable } from './stored-tables.ts';

export type KeyValue = string | number;
type StoredValue = string | number | Uint8Array | null;
export type StoredRow = Readonly<Record<string, StoredValue>>;

export interface RowPage {
  readonly rows: readonly StoredRow[];
  /** The key of the last row. */
  readonly last: readonly KeyValue[];
}

const rowsMax = 1_000;
/** About so much memory has a page: of PostgreSQL large values are counted as they are stored, compressed. */
const bytesMax = 4 * 2 ** 20;
const sizeName = 'size_of_row';

/**
 * The rows behind a key in the order of their keys, as many as are not too long together; undefined when
 * there are none. Two statements, so that no more than those are ever in memory.
 */
export async function readRowPage(
  handle: ReadHandle,
  table: StoredTable,
  after: readonly KeyValue[] | undefined,
): Promise<RowPage | undefined> {
  const last = await findLast(handle, table, after);
  if (!last) return undefined;
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const query = sql<StoredRow>`select ${columns} from ${sql.table(table.name)}
    where ${isBehind(table, after)} and ${compared(table, '<=', last)}
    order by ${keyOf(table)}`;
  return { rows: await handle.all(compilable(handle.rows, query)), last };
}

async function findLast(
  handle: ReadHandle,
  table: StoredTable,
  after: readonly KeyValue[] | undefined,
): Promise<readonly KeyValue[] | undefined> {
  const sizes = sql.join(
    table.columns.map(({ name }) => sizeOf(handle, sql.ref(name))),
    sql` + `,
  );
  const query = sql<Record<string, KeyValue>>`
    select ${keyOf(table)}, ${sizes} as ${sql.ref(sizeName)} from ${sql.table(table.name)}
    where ${isBehind(table, after)} order by ${keyOf(table)} limit ${sql.lit(rowsMax)}`;
  const rows = await handle.all(compilable(handle.rows, query));
  let bytes = 0;
  const tooMany = rows.findIndex((row, index) => {
    bytes += Number(row[sizeName]);
    return bytes > bytesMax && index > 0;
  });
  const last = tooMany === -1 ? rows.at(-1) : rows[tooMany - 1];
  return last && table.key.map((name) => present(last[name], 'keys have no nulls'));
}

/** Neither reads a large value to tell its size. */
function sizeOf({ dialect }: ReadHandle, column: RawBuilder<unknown>): RawBuilder<number> {
  return dialect.engine === 'sqlite'
    ? sql<number>`coalesce(octet_length(${column}), 0)`
    : sql<number>`coalesce(pg_column_size(${column}), 0)`;
}

function keyOf({ key }: StoredTable): RawBuilder<unknown> {
  return sql.join(key.map((name) => sql.ref(name)));
}

function isBehind(table: StoredTable, after: readonly KeyValue[] | undefined): RawBuilder<unknown> {
  return after ? compared(table, '>', after) : sql`1 = 1`;
}

function compared(
  table: StoredTable,
  operator: '>' | '<=',
  values: readonly KeyValue[],
): RawBuilder<unknown> {
  return sql`(${keyOf(table)}) ${sql.raw(operator)} (${sql.join(values)})`;
}
