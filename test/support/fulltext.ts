import { fulltextCondition } from '../../src/repository/fulltext/condition.ts';
import type { FulltextIndex } from '../../src/repository/fulltext/fulltext-index.ts';
import { parseFulltextQuery } from '../../src/repository/fulltext/query-syntax.ts';
import type { Database } from '../../src/storage/database.ts';

/** Names of the documents that a search finds, versions too, in their order. */
export async function findNames(
  database: Database,
  text: string,
  index: FulltextIndex = 'default',
): Promise<string[]> {
  const query = parseFulltextQuery(text);
  const rows = await database.read((handle) =>
    handle.all(
      handle.builder
        .selectFrom('document as d')
        .select(['d.name', 'd.is_version'])
        .where(fulltextCondition(handle.dialect, { index, query, idColumn: 'd.id' })),
    ),
  );
  return rows.map(({ name, is_version: is }) => (is === 1 ? `version of ${name}` : name)).sort();
}
