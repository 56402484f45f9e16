import type { Enricher } from '../enrichers/define.ts';
import { distributionName } from '../entities/capabilities-entity.ts';
import { exceptionSchema } from '../entities/exception-entity.ts';
import { type JsonSchema, named, objectOf } from '../entities/json-schema.ts';
import type { OperationDescriptor } from '../entities/operation-entity.ts';
import type { AdapterDefinition } from './adapters/adapter.ts';
import { exampleOf } from './openapi-examples.ts';
import { describeCall, sharedParts } from './openapi-operations.ts';
import { adapterPaths, routePaths, variablesOf } from './openapi-paths.ts';
import { describeTags, tagOf } from './openapi-tags.ts';
import { operationIdOf } from './operation-ids.ts';
import { type BodyContent, entityContent } from './request-content.ts';
import { commonErrors, describeResponses } from './responses.ts';
import type { RouteDefinition } from './route.ts';
import { SchemaCatalogue } from './schema-catalogue.ts';

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
  const responses = schemas.refer({ ...sharedParts.responses, ...sharedErrors });
  return {
    openapi: '3.1.0',
    info: { title: distributionName, version, description, license },
    ...describeTags(definitions.operations.map(({ category }) => category)),
    paths,
    components: {
      securitySchemes,
      parameters: sharedParts.parameters,
      responses,
      schemas: schemas.all,
    },
  };
}

const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

const description = `The API of a content repository: documents in a tree, with files, versions and permissions, behind
REST routes and operations. In paths, a variable that is named \`rest\` stands for several segments.`;

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'User name and password' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'JSESSIONID',
    description: 'The session of a browser that has signed in',
  },
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Authentication-Token',
    description: 'A token that a user has made for an application',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token of OAuth2, or a JWT' },
} as const;

const exception = { 'application/json': { schema: exceptionSchema } };

const sharedErrors = {
  error: {
    description: [...commonErrors].map(([status, text]) => `${status}: ${text}`).join('; '),
    content: exception,
  },
  ...Object.fromEntries(
    [400, 401].map((status) => [
      `error.${status}`,
      { description: commonErrors.get(status), content: exception },
    ]),
  ),
};

type Definitions = Pick<OpenApiInput, 'routes' | 'adapters' | 'operations'>;

function describePaths({ routes, adapters, operations }: Definitions): object {
  const paths = new Map<string, Record<string, object>>();
  const add = (path: string, method: string, operation: object): void => {
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: operation });
  };
  for (const route of routes) {
    for (const path of routePaths(route)) add(path, route.method, describe(route, path));
  }
  for (const adapter of adapters) {
    for (const path of adapterPaths(adapter)) {
      add(path, adapter.method, describe({ ...adapter, access: 'authenticated' }, path));
    }
  }
  for (const operation of operations) {
    const path = `/site/automation/${operation.url}`;
    const described = describeCall(operation, exampleOf('POST', path));
    add(path, 'POST', { ...described, security: anyCredentials });
  }
  return Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const anyCredentials = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
const notTokens = [{ basic: [] }, { session: [] }];

type Described = Pick<
  RouteDefinition,
  'method' | 'summary' | 'parameters' | 'responses' | 'access' | 'bodyContent'
> &
  Partial<Pick<RouteDefinition, 'body' | 'bodyEntity' | 'refusesTokens' | 'described'>>;

function describe(definition: Described, path: string): object {
  const { access, method, summary, parameters = [], responses, described } = definition;
  const example = exampleOf(method, path);
  const content = describeContent(bodyOf(definition), example.request);
  return {
    operationId: operationIdOf(method, path),
    summary,
    tags: [tagOf(path)],
    parameters: [...variablesOf(path, described), ...parameters],
    ...(content && { requestBody: { content } }),
    responses: { ...missingErrors(definition), ...describeResponses(responses, example.responses) },
    security: access === 'public' ? [] : definition.refusesTokens ? notTokens : anyCredentials,
  };
}

/** What any such route may answer. */
function missingErrors({ access, responses }: Described): object {
  if (access !== 'public') return { 401: { $ref: '#/components/responses/error.401' } };
  const hasSome = Object.keys(responses).some((status) => status.startsWith('4'));
  return hasSome ? {} : { 400: { $ref: '#/components/responses/error.400' } };
}

function bodyOf({ body = 'none', bodyEntity, bodyContent }: Described): BodyContent {
  if (bodyContent) return bodyContent;
  return body === 'none' || bodyEntity === undefined ? {} : entityContent(bodyEntity);
}

function describeContent(content: BodyContent, example: unknown): object | undefined {
  const types = Object.entries(content).map(([type, schema]) => [
    type,
    { schema, ...(type === 'application/json' && example !== undefined && { example }) },
  ]);
  return types.length === 0 ? undefined : Object.fromEntries(types);
}

function contextParametersOf(enrichers: readonly Enricher[]): JsonSchema {
  const values = enrichers.map(({ name, schema }) => [name, schema] as const);
  return named('contextParameters', objectOf({}, Object.fromEntries(values)));
}
