import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';

export const collectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections',
  /** The beginning of the titles. */
  validateSearch: v.object({ title: v.optional(v.fallback(v.string(), '')) }),
  component: lazyRouteComponent(() => import('./collections-screen.tsx'), 'CollectionsScreen'),
});

export const collectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections/$uid',
  component: lazyRouteComponent(() => import('./collection-screen.tsx'), 'CollectionScreen'),
});

export const favoritesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/favorites',
  component: lazyRouteComponent(() => import('./favorites-screen.tsx'), 'FavoritesScreen'),
});
