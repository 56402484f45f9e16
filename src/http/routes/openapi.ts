import { describeExposed } from '../../automation/describe.ts';
import { stringifyJson } from '../../base/json.ts';
import { programVersion } from '../../base/program.ts';
import { enrichers } from '../../enrichers/index.ts';
import { schemaOf } from '../../entities/json-schema.ts';
import { adapters } from '../adapters/index.ts';
import { buildOpenApi } from '../openapi.ts';
import { json } from '../responses.ts';
import { defineRoute, type RouteDefinition } from '../route.ts';
import type { Services } from '../services.ts';

/** The same for all callers except for the address; created on request, as it is large. */
const texts = new WeakMap<Services['automation'], string>();

function textOf({ automation }: Services, routes: readonly RouteDefinition[]): string {
  const known = texts.get(automation);
  if (known !== undefined) return known;
  const exposed = describeExposed(automation);
  const operations = [...exposed.operations, ...exposed.chains];
  const definitions = { routes, adapters, enrichers, operations, version: programVersion };
  const text = stringifyJson(buildOpenApi(definitions));
  texts.set(automation, text);
  return text;
}

/** Describes the given routes and itself. */
export function createOpenapiRoute(others: readonly RouteDefinition[]): RouteDefinition {
  const route: RouteDefinition = defineRoute({
    method: 'GET',
    root: 'api',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description of the API',
    body: 'none',
    responses: { 200: json('OpenAPI 3.1 document', schemaOf({ type: 'object' })) },
    async handle({ baseUrl, services }) {
      const servers = JSON.stringify([{ url: baseUrl.replace(/\/$/, '') }]);
      return {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        text: `${textOf(services, [...others, route]).slice(0, -1)},"servers":${servers}}`,
      };
    },
  });
  return route;
}
