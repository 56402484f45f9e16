import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { administrator, ChildServer, type ChildServerOptions } from '../support/child-server.ts';
import { createPostgresDatabase, makeFolder } from '../support/engines.ts';

const leaseMs = 10_000;

interface Stage {
  readonly options: ChildServerOptions;
  /** Of the test itself, beside the servers. */
  readonly database: Database;
  close(): Promise<void>;
}

/** Empty; the first server makes the store. */
async function openStage(engine: EngineName): Promise<Stage> {
  const folder = await makeFolder();
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  const options = { data: folder.path, databaseUrl: postgres?.url };
  const queueTimeoutMs = 10_000;
  const database = postgres
    ? new PostgresDatabase({ connectionString: postgres.url, poolSize: 2, queueTimeoutMs })
    : new SqliteDatabase({ path: join(folder.path, 'cartulary.db'), queueTimeoutMs });
  return {
    options,
    database,
    close: async () => {
      await database.close();
      await postgres?.drop();
      await folder.remove();
    },
  };
}

/** A job that another node seems to run, which keeps `Elasticsearch.WaitForIndexing` waiting. */
async function pretendIndexing({ database }: Stage): Promise<void> {
  const row = {
    id: 'elsewhere',
    kind: 'index-documents',
    job_key: 'elsewhere',
    lease_id: 'elsewhere',
    due_at: Date.now() + 3_600_000,
    attempts: 1,
    is_cancelled: 0,
    created_at: 0,
    payload: '{}',
  };
  await database.write((handle) => handle.run(handle.builder.insertInto('job').values(row)));
}

async function endPretence({ database }: Stage): Promise<void> {
  await database.write((handle) =>
    handle.run(handle.builder.deleteFrom('job').where('id', '=', 'elsewhere')),
  );
}

async function attemptsAt({ database }: Stage): Promise<number> {
  const row = await database.read((handle) =>
    handle.first(
      handle.builder
        .selectFrom('job')
        .select('attempts')
        .where('kind', '=', 'operation')
        .where('lease_id', 'is not', null),
    ),
  );
  return row?.attempts ?? 0;
}

/** How much longer the lease of the job keeps others from taking it over. */
async function leaseLeftMs({ database }: Stage): Promise<number> {
  const row = await database.read((handle) =>
    handle.first(handle.builder.selectFrom('job').select('due_at').where('kind', '=', 'operation')),
  );
  return (row?.due_at ?? Number.POSITIVE_INFINITY) - Date.now();
}

async function waitForAttempt(stage: Stage, attempt: number): Promise<void> {
  while ((await attemptsAt(stage)) < attempt) await sleep(100);
}

async function call(url: string, init: RequestInit): Promise<Response> {
  const headers = { authorization: administrator, 'content-type': 'application/json' };
  return fetch(url, { ...init, headers, redirect: 'manual' });
}

/** Starts a long call in the background; returns the path of its status. */
async function startLongCall(url: string): Promise<string> {
  const operation = `${url}/site/automation/Elasticsearch.WaitForIndexing/@async`;
  const body = JSON.stringify({ params: { timeoutSecond: 240 } });
  const started = await call(operation, { method: 'POST', body });
  expect(started.status).toBe(202);
  return new URL(started.headers.get('location') ?? '').pathname;
}

/** The result of the call. */
async function resultOf(url: string, statusPath: string): Promise<unknown> {
  const status = new URL(statusPath, url);
  const hasEnded = async () => expect((await call(status.href, {})).status).toBe(303);
  await vi.waitFor(hasEnded, { timeout: 60_000, interval: 100 });
  return (await call(status.href.replace(/\/status$/, ''), {})).json();
}

describe('a job whose server is killed', () => {
  const cases = [
    { engine: 'sqlite', by: 'the server that is started again' },
    { engine: 'postgres', by: 'the server that is started again' },
    { engine: 'postgres', by: 'another node' },
  ] as const;

  test.concurrent.each(cases)(
    'on $engine is taken over by $by as soon as its lease has ended',
    {
      timeout: 120_000,
    },
    async ({ engine, by }) => {
      const stage = await openStage(engine);
      const servers = [new ChildServer(stage.options)];
      try {
        const url = (await servers[0]?.url) ?? '';
        await pretendIndexing(stage);
        const statusPath = await startLongCall(url);
        await waitForAttempt(stage, 1);
        // No other node runs before, or the job might be that one's from the start.
        if (by === 'another node') {
          servers.push(new ChildServer(stage.options));
          await servers[1]?.url;
        }
        await servers[0]?.kill();
        expect(await leaseLeftMs(stage)).toBeLessThanOrEqual(leaseMs);
        if (by !== 'another node') servers.push(new ChildServer(stage.options));
        await waitForAttempt(stage, 2);
        await endPretence(stage);
        expect(await resultOf((await servers[1]?.url) ?? '', statusPath)).toMatchObject({
          value: true,
        });
        expect(await servers[1]?.stop()).toBe(0);
      } finally {
        await Promise.all(servers.map((server) => server.kill()));
        await stage.close();
      }
    },
  );
});
