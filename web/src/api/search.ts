import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { actionEnrichers, actionFetches } from './listed.ts';
import { storedDocuments } from './types.ts';

const provider = 'default_search';

/** What a row of results shows, and what its actions need. */
const shown = {
  properties: 'dublincore,file',
  'enrichers.document': `${actionEnrichers},highlight,thumbnail`,
  'fetch.document': `${actionFetches},dc:lastContributor`,
  'fetch.aggregate': 'key',
  'fetch.directoryEntry': 'parent',
  'translate.directoryEntry': 'label',
} as const;

/** A page of documents with the counts of the facets; the page before stays until it has come. */
export function searchQuery(parameters: Readonly<Record<string, string | number>>) {
  return queryOptions({
    queryKey: keys.list('search', 'page', parameters),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      storedDocuments(
        await api.GET('/api/v1/search/pp/{name}/execute', {
          path: { name: provider },
          query: parameters,
          headers: shown,
          signal,
        }),
      ),
  });
}

/** What the search adds to the fields that it is given. */
export const searchDefinitionQuery = queryOptions({
  queryKey: keys.fixed('search-definition'),
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) =>
    api.GET('/api/v1/search/pp/{name}', { path: { name: provider }, signal }),
});
