import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';

/** A document by its id; what is shown of it is in the address. */
export const documentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/document/$uid',
  validateSearch: v.object({ tab: v.optional(v.fallback(v.string(), '')) }),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'DocumentScreen'),
});
