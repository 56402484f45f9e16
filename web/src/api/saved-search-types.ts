import type { Schemas } from '../../../client/src/index.ts';

export type SavedSearch = Schemas['savedSearch'];

/** What a search is saved with: a query, or the name of a page provider. */
export type SavedSearchInput = Partial<Omit<SavedSearch, 'entity-type' | 'id' | 'title'>> & {
  readonly title: string;
};
