import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';

const search = v.object({
  view: v.optional(v.fallback(v.picklist(['list', 'grid']), 'list')),
  sort: v.optional(v.fallback(v.string(), '')),
  order: v.optional(v.fallback(v.picklist(['asc', 'desc']), 'asc')),
  /** The document of the quick look over the list. */
  preview: v.fallback(v.optional(v.string()), undefined),
});

/** A folder by its path. */
export const browseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/browse/$',
  validateSearch: search,
  component: lazyRouteComponent(() => import('./screen.tsx'), 'BrowseScreen'),
});
