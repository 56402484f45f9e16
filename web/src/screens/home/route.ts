import { createRoute } from '@tanstack/react-router';
import { prefetchStart } from '../../api/prefetch-listing.ts';
import { rootRoute } from '../../shell/root-route.ts';
import { listOrder } from '../browse/route.ts';

/** The application opens with the place where documents are kept. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: ({ context: { client } }) => prefetchStart(client, listOrder({})),
});
