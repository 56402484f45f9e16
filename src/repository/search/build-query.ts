import type { ContentModel } from '../../model/content-model.ts';
import { bindParameters } from '../query/bind-parameters.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { ParsedQuery } from '../query/syntax-tree.ts';
import type { PageProvider, SortInfo } from './definition.ts';
import { predicateClause } from './predicates.ts';
import type { ProviderRequest } from './provider-request.ts';
import { readSearchDocument, type SearchValues } from './search-document.ts';
import { selectionClause } from './selections.ts';
import { withSort } from './sort-keys.ts';

/** A provider filled in with a request. */
export interface FilledProvider {
  readonly provider: PageProvider;
  readonly query: ParsedQuery;
  readonly values: SearchValues;
  /** The same conditions for other columns, with the selections of all aggregates but one. */
  queryFor(select: string, exceptAggregate: string): ParsedQuery;
}

interface FillContext {
  readonly model: ContentModel;
  readonly nowMs: number;
}

/** @throws AppError request.invalid when a value does not fit, or one is missing */
export function fillProvider(
  { model, nowMs }: FillContext,
  provider: PageProvider,
  request: ProviderRequest,
): FilledProvider {
  const sort = sortOf(provider, request);
  const values = readSearchDocument(model, provider, request.named);
  if (provider.query !== null) {
    const query = withSort(parseQuery(bound(provider, provider.query, request)), sort);
    return { provider, query, values, queryFor: () => query };
  }
  const fixed = fixedClauses(provider, request, { sort, values });
  const text = (select: string, exceptAggregate: string | null): string => {
    const selections = provider.aggregates
      .filter(({ id }) => id !== exceptAggregate)
      .flatMap((each) => selectionClause({ model, nowMs }, each, values) ?? []);
    const all = [...fixed, ...selections].map((clause) => `(${clause})`).join(' AND ');
    const where = all === '' ? '' : ` WHERE ${all}`;
    return `SELECT ${select} FROM ${provider.from}${where}`;
  };
  const select = `${provider.isDistinct ? 'DISTINCT ' : ''}${provider.select.join(', ')}`;
  return {
    provider,
    values,
    query: withSort(parseQuery(text(select, null)), sort),
    queryFor: (columns, except) => parseQuery(text(columns, except)),
  };
}

/** The order of the request has priority over those of quick filters, and these over the definition. */
function sortOf(provider: PageProvider, request: ProviderRequest): readonly SortInfo[] {
  if (provider.isSortable && request.sort.length > 0) return request.sort;
  const quick = activeFilters(provider, request).flatMap(({ sort }) => sort);
  return quick.length > 0 ? quick : provider.sort;
}

function activeFilters(provider: PageProvider, { quickFilters }: ProviderRequest) {
  return provider.quickFilters.filter(({ name }) => quickFilters.includes(name));
}

function fixedClauses(
  provider: PageProvider,
  request: ProviderRequest,
  { sort, values }: { sort: readonly SortInfo[]; values: SearchValues },
): readonly string[] {
  const quick = activeFilters(provider, request).flatMap(({ clause }) => clause ?? []);
  // Joined first, as positional parameters are counted over all of them.
  const pattern = [...provider.where, ...quick]
    .map((clause) => clause.replaceAll(/\s+/g, ' '))
    .join(separator);
  const own = bound(provider, withSortedColumn(pattern, sort), request).split(separator);
  const predicates = provider.predicates.flatMap((each) => predicateClause(each, values) ?? []);
  return [...own.filter((clause) => clause !== ''), ...predicates];
}

/** A line break is neither in a string of the language nor in an inserted value. */
const separator = '\n';

/** A raw parameter without a value is empty: the pattern defines what that means. */
function bound(
  { parameters }: PageProvider,
  pattern: string,
  { positional, named }: ProviderRequest,
): string {
  const isRaw = parameters === 'raw';
  const padding = isRaw ? Array(Math.max(0, pattern.split('?').length - 1)).fill('') : [];
  const values = [...positional, ...padding.slice(positional.length)];
  const flat = isRaw ? values.map((value) => String(value).replaceAll(/[\r\n]+/g, ' ')) : values;
  return bindParameters(pattern, {
    positional: flat,
    named: Object.fromEntries(named),
    mode: parameters,
  });
}

/** Properties that only sort are replaced by ones that can be compared with null. */
const unset = new Set(['ecm:path', 'ecm:fulltextScore', 'ecm:pos']);

function withSortedColumn(pattern: string, sort: readonly SortInfo[]): string {
  const first = sort[0]?.property ?? 'ecm:uuid';
  const column = unset.has(first) || !/^[\p{L}\p{N}_:./*-]+$/u.test(first) ? 'ecm:uuid' : first;
  return pattern.replaceAll(/\bSORTED_COLUMN\b/g, column);
}
