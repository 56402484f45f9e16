import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ReadHandle } from '../../src/storage/database.ts';
import { remoteClient, startTestApp, type TestApp, type TestClient } from '../support/app.ts';
import { ChildServer } from '../support/child-server.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

const perMinute = 20;

describe.each(engines)('rate limits on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, {
      rateLimitPerAddress: 300,
      rateLimitPerCaller: perMinute,
      rateLimitSignIns: 10,
      trustedProxies: '127.0.0.1',
    });
    for (const name of ['jdoe', 'mmuster', 'guessed']) await createUser(app, name);
  });
  afterAll(() => app.close());

  const me = (user: string, password = user) => app.request('GET /api/v1/me', { user, password });
  const untilRefused = async (send: () => ReturnType<typeof me>) => {
    for (let count = 0; count < 2_000; count += 1) {
      const response = await send();
      if (response.status === 429) return { count, response };
    }
    throw new Error('no request was refused');
  };

  test('a user who sends too many is told when to come back; others are not concerned', async () => {
    const { count, response } = await untilRefused(() => me('jdoe'));
    expect(count).toBeGreaterThanOrEqual(perMinute);
    expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(response.json).toMatchObject({
      'entity-type': 'exception',
      status: 429,
      message: expect.stringMatching(
        /^Too many requests of this user: 20 a minute are allowed; try again in \d+ s$/,
      ),
    });
    const tooMany = expect.objectContaining({ code: 'request.too-many' });
    const takeMany = () => {
      for (let count = 0; count <= perMinute; count += 1)
        app.services.rateLimits.takeCaller('jdoe');
    };
    expect(takeMany).toThrow(tooMany);
    expect((await me('mmuster')).status).toBe(200);
  });

  test('metrics and health are never refused, and the metrics count what was', async () => {
    await untilRefused(() => me('Administrator'));
    const lines = ['GET /metrics', 'GET /runningstatus', 'GET /api/v1/management/probes'];
    for (const line of lines) expect([line, (await app.request(line)).status]).toEqual([line, 200]);
    const { text } = await app.request('GET /metrics');
    expect(text).toMatch(/^cartulary_rate_limit_refusals_total\{limit="caller"\} [1-9]/m);
  });

  test('an address that sends too many is refused, whoever it is; other addresses are not', async () => {
    const status = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return app.request('GET /api/v1/automation', { user: null, headers });
    };
    const { count, response } = await untilRefused(() => status('10.1.1.1'));
    expect(count).toBeGreaterThanOrEqual(300);
    expect(response.json.message).toContain('Too many requests from this address: 300 a minute');
    expect((await status('10.1.1.2')).status).toBe(200);
    const metrics = { headers: { 'x-forwarded-for': '10.1.1.1' } };
    expect((await app.request('GET /metrics', metrics)).status).toBe(200);
  });

  test('a user who sends little costs no write', async () => {
    const levels = () =>
      app.services.database.read((handle) =>
        handle.all(handle.builder.selectFrom('rate_level').select('key')),
      );
    app.services.rateLimits.takeCaller('once');
    for (const _request of ['first', 'second']) app.services.rateLimits.takeCaller('twice');
    // One that has begun before, by the clock, does not tell what was taken now.
    await app.services.rateLimits.settle();
    await app.services.rateLimits.settle();
    const keys = (await levels()).map(({ key }) => key);
    expect([keys.includes('caller once'), keys.includes('caller twice')]).toEqual([false, true]);
  });

  test('failed sign-ins of an address are refused; who is signed in already goes on', async () => {
    expect((await me('mmuster')).status).toBe(200);
    let number = 0;
    const guess = () => {
      number += 1;
      const headers = { authorization: `Bearer unknown-token-${number}` };
      return app.request('GET /api/v1/me', { user: null, headers });
    };
    const { response } = await untilRefused(guess);
    expect(response.json.message).toContain('Too many failed sign-ins from this address: 10');
    expect((await me('mmuster')).status).toBe(200);
    // Passwords that were not verified yet.
    const other = await untilRefused(() => {
      number += 1;
      return me('guessed', `wrong-${number}`);
    });
    expect(other.response.json.message).toContain('Too many failed sign-ins');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const options = { user: null, headers: form, body: 'grant_type=refresh_token' };
    await untilRefused(() => app.request('POST /oauth2/token', options));
  });
});

/** One request is forgotten in six seconds. */
const fewPerMinute = 10;

describe.each(engines)('rate limits of two processes on %s', (engine) => {
  let store: CliStore;
  let child: ChildServer;
  let here: TestApp;
  let there: TestClient;
  beforeAll(async () => {
    store = await createCliStore(engine);
    const { CARTULARY_DATA: data = '', CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    here = await startTestApp(engine, { data, databaseUrl, rateLimitPerCaller: fewPerMinute });
    const settings = { CARTULARY_RATE_LIMIT_PER_CALLER: String(fewPerMinute) };
    child = new ChildServer({ data, databaseUrl, settings });
    there = remoteClient(await child.url);
    await createUser(here, 'jdoe');
  });
  afterAll(async () => {
    await child.stop();
    await here.close();
    await store.close();
  });

  const storedLevels = (handle: ReadHandle) =>
    handle.all(handle.builder.selectFrom('rate_level').select(['key', 'level']));

  test('what one process lets through counts in the other', async () => {
    const send = async (client: TestClient) =>
      (await client.request('GET /api/v1/me', { user: 'jdoe' })).status;
    while ((await send(there)) !== 429);
    await vi.waitFor(
      async () => {
        const levels = await here.services.database.read(storedLevels);
        const level = levels.find(({ key }) => key === 'caller jdoe')?.level ?? 0;
        expect(level).toBeGreaterThan(fewPerMinute / 2);
      },
      { timeout: 20_000, interval: 50 },
    );
    let accepted = 0;
    while (accepted < fewPerMinute && (await send(here)) !== 429) {
      accepted += 1;
      await here.services.rateLimits.settle();
    }
    expect(accepted).toBeLessThan(fewPerMinute);
  });
});
