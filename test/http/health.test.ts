import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createPostgresDatabase, createStorePlace, engines } from '../support/engines.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';

const ready = { status: 'ready', server: 'ok', database: 'ok', contents: 'ok' };

function readinessOf(app: TestApp): Promise<{ status: number; json: unknown }> {
  return app.request('GET /health/ready', { user: null });
}

describe.each(engines)('the health of a server on %s', (engine) => {
  let app: TestApp;
  let data: string;
  beforeAll(async () => {
    const place = await createStorePlace(engine);
    ({ data } = place);
    app = await startTestApp(engine, { data, databaseUrl: place.databaseUrl });
    const { close } = app;
    app = { ...app, close: () => close().finally(place.remove) };
  });
  afterAll(() => app.close());

  test('is told without credentials, and not kept by what is in between', async () => {
    const live = await app.request('GET /health/live', { user: null });
    expect([live.status, live.json]).toEqual([200, { status: 'live' }]);
    const { status, json, headers } = await app.request('GET /health/ready', { user: null });
    expect([status, json]).toEqual([200, ready]);
    expect([live.headers['cache-control'], headers['cache-control']]).toEqual([
      'no-store',
      'no-store',
    ]);
    expect((await app.request('HEAD /health/ready', { user: null })).status).toBe(200);
  });

  test('is found once for many who ask at a time', async () => {
    const reads = vi.spyOn(app.services.database, 'readLatest');
    const answers = await Promise.all(Array.from({ length: 50 }, () => readinessOf(app)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    // More than one only if they took seconds.
    expect(reads.mock.calls.length).toBeLessThan(25);
    reads.mockRestore();
  });

  test('says that the files of contents cannot be read, and stays ready, as all else works', async () => {
    const folder = join(data, 'blobs', 'data');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'a file in the place of the folder');
    const failing = { ...ready, contents: 'failed' };
    await vi.waitFor(
      async () => expect(await readinessOf(app)).toMatchObject({ status: 200, json: failing }),
      { timeout: 60_000, interval: 100 },
    );
    await rename(`${folder}-away`, `${folder}-back`);
    await rename(folder, `${folder}-file`);
    await rename(`${folder}-back`, folder);
    await vi.waitFor(
      async () => expect(await readinessOf(app)).toMatchObject({ status: 200, json: ready }),
      { timeout: 60_000, interval: 100 },
    );
    expect((await app.request('GET /health/live', { user: null })).status).toBe(200);
  });
});

test('a server is not ready while its database is away, and does not say why', async () => {
  const store = await createPostgresDatabase('prepared');
  const proxy = await PostgresProxy.open(store.url);
  const app = await startTestApp('postgres', { databaseUrl: proxy.url });
  try {
    expect(await readinessOf(app)).toMatchObject({ status: 200, json: ready });
    proxy.goDown();
    const failing = { ...ready, status: 'not ready', database: 'failed' };
    await vi.waitFor(
      async () => expect(await readinessOf(app)).toEqual(expect.objectContaining({ status: 503 })),
      { timeout: 60_000, interval: 100 },
    );
    expect((await readinessOf(app)).json).toEqual(failing);
    proxy.comeUp();
    await vi.waitFor(
      async () => expect(await readinessOf(app)).toMatchObject({ status: 200, json: ready }),
      { timeout: 60_000, interval: 100 },
    );
  } finally {
    await app.close();
    await proxy.close();
    await store.drop();
  }
});
