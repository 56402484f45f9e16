import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: lazyPart('screen', async () => (await import('./screen.tsx')).ProfileScreen),
});
