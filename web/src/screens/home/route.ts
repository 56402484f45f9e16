import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prefetchListing } from '../../api/prefetch-listing.ts';
import { rootRoute } from '../../shell/root-route.ts';
import { listOrder } from '../browse/route.ts';

/** The application opens with the documents. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // Most begin at the root; others are led to where they may begin.
  loader: ({ context: { client } }) => prefetchListing(client, { path: '/', ...listOrder({}) }),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'HomeScreen'),
});
