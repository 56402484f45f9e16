import { createRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const search = v.object({
  /** A part of the title. */
  q: v.optional(v.fallback(v.string(), '')),
  /** The id of a folder, for what was below it. */
  folder: v.optional(v.fallback(v.string(), '')),
  /** From 1. */
  page: v.optional(v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1)), 1)),
});

/** What is in the trash. */
export const trashRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/trash',
  validateSearch: search,
  component: lazyPart('screen', async () => (await import('./screen.tsx')).TrashScreen),
});
