/** Where a page of documents stands; counts may be unknown. */
export interface PageFacts {
  /** Total hits; -1 when not computed, -2 when counting stopped at the limit. */
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly offset: number;
  /** They are unless it is said. */
  readonly isSortable?: boolean;
  /** Further members, in front of the entries. */
  readonly extras?: object;
}

/** A plain list: only what the contract requires. */
export function writeDocumentList(entries: readonly object[]): object {
  return { 'entity-type': 'documents', entries };
}

/** The paging block that goes in front of the entries. */
export function writePage(entityType: string, page: PageFacts, entries: readonly object[]): object {
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

/** With an unknown count a full page promises another, and so does the first one. */
function hasNextPage(page: PageFacts, index: number): boolean {
  if (page.pageSize === 0) return false;
  if (page.resultsCount >= 0) return page.resultsCount > page.pageSize + page.offset;
  return page.currentPageSize === page.pageSize || index === 0;
}
