import { createRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { rootRoute } from '../../shell/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const text = v.fallback(v.optional(v.string()), undefined);
const day = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined);
const number = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined);

const search = v.object({
  tab: v.optional(v.fallback(v.string(), '')),
  /** The folder in whose list the previous and the next document are, the order of the list, and the place in it. */
  from: text,
  sort: text,
  order: v.fallback(v.optional(v.picklist(['asc', 'desc'])), undefined),
  at: number,
  /** Whether the preview fills the window. */
  full: v.fallback(v.optional(v.boolean()), undefined),
  /** Two states that are compared: ids of versions, or `current`. */
  older: text,
  newer: text,
  /** Which entries of the history are shown. */
  event: text,
  user: text,
  since: day,
  until: day,
  page: number,
});

/** A document by its id; what is shown of it is in the address. */
export const documentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/document/$uid',
  validateSearch: search,
  component: lazyPart('screen', async () => (await import('./screen.tsx')).DocumentScreen),
});
