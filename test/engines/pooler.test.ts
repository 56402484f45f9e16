import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ReadHandle } from '../../src/storage/database.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { workspaces } from '../support/documents.ts';
import { createPostgresDatabase } from '../support/engines.ts';
import { hasPgBouncer, PgBouncer } from '../support/pgbouncer.ts';

describe.skipIf(!hasPgBouncer())('a store behind PgBouncer in transaction mode', () => {
  let store: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let pooler: PgBouncer;
  let url: string;
  let app: TestApp;
  beforeAll(async () => {
    store = await createPostgresDatabase('prepared');
    pooler = await PgBouncer.start(inject('postgresUrl'), { poolSize: 4 });
    url = `${pooler.url}${new URL(store.url).pathname}`;
    // More connections than the pooler has to the server: transactions change their server process.
    app = await startTestApp('postgres', {
      databaseUrl: url,
      databasePooler: 'transaction',
      databasePoolSize: 12,
    });
  });
  afterAll(async () => {
    await app?.close();
    await pooler?.stop();
    await store?.drop();
  });

  const create = (name: string) =>
    app.request(`POST ${workspaces}`, {
      body: { 'entity-type': 'document', name, type: 'File', properties: { 'dc:title': name } },
    });
  const search = (query: string) =>
    app.request(`GET /api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`);

  test('creates, changes, queries and removes side by side', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `pooled-${at}`);
    const made = await Promise.all(names.map(create));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    // A text that comes often has a name elsewhere, and a plan for all values.
    const found = await Promise.all(
      names.map((name) => search(`SELECT * FROM File WHERE ecm:name = '${name}'`)),
    );
    expect(found.map(({ json }) => json.entries[0]?.title)).toEqual(names);
    const changes = made.map(({ json }, at) =>
      app.request(`PUT /api/v1/id/${json.uid}`, {
        body: { 'entity-type': 'document', properties: { 'dc:title': `changed ${at}` } },
      }),
    );
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(names.map(() => 200));
    const removed = made.map(({ json }) => app.request(`DELETE /api/v1/id/${json.uid}`));
    expect((await Promise.all(removed)).map(({ status }) => status)).toEqual(names.map(() => 204));
    expect(
      (await search("SELECT * FROM File WHERE ecm:name LIKE 'pooled-%'")).json.entries,
    ).toEqual([]);
  });

  describe('the database', () => {
    let database: PostgresDatabase;
    beforeAll(() => {
      const options = { connectionString: url, poolSize: 8, queueTimeoutMs: 2_500 };
      database = new PostgresDatabase({ ...options, isPooled: true });
    });
    afterAll(() => database?.close());
    const readSetting = (handle: ReadHandle, name: string) => {
      const query = sql<{ value: string }>`select current_setting(${name}) as value`;
      return handle.first<{ value: string }>({ compile: () => query.compile(handle.builder) });
    };

    test('sets what belongs to a session for each transaction, and leaves nothing behind', async () => {
      const inside = await database.write(async (handle) => [
        await readSetting(handle, 'lock_timeout'),
        await readSetting(handle, 'jit'),
      ]);
      expect(inside).toEqual([{ value: '2500ms' }, { value: 'off' }]);
      const bounded = await database.read(
        (handle) => readSetting(handle, 'statement_timeout'),
        undefined,
        {
          timeLimitMs: 1_234,
        },
      );
      expect(bounded).toEqual({ value: '1234ms' });
      const later = await Promise.all(
        Array.from({ length: 8 }, () =>
          database.read((handle) => readSetting(handle, 'lock_timeout')),
        ),
      );
      expect(later).toEqual(later.map(() => ({ value: '0' })));
    });

    test('is refused by the pooler without the setting, which the message names', async () => {
      const options = { connectionString: url, poolSize: 2, queueTimeoutMs: 2_500 };
      const unaware = new PostgresDatabase(options);
      const error = await unaware.read((handle) => readSetting(handle, 'jit')).catch((e) => e);
      expect(error).toMatchObject({
        code: 'store.unavailable',
        message: expect.stringMatching(/set databasePooler .* to transaction/),
      });
      await unaware.close();
    });
  });
});
