import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { rememberDocument } from './documents.ts';
import { firstRequests } from './first-requests.ts';
import { keys } from './keys.ts';
import { type Doc, storedDocuments } from './types.ts';

/**
 * The folder of workspaces that the user sees; null where there is none, or more than one. It is read as folders are
 * by their paths, so that its list is the next request.
 */
export function startPlaceQuery(client: QueryClient) {
  return queryOptions({
    queryKey: keys.list('starts', 'workspaces'),
    queryFn: async ({ signal }): Promise<Doc | null> => {
      const { entries } = storedDocuments(await firstRequests.workspaceRoots(api, signal));
      const [only, ...others] = entries;
      if (!only || others.length > 0) return null;
      rememberDocument(client, only);
      return only;
    },
  });
}
