import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryDocuments } from '../../src/repository/query/query-documents.ts';
import type { QueryTree } from './query-tree.ts';

/** The first ten documents that a query finds, as the system sees them, unless that takes too long. */
export function findWithin(tree: QueryTree, timeLimitMs: number, text: string) {
  const search = { query: parseQuery(text), offset: 0, limit: 10, countLimit: 0 };
  return tree.database.read(
    (handle) => queryDocuments(tree.unit(handle, 'system'), search),
    undefined,
    { timeLimitMs },
  );
}
