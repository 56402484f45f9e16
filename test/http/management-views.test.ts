import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import { loadConfig } from '../../src/config/load.ts';
import { redactConfig } from '../../src/config/redact.ts';
import type { RequestContext } from '../../src/http/route.ts';
import { runningStatusRoute } from '../../src/http/routes/running-status.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { Vandal } from '../support/vandal.ts';

const probes = '/api/v1/management/probes';
const names = [
  'runtimeStatus',
  'repositoryStatus',
  'administrativeStatus',
  'streamStatus',
  'blobStoreStatus',
];
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const epoch = '1970-01-01T00:00:00.000Z';

describe.each(engines)('probes on %s', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  beforeAll(async () => {
    app = await startTestApp(engine, { statusKey: 'monitoring-key' });
    vandal = await Vandal.open(app.services.config);
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });
  const enqueueLater = (kind: string) =>
    app.services.database.write((handle) =>
      enqueueJob(handle, { kind, payload: {}, runAtMs: now() + 3_600_000 }),
    );

  test('that were never run say so', async () => {
    const { status, json } = await app.request(`GET ${probes}`);
    expect([status, json['entity-type']]).toEqual([200, 'probes']);
    expect(json.entries.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(json.entries[1]).toEqual({
      'entity-type': 'probe',
      name: 'repositoryStatus',
      status: {
        'entity-type': 'probeStatus',
        neverExecuted: true,
        success: false,
        infos: { info: '[unavailable]' },
      },
      history: { lastRun: null, lastSuccess: epoch, lastFail: epoch },
      counts: { run: 0, success: 0, failure: 0 },
      time: 0,
    });
  });

  test('are run one by one or together, and remember it', async () => {
    const ran = await app.request(`POST ${probes}/repositoryStatus`);
    expect(ran.status).toBe(200);
    expect(ran.json).toEqual({
      'entity-type': 'probe',
      name: 'repositoryStatus',
      status: {
        'entity-type': 'probeStatus',
        neverExecuted: false,
        success: true,
        infos: { info: 'Repository started' },
      },
      history: { lastRun: instant, lastSuccess: instant, lastFail: epoch },
      counts: { run: 1, success: 1, failure: 0 },
      time: expect.any(Number),
    });
    expect((await app.request(`GET ${probes}/repositoryStatus`)).json).toEqual(ran.json);
    const all = await app.request(`POST ${probes}`);
    expect(all.status).toBe(200);
    const facts = all.json.entries.map(
      ({ name, status, counts }: { name: string; status: object; counts: object }) => [
        name,
        status,
        counts,
      ],
    );
    const ok = (infos: object) => ({
      'entity-type': 'probeStatus',
      neverExecuted: false,
      success: true,
      infos,
    });
    const once = { run: 1, success: 1, failure: 0 };
    expect(facts).toEqual([
      ['runtimeStatus', ok({ info: 'Runtime started' }), once],
      ['repositoryStatus', ok({ info: 'Repository started' }), { run: 2, success: 2, failure: 0 }],
      [
        'administrativeStatus',
        ok({ server: 'Cartulary', host: expect.stringMatching(/:\d+$/), status: 'active' }),
        once,
      ],
      ['streamStatus', ok({ info: 'No failure' }), once],
      ['blobStoreStatus', ok({ info: 'Blob store started' }), once],
    ]);
    for (const method of ['GET', 'POST']) {
      const { status, json } = await app.request(`${method} ${probes}/nothing`);
      expect([status, json.message]).toEqual([404, 'No such probe: nothing']);
    }
  });

  test('tell jobs that have failed from a worker that does not work', async () => {
    const run = async () => (await app.request(`POST ${probes}/streamStatus`)).json;
    const id = await enqueueLater('unknown');
    await vandal.set('job', { id }, { failed_at: 1, due_at: null });
    expect((await run()).status).toMatchObject({
      success: true,
      infos: { info: 'Failed jobs: 1' },
    });
    await vandal.set('job', { id }, { failed_at: null, due_at: now() - 120_000, lease_id: 'x' });
    const failed = await run();
    expect(failed.status).toMatchObject({
      success: false,
      infos: { info: 'Interrupted jobs that no worker takes over: 1' },
    });
    expect(failed.history.lastFail).toEqual(instant);
    expect(failed.counts).toMatchObject({ failure: 1 });
    const health = await app.request('GET /runningstatus', { user: null });
    expect([health.status, health.json]).toEqual([
      500,
      {
        runtimeStatus: 'ok',
        repositoryStatus: 'ok',
        streamStatus: 'failed',
        blobStoreStatus: 'ok',
      },
    ]);
    await vandal.repair();
    expect((await app.request('GET /runningstatus', { user: null })).status).toBe(200);
  });

  test('notice a blob store that cannot be written', async () => {
    const place = join(app.services.config.data, 'blobs', 'tmp');
    await rename(place, `${place}-away`);
    const { json } = await app.request(`POST ${probes}/blobStoreStatus`);
    await rename(`${place}-away`, place);
    expect(json.status.success).toBe(false);
    const again = await app.request(`POST ${probes}/blobStoreStatus`);
    expect(again.json.counts).toMatchObject({ failure: 1 });
    expect(again.json.status.success).toBe(true);
  });

  test('are in the summary for those who have the key', async () => {
    const line = 'GET /runningstatus?info=summary';
    for (const query of ['', '&key=', '&key=monitoring-kex', '&key=monitoring']) {
      const { status, json } = await app.request(line + query, { user: null });
      expect([status, json['entity-type']]).toEqual([403, 'exception']);
    }
    const { status, json } = await app.request(`${line}&key=monitoring-key`, { user: null });
    expect([status, json['entity-type'], json.entries.length]).toEqual([200, 'probes', 5]);
  });

  test('one is asked for by name, and each form is JSON of a known length', async () => {
    for (const [query, body] of [
      ['?info=started', 'true'],
      ['?info=probe&key=streamStatus', '{"streamStatus":"ok"}'],
    ]) {
      const { status, text, headers } = await app.request(`GET /runningstatus${query}`);
      expect([status, text]).toEqual([200, body]);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['content-length']).toBe(String(text.length));
    }
    // Its body is a script, whatever its type says, so it is not sent here, where JSON is checked.
    const context = { query: new URLSearchParams('info=reload') } as RequestContext;
    expect(await runningStatusRoute.handle(context)).toMatchObject({
      text: 'reload();',
      headers: { 'Content-Type': 'application/json' },
    });
    const noHealth = await app.request('GET /runningstatus?info=probe&key=administrativeStatus');
    expect(noHealth.status).toBe(404);
  });
});

describe('facts of the server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite', {
      administratorPassword: 'Administrator',
      registrationUrl: 'https://example.org/status?token=hidden-token&product=x',
      statusKey: 'monitoring-key',
    });
    await createUser(app, 'plain');
  });
  afterAll(() => app.close());

  test('are for administrators only', async () => {
    for (const path of ['probes', 'distribution', 'configuration', 'page-providers', 'stream']) {
      const line = `GET /api/v1/management/${path}`;
      expect((await app.request(line, { user: 'plain' })).status).toBe(403);
      expect((await app.request(line, { user: null })).status).toBe(401);
      expect((await app.request(line)).status).toBe(200);
    }
  });

  test('name the distribution and what it runs on', async () => {
    const { json } = await app.request('GET /api/v1/management/distribution');
    expect(json).toEqual({
      'entity-type': 'serverInfo',
      applicationName: 'Cartulary',
      applicationVersion: expect.stringMatching(/^\d+\.\d+/),
      distributionName: 'Cartulary',
      distributionVersion: expect.stringMatching(/^\d{4}\.\d+$/),
      distributionDate: '',
      bundles: [
        { name: 'cartulary', version: json.applicationVersion },
        { name: 'node', version: process.versions.node },
        { name: 'sqlite', version: '' },
      ],
      warnings: [],
      errors: [],
    });
  });

  test('show settings as texts and nothing secret', async () => {
    const { json, text } = await app.request('GET /api/v1/management/configuration');
    expect(json['entity-type']).toBe('configuration');
    expect(json.configuredProperties).toMatchObject({
      administratorPassword: '***',
      registrationUrl: 'https://example.org/status?token=***&product=x',
      statusKey: '***',
      logLevel: 'silent',
    });
    expect(json.configuredProperties).not.toHaveProperty('contextPath');
    expect(json.runtimeProperties).toMatchObject({ contextPath: '/nuxeo', databaseUrl: '' });
    expect(json.miscProperties).toMatchObject({ engine: 'sqlite' });
    for (const secret of ['hidden-token', 'monitoring-key', '"Administrator"']) {
      expect(text).not.toContain(secret);
    }
  });

  test('hide secrets in parts of values', () => {
    const flags = {
      databaseUrl: 'postgres://user:pass@host/db',
      trustedProxies: '10.0.0.0/8',
      contentModelFiles: 'a.json,/x/AKIAABCDEFGHIJKLMNOP/b.json,password=abc',
      publicUrl: 'https://example.org/nuxeo',
    };
    const { all } = redactConfig(loadConfig({ environment: {}, flags }).config);
    expect(all).toMatchObject({
      databaseUrl: '***',
      trustedProxies: '10.0.0.0/8',
      publicUrl: 'https://example.org/nuxeo/',
    });
    expect(all.contentModelFiles).not.toMatch(/AKIA|abc/);
    expect(all.contentModelFiles).toMatch(/password=\*\*\*/);
  });

  test('list page providers by name with their largest page', async () => {
    const { json } = await app.request('GET /api/v1/management/page-providers');
    const listed = json.map(({ name }: { name: string }) => name);
    expect(listed).toEqual(listed.toSorted());
    expect(json).toContainEqual({
      name: 'default_search',
      class: 'nxql',
      maxPageSize: expect.any(Number),
    });
  });
});

describe.each(engines)('kinds of jobs as streams on %s', (engine) => {
  let app: TestApp;
  const read = async (path: string) => {
    const { status, json } = await app.request(`GET /api/v1/management/stream${path}`);
    expect(status, path).toBe(200);
    return json;
  };
  beforeAll(async () => {
    app = await startTestApp(engine);
    await app.services.database.write(async (handle) => {
      for (let count = 0; count < 3; count += 1) {
        const runAtMs = now() + 3_600_000;
        await enqueueJob(handle, { kind: 'operation', payload: {}, runAtMs });
      }
    });
  });
  afterAll(() => app.close());

  test('have a consumer of the same name, and its lag', async () => {
    expect(await read('/streams')).toContainEqual({
      name: 'operation',
      partitions: 1,
      codec: 'json',
    });
    expect(await read('/consumers?stream=operation')).toEqual([
      { stream: 'operation', consumer: 'operation' },
    ]);
    expect(await read('/consumers?stream=')).toEqual([]);
    expect(await read('/consumer/position?stream=operation&consumer=operation')).toEqual({
      stream: 'operation',
      consumer: 'operation',
      lag: 3,
      lags: [{ partition: 0, pos: 0, end: 3, lag: 3 }],
    });
  });

  test('are described together with the process that runs them', async () => {
    const { streams, processors, metrics } = await read('/');
    const [processor] = processors;
    expect(streams.length).toBeGreaterThan(5);
    expect(processor.metadata).toMatchObject({ nodeId: app.services.nodeId, type: 'worker' });
    expect(processor.computations).toContainEqual({
      name: 'operation',
      threads: 4,
      continueOnFailure: true,
      batchCapacity: 1,
      batchThresholdMs: 0,
      maxRetries: 2,
      retryDelayMs: 5_000,
    });
    expect(processor.topology).toContainEqual(['stream:operation', 'computation:operation']);
    expect(metrics[0].metrics).toContainEqual({
      k: 'lag',
      group: 'operation',
      stream: 'operation',
      v: 3,
    });
  });

  test('with missing or unknown names are 400', async () => {
    const refusals: readonly [string, string][] = [
      ['/consumers?stream=none', 'Unknown stream'],
      ['/consumer/position?stream=operation', 'Missing consumer param'],
      ['/consumer/position?consumer=operation', 'Missing stream param'],
      ['/consumer/position?consumer=a&stream=none', 'Unknown stream'],
      [
        '/consumer/position?consumer=a&stream=operation',
        'Unknown consumer: that of operation is operation',
      ],
    ];
    for (const [path, message] of refusals) {
      const { status, json } = await app.request(`GET /api/v1/management/stream${path}`);
      expect([path, status, json.message]).toEqual([path, 400, message]);
    }
  });
});
