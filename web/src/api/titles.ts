import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { hasWords, wordsParams } from './title-words.ts';
import { storedDocuments } from './types.ts';

const shownMax = 8;

/** The documents changed last whose titles have the words. */
export function byTitleQuery(words: string) {
  return queryOptions({
    queryKey: keys.list('search', 'titles', words),
    queryFn: async ({ signal }) => {
      const query = {
        query:
          `SELECT * FROM Document WHERE ${hasWords} AND ecm:isTrashed = 0 AND` +
          " ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation' ORDER BY dc:modified DESC",
        queryParams: wordsParams(words),
        pageSize: shownMax,
      };
      return storedDocuments(await api.GET('/api/v1/search/execute', { query, signal }));
    },
  });
}
