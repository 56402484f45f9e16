import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';

/** All operations and chains, or those that contain some words. */
export const operationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operations',
  validateSearch: v.object({ words: v.optional(v.fallback(v.string(), '')) }),
  component: lazyRouteComponent(() => import('./list-screen.tsx'), 'OperationsScreen'),
});

/** A form for one of them. */
export const operationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operations/$id',
  component: lazyRouteComponent(() => import('./operation-screen.tsx'), 'OperationScreen'),
});
