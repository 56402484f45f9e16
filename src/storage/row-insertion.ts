import { type RawBuilder, sql } from 'kysely';
import { compilable, defineStatement, type GivenRows, type Statement } from './statement.ts';

type ColumnType = 'bigint' | 'integer' | 'jsonb' | 'smallint' | 'text' | 'tsvector';

interface RowInsertion<Column extends string> {
  readonly table: string;
  readonly columns: Readonly<Record<Column, ColumnType>>;
  /** What follows the rows. */
  readonly ending?: RawBuilder<unknown>;
}

/**
 * Insertion of any number of rows on PostgreSQL. The indexes of a table are opened, and their conditions
 * prepared, once for all rows of a statement: with many indexes that is more work than one row is.
 */
export function defineRowInsertion<Column extends string>({
  table,
  columns,
  ending = sql``,
}: RowInsertion<Column>): Statement<GivenRows, unknown> {
  const entries = Object.entries<ColumnType>(columns);
  const names = sql.join(entries.map(([name]) => sql.ref(name)));
  const typed = entries.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(givenType(type))}`);
  const values = entries.map(([name, type]) => sql`cast(${sql.ref(name)} as ${sql.raw(type)})`);
  return defineStatement((b, { rows }) =>
    compilable(
      b,
      sql`insert into ${sql.table(table)} (${names}) select ${sql.join(values)}
        from jsonb_to_recordset(cast(${rows} as jsonb)) as given (${sql.join(typed)}) ${ending}`,
    ),
  );
}

/** Numbers are such in JSON; everything else is written as text. */
function givenType(type: ColumnType): string {
  return type === 'bigint' || type === 'integer' || type === 'smallint' ? type : 'text';
}
