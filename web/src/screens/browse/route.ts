import { createRoute, retainSearchParams } from '@tanstack/react-router';
import * as v from 'valibot';
import { prefetchListing } from '../../api/prefetch-listing.ts';
import { sortableIds, sortPropertyOf } from '../../grid/columns.ts';
import { rootRoute } from '../../shell/root-route.ts';

function oneOf<const T extends readonly string[]>(options: T) {
  return v.optional(v.fallback(v.optional(v.picklist(options)), undefined));
}

/** Addresses make numbers of what looks like one. */
const someText = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);
const freeText = v.optional(v.fallback(v.optional(someText), undefined));

const search = v.object({
  view: oneOf(['list', 'grid']),
  /** A column. */
  sort: oneOf(sortableIds),
  order: oneOf(['asc', 'desc']),
  /** Ids of columns, separated by commas. */
  columns: freeText,
  /** Whether the tree is beside the list. */
  tree: oneOf(['open', 'closed']),
  /** A part of titles. */
  filter: freeText,
  /** The document of the quick look over the list. */
  preview: freeText,
});

export type BrowseSearch = v.InferOutput<typeof search>;

/** What is listed, and in which order. */
export function listOrder({ sort = 'title', order = 'asc', filter = '' }: BrowseSearch) {
  return { order: { by: sortPropertyOf(sort), direction: order }, text: filter };
}

/** A folder by its path. */
export const browseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/browse/$',
  validateSearch: search,
  search: { middlewares: [retainSearchParams(['view', 'columns', 'tree'])] },
  loaderDeps: ({ search }) => listOrder(search),
  loader: ({ context: { client }, params: { _splat = '' }, deps }) =>
    prefetchListing(client, { path: `/${_splat}`, ...deps }),
  // The list itself asks again for what is old while it is shown.
  shouldReload: ({ cause }) => cause === 'enter',
});
