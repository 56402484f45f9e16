import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { searchParams } from './search-params.ts';

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: searchParams,
  component: lazyPart('screen', async () => (await import('./screen.tsx')).SearchScreen),
});
