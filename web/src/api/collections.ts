import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { actionEnrichers, actionFetches } from './listed.ts';
import { documentOf, inputOf, suggestionsOf } from './operation-call.ts';
import { type Docs, storedDocument, storedDocuments } from './types.ts';

const pageSize = 50;

const listed = {
  properties: 'dublincore,common,file',
  'enrichers.document': `${actionEnrichers},thumbnail`,
  'fetch.document': actionFetches,
} as const;

function nextPage({ isNextPageAvailable, currentPageIndex }: Docs): number | undefined {
  return isNextPageAvailable ? currentPageIndex + 1 : undefined;
}

/** The collections that the user can see, by title. */
export function collectionsQuery(title: string) {
  return infiniteQueryOptions({
    queryKey: keys.list('collections', 'all', title),
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      storedDocuments(
        await api.GET('/api/v1/search/pp/{name}/execute', {
          path: { name: 'default_collection' },
          query: { queryParams: [title], pageSize, currentPageIndex: pageParam },
          headers: listed,
          signal,
        }),
      ),
    getNextPageParam: nextPage,
  });
}

/** The members of a collection that the user can see, by title. */
export function membersQuery(list: 'collections' | 'favorites', uid: string) {
  return infiniteQueryOptions({
    queryKey: keys.list(list, 'members', uid),
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      storedDocuments(
        await api.GET('/api/v1/search/pp/{name}/execute', {
          path: { name: 'default_content_collection' },
          query: { queryParams: [uid], pageSize, currentPageIndex: pageParam },
          headers: listed,
          signal,
        }),
      ),
    getNextPageParam: nextPage,
  });
}

/** The collection that has the favorites of the user. */
export const favoritesQuery = queryOptions({
  queryKey: keys.list('favorites', 'collection'),
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    documentOf(await api.operation('Favorite.Fetch', { params: {}, signal })),
});

export interface FoundCollection {
  /** Undefined for one that is to be created. */
  readonly uid: string | undefined;
  readonly title: string;
}

const newPrefix = '-999999';

/** Collections to which the user may add documents, whose titles begin with a text; and a new one of that title. */
export async function findCollections(
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundCollection[]> {
  const options = { params: { searchTerm: text }, signal };
  const found = await suggestionsOf(await api.operation('Collection.Suggestion', options));
  return found.flatMap(({ id, label }) => {
    // Those without an id are of others.
    if (id === undefined) return [];
    return [{ uid: id.startsWith(newPrefix) ? undefined : id, title: label }];
  });
}

/** Adds documents to a collection, which is created if it is new. Returns its id. */
export async function addToCollection(
  client: QueryClient,
  uids: readonly string[],
  { uid, title }: FoundCollection,
): Promise<string> {
  const collection = uid ?? (await createCollection(title));
  const params = { collection };
  await api.operation('Document.AddToCollection', { input: inputOf(uids), params });
  await changed(client, { documents: uids, lists: ['collections'] });
  return collection;
}

async function createCollection(title: string): Promise<string> {
  const created = await api.operation('Collection.Create', { params: { name: title } });
  return documentOf(created).uid;
}

export async function createEmptyCollection(client: QueryClient, title: string): Promise<void> {
  await createCollection(title);
  await changed(client, { lists: ['collections'] });
}

export async function removeFromCollection(
  client: QueryClient,
  uids: readonly string[],
  collection: string,
): Promise<void> {
  const params = { collection };
  await api.operation('Collection.RemoveFromCollection', { input: inputOf(uids), params });
  await changed(client, { documents: uids, lists: ['collections'] });
}

/** The collections that a document is in. */
export function collectionsOfQuery(uid: string) {
  return queryOptions({
    queryKey: keys.part(uid, 'collections'),
    async queryFn({ signal }) {
      const headers = { 'enrichers.document': 'collections' };
      const options = { path: { id: uid }, headers, signal };
      const { contextParameters } = storedDocument(await api.GET('/api/v1/id/{id}', options));
      const { collections } = contextParameters;
      return Array.isArray(collections) ? collections.map(storedDocument) : [];
    },
  });
}
