import type { Document } from '../../model/document.ts';
import type { PageProvider } from './definition.ts';
import type { PageWindow } from './provider-request.ts';

/** Of one page. */
const entriesMax = 1_000;

type Unqueried = Pick<PageProvider, 'name' | 'isSortable' | 'pageSize'> &
  Required<Pick<PageProvider, 'finds'>>;

/** A provider whose results no query finds. */
export function unqueriedProvider(provider: Unqueried): PageProvider {
  return {
    query: null,
    select: ['*'],
    isDistinct: false,
    from: 'Document',
    where: [],
    parameters: 'quoted',
    searchDocumentType: null,
    predicates: [],
    aggregates: [],
    quickFilters: [],
    sort: [],
    maxPageSize: entriesMax,
    countLimit: null,
    ...provider,
  };
}

/** What such a provider finds. */
export interface FoundPage {
  readonly documents: readonly Document[];
  readonly total: number;
  readonly window: PageWindow;
}
