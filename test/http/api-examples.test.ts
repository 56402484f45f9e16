import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeFolder } from '../support/engines.ts';

const place = join(import.meta.dirname, '../../src/http/data/api-examples.json');
/** Records the examples again, when answers have changed. */
const isRecording = process.env.CARTULARY_TEST_WRITE_EXAMPLES !== undefined;

interface Example {
  request?: unknown;
  responses?: Record<string, unknown>;
}

interface Step {
  /** In the place of the variables of the path. */
  readonly at?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const shown = { properties: 'dublincore,file' };
const workspaces = '/default-domain/workspaces';

/** Makes the calls that are the examples of the description. */
async function walk(app: TestApp): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {};
  const call = async (line: string, { at, body, headers = {} }: Step = {}) => {
    const [method, path = ''] = line.split(' ');
    const target = at ?? path;
    const response = await app.request(`${method} ${target}`, {
      headers: { host: '127.0.0.1:8080', ...headers },
      body,
    });
    const example = examples[line] ?? {};
    examples[line] = example;
    if (body !== undefined && typeof body !== 'string') example.request ??= body;
    if (response.text !== '') {
      example.responses = { ...example.responses, [response.status]: response.json };
    }
    return response.json;
  };
  const document = { 'entity-type': 'document' };
  await call('POST /api/v1/path/{rest}', {
    at: `/api/v1/path${workspaces}`,
    headers: shown,
    body: { ...document, type: 'Workspace', name: 'demo', properties: { 'dc:title': 'Demo' } },
  });
  const demo = await call('GET /api/v1/path/{rest}', { at: `/api/v1/path${workspaces}/demo` });
  await call('GET /api/v1/path/{rest}', { at: `/api/v1/path${workspaces}/missing` });
  const { batchId } = await call('POST /api/v1/upload');
  await call('POST /api/v1/upload/{batchId}/{fileIdx}', {
    at: `/api/v1/upload/${batchId}/0`,
    headers: { 'x-file-name': 'plan.txt', 'content-type': 'application/octet-stream' },
    body: 'The plan.',
  });
  const file = { 'upload-batch': batchId, 'upload-fileId': '0' };
  const plan = await call('POST /api/v1/id/{id}', {
    at: `/api/v1/id/${demo.uid}`,
    headers: shown,
    body: {
      ...document,
      type: 'File',
      name: 'plan',
      properties: { 'dc:title': 'The plan', 'file:content': file },
    },
  });
  const at = `/api/v1/id/${plan.uid}`;
  await call('PUT /api/v1/id/{id}', {
    at,
    headers: shown,
    body: { ...document, properties: { 'dc:description': 'second draft' } },
  });
  await call('GET /api/v1/id/{id}', { at, headers: shown });
  await call('GET /api/v1/id/{id}/@children', { at: `/api/v1/id/${demo.uid}/@children` });
  await call('GET /api/v1/id/{id}/@acl', { at: `${at}/@acl` });
  await call('POST /api/v1/id/{id}/@comment', {
    at: `${at}/@comment`,
    body: { 'entity-type': 'comment', text: 'Is the north wing in it?' },
  });
  await call('GET /api/v1/id/{id}/@comment', { at: `${at}/@comment` });
  const query = encodeURIComponent("SELECT * FROM Document WHERE dc:title = 'The plan'");
  await call('GET /api/v1/search/execute', { at: `/api/v1/search/execute?query=${query}` });
  await call('POST /site/automation/Document.Create', {
    body: {
      input: `${workspaces}/demo`,
      params: { type: 'Folder', name: 'letters', properties: { 'dc:title': 'Letters' } },
    },
  });
  await call('POST /site/automation/Document.AddPermission', {
    body: { input: `${workspaces}/demo`, params: { username: 'members', permission: 'Read' } },
  });
  await call('GET /api/v1/me');
  await call('POST /api/v1/user', {
    body: {
      'entity-type': 'user',
      properties: { username: 'jo', firstName: 'Jo', password: 'long-enough-4-jo' },
    },
  });
  await call('GET /api/v1/directory/{name}', { at: '/api/v1/directory/continent?pageSize=2' });
  await call('GET /api/v1/capabilities');
  await call('GET /login/oidc');
  return examples;
}

let app: TestApp;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let examples: Record<string, Example>;
beforeAll(async () => {
  folder = await makeFolder();
  const sources = join(folder.path, 'sources.json');
  const company = { name: 'company', label: 'The company', clientId: 'cartulary' };
  const issuer = 'https://id.example.org';
  writeFileSync(sources, JSON.stringify({ oidc: [{ ...company, issuer }] }));
  app = await startTestApp('sqlite', { signInSourceFiles: [sources] });
  examples = await walk(app);
  if (isRecording) writeFileSync(place, `${JSON.stringify(examples, null, 2)}\n`);
});
afterAll(async () => {
  await app.close();
  await folder.remove();
});

const recorded = (): Record<string, Example> => JSON.parse(readFileSync(place, 'utf8'));

test('the examples of the description are of calls that the server answers like this', () => {
  const membersOf = (all: Record<string, Example>) =>
    Object.entries(all).map(([line, { request, responses = {} }]) => [
      line,
      Object.keys(request ?? {}),
      Object.entries(responses).map(([status, body]) => [status, Object.keys(body ?? {})]),
    ]);
  expect(membersOf(recorded())).toEqual(membersOf(examples));
});

test('every example of the description is valid against its schema', async () => {
  const { json: document } = await app.request('GET /api/v1/openapi.json', { user: null });
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  ajv.addFormat('date-time', true);
  ajv.addSchema(document, 'openapi');
  const invalid: string[] = [];
  let count = 0;
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { schema, example } = value as { schema?: object; example?: unknown };
    if (schema !== undefined && example !== undefined) {
      count += 1;
      const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
      if (!ajv.validate(JSON.parse(text), example)) invalid.push(`${path}: ${ajv.errorsText()}`);
      return;
    }
    for (const [key, item] of Object.entries(value)) visit(item, `${path}/${key}`);
  };
  visit(document.paths, '');
  expect([count > 25, invalid]).toEqual([true, []]);
});
