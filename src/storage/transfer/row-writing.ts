import { sql } from 'kysely';
import type { WriteHandle } from '../database.ts';
import { compilable } from '../statement.ts';
import { compactJson } from './compact-json.ts';
import type { StoredRow } from './row-pages.ts';
import type { StoredColumn, StoredTable } from './stored-tables.ts';

/** How the rows of a table get from one database into another. */
export interface TableRoute {
  readonly source: StoredTable;
  readonly target: StoredTable;
  /** Columns of both. */
  readonly columns: readonly RoutedColumn[];
  /** Of the target alone, with a value that all copied rows get. */
  readonly constants: readonly { readonly name: string; readonly value: number }[];
}

interface RoutedColumn extends StoredColumn {
  /** Of JSON of PostgreSQL, whose text has spaces that conditions of SQLite do not expect. */
  readonly isCompacted: boolean;
}

/**
 * Columns that one engine has alone. Transactions are numbered by each database server: 0 stands for entries
 * from before there were such numbers.
 */
const ownColumns: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  audit_entry: { transaction_number: 0 },
};

/** @throws Error when the tables differ in what no route is known for */
export function routeBetween(source: StoredTable, target: StoredTable): TableRoute {
  const own = ownColumns[source.name] ?? {};
  const common = target.columns.filter(({ name }) => !(name in own));
  const inSource = new Map(source.columns.map((column) => [column.name, column]));
  const lacking = [
    ...common.filter(({ name }) => !inSource.has(name)),
    ...source.columns.filter(
      ({ name }) => !(name in own) && !common.some((column) => column.name === name),
    ),
  ];
  if (lacking.length > 0) {
    const names = lacking.map(({ name }) => name).join(', ');
    throw new Error(`the tables ${source.name} of both databases differ: ${names}`);
  }
  return {
    source,
    target,
    columns: common.map((column) => ({
      ...column,
      isCompacted: isBinaryJson(inSource.get(column.name)) && !isBinaryJson(column),
    })),
    constants: target.columns
      .filter(({ name }) => name in own)
      .map(({ name }) => ({ name, value: own[name] ?? 0 })),
  };
}

function isBinaryJson(column: StoredColumn | undefined): boolean {
  return column?.type === 'jsonb';
}

/** A new store has rows in some tables, which the rows of the source take the place of. */
export async function clearRows(handle: WriteHandle, { target }: TableRoute): Promise<void> {
  await handle.run(compilable(handle.rows, sql`delete from ${sql.table(target.name)}`));
}

/** Inserts rows of the source in the unit. */
export async function insertRows(
  handle: WriteHandle,
  route: TableRoute,
  rows: readonly StoredRow[],
): Promise<void> {
  if (handle.dialect.engine === 'sqlite') await insertEach(handle, route, rows);
  else await insertTogether(handle, route, rows);
}

function storedValue(row: StoredRow, { name, isCompacted }: RoutedColumn): unknown {
  const value = row[name] ?? null;
  return isCompacted && typeof value === 'string' ? compactJson(value) : value;
}

/** One statement for each row, prepared once: SQLite runs in the process. */
async function insertEach(
  handle: WriteHandle,
  { target, columns, constants }: TableRoute,
  rows: readonly StoredRow[],
): Promise<void> {
  const names = sql.join([...columns, ...constants].map(({ name }) => sql.ref(name)));
  const given = constants.map(({ value }) => value);
  const places = sql.join([...columns, ...constants].map(() => sql`${null}`));
  const insert = sql`insert into ${sql.table(target.name)} (${names}) values (${places})`;
  const compiled = insert.compile(handle.rows);
  for (const row of rows) {
    const parameters = [...columns.map((column) => storedValue(row, column)), ...given];
    await handle.run({ compile: () => ({ ...compiled, parameters }) });
  }
}

/** A list of values for each column. */
async function insertTogether(
  handle: WriteHandle,
  { target, columns, constants }: TableRoute,
  rows: readonly StoredRow[],
): Promise<void> {
  const names = sql.join([...columns, ...constants].map(({ name }) => sql.ref(name)));
  const lists = columns.map((column) => {
    const values = rows.map((row) => storedValue(row, column));
    return sql`cast(${values} as ${sql.raw(column.type)}[])`;
  });
  const given = constants.map(({ value }) => sql`, ${sql.lit(value)}`);
  const insert = sql`insert into ${sql.table(target.name)} (${names})
    select given.* ${sql.join(given, sql``)} from unnest(${sql.join(lists)}) as given`;
  await handle.run(compilable(handle.rows, insert));
}
