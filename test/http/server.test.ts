import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import perfHooks from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser, postDocument } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

describe('the server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite', { development: true });
    await createUser(app, 'nobody');
  });
  afterAll(() => app.close());

  test('tells what it can do, in the shape that clients parse', async () => {
    const { status, json } = await app.request('GET /api/v1/capabilities', { user: 'nobody' });
    expect(status).toBe(200);
    expect(json).toEqual({
      'entity-type': 'capabilities',
      cluster: { enabled: false, nodeId: expect.stringMatching(/.+/) },
      repository: { default: { queryBlobKeys: true } },
      server: {
        distributionName: 'Cartulary',
        distributionServer: 'cartulary',
        distributionVersion: expect.stringMatching(/^\d+\.\d+(\.\d+)?(-HF\d+)?(-SNAPSHOT)?$/),
      },
    });
  });

  test('can query the keys of blobs as it says', async () => {
    const blob = { data: 'known by its key', name: 'a.txt' };
    const properties = { 'file:content': blob };
    const { uid } = await createDocument(app, { name: 'keyed', properties });
    const { json } = await app.request(`GET /api/v1/id/${uid}`);
    // The digest of the default algorithm is the key.
    const key = json.properties['file:content'].digest;
    const query = encodeURIComponent(`SELECT * FROM Document WHERE ecm:blobKeys = '${key}'`);
    const found = await app.request(`GET /api/v1/search/execute?query=${query}`);
    expect(found.json.entries.map((entry: { uid: string }) => entry.uid)).toEqual([uid]);
  });

  test('announces a version where clients look for it on connect', async () => {
    const { json } = await app.request('GET /json/cmis');
    expect(json.default.productVersion).toMatch(/(\d+)\.(\d+)(?:-HF(\d+))?/);
    expect((await app.request('GET /json/cmis', { user: null })).status).toBe(401);
  });

  test('tells its health without login', async () => {
    const { status, json } = await app.request('GET /runningstatus', { user: null });
    expect([status, json]).toEqual([
      200,
      {
        runtimeStatus: 'ok',
        repositoryStatus: 'ok',
        streamStatus: 'ok',
        blobStoreStatus: 'ok',
      },
    ]);
    const started = await app.request('GET /runningstatus?info=started', { user: null });
    expect(started.text).toBe('true');
    const probe = await app.request('GET /runningstatus?info=probe&key=repositoryStatus', {
      user: null,
    });
    expect(probe.json).toEqual({ repositoryStatus: 'ok' });
    const unknown = await app.request('GET /runningstatus?info=probe&key=toString', { user: null });
    expect(unknown.status).toBe(404);
  });

  test('shows metrics to administrators only', async () => {
    await app.request('GET /api/v1/path/');
    const { status, text } = await app.request('GET /metrics');
    expect(status).toBe(200);
    expect(text).toMatch(/cartulary_http_request_duration_seconds_count\{.*status="200".*\} \d/);
    expect((await app.request('GET /metrics', { user: 'nobody' })).status).toBe(403);
    expect((await app.request('GET /metrics', { user: null })).status).toBe(401);
  });

  test('shows metrics of its process, which another server in it does not observe again', async () => {
    const observe = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
    const other = await startTestApp('sqlite');
    for (const { request } of [app, other]) {
      const { text } = await request('GET /metrics');
      for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_mean_seconds']) {
        expect(text.split(`\n${name} `)).toHaveLength(2);
      }
    }
    expect(observe).not.toHaveBeenCalled();
    await other.close();
  });

  test('gives every answer its own request id and the safety headers', async () => {
    const first = await app.request('GET /api/v1/path/');
    const second = await app.request('GET /api/v1/nothing');
    expect(first.headers['x-request-id']).toMatch(/.+/);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    for (const { headers } of [first, second]) {
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
      expect(headers).not.toHaveProperty('www-authenticate');
    }
  });

  test('reads a document with a single query, and says so in development', async () => {
    const { uid } = await createDocument(app, { name: 'counted' });
    const { headers } = await app.request(`GET /api/v1/id/${uid}`, { user: 'nobody' });
    expect(headers['server-timing']).toMatch(/^db;desc="[12] queries", total;dur=\d/);
    const again = await app.request(`GET /api/v1/id/${uid}`, { user: 'nobody' });
    expect(again.headers['server-timing']).toMatch(/^db;desc="1 queries"/);
  });

  test('needs the same number of queries for one child and for many', async () => {
    const folder = await createDocument(app, { name: 'constant', type: 'Folder' });
    const list = async () => {
      const line = `GET /api/v1/id/${folder.uid}/@children`;
      await app.request(line, { user: 'nobody' });
      return (await app.request(line, { user: 'nobody' })).headers['server-timing'];
    };
    await createDocument(app, { parent: folder.uid, name: 'one' });
    const one = /"(\d+) queries"/.exec(String(await list()))?.[1];
    for (let i = 0; i < 30; i += 1)
      await createDocument(app, { parent: folder.uid, name: `n${i}` });
    const many = /"(\d+) queries"/.exec(String(await list()))?.[1];
    expect(many).toBe(one);
  });

  test('describes itself in OpenAPI 3.1, every route with its statuses', async () => {
    const { json } = await app.request('GET /api/v1/openapi.json', { user: null });
    expect(json.openapi).toBe('3.1.0');
    expect(json.paths['/api/v1/user/{rest}'] ?? json.paths['/api/v1/user']).toBeDefined();
    expect(Object.keys(json.paths['/api/v1/id/{id}'])).toEqual(['get', 'post', 'put', 'delete']);
    expect(json.paths['/api/v1/id/{id}'].get.responses['404'].content['application/json']).toEqual({
      schema: { $ref: '#/components/schemas/exception' },
    });
    expect(json.paths['/api/v1/id/{id}/@children'].get.parameters[0].name).toBe('id');
  });
});

describe.each(engines)('capabilities on %s', (engine) => {
  test('says whether several processes may share the store, and which one answers', async () => {
    const start = () => startTestApp(engine, { clusterEnabled: undefined });
    const [one, other] = await Promise.all([start(), start()]);
    try {
      const clusterOf = async (app: TestApp) => {
        const { status, json } = await app.request('GET /api/v1/capabilities');
        const { 'entity-type': type, cluster, repository, server } = json;
        expect([status, type, repository]).toEqual([
          200,
          'capabilities',
          { default: { queryBlobKeys: true } },
        ]);
        expect(Object.keys(server).toSorted()).toEqual([
          'distributionName',
          'distributionServer',
          'distributionVersion',
        ]);
        return cluster;
      };
      const first = await clusterOf(one);
      expect(first).toEqual({ enabled: engine === 'postgres', nodeId: one.services.nodeId });
      expect(await clusterOf(one)).toEqual(first);
      expect((await clusterOf(other)).nodeId).not.toBe(first.nodeId);
    } finally {
      await one.close();
      await other.close();
    }
  });
});

describe('extended errors', () => {
  test('add the stack, spelt by dialect', async () => {
    const app = await startTestApp('sqlite', { extendedErrors: true });
    try {
      const contract = await app.request('GET /api/v1/nothing');
      expect(contract.json.stack).toMatch(/AppError/);
      expect(contract.json).not.toHaveProperty('stacktrace');
      const native = await app.request('GET /api/v1/nothing', {
        headers: { 'X-Cartulary-Dialect': 'native' },
      });
      expect(native.json.stacktrace).toBe(native.json.stack);
    } finally {
      await app.close();
    }
  });

  test('are switched on and off by administrators, for all callers', async () => {
    const app = await startTestApp('sqlite');
    const toggle = (user: string, params: object = {}) =>
      callOperation(app, 'JsonStack.ToggleDisplay', { user, params });
    const hasStack = async () => 'stack' in (await app.request('GET /api/v1/nothing')).json;
    try {
      await createUser(app, 'bob');
      expect((await toggle('bob', { enableTrace: true })).json.value).toBe(false);
      expect(await hasStack()).toBe(false);
      expect((await toggle('Administrator')).json.value).toBe(true);
      expect(await hasStack()).toBe(true);
      expect((await toggle('Administrator', { enableTrace: 'true' })).json.value).toBe(true);
      expect((await toggle('bob', { enableTrace: false })).json.value).toBe(true);
      expect((await toggle('Administrator')).json.value).toBe(false);
      expect(await hasStack()).toBe(false);
    } finally {
      await app.close();
    }
  });
});

describe('a custom content model', () => {
  test('brings its types to the API, with constraints and defaults', async () => {
    const folder = await makeFolder();
    const path = join(folder.path, 'model.json');
    await copyFile('docs/examples/custom-model.json', path);
    const app = await startTestApp('sqlite', { contentModelFiles: [path] });
    try {
      const refused = await postDocument(app, { name: 'custom', type: 'Contract' });
      expect([refused.status, refused.json.message]).toEqual([
        422,
        expect.stringContaining('ctr:number'),
      ]);
      const properties = { 'ctr:number': 'AB-1234', 'ctr:renewals': '3' };
      const made = await createDocument(app, { name: 'custom', type: 'Contract', properties });
      expect(made.properties).toMatchObject({
        'ctr:number': 'AB-1234',
        'ctr:status': 'draft',
        'ctr:isConfidential': 'false',
        'ctr:renewals': '3',
      });
      expect(made.facets).toContain('Contractual');
      const initial = await app.request('GET /api/v1/path/default-domain/workspaces/contracts');
      expect([initial.status, initial.json.title]).toEqual([200, 'Contracts']);
    } finally {
      await app.close();
      await folder.remove();
    }
  });

  test('with errors stops the start and names every field', async () => {
    const folder = await makeFolder();
    const path = join(folder.path, 'model.json');
    await writeFile(
      path,
      JSON.stringify({ types: { Bad: { supertype: 'Nope', schemas: ['none'] } } }),
    );
    try {
      const start = startTestApp('sqlite', { contentModelFiles: [path] });
      await expect(start).rejects.toMatchObject({ code: 'content-model.invalid' });
      await expect(start).rejects.toThrow(/Nope[\s\S]*none|none[\s\S]*Nope/);
    } finally {
      await folder.remove();
    }
  });

  test('on another context path and dialect by configuration', async () => {
    const app = await startTestApp('sqlite', { contextPath: '/cms', wireDialect: 'native' });
    try {
      const response = await app.app.inject({ url: '/cms/runningstatus' });
      expect(response.statusCode).toBe(200);
      const { json } = await app.request('GET /api/v1/path/default-domain');
      expect(json).not.toHaveProperty('properties');
    } finally {
      await app.close();
    }
  });
});
