import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { firstRequests, whole } from './first-requests.ts';
import { keys } from './keys.ts';
import { type Doc, storedDocument } from './types.ts';

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
      const found = storedDocument(await firstRequests.folder(api, path, signal));
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
