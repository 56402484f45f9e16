import { aggregationsSchema } from './aggregates-entity.ts';
import { documentSchema } from './document-entity.ts';
import {
  anyOf,
  anything,
  arrayOf,
  constant,
  entityOf,
  flag,
  integer,
  type JsonSchema,
  type Members,
  mapOf,
  named,
  type ObjectOf,
  objectOf,
  text,
} from './json-schema.ts';

const pagingMembers = {
  isPaginable: flag,
  resultsCount: integer,
  pageSize: integer,
  maxPageSize: integer,
  resultsCountLimit: integer,
  currentPageSize: integer,
  currentPageIndex: integer,
  currentPageOffset: integer,
  numberOfPages: integer,
  isPreviousPageAvailable: flag,
  isNextPageAvailable: flag,
  isLastPageAvailable: flag,
  isSortable: flag,
  hasError: flag,
  errorMessage: constant(null),
  pageIndex: integer,
  pageCount: integer,
};

/** A page of a longer list; `optional` are members in front of the entries. */
export function pageOf<const N extends string, E, O extends Members = Record<never, never>>(
  name: N,
  entry: JsonSchema<E>,
  optional?: O,
) {
  return entityOf(name, { ...pagingMembers, entries: arrayOf(entry) }, optional);
}

/** What belongs to a whole result. */
const resultMembers = {
  aggregations: aggregationsSchema,
  quickFilters: arrayOf(objectOf({ name: text, active: flag })),
};

type ResultExtras = ObjectOf<Record<never, never>, typeof resultMembers>;

export const documentListSchema = named(
  'documentList',
  entityOf('documents', { entries: arrayOf(documentSchema) }),
);

export const documentPageSchema = named(
  'documentPage',
  pageOf('documents', documentSchema, { totalSize: integer, ...resultMembers }),
);

export const documentsSchema = named('documents', anyOf(documentListSchema, documentPageSchema));

/** Rows of a query: column → value. */
export const recordSetSchema = pageOf('recordSet', mapOf(anything), resultMembers);

/** The position of a page of documents; counts may be unknown. */
export interface PageFacts {
  /** Total hits; -1 when not computed, -2 when counting stopped at the limit. */
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly offset: number;
  /** True when left out. */
  readonly isSortable?: boolean;
  /** Further members, before the entries. */
  readonly extras?: ResultExtras;
}

/** A plain list: only what the contract requires. */
export function writeDocumentList<E>(entries: readonly E[]) {
  return { 'entity-type': 'documents' as const, entries };
}

type Page<N, E> = ObjectOf<typeof pagingMembers> &
  ResultExtras & {
    readonly 'entity-type': N;
    readonly totalSize?: number;
    readonly entries: readonly E[];
  };

/** The paging block before the entries. */
export function writePage<const N extends string, E>(
  entityType: N,
  page: PageFacts,
  entries: readonly E[],
): Page<N, E> {
  const { resultsCount, pageSize, offset, currentPageSize } = page;
  const index = pageSize === 0 ? 0 : Math.floor(offset / pageSize);
  const pages = numberOfPages(page);
  const isNextAvailable = hasNextPage(page, index);
  return {
    'entity-type': entityType,
    isPaginable: true,
    resultsCount,
    pageSize,
    maxPageSize: page.maxPageSize,
    resultsCountLimit: page.resultsCountLimit,
    currentPageSize,
    currentPageIndex: index,
    currentPageOffset: offset,
    numberOfPages: pages,
    isPreviousPageAvailable: offset > 0,
    isNextPageAvailable: isNextAvailable,
    isLastPageAvailable: resultsCount >= 0 && isNextAvailable,
    isSortable: page.isSortable ?? true,
    hasError: false,
    errorMessage: null,
    ...(entityType === 'documents' && { totalSize: resultsCount }),
    pageIndex: index,
    pageCount: pages,
    ...page.extras,
    entries,
  };
}

function numberOfPages({ resultsCount, pageSize }: PageFacts): number {
  if (pageSize === 0) return 1;
  if (resultsCount < 0) return 0;
  return 1 + Math.trunc((resultsCount - 1) / pageSize);
}

/** With an unknown count another page is assumed after a full one and after the first one. */
function hasNextPage(page: PageFacts, index: number): boolean {
  if (page.pageSize === 0) return false;
  if (page.resultsCount >= 0) return page.resultsCount > page.pageSize + page.offset;
  return page.currentPageSize === page.pageSize || index === 0;
}
