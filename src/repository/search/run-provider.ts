import { AppError } from '../../base/errors/app-error.ts';
import type { Document } from '../../model/document.ts';
import type { PropertyValue } from '../../model/value.ts';
import { parseQuery } from '../query/parse-query.ts';
import { queryDocuments } from '../query/query-documents.ts';
import { queryRows } from '../query/query-rows.ts';
import { searchedFulltext } from '../query/searched-words.ts';
import type { ParsedQuery } from '../query/syntax-tree.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';
import { type ComputedAggregate, computeAggregates, hasSelection } from './aggregates.ts';
import type { FilledProvider } from './build-query.ts';
import type { PageProvider } from './definition.ts';
import type { HighlightRequest } from './highlight-documents.ts';
import { runLatestPrincipals } from './latest-principals.ts';
import { runPrincipalProvider } from './principal-providers.ts';
import { type PageWindow, type ProviderRequest, pageWindow } from './provider-request.ts';
import { filledProvider, filledQuery, type QueryCall } from './requested-query.ts';
import { runTaskProvider } from './task-providers.ts';
import type { FoundPage } from './unqueried.ts';

/** The position of a page and values of the whole result. */
interface ResultPage {
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly offset: number;
  readonly isSortable: boolean;
  /** Undefined when there are none, or they were not requested. */
  readonly aggregates?: readonly ComputedAggregate[];
  readonly quickFilters?: readonly { readonly name: string; readonly isActive: boolean }[];
  /** The search, for highlights. */
  readonly highlight?: HighlightRequest;
}

export interface DocumentsPage {
  readonly documents: readonly Document[];
  readonly page: ResultPage;
}

export interface RowsPage {
  readonly rows: readonly QueriedRow[];
  readonly page: ResultPage;
}

/** Column → value. */
export type QueriedRow = ReadonlyMap<
  string,
  { readonly type: string; readonly value: PropertyValue }
>;

/**
 * A page of the provider's documents that the caller may browse.
 *
 * @throws AppError request.invalid when a parameter is missing or invalid
 */
export async function runProvider(
  unit: ReadUnit,
  call: { readonly provider: PageProvider; readonly request: ProviderRequest },
): Promise<DocumentsPage> {
  if (call.provider.finds) {
    const { documents, total, window } = await findWithoutQuery(unit, call);
    const { isSortable } = call.provider;
    return { documents, page: { ...pageOf(window, total), isSortable } };
  }
  const { request, filled, window } = prepare(unit, call);
  const found = await queryDocuments(unit, { query: filled.query, ...window });
  const computesAggregates =
    filled.provider.aggregates.length > 0 && (!request.skipsAggregates || hasSelection(filled));
  const aggregates = computesAggregates
    ? { aggregates: await computeAggregates(unit, filled, { total: found.total }) }
    : {};
  const page = {
    ...pageOf(window, found.total),
    ...extrasOf(filled, request),
    ...aggregates,
    highlight: highlightOf(filled.query, request),
  };
  return { documents: found.documents, page };
}

function findWithoutQuery(
  unit: ReadUnit,
  call: { readonly provider: PageProvider; readonly request: ProviderRequest },
): Promise<FoundPage> {
  const { finds } = call.provider;
  if (finds === 'latestPrincipals') return runLatestPrincipals(unit, call.request);
  if (finds === 'users' || finds === 'groups') return runPrincipalProvider(unit, call);
  return runTaskProvider(unit, call);
}

/** A page of the provider's rows, for providers that select columns. */
export async function runRowProvider(
  unit: ReadUnit,
  call: { readonly provider: PageProvider; readonly request: ProviderRequest },
): Promise<RowsPage> {
  if (call.provider.finds) {
    const message = `${call.provider.name} selects no columns: run it by Repository.PageProvider`;
    throw new AppError('request.invalid', message);
  }
  const { request, filled, window } = prepare(unit, call);
  const found = await rowsOf(unit, { query: filled.query, window });
  return { ...found, page: { ...found.page, ...extrasOf(filled, request) } };
}

function prepare(
  unit: UnitContext,
  call: { readonly provider: PageProvider; readonly request: ProviderRequest },
) {
  const { request, filled } = filledProvider(unit, call);
  return { request, filled, window: pageWindow(call.provider, request) };
}

function highlightOf(query: ParsedQuery, { highlights }: ProviderRequest): HighlightRequest {
  return { fields: highlights, searches: searchedFulltext(query) };
}

function extrasOf(
  { provider: { quickFilters, isSortable } }: FilledProvider,
  request: ProviderRequest,
): Pick<ResultPage, 'quickFilters' | 'isSortable'> {
  if (quickFilters.length === 0) return { isSortable };
  const shown = quickFilters.map(({ name }) => ({
    name,
    isActive: request.quickFilters.includes(name),
  }));
  return { isSortable, quickFilters: shown };
}

const ownBounds = { pageSize: 0, maxPageSize: 0, countLimit: null };

/** @throws AppError request.invalid naming the problem of the query and its position */
export async function runQuery(unit: ReadUnit, call: QueryCall): Promise<DocumentsPage> {
  const window = pageWindow(ownBounds, call.request);
  const query = filledQuery(unit, call);
  const { documents, total } = await queryDocuments(unit, { query, ...window });
  const highlight = highlightOf(query, call.request);
  return { documents, page: { ...pageOf(window, total), highlight } };
}

export function runRowQuery(unit: ReadUnit, call: QueryCall): Promise<RowsPage> {
  const window = pageWindow(ownBounds, call.request);
  return rowsOf(unit, { query: filledQuery(unit, call), window });
}

async function rowsOf(
  unit: ReadUnit,
  { query, window }: { query: ParsedQuery; window: PageWindow },
): Promise<RowsPage> {
  const { rows, columns, total } = await queryRows(unit, { query, ...window });
  const typed = rows.map(
    (row) =>
      new Map(columns.map(({ name, type }) => [name, { type, value: row[name] ?? null }] as const)),
  );
  return { rows: typed, page: pageOf(window, total) };
}

function pageOf(window: PageWindow, total: number): ResultPage {
  return {
    resultsCount: total,
    pageSize: window.pageSize,
    maxPageSize: window.maxPageSize,
    resultsCountLimit: window.countLimit,
    offset: window.offset,
    isSortable: true,
  };
}

/** All matches of a query; undefined when there are more than `max`. */
export async function findAtMost(
  unit: ReadUnit,
  { text, max }: { readonly text: string; readonly max: number },
): Promise<readonly Document[] | undefined> {
  const request = { query: parseQuery(text), offset: 0, limit: max + 1, countLimit: 0 };
  const { documents } = await queryDocuments(unit, request);
  return documents.length > max ? undefined : documents;
}
