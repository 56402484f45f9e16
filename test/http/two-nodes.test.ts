import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser, workspaces } from '../support/documents.ts';
import { createPostgresDatabase, makeFolder } from '../support/engines.ts';
import { denyAll, setAcl } from '../support/security.ts';

describe('two nodes on one PostgreSQL', () => {
  let first: TestApp;
  let second: TestApp;
  let release: () => Promise<void>;
  beforeAll(async () => {
    const { url, drop } = await createPostgresDatabase();
    const folder = await makeFolder();
    const flags = { databaseUrl: url, data: folder.path };
    // Started together on an empty store: one of them creates it.
    [first, second] = await Promise.all([
      startTestApp('postgres', flags),
      startTestApp('postgres', flags),
    ]);
    release = async () => {
      await first.close();
      await second.close();
      await drop();
      await folder.remove();
    };
  });
  afterAll(() => release());

  test('what one acknowledged, the other shows', async () => {
    const made = await createDocument(first, { name: 'seen', properties: { 'dc:title': 'Seen' } });
    const { json } = await second.request(`GET ${workspaces}/seen`);
    expect(json).toEqual({ ...made, properties: json.properties });
    await second.request(`DELETE /api/v1/id/${made.uid}`);
    expect((await first.request(`GET /api/v1/id/${made.uid}`)).status).toBe(404);
  });

  test('a changed password counts on the other at once, also where the old one was known', async () => {
    await createUser(first, 'mover');
    const login = (app: TestApp, password: string) =>
      app.request('POST /site/automation/login', { user: 'mover', password });
    expect((await login(second, 'mover')).status).toBe(200);
    const body = { 'entity-type': 'user', id: 'mover', properties: { password: 'other' } };
    expect((await first.request('PUT /api/v1/user/mover', { body })).status).toBe(200);
    expect((await login(second, 'mover')).status).toBe(401);
    expect((await login(second, 'other')).status).toBe(200);
  });

  test('a permission taken on one is gone on the other at once, in reads and in lists', async () => {
    await createUser(first, 'viewer');
    const folder = await createDocument(first, { name: 'shut', type: 'Folder' });
    const child = await createDocument(first, { parent: folder.uid, name: 'child' });
    const as = { user: 'viewer' };
    expect((await second.request(`GET /api/v1/id/${child.uid}`, as)).status).toBe(200);
    await setAcl(first, folder.uid, [denyAll]);
    expect((await second.request(`GET /api/v1/id/${child.uid}`, as)).status).toBe(403);
    const list = await second.request(`GET ${workspaces}/@children?pageSize=1000`, as);
    const ids = list.json.entries.map((entry: { uid: string }) => entry.uid);
    expect(ids).not.toContain(folder.uid);
  });

  test('creates of one name on both at once get distinct names', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createDocument(index % 2 === 0 ? first : second, { name: 'both' }),
      ),
    );
    expect(new Set(made.map((document) => document.path)).size).toBe(20);
  });
});
