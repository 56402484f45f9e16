import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Leads to the personal workspace of the user, whose path is known to the server only. */
export const ownWorkspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-workspace',
  component: lazyPart('screen', async () => (await import('./screen.tsx')).OwnWorkspaceScreen),
});
