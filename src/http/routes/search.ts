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

function searchRoute(
  path: string,
  rest: Pick<RouteDefinition, 'summary' | 'described' | 'parameters' | 'responses' | 'handle'>,
): RouteDefinition {
  return defineRoute({
    method: 'GET',
    root: 'api',
    path,
    access: 'authenticated',
    body: 'none',
    ...rest,
  });
}

const text = {
  summary: 'Runs the query of the parameter',
  parameters: queryParameters,
  responses,
  handle: runText,
};
const provider = {
  summary: 'Runs a page provider',
  parameters: [...providerParameters, ...documentParameters],
  responses: providerResponses,
  handle: runNamed,
};

const namedQueryRoute = searchRoute('/query/:name', {
  summary: 'Runs a page provider, or the query of the parameter for NXQL',
  parameters: queryParameters,
  responses: providerResponses,
  handle: (context) =>
    isQueryLanguage(context.params.name ?? '') ? runText(context) : runNamed(context),
});

const languageRoute = searchRoute('/search/lang/:lang/execute', {
  summary: 'Runs a query of the language, which can be NXQL only',
  described: { values: { lang: ['NXQL'] } },
  parameters: queryParameters,
  responses,
  async handle(context) {
    requireQueryLanguage(context.params.lang ?? '');
    return runText(context);
  },
});

const definitionRoute = searchRoute('/search/pp/:name', {
  summary: 'Reads the definition of a page provider',
  responses: { 200: json('the definition', definitionSchema), 404: 'no such page provider' },
  async handle(context) {
    const { name = '' } = context.params;
    return jsonReply(200, writeDefinition(context.services.pageProviders.get(name)));
  },
});

export const searchRoutes: readonly RouteDefinition[] = [
  searchRoute('/query', text),
  namedQueryRoute,
  searchRoute('/search/execute', text),
  languageRoute,
  searchRoute('/search/lang/pp/:name', provider),
  definitionRoute,
  searchRoute('/search/pp/:name/execute', provider),
];
