import { programVersion } from '../../base/program.ts';
import { adapters } from '../adapters/index.ts';
import { buildOpenApi } from '../openapi.ts';
import { defineRoute, jsonReply, type RouteDefinition } from '../route.ts';

/** Describes the given routes and itself. */
export function createOpenapiRoute(others: readonly RouteDefinition[]): RouteDefinition {
  const route: RouteDefinition = defineRoute({
    method: 'GET',
    root: 'api',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description of the API',
    body: 'none',
    responses: { 200: 'OpenAPI 3.1 document' },
    async handle({ baseUrl }) {
      const routes = [...others, route];
      return jsonReply(200, buildOpenApi({ routes, adapters, baseUrl, version: programVersion }));
    },
  });
  return route;
}
