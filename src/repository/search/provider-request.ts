import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { PageProvider, SortInfo } from './definition.ts';
import type { GivenValue } from './search-document.ts';

/** The request for a query or page provider. */
export interface ProviderRequest {
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, GivenValue>;
  readonly sort: readonly SortInfo[];
  readonly quickFilters: readonly string[];
  /** Null or negative: that of the definition; 0: the maximum. */
  readonly pageSize: number | null;
  readonly pageIndex: number;
  /** From 0; replaces the index. */
  readonly offset: number | null;
  /** Null or not positive: that of the definition. */
  readonly maxResults: number | null;
  /** Aggregates without a selection are not computed. */
  readonly skipsAggregates: boolean;
  /** The fields in which matches are marked. */
  readonly highlights: readonly string[];
}

export const emptyRequest: ProviderRequest = {
  positional: [],
  named: new Map(),
  sort: [],
  quickFilters: [],
  pageSize: null,
  pageIndex: 0,
  offset: null,
  maxResults: null,
  skipsAggregates: false,
  highlights: [],
};

/** A page, resolved against the bounds of the definition. */
export interface PageWindow {
  /** As shown: 0 for the maximum. */
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly limit: number;
  readonly offset: number;
  readonly countLimit: number;
}

type Bounds = Pick<PageProvider, 'pageSize' | 'maxPageSize' | 'countLimit'>;

/** @throws AppError request.invalid for a page index that is too large */
export function pageWindow(bounds: Bounds, request: ProviderRequest): PageWindow {
  const ownMax = bounds.maxPageSize === 0 ? limits.pageSizeMax : bounds.maxPageSize;
  const maxPageSize = Math.min(ownMax, limits.pageSizeMax);
  const asked = request.pageSize ?? -1;
  const pageSize = Math.min(asked < 0 ? bounds.pageSize : asked, maxPageSize);
  const limit = pageSize === 0 ? maxPageSize : pageSize;
  const isGiven = request.offset !== null && request.offset >= 0;
  const offset = isGiven ? (request.offset ?? 0) : request.pageIndex * pageSize;
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw new AppError('request.invalid', 'currentPageIndex: there is no such page');
  }
  return { pageSize, maxPageSize, limit, offset, countLimit: countLimit(bounds, request, limit) };
}

function countLimit(bounds: Bounds, { maxResults }: ProviderRequest, pageSize: number): number {
  if (maxResults !== null && maxResults > 0) return Math.min(maxResults, limits.countMax);
  return bounds.countLimit === 'pageSize' ? pageSize : (bounds.countLimit ?? limits.countDefault);
}

/** Replaces variables by the user and other values of the request. */
export function resolveVariables(
  request: ProviderRequest,
  { username, repository }: { username: string; repository: string },
): ProviderRequest {
  const resolve = (text: string): string => {
    if (text === '$currentUser') return username;
    if (text === '$currentRepository') return repository;
    if (!text.startsWith('[')) return text;
    // In a list in JSON, whose items are texts.
    const inJson = (value: string): string => JSON.stringify(value).replaceAll('$', '$$$$');
    return text
      .replaceAll('"$currentUser"', inJson(username))
      .replaceAll('"$currentRepository"', inJson(repository));
  };
  const named = [...request.named].map(
    ([name, value]) =>
      [name, typeof value === 'string' ? resolve(value) : value.map(resolve)] as const,
  );
  return { ...request, positional: request.positional.map(resolve), named: new Map(named) };
}

/** Position by position; only `asc`, in any case, is ascending. */
export function pairSort(by: readonly string[], orders: readonly string[]): readonly SortInfo[] {
  return by
    .map((property, at) => ({
      property: property.trim(),
      isDescending: orders[at]?.trim().toLowerCase() !== 'asc',
    }))
    .filter(({ property }) => property !== '');
}
