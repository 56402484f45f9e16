import type { QueryClient } from '@tanstack/react-query';
import { childrenPageQuery, firstPageQuery, type Listing } from './children.ts';
import { pathQuery } from './documents.ts';
import { startPlaceQuery } from './start-place.ts';

type Wanted = Omit<Listing, 'folder'> & { readonly path: string };

/**
 * Asks for a folder and for the beginning of its list at the same time: with one request after the other the list
 * comes a whole way to the server and back later. Problems are shown by the screen, which asks again.
 */
export function prefetchListing(client: QueryClient, { path, order, text }: Wanted): void {
  const folder = client.fetchQuery(pathQuery(client, path));
  const known = client.getQueryData(pathQuery(client, path).queryKey);
  if (known) {
    void client.prefetchQuery(childrenPageQuery({ folder: known.uid, order, text }, 0));
    folder.catch(leftToScreen);
    return;
  }
  // A part of titles is searched for by the id of the folder.
  const page = text === '' ? client.fetchQuery(firstPageQuery(path, order)) : undefined;
  page?.catch(leftToScreen);
  folder.then(({ uid }) => {
    const query = childrenPageQuery({ folder: uid, order, text }, 0);
    return client.prefetchQuery(page ? { ...query, queryFn: () => page } : query);
  }, leftToScreen);
}

/** Looks for the place where the user begins, and asks for its list as soon as it is known. */
export function prefetchStart(client: QueryClient, wanted: Omit<Wanted, 'path'>): void {
  client
    .fetchQuery(startPlaceQuery(client))
    .then(
      (place) => place && prefetchListing(client, { path: place.path, ...wanted }),
      leftToScreen,
    );
}

function leftToScreen(): void {
  // The query keeps its error.
}
