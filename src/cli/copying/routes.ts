import { present } from '../../base/assert.ts';
import type { Database, ReadHandle } from '../../storage/database.ts';
import { routeBetween, type TableRoute } from '../../storage/transfer/row-writing.ts';
import { readStoredTables } from '../../storage/transfer/stored-tables.ts';

const wordsTable = 'document_fulltext';

export interface CopyRoutes {
  /** In the order in which the tables are copied. */
  readonly tables: readonly TableRoute[];
  /** Whether the words are computed anew; between two databases of PostgreSQL they are rows as others. */
  readonly computesWords: boolean;
}

/** The id of the store comes first: its contents are claimed for that. Words need their documents. */
const order = (name: string): number => {
  if (name === 'server_fact') return 0;
  return name === wordsTable ? 2 : 1;
};

/** @throws Error when the databases do not have the same tables */
export async function planRoutes(source: ReadHandle, target: Database): Promise<CopyRoutes> {
  const from = await readStoredTables(source);
  const to = await target.read(readStoredTables);
  const computesWords = [source.dialect.engine, target.engine].includes('sqlite');
  const names = new Set([...from, ...to].map(({ name }) => name));
  if (computesWords) names.delete(wordsTable);
  const tables = [...names].map((name) => {
    const find = (tables: typeof from) => tables.find((table) => table.name === name);
    return routeBetween(
      present(find(from), `the source has the table ${name}`),
      present(find(to), `the target has the table ${name}`),
    );
  });
  const sorted = tables.sort((a, b) => order(a.source.name) - order(b.source.name));
  return { tables: sorted, computesWords };
}

export function routeOf({ tables }: CopyRoutes, name: string): TableRoute {
  const route = tables.find(({ source }) => source.name === name);
  return present(route, `there is the table ${name}`);
}

/** All tables that are copied, in whatever way. */
export function tableNames({ tables, computesWords }: CopyRoutes): readonly string[] {
  const names = tables.map(({ source }) => source.name);
  return computesWords ? [...names, wordsTable] : names;
}
