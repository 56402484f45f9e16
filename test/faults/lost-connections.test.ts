import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isKnownNotStored, type ReadHandle, type WriteHandle } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { workspaces } from '../support/documents.ts';
import { createPostgresDatabase } from '../support/engines.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';

let store: { url: string; drop: () => Promise<void> };
let proxy: PostgresProxy;
let observer: pg.Client;
beforeAll(async () => {
  store = await createPostgresDatabase();
  proxy = await PostgresProxy.open(store.url);
  observer = new pg.Client({ connectionString: store.url });
  await observer.connect();
});
afterAll(async () => {
  await proxy.close();
  await observer.end();
  await store.drop();
});

async function terminate(pid: number): Promise<void> {
  await observer.query('select pg_terminate_backend($1, 5000)', [pid]);
}

async function backendOf(handle: ReadHandle): Promise<number> {
  const query = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const row = await handle.first<{ pid: number }>({ compile: () => query.compile(handle.builder) });
  return row?.pid ?? 0;
}

describe('a PostgreSQL store whose connections are lost', () => {
  let database: PostgresDatabase;
  let runs: number;
  beforeAll(async () => {
    const options = { connectionString: proxy.url, poolSize: 3, queueTimeoutMs: 2_000 };
    database = new PostgresDatabase(options);
    await migrate(database, migrations);
  });
  beforeEach(async () => {
    runs = 0;
    proxy.failCommits();
    proxy.comeUp();
    await observer.query('delete from server_fact');
  });
  afterAll(() => database.close());

  const insert = async (handle: WriteHandle) => {
    runs += 1;
    const values = { name: `run-${runs}`, value: '' };
    await handle.run(handle.builder.insertInto('server_fact').values(values));
    return runs;
  };
  const stored = async (): Promise<string[]> => {
    const { rows } = await observer.query("select name from server_fact where name like 'run-%'");
    return rows.map(({ name }) => name);
  };

  test('a commit whose answer was lost is acknowledged, and not repeated', async () => {
    const seen: string[] = [];
    proxy.failCommits('answer lost');
    const value = await database.write(async (handle) => {
      handle.afterCommit(() => seen.push('done'));
      return insert(handle);
    });
    expect([value, seen, await stored()]).toEqual([1, ['done'], ['run-1']]);
    expect(proxy.pendingFaults).toBe(0);
  });

  test('a commit that never arrived is repeated', async () => {
    proxy.failCommits('lost');
    expect(await database.write(insert)).toBe(2);
    expect(await stored()).toEqual(['run-2']);
  });

  test('a commit that the database waits for is ended there, and repeated', async () => {
    proxy.failCommits('lost silently');
    const values = { name: 'locked', value: '' };
    const work = async (handle: WriteHandle) => {
      await handle.run(handle.builder.insertInto('server_fact').values(values));
      return insert(handle);
    };
    // The first attempt still holds the key 'locked' until it is ended.
    expect(await database.write(work)).toBe(2);
    expect(await stored()).toEqual(['run-2']);
  });

  test('a unit that cannot run again is refused as not stored', async () => {
    proxy.failCommits('lost');
    const error = await database.write(insert, undefined, { runsOnce: true }).catch((e) => e);
    expect(error).toMatchObject({ code: 'store.unavailable', status: 503 });
    expect(isKnownNotStored(error)).toBe(true);
    expect(await stored()).toEqual([]);
  });

  test('what cannot be asked is refused, not as certainly not stored, and not repeated', async () => {
    proxy.goDownWithFault();
    proxy.failCommits('answer lost');
    const error = await database.write(insert).catch((e) => e);
    expect(error).toMatchObject({
      code: 'store.unavailable',
      message: expect.stringContaining('look whether it is there'),
    });
    expect(isKnownNotStored(error)).toBe(false);
    expect([runs, await stored()]).toEqual([1, ['run-1']]);
    proxy.comeUp();
    expect(await database.write(insert)).toBe(2);
  });

  test('a unit runs again once when its server process ends in the middle of it', async () => {
    const value = await database.write(async (handle) => {
      const run = await insert(handle);
      if (run === 1) await terminate(await backendOf(handle));
      return insert(handle);
    });
    expect(value).toBe(4);
    expect(await stored()).toEqual(['run-3', 'run-4']);
  });

  test('a unit that ends every connection it gets is refused, and others go on', async () => {
    const end = database.write(async (handle) => {
      await insert(handle);
      await terminate(await backendOf(handle));
    });
    await expect(end).rejects.toMatchObject({ code: 'store.unavailable' });
    expect([runs, await stored()]).toEqual([2, []]);
    expect(await database.write(insert)).toBe(3);
  });

  test('a failure that is not heeded is not taken for a commit', async () => {
    const work = database.write(async (handle) => {
      await insert(handle);
      runs -= 1;
      await insert(handle).catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: 'store.unknown' });
    expect(await stored()).toEqual([]);
  });

  test.each([undefined, { timeLimitMs: 5_000 }])('a reading unit (%j) goes on', async (bounds) => {
    const pids = await database.read(
      async (handle) => {
        const first = await backendOf(handle);
        await terminate(first);
        return [first, ...(await Promise.all([backendOf(handle), backendOf(handle)]))];
      },
      undefined,
      bounds,
    );
    expect(pids[1]).toBe(pids[2]);
    expect(pids[1]).not.toBe(pids[0]);
    const limit = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
    const after = await database.read((handle) =>
      handle.first<{ limit: string }>({ compile: () => limit.compile(handle.builder) }),
    );
    expect(after).toEqual({ limit: '0' });
  });

  test('all connections of the pool may be lost at once', async () => {
    const cut = Promise.withResolvers<void>();
    let waiting = 0;
    const units = Array.from({ length: 3 }, () =>
      database.read(async (handle) => {
        await backendOf(handle);
        waiting += 1;
        if (waiting === 3) {
          proxy.cutAll();
          cut.resolve();
        }
        await cut.promise;
        return backendOf(handle);
      }),
    );
    expect(new Set(await Promise.all(units)).size).toBeGreaterThan(0);
    proxy.cutAll();
    const run = await database.write(insert);
    expect(await stored()).toEqual([`run-${run}`]);
  });

  test('a database that is away is unavailable, and back as soon as it is back', async () => {
    proxy.goDown();
    await expect(database.write(insert)).rejects.toMatchObject({ code: 'store.unavailable' });
    await expect(database.read(backendOf)).rejects.toMatchObject({ code: 'store.unavailable' });
    proxy.comeUp();
    expect(await database.read(backendOf)).toBeGreaterThan(0);
  });
});

describe('a server whose connections to PostgreSQL are lost', () => {
  let app: TestApp;
  beforeAll(async () => {
    proxy.comeUp();
    await observer.query('delete from server_fact');
    // The faults are for the commits of requests, so nothing else commits.
    const quiet = { auditEnabled: false, fulltextEnabled: false, writeQueueTimeoutMs: 2_000 };
    app = await startTestApp('postgres', { databaseUrl: proxy.url, ...quiet });
    // The first sign-in of all stores the secret of sessions.
    expect((await app.request('GET /api/v1/me')).status).toBe(200);
  });
  beforeEach(async () => {
    proxy.failCommits();
    proxy.comeUp();
    const { status } = await app.request(`DELETE ${workspaces}/made`);
    expect([204, 404]).toContain(status);
  });
  afterAll(() => app.close());

  const titles = async (): Promise<string[]> => {
    const { rows } = await observer.query("select name from document where name like 'made%'");
    return rows.map(({ name }) => name);
  };
  const creating = {
    'a request': () =>
      app.request(`POST ${workspaces}`, {
        body: { 'entity-type': 'document', name: 'made', type: 'File', properties: {} },
      }),
    'an operation': () =>
      app.request('POST /site/automation/Document.Create', {
        body: { input: '/default-domain/workspaces', params: { name: 'made', type: 'File' } },
      }),
  };

  test.each(['answer lost', 'lost', 'lost silently'] as const)(
    'the commit of a creation (%s) happens once, and is answered so',
    async (fault) => {
      for (const create of Object.values(creating)) {
        proxy.failCommits(fault);
        const { status, json } = await create();
        expect(proxy.pendingFaults).toBe(0);
        expect([200, 201]).toContain(status);
        expect(await titles()).toEqual(['made']);
        expect((await app.request(`DELETE /api/v1/id/${json.uid}`)).status).toBe(204);
      }
    },
  );

  const createWithKey = (key: string) =>
    app.request('POST /site/automation/Document.Create', {
      headers: { 'Idempotency-Key': key },
      body: { input: '/default-domain/workspaces', params: { name: 'made', type: 'File' } },
    });

  test('a key is free again after a request of which nothing is stored', async () => {
    // The first commit is that of the key.
    proxy.failCommits('none', 'lost');
    proxy.goDownWithFault();
    expect((await createWithKey('lost')).status).toBe(503);
    expect(await titles()).toEqual([]);
    proxy.comeUp();
    const made = await createWithKey('lost');
    expect(made.status).toBe(200);
    expect((await createWithKey('lost')).json.uid).toBe(made.json.uid);
    expect(await titles()).toEqual(['made']);
  });

  test('a key stays taken after a request that is stored, though its outcome was not known', async () => {
    proxy.failCommits('none', 'answer lost');
    proxy.goDownWithFault();
    expect((await createWithKey('open')).status).toBe(503);
    proxy.comeUp();
    expect((await createWithKey('open')).status).toBe(409);
    expect((await createWithKey('open')).status).toBe(409);
    expect(await titles()).toEqual(['made']);
  });

  test('a request with a key is answered with its outcome, though that cannot be kept', async () => {
    proxy.failCommits('none', 'none', 'lost');
    proxy.goDownWithFault();
    expect((await createWithKey('kept')).status).toBe(200);
    proxy.comeUp();
    expect((await createWithKey('kept')).status).toBe(409);
    expect(await titles()).toEqual(['made']);
  });

  test('says in its status when the database is away, and when it is back', async () => {
    expect((await app.request('GET /runningstatus')).status).toBe(200);
    proxy.goDown();
    const { status, text, headers } = await creating['a request']();
    expect([status, headers['retry-after'], JSON.parse(text)]).toEqual([
      503,
      '5',
      { 'entity-type': 'exception', status: 503, message: 'the store cannot be reached' },
    ]);
    const away = await app.request('GET /runningstatus');
    expect([away.status, away.json.repositoryStatus]).toEqual([500, 'failed']);
    proxy.comeUp();
    expect((await app.request('GET /runningstatus')).status).toBe(200);
    expect((await creating['a request']()).status).toBe(201);
    expect(await titles()).toEqual(['made']);
    const metrics = await app.request('GET /metrics');
    expect(metrics.text).toMatch(/^cartulary_database_connections_lost_total [1-9]/m);
    expect(metrics.text).toMatch(/^cartulary_database_failovers_total 0$/m);
  });
});
