import { distributionName } from '../entities/capabilities-entity.ts';
import type { AdapterDefinition } from './adapters/adapter.ts';
import type { RouteDefinition } from './route.ts';

type OpenApiOperation = Readonly<Record<string, unknown>>;

const roots = { api: '/api/v1', automation: '/site/automation', base: '' } as const;

/** OpenAPI 3.1, derived from the route and adapter definitions and nothing else. */
export function buildOpenApi(input: {
  readonly routes: readonly RouteDefinition[];
  readonly adapters: readonly AdapterDefinition[];
  /** `https://example.org/nuxeo/` */
  readonly baseUrl: string;
  readonly version: string;
}): object {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const add = (path: string, method: string, operation: OpenApiOperation): void => {
    paths[path] ??= {};
    (paths[path] as Record<string, OpenApiOperation>)[method.toLowerCase()] = operation;
  };
  for (const route of input.routes) {
    add(roots[route.root] + templateOf(route.path), route.method, describeRoute(route));
  }
  for (const adapter of input.adapters) {
    const path = `/api/v1/id/{id}/@${adapter.name}${adapter.argsPattern}`;
    add(path, adapter.method, describe({ ...adapter, isPublic: false, path }));
  }
  return {
    openapi: '3.1.0',
    info: { title: distributionName, version: input.version, license: { name: 'Apache-2.0' } },
    servers: [{ url: input.baseUrl.replace(/\/$/, '') }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components,
  };
}

function templateOf(path: string): string {
  return path.replace(/:([A-Za-z]+)/g, '{$1}').replace(/\*$/, '{rest}');
}

function describeRoute(route: RouteDefinition): OpenApiOperation {
  const operation = describe({
    ...route,
    isPublic: route.access === 'public',
    path: templateOf(route.path),
  });
  const content = bodyContent(route);
  return content === undefined ? operation : { ...operation, requestBody: { content } };
}

function bodyContent(route: RouteDefinition): object | undefined {
  if (route.body === 'none') return undefined;
  if (route.body === 'stream' && route.bodyEntity === undefined) {
    return { 'application/octet-stream': {} };
  }
  const entityType = route.bodyEntity === undefined ? {} : { const: route.bodyEntity };
  const schema = {
    type: 'object',
    properties: { 'entity-type': { type: 'string', ...entityType } },
  };
  return { 'application/json': { schema } };
}

function describe(input: {
  summary: string;
  responses: Readonly<Record<number, string>>;
  isPublic: boolean;
  path: string;
}): OpenApiOperation {
  const parameters = [...input.path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const responses = Object.entries(input.responses).map(([status, description]) => [
    status,
    Number(status) < 400
      ? { description }
      : { description, content: { 'application/json': { schema: exceptionReference } } },
  ]);
  return {
    summary: input.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: Object.fromEntries(responses),
    ...(input.isPublic ? { security: [] } : { security: [{ basic: [] }, { session: [] }] }),
  };
}

const exceptionReference = { $ref: '#/components/schemas/exception' };

const components = {
  securitySchemes: {
    basic: { type: 'http', scheme: 'basic' },
    session: { type: 'apiKey', in: 'cookie', name: 'JSESSIONID' },
  },
  schemas: {
    exception: {
      type: 'object',
      required: ['entity-type', 'status', 'message'],
      properties: {
        'entity-type': { const: 'exception' },
        status: { type: 'integer' },
        message: { type: ['string', 'null'] },
        stack: { type: 'string' },
      },
    },
  },
} as const;
