import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { listNodes, type NodeRow } from '../../src/cluster/node-rows.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openAsNode, type ServedStore } from '../../src/node.ts';
import { putFact } from '../../src/repository/unit/server-facts.ts';
import { createStorePlace, engines, type StorePlace } from '../support/engines.ts';

describe.each(engines)('nodes on %s', (engine) => {
  let place: StorePlace;
  let served: ServedStore[];
  beforeEach(async () => {
    place = await createStorePlace(engine);
    served = [];
  });
  afterEach(async () => {
    await Promise.all(served.splice(0).map((store) => store.close()));
    await place.remove();
  });

  const start = async (
    flags: Record<string, unknown> = {},
    serverId?: string,
  ): Promise<ServedStore> => {
    const { data, databaseUrl } = place;
    const { config } = loadConfig({
      environment: {},
      flags: { data, databaseUrl, databasePoolSize: 2, clusterEnabled: true, ...flags },
    });
    const store = await openAsNode(config, createLogger('silent'), { serverId });
    served.push(store);
    return store;
  };
  const stop = async (store: ServedStore): Promise<void> => {
    served.splice(served.indexOf(store), 1);
    await store.close();
  };
  const listed = (store: ServedStore): Promise<NodeRow[]> => store.database.read(listNodes);
  const refusalOf = async (flags: Record<string, unknown>): Promise<readonly string[]> => {
    const error: unknown = await start(flags).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ problems: expect.anything() });
    return (error as { problems: readonly string[] }).problems;
  };
  /** As a process of the machine, or of another one, that was killed leaves it. */
  const leaveRow = async (
    store: ServedStore,
    values: { readonly machine: string; readonly pid: number; readonly silentMs?: number },
  ): Promise<void> => {
    const [own] = await listed(store);
    const { silentMs: _silence, ...row } = own as NodeRow;
    const { silentMs = 0, ...where } = values;
    const killed = { ...row, ...where, node_id: 'killed', instance: 'killed', server: 'killed' };
    const heartbeat_at = row.started_at - silentMs;
    await store.database.write((handle) =>
      handle.run(handle.builder.insertInto('server_node').values({ ...killed, heartbeat_at })),
    );
  };

  test('are listed with what operators ask for, until they stop', async () => {
    const first = await start({ nodeId: 'first' });
    const second = await start({ nodeId: 'second' });
    second.node.cluster?.change('serving', 'http://10.0.0.2:8080/nuxeo/');
    const serving = { node_id: 'second', state: 'serving', address: 'http://10.0.0.2:8080/nuxeo/' };
    await vi.waitFor(async () => expect((await listed(first))[1]).toMatchObject(serving));
    expect((await listed(first))[0]).toMatchObject({
      node_id: 'first',
      state: 'starting',
      address: null,
      host: hostname(),
      pid: process.pid,
      program_version: expect.stringMatching(/^\d/),
    });
    second.node.cluster?.change('draining');
    const draining = { ...serving, state: 'draining' };
    await vi.waitFor(async () => expect((await listed(first))[1]).toMatchObject(draining));
    await stop(second);
    expect((await listed(first)).map(({ node_id }) => node_id)).toEqual(['first']);
  });

  test('keep the id that they were given in their data folder, and share it out', async () => {
    const [one, two] = [await start(), await start()];
    const [id, another] = [one.node.nodeId, two.node.nodeId];
    expect(another).toBe(`${id}-2`);
    await stop(two);
    await stop(one);
    expect((await start()).node.nodeId).toBe(id);
    expect((await start({ clusterEnabled: false })).node).toEqual({ nodeId: id });
  });

  test('refuse another one of the same id as long as theirs lives', async () => {
    const first = await start({ nodeId: 'a' });
    expect(await refusalOf({ nodeId: 'a' })).toEqual([
      expect.stringMatching(
        `^nodeId: a is the id of a running node, process ${process.pid} on ${hostname()}, .* give each node an id of its own`,
      ),
    ]);
    await stop(first);
    expect((await start({ nodeId: 'a' })).node.nodeId).toBe('a');
  });

  test('take over the id of a process of their machine that has ended, at once', async () => {
    const store = await start({ nodeId: 'a' });
    const [{ machine = '' } = {}] = await listed(store);
    // The number of a process that has just ended is not given again so soon.
    await leaveRow(store, { machine, pid: spawnSync(process.execPath, ['--version']).pid });
    await start({ nodeId: 'killed' });
    expect((await listed(store)).map(({ instance }) => instance)).not.toContain('killed');
  });

  test('take over the id of a process of another machine once it is silent', async () => {
    const store = await start({ nodeId: 'a' });
    await leaveRow(store, { machine: 'another', pid: process.pid });
    expect(await refusalOf({ nodeId: 'killed' })).toEqual([expect.stringContaining('free 15 s')]);
    await store.database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('server_node')
          .set((e) => ({ heartbeat_at: e('heartbeat_at', '-', 15_000) }))
          .where('node_id', '=', 'killed'),
      ),
    );
    expect((await start({ nodeId: 'killed' })).node.nodeId).toBe('killed');
  });

  test('are one node with several processes of a server, of which one that was killed leaves nothing', async () => {
    const first = await start({ nodeId: 'a' }, 'server');
    const second = await start({ nodeId: 'a' }, 'server');
    expect((await listed(first)).map((row) => row.node_id)).toEqual(['a', 'a']);
    const { pid } = spawnSync('true');
    await second.database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('server_node')
          .set({ pid })
          .where('instance', '=', (e) =>
            e.selectFrom('server_node').select((f) => f.fn.max('instance').as('last')),
          ),
      ),
    );
    await start({ nodeId: 'a' }, 'server');
    const pids = (await listed(first)).map((row) => row.pid);
    expect(pids).toEqual([process.pid, process.pid]);
  });

  test('refuse one with other settings, and name them', async () => {
    await start({ nodeId: 'a' });
    const flags = { nodeId: 'b', contextPath: '/other', auditEnabled: false };
    expect(await refusalOf(flags)).toEqual([
      'auditEnabled: is false here and true there (compared with node a)',
      'contextPath: is "/other" here and "/nuxeo" there (compared with node a)',
      expect.stringContaining('start this one with the configuration of the others'),
    ]);
  });

  test('compare with a node of another version what both know of', async () => {
    const first = await start({ nodeId: 'a' });
    const configuration = JSON.stringify({ contextPath: '"/nuxeo"', laterFiles: 'compared' });
    await first.database.write((handle) =>
      handle.run(handle.builder.updateTable('server_node').set({ configuration })),
    );
    expect(await refusalOf({ contextPath: '/other' })).toHaveLength(2);
    await start({ nodeId: 'b', auditEnabled: false });
  });

  test('refuse one with other files, name what differs, and take additions if told so', async () => {
    const write = async (name: string, content: object): Promise<string> => {
      const path = join(place.folder, name);
      await writeFile(path, JSON.stringify(content));
      return path;
    };
    const schema = (type: string) => ({ prefix: 'inv', fields: { number: type } });
    const types = { Invoice: { supertype: 'Document', schemas: ['invoice'] } };
    const small = await write('small.json', { schemas: { invoice: schema('string') } });
    const large = await write('large.json', { schemas: { invoice: schema('string') }, types });
    const other = await write('other.json', { schemas: { invoice: schema('long') } });
    await start({ nodeId: 'a', contentModelFiles: [small] });
    expect(await refusalOf({ contentModelFiles: [other] })).toEqual([
      'contentModelFiles schemas invoice: differs (compared with node a)',
      expect.stringContaining('stop all of them to change it'),
    ]);
    expect(await refusalOf({ contentModelFiles: [large] })).toEqual([
      'contentModelFiles types Invoice: is only here (compared with node a)',
      expect.stringContaining('set clusterAdditions on all nodes'),
    ]);
    expect(await refusalOf({})).toEqual([
      'contentModelFiles schemas invoice: is missing here (compared with node a)',
      expect.stringContaining('start this one with the files of the others'),
    ]);
    const copy = await write('copy.json', { schemas: { invoice: schema('string') } });
    await start({ nodeId: 'b', contentModelFiles: [copy] });
    await start({ nodeId: 'c', contentModelFiles: [large], clusterAdditions: true });
    expect(await refusalOf({ contentModelFiles: [other], clusterAdditions: true })).toEqual([
      'contentModelFiles schemas invoice: differs (compared with node a)',
      expect.anything(),
    ]);
  });

  // On SQLite the database is in the folder.
  test.runIf(engine === 'postgres')('refuse one that does not share their contents', async () => {
    await start({ nodeId: 'a' });
    const data = join(place.folder, 'unshared');
    expect(await refusalOf({ data })).toEqual([
      expect.stringMatching(/^data: its folder blobs is not that of the other node/),
      expect.anything(),
    ]);
  });

  test('join again when they were taken for ended, or end when another has their id', async () => {
    const [one, other] = [await start({ nodeId: 'a' }), await start({ nodeId: 'b' })];
    const forget = (): Promise<number> =>
      other.database.write((handle) =>
        handle.run(handle.builder.deleteFrom('server_node').where('node_id', '=', 'a')),
      );
    await forget();
    one.node.cluster?.change('serving');
    const serving = expect.objectContaining({ node_id: 'a', state: 'serving' });
    await vi.waitFor(async () => expect(await listed(other)).toContainEqual(serving));
    await forget();
    await start({ nodeId: 'a' });
    one.node.cluster?.change('serving');
    expect(await one.node.cluster?.expelled).toMatch(/^nodeId: a is the id of a running node/);
  });

  test('end when the store must not be used by their program any more', async () => {
    const store = await start({ nodeId: 'a' });
    await store.database.write((handle) => putFact(handle, 'oldest-program', '999999'));
    store.node.cluster?.change('serving');
    expect(await store.node.cluster?.expelled).toContain('revision 999999 and newer only');
  });
});
