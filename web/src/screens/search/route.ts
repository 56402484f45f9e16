import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { searchParams } from './search-params.ts';

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: searchParams,
  component: lazyRouteComponent(() => import('./screen.tsx'), 'SearchScreen'),
});
