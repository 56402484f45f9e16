import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import type { SavedSearch, SavedSearchInput } from './saved-search-types.ts';

/** Those that the user may read, by title. */
export const savedSearchesQuery = queryOptions({
  queryKey: keys.list('search', 'saved'),
  queryFn: async ({ signal }) => (await api.GET('/api/v1/search/saved', { signal })).entries,
});

export function createSavedSearch(input: SavedSearchInput): Promise<SavedSearch> {
  return api.POST('/api/v1/search/saved', { body: { 'entity-type': 'savedSearch', ...input } });
}

export function updateSavedSearch(id: string, input: SavedSearchInput): Promise<SavedSearch> {
  const body = { 'entity-type': 'savedSearch', id, ...input } as const;
  return api.PUT('/api/v1/search/saved/{id}', { path: { id }, body });
}

export async function deleteSavedSearch(id: string): Promise<void> {
  await api.DELETE('/api/v1/search/saved/{id}', { path: { id } });
}
