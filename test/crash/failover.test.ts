import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChildServer, runCheck } from '../support/child-server.ts';
import { CrashClient } from '../support/crash-client.ts';
import { makeFolder } from '../support/engines.ts';
import { PostgresCluster } from '../support/postgres-cluster.ts';
import { Random } from '../support/random.ts';

const connections = 6;
/** Of the client, between one step of a test and the next. */
const acknowledgedBetween = 40;
const workMsMax = 100_000;

describe('a primary that is killed under load', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await PostgresCluster.start();
  });
  afterAll(() => cluster.close());

  test('loses nothing that was acknowledged, and the server goes on with the standby', {
    timeout: 400_000,
  }, async () => {
    const random = new Random();
    const context = `seed ${random.seed}`;
    const folder = await makeFolder();
    const options = { data: folder.path, databaseUrl: cluster.url };
    const server = new ChildServer(options);
    const address = await server.url;
    const client = new CrashClient(random, { retriesMax: 2_000 });
    const working = client.work(address, connections);
    const moreAcknowledged = () =>
      client.hasAcknowledged(client.acknowledged + acknowledgedBetween, workMsMax);

    await moreAcknowledged();
    for (let count = 0; count < 5; count += 1) await client.accept(address);
    await cluster.first.kill();
    await cluster.promoteSecond();
    const promotedMs = performance.now();
    const before = client.acknowledged;
    await client.hasAcknowledged(before + 1, workMsMax);
    const tookMs = Math.round(performance.now() - promotedMs);
    await moreAcknowledged();
    client.stop();
    await working;
    process.stdout.write(
      `failover: first write ${tookMs} ms after the promotion; ${client.acknowledged} changes acknowledged, ` +
        `${client.unavailable} answers 503, ${client.open} with an open outcome\n`,
    );

    expect(await client.verify(address), context).toEqual([]);
    await expect
      .poll(() => client.verifyNames(address), { timeout: 60_000, interval: 500, message: context })
      .toEqual([]);
    expect((await fetch(`${address}/runningstatus`)).status).toBe(200);
    expect(server.output).not.toContain('not-to-be-shown');
    expect(await server.stop(), server.output).toBe(0);
    const { text, status } = await runCheck(options);
    expect(text, context).not.toMatch(/^error/m);
    expect(status, text).toBe(0);
    await folder.remove();
  });
});
