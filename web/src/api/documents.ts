import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { keys } from './keys.ts';
import { request } from './request.ts';
import { encodePath } from './server.ts';
import type { Doc } from './types.ts';

/** What the application needs of a single document: its permissions decide which actions there are. */
const whole = {
  properties: '*',
  'enrichers.document':
    'permissions,breadcrumb,firstAccessibleAncestor,thumbnail,favorites,tags,subtypes,subscribedNotifications',
  'fetch.document': 'properties,lock,versionLabel',
} as const;

export function documentQuery(uid: string) {
  return queryOptions({
    queryKey: keys.document(uid),
    queryFn: ({ signal }) => request<Doc>('GET', `api/v1/id/${uid}`, { headers: whole, signal }),
  });
}

/** A document by its path; the result is known by its id, too. */
export function pathQuery(client: QueryClient, path: string) {
  return queryOptions({
    queryKey: keys.path(path),
    queryFn: async ({ signal }) => {
      const found = await request<Doc>('GET', `api/v1/path${encodePath(path)}`, {
        headers: whole,
        signal,
      });
      client.setQueryData(keys.document(found.uid), found);
      return found;
    },
  });
}
