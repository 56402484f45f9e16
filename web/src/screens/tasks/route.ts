import { createRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: v.object({
    which: v.optional(v.fallback(v.picklist(['mine', 'all']), 'mine')),
    page: v.optional(v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)),
  }),
  component: lazyPart('screen', async () => (await import('./screen.tsx')).TasksScreen),
});

export const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$taskId',
  component: lazyPart('screen', async () => (await import('./task-screen.tsx')).TaskScreen),
});
