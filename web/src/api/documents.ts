import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { type Doc, storedDocument } from './types.ts';

/** What the application needs of a single document: its permissions decide which actions there are. */
export const whole = {
  properties: '*',
  'enrichers.document':
    'permissions,breadcrumb,firstAccessibleAncestor,thumbnail,favorites,tags,subtypes,renditions,subscribedNotifications',
  'fetch.document': 'properties,lock,versionLabel',
  // Labels of entries of vocabularies, those of hierarchical ones with their parents.
  'fetch.directoryEntry': 'parent',
  'translate.directoryEntry': 'label',
} as const;

export function documentQuery(uid: string) {
  return queryOptions({
    queryKey: keys.document(uid),
    queryFn: async ({ signal }) =>
      storedDocument(
        await api.GET('/api/v1/id/{id}', { path: { id: uid }, headers: whole, signal }),
      ),
  });
}

/** A document by its path; it is then known by its id, too. */
export function pathQuery(client: QueryClient, path: string) {
  return queryOptions({
    queryKey: keys.path(path),
    queryFn: async ({ signal }) => {
      const options = { path: { rest: path }, headers: whole, signal };
      const found = storedDocument(await api.GET('/api/v1/path/{rest}', options));
      client.setQueryData(keys.document(found.uid), found);
      return found;
    },
  });
}

/** A document that was found in another way is known by its id and its path. */
export function rememberDocument(client: QueryClient, document: Doc): void {
  client.setQueryData(keys.document(document.uid), document);
  client.setQueryData(keys.path(document.path), document);
}
