import type { Doc } from '../api/types.ts';
import { placeOf } from '../documents/places.ts';
import type { ActionContext } from './action.ts';

/** Addresses at which the application shows the documents, one a line. */
export function linksOf(documents: readonly Doc[], { router }: Pick<ActionContext, 'router'>) {
  return documents
    .map((each) => new URL(router.buildLocation(placeOf(each)).href, location.origin).href)
    .join('\n');
}
