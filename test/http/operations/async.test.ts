import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startExecution } from '../../../src/automation/async/operation-job.ts';
import { present } from '../../../src/base/assert.ts';
import { now } from '../../../src/base/clock.ts';
import { stageWithLease } from '../../../src/repository/attachments/blob-leases.ts';
import { loadPrincipal } from '../../../src/repository/principals/principals.ts';
import type { WriteHandle } from '../../../src/storage/database.ts';
import { startTestApp, type TestApp, type TestRequest } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { FaultyDatabase } from '../../support/faulty-database.ts';
import { denyAll, setAcl } from '../../support/security.ts';

/** Looks at the jobs and leases of each unit before its end, when no worker can have taken them yet. */
class WatchedDatabase extends FaultyDatabase {
  readonly payloads: string[] = [];
  readonly leaseEnds: number[] = [];

  override write<T>(work: (handle: WriteHandle) => Promise<T>): Promise<T> {
    return super.write(async (handle) => {
      const value = await work(handle);
      const jobs = await handle.all(handle.builder.selectFrom('job').select('payload'));
      this.payloads.push(...jobs.map(({ payload }) => payload));
      const leases = await handle.all(handle.builder.selectFrom('blob_lease').select('expires_at'));
      this.leaseEnds.push(...leases.map(({ expires_at: endsMs }) => Number(endsMs)));
      return value;
    });
  }
}

async function filesBelow(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ name, parentPath }) => ({
      name,
      bytes: await readFile(join(parentPath, name)),
    })),
  );
}

describe.each(engines)('operations in the background on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    await createUser(app, 'eve');
  });
  afterAll(() => app.close());

  /** Starts it and returns the path of its result. */
  const start = async (id: string, body: object, options: TestRequest = {}): Promise<string> => {
    const line = `POST /site/automation/${id}/@async`;
    const response = await app.request(line, { ...options, body });
    expect([response.status, response.text]).toEqual([202, '']);
    const location = String(response.headers.location);
    expect(location).toMatch(/^http:\/\/.+\/@async\/[0-9a-f-]{36}\/status$/);
    return new URL(location).pathname.replace(/^\/nuxeo/, '').replace(/\/status$/, '');
  };

  const finished = async (path: string, user = 'Administrator') => {
    await expect
      .poll(async () => (await app.request(`GET ${path}/status`, { user })).status)
      .toBe(303);
    return app.request(`GET ${path}`, { user });
  };

  test('the result is read where the status leads, with the headers of the reader', async () => {
    const { uid } = await createDocument(app, { name: 'a', properties: { 'dc:title': 'T' } });
    const path = await start('Repository.GetDocument', { params: { value: uid } });
    await expect
      .poll(async () => (await app.request(`GET ${path}/status`)).headers.location)
      .toMatch(new RegExp(`^http://.+${path}$`));
    const headers = { 'x-cartulary-dialect': 'native' };
    const plain = await app.request(`GET ${path}`, { headers });
    expect(plain.json).toMatchObject({ uid, title: 'T' });
    expect(plain.json.properties).toBeUndefined();
    const asked = await app.request(`GET ${path}`, { headers: { ...headers, properties: '*' } });
    expect(asked.json.properties['dc:title']).toBe('T');
  });

  test('changes are made as the caller, and once', async () => {
    const { uid } = await createDocument(app, { name: 'changed' });
    const call = { input: `doc:${uid}`, params: { properties: 'dc:title=by async' } };
    const path = await start('Document.Update', call);
    expect((await finished(path)).json.title).toBe('by async');
    const { json } = await app.request(`GET /api/v1/id/${uid}`);
    expect([json.title, json.changeToken]).toEqual(['by async', '1-0']);
    expect(json.properties['dc:lastContributor']).toBe('Administrator');
  });

  test('a failure is answered with its status and without the name of what was called', async () => {
    const { uid } = await createDocument(app, { name: 'secret' });
    await setAcl(app, uid, [denyAll]);
    const value = { params: { value: uid } };
    const denied = await start('Repository.GetDocument', value, { user: 'bob' });
    const response = await finished(denied, 'bob');
    expect([response.status, response.json.status]).toEqual([403, 403]);
    expect(response.json.message).not.toContain('Failed to invoke operation');
    const missing = await start('Repository.GetDocument', { params: { value: '/nowhere' } });
    expect((await finished(missing)).json).toMatchObject({
      status: 404,
      message: 'There is no document at the path /nowhere',
    });
  });

  test('other users do not see an execution', async () => {
    const { uid } = await createDocument(app, { name: 'own' });
    const path = await start('Repository.GetDocument', { params: { value: uid } }, { user: 'bob' });
    await finished(path, 'bob');
    for (const line of [`GET ${path}`, `GET ${path}/status`, `DELETE ${path}`]) {
      expect((await app.request(line, { user: 'eve' })).status).toBe(404);
    }
    expect((await app.request(`GET ${path}`)).status).toBe(200);
  });

  test('blobs of the request are the input, and the result keeps its content', async () => {
    const body = Buffer.from(
      [
        '--b\r\nContent-Type: application/json\r\n\r\n{"params":{"level":"info","message":"x"}}',
        '--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="x.txt"\r\n\r\nhello',
        '--b--\r\n',
      ].join('\r\n'),
    );
    const response = await app.request('POST /site/automation/Log/@async', {
      body,
      headers: { 'content-type': 'multipart/related; boundary=b' },
    });
    const path = new URL(String(response.headers.location)).pathname
      .replace(/^\/nuxeo/, '')
      .replace(/\/status$/, '');
    const result = await finished(path);
    expect([result.status, result.text]).toEqual([200, 'hello']);
    expect((await app.request(`GET ${path}`)).text).toBe('hello');
  });

  test('a waiting call shows nothing of what it was given, and does it all the same', async () => {
    const { services } = app;
    const database = new WatchedDatabase(services.database);
    const principal = await services.database.read((handle) =>
      loadPrincipal(handle, 'Administrator'),
    );
    const naming = { name: 'a.txt', mimeType: 'text/plain', encoding: null };
    const lease = await stageWithLease(services, Buffer.from('its file'), naming);
    const password = 'correct horse battery';
    const id = await startExecution(
      { database },
      {
        operation: 'User.CreateOrUpdate',
        caller: {
          principal: present(principal, 'the administrator is there from the start'),
          baseUrl: 'http://localhost/nuxeo/',
          timeoutMs: 60_000,
          keepsBatches: false,
        },
        request: { params: { username: 'waiting', password }, context: { again: password } },
        leases: [lease],
        waitingMax: 10,
      },
    );
    // It may wait for two days, and so do its files.
    expect(Math.max(...database.leaseEnds)).toBeGreaterThan(now() + 47 * 60 * 60 * 1000);
    expect(database.payloads.join()).toContain('User.CreateOrUpdate');
    expect(database.payloads.join()).not.toContain(password);
    const result = await finished(`/site/automation/User.CreateOrUpdate/@async/${id}`);
    expect([result.status, result.text]).toEqual([200, 'its file']);
    const login = await app.request('GET /api/v1/me', { user: 'waiting', password });
    expect(login.status).toBe(200);
  });

  test('a password that was set in the background is in no file', async () => {
    const password = 'tr0ub4dor-and-3';
    const path = await start('User.CreateOrUpdate', {
      params: { username: 'sealed', password },
    });
    expect((await finished(path)).status).toBe(204);
    const login = await app.request('GET /api/v1/me', { user: 'sealed', password });
    expect(login.status).toBe(200);
    const files = await filesBelow(app.services.config.data);
    if (engine === 'sqlite') expect(files.map(({ name }) => name)).toContain('cartulary.db');
    expect(files.filter(({ bytes }) => bytes.includes(password)).map(({ name }) => name)).toEqual(
      [],
    );
  });

  test('unknown operations and executions are 404, what has ended cannot be aborted', async () => {
    const unknown = await app.request('POST /site/automation/No.Such/@async', { body: {} });
    expect(unknown.status).toBe(404);
    const nothing = '/site/automation/Log/@async/00000000-0000-4000-8000-000000000000';
    for (const line of [`GET ${nothing}`, `GET ${nothing}/status`, `DELETE ${nothing}`]) {
      const response = await app.request(line);
      expect(response.status).toBe(404);
      expect(response.json.message).toMatch(/^Execution with id=.* not found$/);
    }
    const path = await start('Log', { params: { level: 'info', message: 'x' } });
    expect((await finished(path)).status).toBe(204);
    expect((await app.request(`DELETE ${path}`)).status).toBe(404);
  });
});
