import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestRequest } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { denyAll, setAcl } from '../../support/security.ts';

describe.each(engines)('operations in the background on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    await createUser(app, 'eve');
  });
  afterAll(() => app.close());

  /** Starts it and answers the path of its result. */
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

  test('the result is read where the status leads, with the headers of whoever reads', async () => {
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
    expect((await finished(missing)).json).toMatchObject({ status: 404, message: '/nowhere' });
  });

  test('nobody else learns of an execution', async () => {
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
