import { createRoute } from '@tanstack/react-router';
import { prefetchListing } from '../../api/prefetch-listing.ts';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listOrder } from '../browse/route.ts';

/** The application opens with the documents. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // Most begin at the root; others are led to where they may begin.
  loader: ({ context: { client } }) => prefetchListing(client, { path: '/', ...listOrder({}) }),
  component: lazyPart('screen', async () => (await import('./screen.tsx')).HomeScreen),
});
