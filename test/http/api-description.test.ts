import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeExposed } from '../../src/automation/describe.ts';
import { adapters } from '../../src/http/adapters/index.ts';
import { adapterPaths, routePaths } from '../../src/http/openapi-paths.ts';
import { routes } from '../../src/http/routes/index.ts';
import { unbuiltRoutes } from '../../src/http/routes/unbuilt.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type {
  DescribedOperation,
  DescribedResponse,
  OpenApiDocument,
} from '../support/described-responses.ts';

describe('the description of the API', () => {
  let app: TestApp;
  let document: OpenApiDocument;
  let operations: readonly (readonly [line: string, operation: DescribedOperation])[];

  beforeAll(async () => {
    app = await startTestApp('sqlite');
    document = (await app.request('GET /api/v1/openapi.json', { user: null })).json;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    );
  });
  afterAll(() => app.close());

  test('has every route, adapter and operation', () => {
    const { operations: exposed, chains } = describeExposed(app.services.automation);
    expect(exposed.length).toBeGreaterThan(100);
    const built = routes.filter((route) => !unbuiltRoutes.includes(route));
    const expected = [
      ...built.flatMap((route) => routePaths(route).map((path) => `${route.method} ${path}`)),
      ...adapters.flatMap((adapter) =>
        adapterPaths(adapter).map((path) => `${adapter.method} ${path}`),
      ),
      ...[...exposed, ...chains].map(({ id }) => `POST /site/automation/${id}`),
    ];
    expect(operations.map(([line]) => line).sort()).toEqual([...new Set(expected)].sort());
  });

  test('refers only to what it defines', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    const names = new Set(references.map((text) => text.slice('"$ref":"#/'.length, -1)));
    const missing = [...names].filter((name) => {
      const found = name
        .split('/')
        .reduce<unknown>(
          (part, key) => (part as Record<string, unknown> | undefined)?.[key],
          document,
        );
      return typeof found !== 'object';
    });
    expect(names.size).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  test('has valid schemas, of parameters and bodies too', () => {
    const schemas = [...Object.values(document.components.schemas), ...schemasIn(document)];
    const ajv = new Ajv2020();
    const invalid = schemas.filter((schema) => ajv.validateSchema(schema) !== true);
    expect(schemas.length).toBeGreaterThan(500);
    expect(invalid).toEqual([]);
  });

  test('says of every success what its body is, or that it is empty', () => {
    const vague = operations.flatMap(([line, { responses }]) => {
      const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
      if (successes.length === 0) return '501' in responses ? [] : [line];
      return successes.flatMap(([status, response]) => {
        const { content = {} } = resolve(response);
        const types = Object.entries(content).filter(([type]) => type.includes('json'));
        const isVague = types.some(([, { schema }]) => Object.keys(schema).length === 0);
        const isMissing = Object.keys(content).length === 0 && !bodyless.has(status);
        return isVague || isMissing ? [`${line} ${status}`] : [];
      });
    });
    expect(vague.sort()).toEqual([
      'DELETE /api/v1/bulk;{ids} 200',
      'GET /logout 200',
      'POST /logout 200',
      'PUT /api/v1/task/{taskId}/delegate 200',
      'PUT /api/v1/task/{taskId}/reassign 200',
    ]);
  });

  test('declares every segment of a path, and no parameter twice', () => {
    const wrong = operations.flatMap(([line, { parameters = [] }]) => {
      const declared = parameters.map((each) =>
        each.$ref === undefined ? `${each.in} ${each.name}` : each.$ref,
      );
      const segments = [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
      const isWhole = segments.every((segment) => declared.includes(segment));
      return isWhole && new Set(declared).size === declared.length ? [] : [line];
    });
    expect(wrong).toEqual([]);
  });

  test('shows the parameters of an operation with their types, and its output', () => {
    const update = document.paths['/site/automation/Document.Update']?.post;
    expect(update).toMatchObject({
      operationId: 'Document.Update',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              required: ['params'],
              properties: {
                params: {
                  required: ['properties'],
                  properties: { properties: { type: ['object', 'string'] } },
                },
              },
            },
          },
        },
      },
    });
    expect(update?.responses['200']?.content?.['application/json']?.schema).toEqual({
      anyOf: [
        { $ref: '#/components/schemas/document' },
        { $ref: '#/components/schemas/documents' },
      ],
    });
  });

  function resolve(response: DescribedResponse): DescribedResponse {
    const name = response.$ref?.split('/').at(-1) ?? '';
    return document.components.responses[name] ?? response;
  }
});

/** Statuses that never have a body. */
const bodyless = new Set(['202', '204', '302', '303', '304']);

function schemasIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(key === 'schema' && typeof item === 'object' ? [item as object] : []),
    ...schemasIn(item),
  ]);
}
