import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { workspaces } from '../support/documents.ts';
import { createPostgresDatabase } from '../support/engines.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';

let store: { url: string; drop: () => Promise<void> };
let proxy: PostgresProxy;
let app: TestApp;
let folder: string;
beforeAll(async () => {
  store = await createPostgresDatabase();
  proxy = await PostgresProxy.open(store.url);
  app = await startTestApp('postgres', { databaseUrl: proxy.url });
  folder = (await app.request(`GET ${workspaces}`)).json.uid;
});
afterAll(async () => {
  await app.close();
  await proxy.close();
  await store.drop();
});

/**
 * Of one request: background work adds its own to some, and the state of the tree is read from time
 * to time, so the fewest of several count.
 */
async function roundTripsOf(request: (index: number) => Promise<number>): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < 12; index += 1) {
    const before = proxy.roundTrips;
    expect(await request(index)).toBeLessThan(300);
    fewest = Math.min(fewest, proxy.roundTrips - before);
  }
  return fewest;
}

async function create(name: string, properties: object): Promise<number> {
  const body = { 'entity-type': 'document', type: 'File', name, properties };
  return (await app.request(`POST /api/v1/id/${folder}`, { body })).status;
}

test('a read by id takes two: the revision of rights, and the row', async () => {
  const { status } = await app.request(`GET /api/v1/id/${folder}`);
  expect(status).toBe(200);
  expect(
    await roundTripsOf(async () => (await app.request(`GET /api/v1/id/${folder}`)).status),
  ).toBe(2);
});

test('a create takes three: before it the revision of rights, then the parent, then all changes', async () => {
  const properties = { 'dc:title': 'A report' };
  expect(await roundTripsOf((index) => create(`plain-${index}`, properties))).toBe(3);
});

test('a create with a value of a vocabulary takes one more', async () => {
  const properties = { 'dc:subjects': ['art/architecture'] };
  expect(await roundTripsOf((index) => create(`subject-${index}`, properties))).toBe(4);
});

test('a query sends its beginning, limits and end along with its statements', async () => {
  const query = new URLSearchParams({ query: `SELECT * FROM File WHERE dc:title = 'A report'` });
  const ask = async () => (await app.request(`GET /api/v1/search/execute?${query}`)).status;
  // The revision of rights, the statement, the rows that it found, and the end, which is not waited for.
  expect(await roundTripsOf(ask)).toBeLessThanOrEqual(4);
});
