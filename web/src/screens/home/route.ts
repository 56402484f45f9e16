import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

/** The application opens with the documents. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/browse/$', params: { _splat: '' }, replace: true });
  },
});
