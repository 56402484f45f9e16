import type { Enricher } from '../enrichers/define.ts';
import { distributionName } from '../entities/capabilities-entity.ts';
import { exceptionSchema } from '../entities/exception-entity.ts';
import { type JsonSchema, named, objectOf } from '../entities/json-schema.ts';
import type { OperationDescriptor } from '../entities/operation-entity.ts';
import type { AdapterDefinition } from './adapters/adapter.ts';
import { describeCall, sharedParts } from './openapi-operations.ts';
import { commonErrors, describeResponses } from './responses.ts';
import type { RouteDefinition } from './route.ts';

const roots = { api: '/api/v1', automation: '/site/automation', base: '' } as const;

interface OpenApiInput {
  readonly routes: readonly RouteDefinition[];
  readonly adapters: readonly AdapterDefinition[];
  readonly enrichers: readonly Enricher[];
  /** Operations and chains. */
  readonly operations: readonly OperationDescriptor[];
  readonly version: string;
}

/** OpenAPI 3.1 without `servers`, derived from the definitions and nothing else. */
export function buildOpenApi({ version, enrichers, ...definitions }: OpenApiInput): object {
  const schemas = new SchemaCatalogue();
  schemas.refer(contextParametersOf(enrichers));
  const paths = schemas.refer(describePaths(definitions));
  const responses = schemas.refer({ ...sharedParts.responses, error: anyError });
  return {
    openapi: '3.1.0',
    info: { title: distributionName, version, license: { name: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes,
      parameters: sharedParts.parameters,
      responses,
      schemas: schemas.all,
    },
  };
}

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic' },
  session: { type: 'apiKey', in: 'cookie', name: 'JSESSIONID' },
} as const;

const anyError = {
  description: [...commonErrors].map(([status, text]) => `${status}: ${text}`).join('; '),
  content: { 'application/json': { schema: exceptionSchema } },
};

function describePaths({
  routes,
  adapters,
  operations,
}: Pick<OpenApiInput, 'routes' | 'adapters' | 'operations'>): object {
  const paths = new Map<string, Record<string, object>>();
  const add = (path: string, method: string, operation: object): void => {
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: operation });
  };
  for (const route of routes) add(pathOf(route), route.method, describeRoute(route));
  for (const adapter of adapters) {
    const path = adapterPath(adapter);
    add(path, adapter.method, { ...describe(adapter, path), security });
  }
  for (const operation of operations) {
    add(`${roots.automation}/${operation.url}`, 'POST', { ...describeCall(operation), security });
  }
  return Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function pathOf({ root, path }: Pick<RouteDefinition, 'root' | 'path'>): string {
  return roots[root] + templateOf(path);
}

export function adapterPath({ name, argsPattern }: AdapterDefinition): string {
  return `/api/v1/id/{id}/@${name}${templateOf(argsPattern)}`;
}

function templateOf(path: string): string {
  return path.replace(/:([A-Za-z]+)/g, '{$1}').replace(/\*$/, '{rest}');
}

const security = [{ basic: [] }, { session: [] }];

function describeRoute(route: RouteDefinition): object {
  const requestBody = bodyOf(route);
  return {
    ...describe(route, pathOf(route)),
    ...(requestBody && { requestBody }),
    security: route.access === 'public' ? [] : security,
  };
}

function bodyOf({ body, bodyEntity }: RouteDefinition): object | undefined {
  if (body === 'none') return undefined;
  if (body === 'stream' && bodyEntity === undefined) {
    return { content: { 'application/octet-stream': {} } };
  }
  const entityType = bodyEntity === undefined ? {} : { const: bodyEntity };
  const schema = {
    type: 'object',
    properties: { 'entity-type': { type: 'string', ...entityType } },
    additionalProperties: {},
  };
  return { content: { 'application/json': { schema } } };
}

type Described = Pick<RouteDefinition, 'summary' | 'parameters' | 'responses'>;

function describe({ summary, parameters = [], responses }: Described, path: string): object {
  const segments = [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    summary,
    parameters: [...segments, ...parameters],
    responses: describeResponses(responses),
  };
}

function contextParametersOf(enrichers: readonly Enricher[]): JsonSchema {
  const values = enrichers.map(({ name, schema }) => [name, schema] as const);
  return named('contextParameters', objectOf({}, Object.fromEntries(values)));
}

/** Schemas with a name of their own, each written once. */
class SchemaCatalogue {
  readonly all: Record<string, unknown> = {};

  /** The value with references in the place of named schemas. */
  refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.refer(item));
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...keywords } = value as Record<string, unknown>;
    if (typeof title !== 'string') return this.#referEach(value);
    if (!(title in this.all)) {
      // A schema may contain itself.
      this.all[title] = undefined;
      this.all[title] = this.#referEach(keywords);
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  #referEach(value: object): object {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.refer(item)]));
  }
}
