import { createRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** All operations and chains, or those that contain some words. */
export const operationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operations',
  validateSearch: v.object({ words: v.optional(v.fallback(v.string(), '')) }),
  component: lazyPart('screen', async () => (await import('./list-screen.tsx')).OperationsScreen),
});

/** A form for one of them. */
export const operationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operations/$id',
  component: lazyPart(
    'screen',
    async () => (await import('./operation-screen.tsx')).OperationScreen,
  ),
});
