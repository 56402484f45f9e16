import { createRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const collectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections',
  /** The beginning of the titles. */
  validateSearch: v.object({ title: v.optional(v.fallback(v.string(), '')) }),
  component: lazyPart(
    'screen',
    async () => (await import('./collections-screen.tsx')).CollectionsScreen,
  ),
});

export const collectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections/$uid',
  component: lazyPart(
    'screen',
    async () => (await import('./collection-screen.tsx')).CollectionScreen,
  ),
});

export const favoritesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/favorites',
  component: lazyPart(
    'screen',
    async () => (await import('./favorites-screen.tsx')).FavoritesScreen,
  ),
});
