import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: v.object({
    which: v.optional(v.fallback(v.picklist(['mine', 'all']), 'mine')),
    page: v.optional(v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)),
  }),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'TasksScreen'),
});

export const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => import('./task-screen.tsx'), 'TaskScreen'),
});
