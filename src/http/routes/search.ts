import type { PageProvider } from '../../repository/search/definition.ts';
import {
  findByProvider,
  findByQuery,
  isQueryLanguage,
  pageReply,
  queryText,
  requireQueryLanguage,
} from '../replies/search-reply.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteDefinition } from '../route.ts';

const responses = {
  200: 'documents entity with paging',
  400: 'the query or a parameter is not well formed',
} as const;

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
  responses: { 200: 'definition of the page provider', 404: 'no such page provider' },
  async handle(context) {
    const { name = '' } = context.params;
    return jsonReply(200, writeDefinition(context.services.pageProviders.get(name)));
  },
});

function writeDefinition({ isDistinct, isSortable, parameters, ...rest }: PageProvider): object {
  return {
    'entity-type': 'pageProviderDefinition',
    ...rest,
    distinct: isDistinct,
    sortable: isSortable,
    parameters,
  };
}

export const searchRoutes: readonly RouteDefinition[] = [
  textRoute('/query', 'Runs the query of the parameter'),
  namedQueryRoute,
  textRoute('/search/execute', 'Runs the query of the parameter'),
  languageRoute,
  providerRoute('/search/lang/pp/:name', 'Runs a page provider'),
  definitionRoute,
  providerRoute('/search/pp/:name/execute', 'Runs a page provider'),
];
