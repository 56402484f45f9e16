import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresPool } from '../../src/storage/postgres/postgres-pool.ts';
import { BackendVandal } from '../support/backend-vandal.ts';
import { ChildServer, runCheck } from '../support/child-server.ts';
import { CrashClient } from '../support/crash-client.ts';
import { makeFolder } from '../support/engines.ts';
import { embeddedPostgres } from '../support/postgres-server.ts';
import { Random } from '../support/random.ts';

/** Longer by hand: `CRASH_SECONDS=60 npx vitest run test/crash/lost-backends.test.ts`. */
const seconds = Number(process.env.CRASH_SECONDS ?? 10);
const connections = 12;

describe('a PostgreSQL that fails', () => {
  let postgres: Awaited<ReturnType<typeof embeddedPostgres>>;
  let url: string;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    // Of its own, for it is restarted.
    const folder = await mkdtemp(join(tmpdir(), 'cartulary-postgres-'));
    postgres = await embeddedPostgres(folder, { isPersistent: true, settings: [] });
    await postgres.server.initialise();
    await postgres.server.start();
    await postgres.server.createDatabase('cartulary');
    url = `${postgres.url}/cartulary`;
    remove = async () => {
      await postgres.server.stop();
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterAll(() => remove());

  const restart = async (): Promise<void> => {
    await postgres.server.stop();
    await postgres.server.start();
  };

  test('loses nothing that a server has acknowledged or accepted', {
    timeout: 120_000 + 3_000 * seconds,
  }, async () => {
    const random = new Random();
    const context = `seed ${random.seed}`;
    const folder = await makeFolder();
    const options = { data: folder.path, databaseUrl: url };
    const server = new ChildServer(options);
    const address = await server.url;
    const client = new CrashClient(random, { retriesMax: 200 });
    const vandal = new BackendVandal(url, random, { pauseMaxMs: 200 });
    vandal.start();
    const working = client.work(address, connections);
    const endMs = performance.now() + seconds * 1000;
    // A slow machine is given the time that it needs to do something at all.
    const hasWorked = () => vandal.terminated > seconds && client.acknowledged > connections;
    for (let isRestarted = false; performance.now() < endMs || !hasWorked(); ) {
      await client.accept(address);
      await sleep(random.below(300));
      if (isRestarted || performance.now() < endMs - seconds * 500) continue;
      await restart();
      isRestarted = true;
    }
    await vandal.stop();
    client.stop();
    await working;
    const health = await fetch(`${address}/runningstatus`);
    expect([health.status, server.process.exitCode], server.output).toEqual([200, null]);
    expect(await client.verify(address), context).toEqual([]);
    await expect
      .poll(() => client.verifyNames(address), { timeout: 60_000, interval: 500, message: context })
      .toEqual([]);
    expect(vandal.terminated, context).toBeGreaterThan(seconds);
    expect(client.acknowledged, context).toBeGreaterThan(connections);
    expect(await server.stop(), server.output).toBe(0);
    const { text } = await runCheck(options);
    expect(text, context).not.toMatch(/^error/m);
    await folder.remove();
  });

  test('is known to have crashed since, and not after an orderly restart', async () => {
    const pool = new PostgresPool({ connectionString: url, poolSize: 2, queueTimeoutMs: 5_000 });
    const runNow = async (): Promise<string> => {
      const connection = await pool.connect();
      connection.release({ isUsable: false });
      return connection.serverRun;
    };
    try {
      const first = await runNow();
      expect(first).toMatch(/^\d/);
      await restart();
      expect(await runNow()).toBe(first);
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query('select pg_backend_pid() as pid');
      process.kill(rows[0].pid, 'SIGKILL');
      await expect.poll(() => runNow().catch(() => first), { timeout: 60_000 }).not.toBe(first);
    } finally {
      await pool.close();
    }
  });
});
