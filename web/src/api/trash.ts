import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { actionEnrichers, actionFetches } from './listed.ts';
import { hasWords, wordsParams } from './title-words.ts';
import { type Doc, storedDocuments } from './types.ts';

export interface TrashFilter {
  /** A part of the title. */
  readonly words: string;
  /** The id of a folder, for what was below it. */
  readonly folder: string;
}

const pageSize = 50;
const columns = {
  properties: 'dublincore,file',
  'enrichers.document': actionEnrichers,
  'fetch.document': actionFetches,
} as const;

/**
 * Documents that were put in the trash themselves: the server gives these a name with this end.
 * What was in them is found by words only, as it comes back with them.
 */
const trashedThemselves = "ecm:name LIKE '%.trashed'";

/** The query for all that the filter finds. */
export function trashStatement({ words, folder }: TrashFilter) {
  const conditions = ['ecm:isTrashed = 1', 'ecm:isVersion = 0'];
  const queryParams: string[] = [];
  if (words) {
    conditions.push(hasWords);
    queryParams.push(...wordsParams(words));
  } else conditions.push(trashedThemselves);
  if (folder) {
    conditions.push('ecm:ancestorId = ?');
    queryParams.push(folder);
  }
  const query = `SELECT * FROM Document WHERE ${conditions.join(' AND ')} ORDER BY dc:title`;
  return { query, queryParams };
}

export function trashQuery(filter: TrashFilter, page: number) {
  return queryOptions({
    queryKey: keys.list('trash', filter.words, filter.folder, page),
    queryFn: async ({ signal }) => {
      const query = { ...trashStatement(filter), pageSize, currentPageIndex: page };
      return storedDocuments(
        await api.GET('/api/v1/search/execute', { query, headers: columns, signal }),
      );
    },
  });
}

const readAtOnce = 1000;

/** All that the filter finds, however many. */
export async function allTrashed(filter: TrashFilter): Promise<readonly Doc[]> {
  const found: Doc[] = [];
  for (let page = 0; ; page += 1) {
    const query = { ...trashStatement(filter), pageSize: readAtOnce, currentPageIndex: page };
    const headers = { 'enrichers.document': 'permissions' };
    const { entries, isNextPageAvailable } = storedDocuments(
      await api.GET('/api/v1/search/execute', { query, headers }),
    );
    found.push(...entries);
    if (!isNextPageAvailable) return found;
  }
}
