import { standingOf } from '../../automation/operation-standing.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { BulkAction } from '../../bulk/action.ts';
import { findAction } from '../../bulk/actions/index.ts';
import {
  type ItemRequest,
  type ItemSource,
  itemRequestOf,
  wholeRequest,
} from '../../bulk/item-source.ts';
import { submitCommand } from '../../bulk/submit.ts';
import { bulkStatusSchema, writeBulkStatus } from '../../entities/bulk-status-entity.ts';
import { arrayOf, integer, text } from '../../entities/json-schema.ts';
import { filledProvider } from '../../repository/search/requested-query.ts';
import { requestOf } from '../../repository/search/saved-request.ts';
import {
  getSavedSearchDocument,
  readSavedSearchDocument,
} from '../../repository/search/saved-searches.ts';
import { createUnitContext } from '../../repository/unit/unit.ts';
import { inQuery } from '../parameters.ts';
import { requireQueryLanguage } from '../replies/search-reply.ts';
import { objectContent } from '../request-content.ts';
import { readOptionalObject } from '../requests/optional-body.ts';
import { parseSearchRequest, providerParameters } from '../requests/search-request.ts';
import { json } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';

const responses = {
  202: json('the status of the command, which is done in the background', bulkStatusSchema),
  400: 'no such action (then without a body), or a parameter does not fit',
  403: 'the action is for administrators (without a body), or a parameter of it is',
  409: 'a command of the exclusive action is running',
} as const;

const limitParameters = [
  inQuery('queryLimit', 'the most documents', integer),
  inQuery('scroll', 'how the documents are found; there is one way here: default or elastic'),
];
const queryParameters = [
  inQuery('query', 'the query for the documents, in NXQL'),
  inQuery('queryParams', 'values of the question marks of the query', arrayOf(text)),
];

/** A query that cannot be parsed is accepted: the status of its command says so. */
function querySource({ query }: RequestContext): ItemSource {
  const statement = query.get('query')?.trim() ?? '';
  if (statement === '') throw new AppError('request.invalid', 'query: send the query in NXQL');
  const positional = query.getAll('queryParams');
  const request = { positional, named: new Map(), quickFilters: [], sort: [] };
  return { kind: 'query', text: statement, request, excluded: [] };
}

/** @throws AppError page-provider.not-found, request.invalid */
function providerSource(
  { services, principal }: RequestContext,
  name: string,
  request: ItemRequest,
): ItemSource {
  const provider = services.pageProviders.get(name);
  const unit = createUnitContext(services.repository, principal);
  // Values that do not fit are refused now, as the caller can correct them.
  filledProvider(unit, { provider, request: wholeRequest(request) });
  return { kind: 'provider', name, request, excluded: [] };
}

async function savedSource(context: RequestContext): Promise<ItemSource> {
  const { id = '' } = context.params;
  const document = await context.read((unit) => getSavedSearchDocument(unit, id));
  const search = readSavedSearchDocument(context.services.repository, document);
  const { query, queryLanguage, providerName } = search;
  const request = itemRequestOf(requestOf(search));
  if (query === null) return providerSource(context, providerName ?? '', request);
  requireQueryLanguage(queryLanguage ?? '');
  return { kind: 'query', text: query, request, excluded: [] };
}

const scrollers = new Set(['default', 'repository', 'elastic', 'search']);

/** @throws AppError request.invalid */
function limitOf({ query }: RequestContext): number | null {
  const scroller = query.get('scroll') ?? '';
  if (scroller !== '' && !scrollers.has(scroller)) {
    throw new AppError('request.invalid', `scroll: ${scroller.slice(0, 100)} is not known`);
  }
  const limit = query.get('queryLimit') ?? '';
  if (limit === '') return null;
  if (/^\d{1,15}$/.test(limit) && Number(limit) > 0) return Number(limit);
  const shown = limit.slice(0, 100);
  throw new AppError('request.invalid', `queryLimit: ${shown} is not a whole number from 1 on`);
}

async function submit(
  context: RequestContext,
  source: (action: BulkAction) => ItemSource | Promise<ItemSource>,
  queryLimit: () => number | null = () => null,
): Promise<RouteReply> {
  const action = findAction(context.params.action ?? '');
  // As existing clients expect, without a body.
  if (!action) return emptyReply(400);
  if (!action.isHttpEnabled && !context.principal.isAdministrator) return emptyReply(403);
  const params = await readOptionalObject(context);
  const command = { action, params, source: await source(action), queryLimit: queryLimit() };
  const submitted = await context.write((unit) =>
    submitCommand(unit, command, { standingOf: (name) => standingIn(context, name) }),
  );
  return jsonReply(202, writeBulkStatus(submitted));
}

function standingIn({ services, principal, publicAddress }: RequestContext, name: string) {
  const { isSecure } = publicAddress;
  return standingOf(services.automation, name, { principal, isSecure });
}

function submitRoute(
  path: string,
  rest: Pick<RouteDefinition, 'summary' | 'described' | 'parameters' | 'handle'> & {
    readonly responses?: RouteDefinition['responses'];
  },
): RouteDefinition {
  const common = { method: 'POST', root: 'api', access: 'authenticated', body: 'stream' } as const;
  return defineRoute({ ...common, bodyContent: objectContent, path, responses, ...rest });
}

const byQuery = submitRoute('/search/bulk/:action', {
  summary: 'Runs a bulk action on the documents that a query finds',
  parameters: [...queryParameters, ...limitParameters],
  handle: (context) =>
    submit(
      context,
      () => querySource(context),
      () => limitOf(context),
    ),
});

const byLanguage = submitRoute('/search/lang/:lang/bulk/:action', {
  summary: 'Runs a bulk action on the documents that a query of the language finds',
  described: { values: { lang: ['NXQL'] } },
  parameters: queryParameters,
  handle: (context) =>
    submit(context, () => {
      requireQueryLanguage(context.params.lang ?? '');
      return querySource(context);
    }),
});

const byProvider = submitRoute('/search/pp/:name/bulk/:action', {
  summary: 'Runs a bulk action on the documents that a page provider finds',
  parameters: [...providerParameters, ...limitParameters],
  responses: { ...responses, 404: 'no such page provider' },
  handle: (context) =>
    submit(
      context,
      () => providerSource(context, context.params.name ?? '', ownRequest(context)),
      () => limitOf(context),
    ),
});

/** The parameters of the command are none of the query. */
function ownRequest(context: RequestContext): ItemRequest {
  const request = parseSearchRequest(context);
  const named = new Map(request.named);
  for (const { name } of limitParameters) named.delete(name);
  return { ...itemRequestOf(request), named };
}

const bySavedSearch = submitRoute('/search/saved/:id/bulk/:action', {
  summary: 'Runs a bulk action on the documents that a saved search finds',
  parameters: [],
  responses: { ...responses, 404: 'no such saved search, or its page provider is gone' },
  handle: (context) => submit(context, () => savedSource(context)),
});

export const bulkSearchRoutes = [byQuery, byLanguage, byProvider, bySavedSearch];
