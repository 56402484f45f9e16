import { DocumentList } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { ProviderRequest } from '../../repository/search/provider-request.ts';
import { type DocumentsPage, runProvider, runQuery } from '../../repository/search/run-provider.ts';
import { type Listing, showing } from '../../repository/unit/unit.ts';
import { parseProviderRequest, parseSearchRequest } from '../requests/search-request.ts';
import { jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { requestedListing, writeFetchedEntries } from './document-reply.ts';
import { fetchKeys } from './fetched-keys.ts';
import { writeResultPage } from './result-page.ts';

/** The default query. */
const everything = 'SELECT * FROM Document';

export function queryText({ query }: RequestContext): string {
  const text = query.get('query')?.trim() ?? '';
  return text === '' ? everything : text;
}

/** The name of the query language, in any case. */
export function isQueryLanguage(name: string): boolean {
  return name.toUpperCase() === 'NXQL';
}

/** @throws AppError request.invalid */
export function requireQueryLanguage(name: string): void {
  if (isQueryLanguage(name)) return;
  throw new AppError('request.invalid', 'invalid query language: use NXQL');
}

/** A page of a query's results, with what the request shows unless `listing` overrides it. */
export function findByQuery(
  context: RequestContext,
  text: string,
  { request = parseSearchRequest(context), listing = requestedListing(context) }: FindOptions = {},
): Promise<DocumentsPage> {
  return context.readBounded((unit) => runQuery(showing(unit, listing), { text, request }));
}

interface FindOptions {
  readonly request?: ProviderRequest;
  /** The parts of the documents to read; null for all. */
  readonly listing?: Listing | null;
}

/** @throws AppError page-provider.not-found, request.invalid */
export function findByProvider(
  context: RequestContext,
  name: string,
  {
    request = parseProviderRequest(context),
    listing = requestedListing(context),
  }: FindOptions = {},
): Promise<DocumentsPage> {
  const provider = context.services.pageProviders.get(name);
  return context.readBounded((unit) => runProvider(showing(unit, listing), { provider, request }));
}

export async function pageReply(
  context: RequestContext,
  { documents, page }: DocumentsPage,
): Promise<RouteReply> {
  const entries = await writeFetchedEntries(context, documents, {
    highlight: page.highlight,
  });
  const shown = { ...page, fetchedKeys: await fetchKeys(context, page) };
  return jsonReply(200, writeResultPage('documents', shown, entries));
}

/** The same page as the input of an operation. */
export function pageList({ documents, page }: DocumentsPage): DocumentList {
  return new DocumentList(documents, page);
}
