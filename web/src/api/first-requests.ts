import type { Client } from '../../../client/src/index.ts';
import { actionEnrichers, actionFetches } from './listed.ts';

/**
 * What is asked for before anything can be shown. The script that runs before the application sends the same requests:
 * this file must import nothing that is large.
 */

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

/** What lists show, and what decides which actions there are. */
export const listed = {
  properties: 'dublincore,file',
  'enrichers.document': `${actionEnrichers},thumbnail`,
  'fetch.document': `${actionFetches},versionLabel,dc:lastContributor,dc:creator`,
} as const;

/** Documents of one request of a list. */
export const listPageSize = 100;

export interface Order {
  /** A property, such as `dc:title`. */
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

export const defaultOrder: Order = { by: 'dc:title', direction: 'asc' };

export function pageParams({ by, direction }: Order, index: number) {
  return { pageSize: listPageSize, currentPageIndex: index, sortBy: by, sortOrder: direction };
}

const workspaceRoots = `SELECT * FROM WorkspaceRoot WHERE ecm:isVersion = 0 AND ecm:isTrashed = 0
  AND ecm:isProxy = 0 AND ecm:mixinType != 'HiddenInNavigation'`;

export const firstRequests = {
  user: (api: Client, signal?: AbortSignal) => api.GET('/api/v1/me', { signal }),
  folder: (api: Client, path: string, signal?: AbortSignal) =>
    api.GET('/api/v1/path/{rest}', { path: { rest: path }, headers: whole, signal }),
  /** The first page of a folder of which only the path is known. */
  children: (api: Client, path: string, order: Order) =>
    api.GET('/api/v1/path/{rest}/@children', {
      path: { rest: path },
      query: pageParams(order, 0),
      headers: listed,
    }),
  /** Two of them are enough to know that there is not only one. */
  workspaceRoots: (api: Client, signal?: AbortSignal) =>
    api.GET('/api/v1/search/lang/NXQL/execute', {
      query: { query: workspaceRoots, pageSize: 2 },
      headers: whole,
      signal,
    }),
};
