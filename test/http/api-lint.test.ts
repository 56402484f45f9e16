import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let source: string;
beforeAll(async () => {
  app = await startTestApp('sqlite');
  const headers = { host: '127.0.0.1:8080' };
  source = (await app.request('GET /api/v1/openapi.json', { user: null, headers })).text;
});
afterAll(() => app.close());

test('the recommended rules of Redocly find nothing', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config });
  expect(
    problems.map(
      ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
    ),
  ).toEqual([]);
});

test('Swagger Parser finds it valid', async () => {
  const api = await SwaggerParser.validate(JSON.parse(source));
  expect(Object.keys(api.paths ?? {}).length).toBeGreaterThan(300);
});

test('each operation has an id of its own and a tag that is described', () => {
  const { paths, tags } = JSON.parse(source) as {
    paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
    tags: { name: string; description: string }[];
  };
  const operations = Object.values(paths).flatMap((each) => Object.values(each));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('getDocumentByPath');
  const known = new Set(tags.map(({ name }) => name));
  expect(operations.flatMap((each) => each.tags).filter((name) => !known.has(name))).toEqual([]);
  const used = new Set(operations.flatMap((each) => each.tags));
  expect([...known].filter((name) => !used.has(name))).toEqual([]);
});
