import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { hasWords, wordsParams } from './title-words.ts';
import { storedDocuments } from './types.ts';

/** More folders than these are found by their names. */
export const foldersMax = 200;

const columns = { 'enrichers.document': 'permissions,hasFolderishChild' } as const;
const folders =
  "ecm:mixinType = 'Folderish' AND ecm:mixinType NOT IN ('HiddenInNavigation', 'Collection')" +
  ' AND ecm:isTrashed = 0 AND ecm:isVersion = 0 AND ecm:isProxy = 0';

async function found(condition: string, queryParams: string[], signal: AbortSignal) {
  const query = {
    query: `SELECT * FROM Document WHERE ${folders} AND ${condition} ORDER BY dc:title`,
    queryParams,
    pageSize: foldersMax,
  };
  return storedDocuments(
    await api.GET('/api/v1/search/execute', { query, headers: columns, signal }),
  );
}

/** Folders in a folder. */
export function childFoldersQuery(uid: string) {
  return queryOptions({
    queryKey: keys.folders(uid),
    queryFn: ({ signal }) => found('ecm:parentId = ?', [uid], signal),
  });
}

/** Folders anywhere, by a part of their titles. */
export function foldersByTitleQuery(title: string) {
  return queryOptions({
    queryKey: keys.list('search', 'folders', title),
    queryFn: ({ signal }) => found(hasWords, wordsParams(title), signal),
  });
}
