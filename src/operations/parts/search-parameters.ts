import { optional } from '../../automation/define.ts';
import {
  DocumentList,
  Instant,
  type ListPage,
  type PropertyMap,
  RecordSet,
  type Value,
} from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { stringifyJson } from '../../base/json.ts';
import {
  emptyRequest,
  type ProviderRequest,
  pairSort,
} from '../../repository/search/provider-request.ts';
import type { DocumentsPage, QueriedRow, RowsPage } from '../../repository/search/run-provider.ts';
import type { GivenValue } from '../../repository/search/search-document.ts';

/** The order of the request, instead of that of the query or the provider. */
export function sortParameters(of: 'query' | 'provider') {
  return {
    sortBy: optional('stringlist', `The properties to sort by instead of what the ${of} says.`),
    sortOrder: optional('stringlist', 'The direction for each of them; descending unless ASC.', {
      values: ['ASC', 'DESC'],
      widget: 'Option',
    }),
  };
}

/** The common parameters of operations on queries; absent ones are null. */
interface SearchParameters {
  readonly queryParams: readonly string[] | null;
  readonly namedParameters: PropertyMap | null;
  readonly sortBy: readonly string[] | null;
  readonly sortOrder: readonly string[] | null;
  readonly pageSize: number | null;
  readonly currentPageIndex: number | null;
  readonly language: string | null;
  readonly offset?: number | null;
  readonly maxResults?: number | null;
  readonly quickFilters?: readonly string[] | null;
  readonly highlights?: readonly string[] | null;
}

/**
 * The request of the parameters.
 *
 * @throws AppError operation.parameter-invalid for a negative page and another language
 */
export function searchRequest(params: SearchParameters): ProviderRequest {
  const { currentPageIndex, language, sortBy, sortOrder } = params;
  if (language !== null && language.trim() !== '' && language.toUpperCase() !== 'NXQL') {
    throw invalid('language', `${language.slice(0, 100)} is not known; use NXQL`);
  }
  if (currentPageIndex !== null && currentPageIndex < 0) {
    throw invalid('currentPageIndex', 'must be at least 0');
  }
  return {
    ...emptyRequest,
    positional: params.queryParams ?? [],
    named: namedValues(params.namedParameters ?? new Map()),
    sort: pairSort(sortBy ?? [], sortOrder ?? []),
    quickFilters: params.quickFilters ?? [],
    pageSize: params.pageSize,
    pageIndex: currentPageIndex ?? 0,
    offset: params.offset ?? null,
    maxResults: params.maxResults ?? null,
    highlights: params.highlights ?? [],
  };
}

/** Names separated by commas; null for none. */
export function namesIn(text: string | null): readonly string[] | null {
  return text?.trim() ? text.split(',') : null;
}

function invalid(name: string, problem: string): AppError {
  return new AppError('operation.parameter-invalid', `${name}: ${problem}`);
}

/** Texts and lists of texts, as in a URL; null means not given. */
function namedValues(pairs: PropertyMap): ReadonlyMap<string, GivenValue> {
  return new Map(
    [...pairs].flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      return [[name, Array.isArray(value) ? value.map(textOf) : textOf(value)] as const];
    }),
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

/** Parses a limit of the count: a number, or a word for one; null for none. */
export function countLimitOf(text: string, pageSize: number | null): number | null {
  if (text === 'PAGE_SIZE') return pageSize;
  if (text === 'DEFAULT_NAVIGATION_RESULTS') return 200;
  if (/^-?\d{1,10}$/.test(text)) return Number(text);
  throw invalid(
    'maxResults',
    `${text.slice(0, 100)} is no number, PAGE_SIZE or DEFAULT_NAVIGATION_RESULTS`,
  );
}

/** The requested page, from which later operations may read further pages. */
export async function openDocumentList(
  request: ProviderRequest,
  find: (request: ProviderRequest) => Promise<DocumentsPage>,
): Promise<DocumentList> {
  const { documents, page } = await find(request);
  return new DocumentList(documents, page, (offset) =>
    openDocumentList({ ...request, offset }, find),
  );
}

export function recordSet({ rows, page }: RowsPage): RecordSet {
  const shown: ListPage = page;
  return new RecordSet(rows.map(rowValues), shown);
}

function rowValues(row: QueriedRow): ReadonlyMap<string, Value> {
  return new Map(
    [...row].map(([name, { type, value }]) => {
      const isDate = type === 'date' && typeof value === 'number';
      return [name, isDate ? new Instant(value) : (value as Value)] as const;
    }),
  );
}
