import { AppError } from '../../base/errors/app-error.ts';
import { arrayOf, integer, mapOf, text } from '../../entities/json-schema.ts';
import { type ProviderRequest, pairSort } from '../../repository/search/provider-request.ts';
import type { GivenValue } from '../../repository/search/search-document.ts';
import { inQuery } from '../parameters.ts';
import { skipAggregatesParameter, skipsAggregates } from '../replies/result-page.ts';
import type { RequestContext } from '../route.ts';
import { pagingParameters } from './paging.ts';

const queryParameters = [
  inQuery('query', 'the query, in NXQL'),
  inQuery('maxResults', 'how far matches are counted', integer),
];

const filterParameters = [
  inQuery('queryParams', 'values of the question marks of the query', arrayOf(text)),
  ...pagingParameters,
  inQuery('sortBy', 'names of properties, separated by commas'),
  inQuery('sortOrder', 'asc or desc for each of them, separated by commas'),
  inQuery('quickFilters', 'names of quick filters, separated by commas'),
  inQuery('highlight', 'properties in which matches are highlighted, separated by commas'),
  inQuery('highlights', 'as highlight'),
];

/** Every parameter that does not say how to search is a named parameter of the query. */
const reserved: ReadonlySet<string> = new Set(
  [...queryParameters, ...filterParameters].map(({ name }) => name),
);

const namedParameter = inQuery(
  'namedParameters',
  'any other parameter is a named parameter of the query',
  mapOf(text),
);

export const providerParameters = [...filterParameters, namedParameter, skipAggregatesParameter];
export const searchParameters = [...queryParameters, ...providerParameters];

/**
 * The search of the parameters of a request.
 *
 * @throws AppError request.invalid naming the parameter that is not a number
 */
export function parseSearchRequest(
  context: Pick<RequestContext, 'query' | 'headers'>,
): ProviderRequest {
  const { query } = context;
  const pageIndex = wholeNumber(query, 'currentPageIndex') ?? 0;
  if (pageIndex < 0) throw new AppError('request.invalid', 'currentPageIndex: must be at least 0');
  return {
    positional: query.getAll('queryParams'),
    named: namedParameters(query),
    sort: pairSort(listOf(query, 'sortBy'), listOf(query, 'sortOrder')),
    quickFilters: listOf(query, 'quickFilters').map((name) => name.trim()),
    pageSize: wholeNumber(query, 'pageSize'),
    pageIndex,
    offset: wholeNumber(query, 'offset'),
    maxResults: wholeNumber(query, 'maxResults'),
    skipsAggregates: skipsAggregates(context),
    highlights: highlightedFields(query),
  };
}

/** The definition of a page provider determines how far matches are counted. */
export function parseProviderRequest(
  context: Pick<RequestContext, 'query' | 'headers'>,
): ProviderRequest {
  return { ...parseSearchRequest(context), maxResults: null };
}

function namedParameters(query: URLSearchParams): ReadonlyMap<string, GivenValue> {
  const names = new Set([...query.keys()].filter((name) => !reserved.has(name)));
  return new Map(
    [...names].map((name) => {
      const [first = '', ...more] = query.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

/** One name is the parameter of URLs, the other that of the operation. */
function highlightedFields(query: URLSearchParams): readonly string[] {
  const fields = [...listOf(query, 'highlight'), ...listOf(query, 'highlights')];
  return fields.map((field) => field.trim()).filter((field) => field !== '');
}

function listOf(query: URLSearchParams, name: string): readonly string[] {
  const text = query.getAll(name).join(',');
  return text === '' ? [] : text.split(',');
}

function wholeNumber(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null || text === '') return null;
  if (/^[+-]?\d{1,10}$/.test(text)) return Number(text);
  throw new AppError('request.invalid', `${name}: ${text.slice(0, 100)} is not a whole number`);
}
