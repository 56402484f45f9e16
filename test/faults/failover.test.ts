import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isKnownNotStored, type WriteHandle } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import { runCommand } from '../support/child-server.ts';
import { makeFolder } from '../support/engines.ts';
import { PostgresCluster } from '../support/postgres-cluster.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';

/** Searches pause for up to 2 s. */
const patience = { timeout: 60_000 };
const factNames = "select name from server_fact where name like 'run-%' order by name";

/** In the order of a failover: each test goes on where the one before it has ended. */
describe('a primary and its standby', () => {
  let cluster: PostgresCluster;
  let proxy: PostgresProxy;
  let database: PostgresDatabase;
  const others: PostgresDatabase[] = [];
  const open = (connectionString: string): PostgresDatabase => {
    const options = { connectionString, poolSize: 3, queueTimeoutMs: 4_000, watchMs: 500 };
    const opened = new PostgresDatabase(options);
    others.push(opened);
    return opened;
  };
  beforeAll(async () => {
    cluster = await PostgresCluster.start();
    proxy = await PostgresProxy.open(cluster.first.url('cartulary'));
    database = open(cluster.url);
    await migrate(database, migrations);
  });
  afterAll(async () => {
    await Promise.all(others.map((each) => each.close()));
    await proxy?.close();
    await cluster?.close();
  });

  let runs = 0;
  const insert = async (handle: WriteHandle) => {
    runs += 1;
    const name = `run-${runs}`;
    await handle.run(handle.builder.insertInto('server_fact').values({ name, value: '' }));
    return name;
  };
  const storedIn = async (node: PostgresCluster['first']) =>
    (await node.query('cartulary', factNames)).map(({ name }) => name);

  test('doctor says which server is the primary, and how far the standby is behind', async () => {
    const folder = await makeFolder();
    const options = { data: folder.path, databaseUrl: cluster.url };
    const { text } = await runCommand(options, ['doctor']);
    const [first, second] = [cluster.first, cluster.second].map(({ port }) => `127.0.0.1:${port}`);
    expect(text).toMatch(`ok       database server ${first}: primary, timeline 1`);
    expect(text).toMatch(
      new RegExp(`ok {7}database server ${second}: standby, \\d+ bytes? behind`),
    );
    await folder.remove();
  });

  test('the standby alone is refused, and what it is is said', async () => {
    const standby = open(cluster.second.url('cartulary'));
    const error = await standby.write(insert).catch((e) => e);
    expect(error).toMatchObject({ code: 'store.unavailable' });
    expect(String(error.cause)).toMatch(/is a standby/);
    expect(isKnownNotStored(error)).toBe(true);
  });

  test('a commit is not acknowledged that the standby has not confirmed', async () => {
    const alone = open(proxy.url);
    await alone.write(insert);
    await cluster.second.freeze();
    const waiting = alone.write(insert).catch((e) => e);
    const isWaiting = "select 1 from pg_stat_activity where wait_event = 'SyncRep'";
    await vi.waitFor(async () =>
      expect(await cluster.first.query('cartulary', isWaiting)).not.toEqual([]),
    );
    proxy.cutAll();
    // The server process is ended, and has committed on the primary alone.
    const error = await waiting;
    expect(error).toMatchObject({
      code: 'store.unavailable',
      message: expect.stringContaining('look whether it is there'),
    });
    expect(isKnownNotStored(error)).toBe(false);
    expect(await storedIn(cluster.first)).toContain(`run-${runs}`);
    await cluster.second.thaw();
  });

  test('a commit is acknowledged when the standby confirms it after the connection was lost', async () => {
    const alone = open(proxy.url);
    await alone.write(insert);
    proxy.failCommits('answer lost');
    const name = await alone.write(insert);
    expect(proxy.pendingFaults).toBe(0);
    await vi.waitFor(async () => expect(await storedIn(cluster.second)).toContain(name), patience);
  });

  test('units that find a server that only reads run again, and are refused as not stored', async () => {
    await database.write(insert);
    const setReadOnly = async (value: 'on' | 'off') => {
      await cluster.first.query(
        'postgres',
        `alter system set default_transaction_read_only = ${value}`,
      );
      await cluster.first.query('postgres', 'select pg_reload_conf()');
    };
    const isReadOnly = async () =>
      (await cluster.first.query('postgres', 'show default_transaction_read_only'))[0];
    await setReadOnly('on');
    await vi.waitFor(
      async () => expect(Object.values((await isReadOnly()) ?? {})).toEqual(['on']),
      patience,
    );
    const before = runs;
    const error = await database.write(insert).catch((e) => e);
    expect(error).toMatchObject({ code: 'store.unavailable', status: 503 });
    expect(isKnownNotStored(error)).toBe(true);
    expect(runs).toBeGreaterThan(before);
    await setReadOnly('off');
    await vi.waitFor(
      async () => expect(await database.write(insert)).toBe(`run-${runs}`),
      patience,
    );
  });

  test('an address that moves to the promoted server is followed, and the connections of before are left', async () => {
    const moving = await PostgresProxy.open(cluster.first.url('cartulary'));
    try {
      const follower = open(moving.url);
      await follower.write(insert);
      await cluster.promoteSecond();
      moving.moveTo(cluster.second.url('cartulary'));
      // One connection is in use, so that the other unit makes a new one.
      const name = await follower.read(async () => follower.write(insert));
      await vi.waitFor(async () => {
        expect(follower.readConnectionCounts().failovers).toBe(1);
        expect(await storedIn(cluster.second)).toContain(name);
      }, patience);
    } finally {
      await moving.close();
    }
  });

  test('a replaced primary that still answers is left, and what it would store is not acknowledged', async () => {
    // It goes on as a primary on its own, and waits for a standby that does not come back.
    const outcomes = await Promise.allSettled([database.write(insert), database.write(insert)]);
    // What was sent to it before it was left is refused as unknown when the number of its transaction is
    // that of another one on the promoted server.
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) {
      expect(outcome).toMatchObject({ reason: { code: 'store.unavailable' } });
    }
    const acknowledged = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    const next = await database.write(insert);
    const stored = await storedIn(cluster.second);
    expect(stored).toEqual(expect.arrayContaining([...acknowledged, next]));
    expect(database.readConnectionCounts().failovers).toBe(1);
  });

  test('a process that has seen the promotion never goes back, also when the new one is silent', async () => {
    await cluster.second.freeze();
    const error = await database.write(insert).catch((e) => e);
    expect(error).toMatchObject({ code: 'store.unavailable' });
    await cluster.second.thaw();
    await vi.waitFor(
      async () => expect(await database.write(insert)).toBe(`run-${runs}`),
      patience,
    );
    expect(await storedIn(cluster.second)).toContain(`run-${runs}`);
  });

  test('a process that begins finds two primaries, and takes the one that was promoted', async () => {
    const late = open(cluster.url);
    const name = await late.write(insert);
    expect(await storedIn(cluster.second)).toContain(name);
  });

  test('doctor says which servers there are, and that two take themselves for the primary', async () => {
    const folder = await makeFolder();
    const options = { data: folder.path, databaseUrl: cluster.url };
    const { status, text } = await runCommand(options, ['doctor']);
    expect(status).toBe(1);
    const [first, second] = [cluster.first, cluster.second].map(({ port }) => `127.0.0.1:${port}`);
    expect(text).toMatch(`database server ${first}: primary, timeline 1`);
    expect(text).toMatch(`database server ${second}: primary, timeline 2`);
    expect(text).toMatch(/problem {2}2 database servers take themselves for the primary/);
    expect(text).not.toContain('not-to-be-shown');
    await folder.remove();
  });

  test('the replaced one is not missed when it ends', async () => {
    await cluster.first.kill();
    const folder = await makeFolder();
    const options = { data: folder.path, databaseUrl: cluster.url };
    const { text } = await runCommand(options, ['doctor']);
    expect(text).toMatch(`database server 127.0.0.1:${cluster.first.port}: cannot be asked: `);
    await folder.remove();
    const name = await database.write(insert);
    expect(await storedIn(cluster.second)).toContain(name);
  });
});
