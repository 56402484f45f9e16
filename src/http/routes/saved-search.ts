import { writeDocument } from '../../entities/document-entity.ts';
import { documentPageSchema } from '../../entities/documents-entity.ts';
import {
  readSavedSearch,
  type SavedSearchEntity,
  savedSearchesSchema,
  savedSearchSchema,
  writeSavedSearch,
  writeSavedSearches,
} from '../../entities/saved-search-entity.ts';
import type { Document } from '../../model/document.ts';
import type { SavedSearch } from '../../model/saved-search.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import { getUserWorkspace } from '../../repository/personal/user-workspace.ts';
import { emptyRequest, type ProviderRequest } from '../../repository/search/provider-request.ts';
import { requestOf } from '../../repository/search/saved-request.ts';
import {
  checkSavedSearch,
  createSavedSearch,
  getSavedSearchDocument,
  readSavedSearchDocument,
  removeSavedSearch,
  updateSavedSearch,
} from '../../repository/search/saved-searches.ts';
import { inQuery } from '../parameters.ts';
import { writeOptions } from '../replies/document-reply.ts';
import {
  findByProvider,
  findByQuery,
  pageReply,
  requireQueryLanguage,
} from '../replies/search-reply.ts';
import { requireEntity } from '../requests/body.ts';
import { parseSearchRequest, providerParameters } from '../requests/search-request.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { empty, json } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteReply,
} from '../route.ts';

const badSearch = 'the search says not enough to be run, or a value does not fit';
const noSearch = 'no such saved search';

function write(context: RequestContext, document: Document): SavedSearchEntity {
  const search = readSavedSearchDocument(context.services.repository, document);
  const { properties } = writeDocument(document, writeOptions(context, undefined));
  return writeSavedSearch(document.id, search, properties);
}

function reply(context: RequestContext, document: Document): RouteReply {
  return jsonReply(200, write(context, document));
}

function readBody({ body }: RequestContext): SavedSearch {
  const search = readSavedSearch(requireEntity(body, 'savedSearch'));
  checkSavedSearch(search);
  return search;
}

const listRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/search/saved',
  access: 'authenticated',
  summary: 'Lists the saved searches that the caller may read, by title',
  body: 'none',
  parameters: [inQuery('pageProvider', 'only searches of this one'), ...documentParameters],
  responses: { 200: json('the searches', savedSearchesSchema) },
  async handle(context) {
    const provider = context.query.get('pageProvider') ?? '';
    const name = provider === '' ? 'SAVED_SEARCHES_ALL' : 'SAVED_SEARCHES_ALL_PAGE_PROVIDER';
    const named = new Map([['pageProvider', provider]]);
    const request = { ...emptyRequest, named, pageSize: 0 };
    const { documents } = await findByProvider(context, name, {
      request,
      listing: null,
    });
    const entries = documents.map((document) => write(context, document));
    return jsonReply(200, writeSavedSearches(entries));
  },
});

const createRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/search/saved',
  access: 'authenticated',
  summary: 'Keeps a search in the personal workspace of the caller',
  body: 'json',
  bodyEntity: 'savedSearch',
  parameters: documentParameters,
  responses: { 200: json('the search', savedSearchSchema), 400: badSearch },
  async handle(context) {
    const search = readBody(context);
    const { all } = context.services.pageProviders;
    const provider = all.find(({ name }) => name === search.providerName);
    const documentType = provider?.searchDocumentType ?? null;
    const workspace = await context.write((unit) => getUserWorkspace(unit));
    const input = { parentId: workspace.id, documentType, search };
    return reply(context, await context.write((unit) => createSavedSearch(unit, input)));
  },
});

const readRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/search/saved/:id',
  access: 'authenticated',
  summary: 'Reads a saved search',
  body: 'none',
  parameters: documentParameters,
  responses: { 200: json('the search', savedSearchSchema), 404: noSearch },
  handle: async (context) => reply(context, await load(context)),
});

async function requireWritable(context: RequestContext, document: Document): Promise<void> {
  const question = { document, permission: 'WriteProperties' };
  await context.read((unit) => requirePermission(unit, question));
}

function load(context: RequestContext): Promise<Document> {
  const { id = '' } = context.params;
  return context.read((unit) => getSavedSearchDocument(unit, id));
}

const updateRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/search/saved/:id',
  access: 'authenticated',
  summary: 'Replaces what a saved search says',
  body: 'json',
  bodyEntity: 'savedSearch',
  parameters: documentParameters,
  responses: { 200: json('the search', savedSearchSchema), 400: badSearch, 404: noSearch },
  async authorize(context) {
    await requireWritable(context, await load(context));
    return undefined;
  },
  async handle(context) {
    const { id = '' } = context.params;
    const change = { id, search: readBody(context) };
    return reply(context, await context.write((unit) => updateSavedSearch(unit, change)));
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/search/saved/:id',
  access: 'authenticated',
  summary: 'Removes a saved search',
  body: 'none',
  responses: { 204: empty('removed'), 404: noSearch },
  async handle(context) {
    const { id = '' } = context.params;
    await context.write((unit) => removeSavedSearch(unit, id));
    return emptyReply();
  },
});

const executeRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/search/saved/:id/execute',
  access: 'authenticated',
  summary: 'Runs a saved search; paging, order and quick filters of the request count more',
  body: 'none',
  parameters: [...providerParameters, ...documentParameters],
  responses: {
    200: json('a page of documents', documentPageSchema),
    400: badSearch,
    404: noSearch,
  },
  async handle(context) {
    const search = readSavedSearchDocument(context.services.repository, await load(context));
    const request = overridden(context, requestOf(search));
    const { query, queryLanguage, providerName } = search;
    if (query !== null) requireQueryLanguage(queryLanguage ?? '');
    const found =
      query === null
        ? findByProvider(context, providerName ?? '', { request })
        : findByQuery(context, query, { request });
    return pageReply(context, await found);
  },
});

function overridden(context: RequestContext, saved: ProviderRequest): ProviderRequest {
  const asked = parseSearchRequest(context);
  return {
    ...saved,
    pageSize: asked.pageSize ?? saved.pageSize,
    pageIndex: context.query.has('currentPageIndex') ? asked.pageIndex : saved.pageIndex,
    offset: asked.offset,
    maxResults: asked.maxResults ?? saved.maxResults,
    sort: asked.sort.length > 0 ? asked.sort : saved.sort,
    quickFilters: asked.quickFilters,
    skipsAggregates: asked.skipsAggregates,
    highlights: asked.highlights,
  };
}

export const savedSearchRoutes = [
  listRoute,
  createRoute,
  readRoute,
  updateRoute,
  deleteRoute,
  executeRoute,
];
