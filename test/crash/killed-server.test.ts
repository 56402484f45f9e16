import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChildServer, type ChildServerOptions, runCheck } from '../support/child-server.ts';
import { CrashClient } from '../support/crash-client.ts';
import { createPostgresDatabase, engines, makeFolder } from '../support/engines.ts';
import { Random } from '../support/random.ts';

const rounds = { sqlite: 3, postgres: 2 } as const;
const connections = 24;

describe.each(engines)('a server on %s that is killed', (engine) => {
  let options: ChildServerOptions;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const folder = await makeFolder();
    const postgres = engine === 'postgres' ? await createPostgresDatabase('empty') : undefined;
    options = { data: folder.path, databaseUrl: postgres?.url };
    remove = async () => {
      await postgres?.drop();
      await folder.remove();
    };
  });
  afterAll(() => remove());

  test('comes up again, however far its first start got', { timeout: 180_000 }, async () => {
    const random = new Random();
    for (let round = 0; round < 3; round += 1) {
      const server = new ChildServer(options);
      await sleep(150 + random.below(450));
      await server.kill();
    }
    const server = new ChildServer(options);
    await expect(server.url, `seed ${random.seed}`).resolves.toMatch(/^http/);
    expect(await server.stop()).toBe(0);
    const { status, text } = await runCheck(options);
    expect([status, text], `seed ${random.seed}`).toEqual([0, 'no problems found\n']);
  });

  test('has everything it acknowledged, and the rest whole or not at all', {
    timeout: 300_000,
  }, async () => {
    const random = new Random();
    const client = new CrashClient(random);
    const context = `seed ${random.seed}`;
    for (let round = 0; round < rounds[engine]; round += 1) {
      const server = new ChildServer(options);
      const url = await server.url;
      expect(await client.verify(url), context).toEqual([]);
      const working = client.work(url, connections);
      await client.hasAcknowledged(client.acknowledged + 20 + random.below(120), 30_000);
      await server.kill();
      await working;
    }
    const server = new ChildServer(options);
    expect(await client.verify(await server.url), context).toEqual([]);
    expect(client.size, context).toBeGreaterThan(connections);
    expect(await server.stop()).toBe(0);
    const { status, text } = await runCheck(options);
    expect(text, context).not.toMatch(/^error/m);
    expect(status, `${context}: ${text}`).toBe(0);
  });
});
