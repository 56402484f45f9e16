import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

/** Leads to the personal workspace of the user, whose path is known to the server only. */
export const ownWorkspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-workspace',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'OwnWorkspaceScreen'),
});
