import { afterAll, beforeAll, expect, test } from 'vitest';
import { remoteClient, startTestApp, type TestApp, type TestClient } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';

let app: TestApp;
let network: { client: TestClient; host: string };
let id: string;
beforeAll(async () => {
  app = await startTestApp('sqlite', { corsOrigins: ['https://app.example.org'] });
  const url = await app.listen();
  network = { client: remoteClient(url), host: new URL(url).host };
  id = (await createDocument(app, { name: 'note', type: 'Note' })).uid;
});
afterAll(() => app.close());

/** Node adds some to those of the program, and each response has its own id and may open a session. */
const others = ['connection', 'date', 'keep-alive', 'x-request-id', 'set-cookie', 'server-timing'];

function own(headers: Record<string, unknown>): unknown {
  const pairs = Object.entries(headers).filter(([name]) => !others.includes(name));
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
}

/** Without a network Node checks and collects all headers; with one the constant ones are added as text. */
test.each([
  ['a document', 'GET /api/v1/id/{id}', 200],
  ['no body', 'HEAD /api/v1/id/{id}', 200],
  ['a list', 'GET /api/v1/id/{id}/@children', 200],
  ['an error', 'GET /api/v1/id/{id}x', 404],
  ['an unknown address', 'PUT /api/v1/me/x', 404],
  ['a preflight', 'OPTIONS /api/v1/id/{id}', 200],
  ['a page', 'GET /', 200],
])('the head of %s is the same over a network', async (_name, line, status) => {
  const headers = { origin: 'https://app.example.org', host: network.host };
  const expected = await app.request(line.replace('{id}', id), { headers });
  const found = await network.client.request(line.replace('{id}', id), { headers });
  expect([expected.status, found.status]).toEqual([status, status]);
  expect(own(found.headers)).toEqual(own(expected.headers));
  expect(found.headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(found.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
  expect(found.text).toBe(expected.text);
});

test('connections stay open from response to response', async () => {
  const { headers } = await network.client.request(`GET /api/v1/id/${id}`);
  expect([headers.connection, headers['keep-alive']]).toEqual(['keep-alive', 'timeout=72']);
});
