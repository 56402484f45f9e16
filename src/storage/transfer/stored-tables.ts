import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle } from '../database.ts';
import { compilable } from '../statement.ts';

export interface StoredColumn {
  readonly name: string;
  /** As the engine names it. */
  readonly type: string;
}

export interface StoredTable {
  readonly name: string;
  readonly columns: readonly StoredColumn[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
}

interface ColumnRow {
  readonly table_name: string;
  readonly name: string;
  readonly type: string;
  /** Place in the primary key, from 1; 0 for other columns. */
  readonly key_place: number;
}

const sqliteColumns = sql<ColumnRow>`
  select stored.name as table_name, part.name as name, part.type as type, part.pk as key_place
  from sqlite_master as stored join pragma_table_info(stored.name) as part
  where stored.type = 'table' and stored.name not glob 'sqlite_*'
  order by stored.name, part.cid`;

const postgresColumns = sql<ColumnRow>`
  select stored.relname as table_name, part.attname as name,
    format_type(part.atttypid, part.atttypmod) as type,
    coalesce(array_position(main_key.indkey::int2[], part.attnum) + 1, 0) as key_place
  from pg_class as stored
  join pg_attribute as part
    on part.attrelid = stored.oid and part.attnum > 0 and not part.attisdropped
  left join pg_index as main_key on main_key.indrelid = stored.oid and main_key.indisprimary
  where stored.relkind = 'r' and stored.relnamespace = current_schema()::regnamespace
  order by stored.relname, part.attnum`;

/** Of the program's revision and of copies themselves; the index of words of SQLite, which is made anew. */
function isOfStoreItself(table: string): boolean {
  return (
    table === 'schema_revision' || table.startsWith('copy_') || table.startsWith('fulltext_words')
  );
}

/** All tables with rows of the store, as the database itself describes them: no list could forget one. */
export async function readStoredTables(handle: ReadHandle): Promise<readonly StoredTable[]> {
  const query = handle.dialect.engine === 'sqlite' ? sqliteColumns : postgresColumns;
  const rows = await handle.all(compilable(handle.rows, query));
  const byTable = Map.groupBy(rows, (row) => row.table_name);
  return [...byTable]
    .filter(([name]) => !isOfStoreItself(name))
    .map(([name, columns]) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.type })),
      key: columns
        .filter((column) => column.key_place > 0)
        .sort((a, b) => a.key_place - b.key_place)
        .map((column) => column.name),
    }));
}

/** How many rows each table has. */
export async function countRows(
  handle: ReadHandle,
  tables: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = tables.map(
    (table): RawBuilder<unknown> =>
      sql`select ${sql.lit(table)} as name, count(*) as count from ${sql.table(table)}`,
  );
  const query = sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`;
  const rows = await handle.all(compilable(handle.rows, query));
  return new Map(rows.map(({ name, count }) => [name, count]));
}
