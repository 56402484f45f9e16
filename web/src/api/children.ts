import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { firstRequests, listed, type Order, pageParams } from './first-requests.ts';
import { keys } from './keys.ts';
import { type Doc, type Docs, storedDocuments } from './types.ts';

/** Matches are counted so far by the server. */
export const countedMax = 100_000;

/** The children of a folder that lists show, in an order; with a text only those with it in their titles. */
export interface Listing {
  readonly folder: string;
  readonly order: Order;
  readonly text: string;
}

/** A page, which is given up when it is not shown any more before it has come. */
export function childrenPageQuery({ folder, order, text }: Listing, index: number) {
  const page = pageParams(order, index);
  return queryOptions({
    queryKey: keys.children(folder, 'page', order.by, order.direction, text, index),
    queryFn: async ({ signal }): Promise<Docs> =>
      storedDocuments(
        text === ''
          ? await api.GET('/api/v1/id/{id}/@children', {
              path: { id: folder },
              query: page,
              headers: listed,
              signal,
            })
          : await api.GET('/api/v1/search/lang/NXQL/execute', {
              query: { ...page, query: childrenText(folder, text), maxResults: countedMax },
              headers: listed,
              signal,
            }),
      ),
  });
}

/** In the lists that are known, until they have been asked for again. */
export function showTitle(client: QueryClient, { uid, title, parentRef, changeToken }: Doc): void {
  if (parentRef === null) return;
  client.setQueriesData<Docs>(
    { queryKey: keys.children(parentRef, 'page') },
    (page) =>
      page && {
        ...page,
        entries: page.entries.map((each) =>
          each.uid === uid ? { ...each, title, changeToken } : each,
        ),
      },
  );
}

/** The first page, where only the path of the folder is known. It is not kept: see `prefetchListing`. */
export function firstPageQuery(path: string, order: Order) {
  return queryOptions({
    queryKey: keys.firstPage(path, order.by, order.direction),
    gcTime: 0,
    queryFn: async (): Promise<Docs> =>
      storedDocuments(await firstRequests.children(api, path, order)),
  });
}

/** How many there are: lists of children say only whether there are more than a page. */
export function childrenCountQuery({ folder, text }: Pick<Listing, 'folder' | 'text'>) {
  return queryOptions({
    queryKey: keys.children(folder, 'count', text),
    queryFn: async ({ signal }): Promise<number> => {
      const { resultsCount } = await api.GET('/api/v1/search/lang/NXQL/execute', {
        query: { query: childrenText(folder, text), pageSize: 1, maxResults: countedMax },
        signal,
      });
      return resultsCount < 0 ? Number.POSITIVE_INFINITY : resultsCount;
    },
  });
}

/** The same documents as in lists of children. */
export function childrenText(folder: string, text: string): string {
  const named = text === '' ? '' : ` AND dc:title ILIKE ${quoted(`%${escaped(text)}%`)}`;
  return `SELECT * FROM Document WHERE ecm:parentId = ${quoted(folder)} AND ecm:isVersion = 0
    AND ecm:isTrashed = 0 AND ecm:mixinType != 'HiddenInNavigation'${named}`;
}

export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** Signs that stand for other signs stand for themselves. */
function escaped(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&');
}
