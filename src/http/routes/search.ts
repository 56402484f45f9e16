import { documentPageSchema } from '../../entities/documents-entity.ts';
import { definitionSchema, writeDefinition } from '../page-provider-definition.ts';
import {
  findByProvider,
  findByQuery,
  isQueryLanguage,
  pageReply,
  queryText,
  requireQueryLanguage,
} from '../replies/search-reply.ts';
import { providerParameters, searchParameters } from '../requests/search-request.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteDefinition } from '../route.ts';

const responses = {
  200: json('a page of documents', documentPageSchema),
  400: 'the query or a parameter is not well formed',
} as const;

const queryParameters = [...searchParameters, ...documentParameters];

const providerResponses = { ...responses, 404: 'no such page provider' } as const;

async function runText(context: RequestContext) {
  return pageReply(context, await findByQuery(context, queryText(context)));
}

async function runNamed(context: RequestContext) {
  const { name = '' } = context.params;
  return pageReply(context, await findByProvider(context, name));
}

function textRoute(path: string, summary: string): RouteDefinition {
  return defineRoute({
    method: 'GET',
    root: 'api',
    path,
    access: 'authenticated',
    summary,
    body: 'none',
    parameters: queryParameters,
    responses,
    handle: runText,
  });
}

function providerRoute(path: string, summary: string): RouteDefinition {
  return defineRoute({
    method: 'GET',
    root: 'api',
    path,
    access: 'authenticated',
    summary,
    body: 'none',
    parameters: [...providerParameters, ...documentParameters],
    responses: providerResponses,
    handle: runNamed,
  });
}

const namedQueryRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/query/:name',
  access: 'authenticated',
  summary: 'Runs a page provider, or the query of the parameter for NXQL',
  body: 'none',
  parameters: queryParameters,
  responses: providerResponses,
  handle: (context) =>
    isQueryLanguage(context.params.name ?? '') ? runText(context) : runNamed(context),
});

const languageRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/search/lang/:lang/execute',
  access: 'authenticated',
  summary: 'Runs a query of the language, which can be NXQL only',
  body: 'none',
  parameters: queryParameters,
  responses,
  async handle(context) {
    requireQueryLanguage(context.params.lang ?? '');
    return runText(context);
  },
});

const definitionRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/search/pp/:name',
  access: 'authenticated',
  summary: 'Reads the definition of a page provider',
  body: 'none',
  responses: { 200: json('the definition', definitionSchema), 404: 'no such page provider' },
  async handle(context) {
    const { name = '' } = context.params;
    return jsonReply(200, writeDefinition(context.services.pageProviders.get(name)));
  },
});

export const searchRoutes: readonly RouteDefinition[] = [
  textRoute('/query', 'Runs the query of the parameter'),
  namedQueryRoute,
  textRoute('/search/execute', 'Runs the query of the parameter'),
  languageRoute,
  providerRoute('/search/lang/pp/:name', 'Runs a page provider'),
  definitionRoute,
  providerRoute('/search/pp/:name/execute', 'Runs a page provider'),
];
