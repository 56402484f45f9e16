import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { createDocument as createIn } from '../../src/repository/editing/create-document.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { remoteClient, startTestApp, type TestApp, type TestClient } from '../support/app.ts';
import { ChildServer, programFile } from '../support/child-server.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { createDocument, createUser, workspaces } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

/** Everything that needs no turn of the event loop is done afterwards. */
async function settleInThisTurn(): Promise<void> {
  for (let step = 0; step < 100; step += 1) await new Promise<void>(process.nextTick);
}

async function done(response: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await response;
  if (status >= 300) throw new Error(`${status}: ${text}`);
}

describe.each(engines)('two processes on one store on %s', (engine) => {
  let store: CliStore;
  let child: ChildServer;
  let here: TestApp;
  let there: TestClient;
  beforeAll(async () => {
    store = await createCliStore(engine);
    const { CARTULARY_DATA: data = '', CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    // Started together on an empty store: one of them creates it.
    child = new ChildServer({ data, databaseUrl });
    const [app, url] = await Promise.all([startTestApp(engine, { data, databaseUrl }), child.url]);
    here = app;
    there = remoteClient(url);
  });
  afterAll(async () => {
    await child.stop();
    await here.close();
    await store.close();
  });

  let count = 0;
  async function newUser(groups: readonly string[] = []): Promise<string> {
    count += 1;
    await createUser(here, `user${count}`, groups);
    return `user${count}`;
  }

  async function newGroup(fields: object): Promise<string> {
    count += 1;
    const groupname = `group${count}`;
    const body = { 'entity-type': 'group', groupname, ...fields };
    await done(here.request('POST /api/v1/group', { body }));
    return groupname;
  }

  describe.each(['here', 'there'] as const)('what is changed %s', (side) => {
    let changed: TestClient;
    let other: TestClient;
    beforeAll(() => {
      [changed, other] = side === 'here' ? [here, there] : [there, here];
    });

    const statusOf = async (user: string, password = user): Promise<number> =>
      (await other.request('GET /api/v1/me', { user, password })).status;
    const withCookie = async (cookie: string): Promise<number> =>
      (await other.request('GET /api/v1/me', { user: null, headers: { cookie } })).status;
    const isAdministrator = async (user: string): Promise<boolean> =>
      (await other.request('GET /metrics', { user })).status === 200;
    async function openSession(user: string): Promise<string> {
      const { headers } = await other.request('POST /site/automation/login', { user });
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      expect(await withCookie(cookie)).toBe(200);
      return cookie;
    }

    test('a password: the old one and the sessions that it opened end', async () => {
      const user = await newUser();
      const cookie = await openSession(user);
      expect(await statusOf(user, 'new')).toBe(401);
      const body = { 'entity-type': 'user', id: user, properties: { password: 'new' } };
      await done(changed.request(`PUT /api/v1/user/${user}`, { body }));
      const statuses = [
        await statusOf(user),
        await withCookie(cookie),
        await statusOf(user, 'new'),
      ];
      expect(statuses).toEqual([401, 401, 200]);
    });

    test('a session that is ended', async () => {
      const cookie = await openSession(await newUser());
      await changed.request('GET /logout', { user: null, headers: { cookie } });
      expect(await withCookie(cookie)).toBe(401);
    });

    test('a token that is withdrawn', async () => {
      const user = await newUser();
      const { text: token } = await other.request('POST /api/v1/token?application=app', { user });
      const headers = { 'x-authentication-token': token };
      const statusOfToken = async () =>
        (await other.request('GET /api/v1/me', { user: null, headers })).status;
      expect(await statusOfToken()).toBe(200);
      await done(changed.request(`DELETE /api/v1/token/${token}`, { user }));
      expect(await statusOfToken()).toBe(401);
    });

    test('a user who is removed, also when another one takes the name', async () => {
      const user = await newUser(['administrators']);
      const cookie = await openSession(user);
      expect(await isAdministrator(user)).toBe(true);
      await done(changed.request(`DELETE /api/v1/user/${user}`));
      expect([await statusOf(user), await withCookie(cookie)]).toEqual([401, 401]);
      await createUser(changed, user);
      expect([await statusOf(user), await withCookie(cookie)]).toEqual([200, 401]);
      expect(await isAdministrator(user)).toBe(false);
    });

    test('a membership', async () => {
      const user = await newUser();
      const membership = `/api/v1/user/${user}/group/administrators`;
      for (const [method, expected] of [
        ['POST', true],
        ['DELETE', false],
      ] as const) {
        expect(await isAdministrator(user)).toBe(!expected);
        await done(changed.request(`${method} ${membership}`));
        expect(await isAdministrator(user)).toBe(expected);
      }
    });

    test('a group inside another, and one that is removed', async () => {
      const user = await newUser();
      const group = await newGroup({ memberUsers: [user], parentGroups: ['administrators'] });
      expect(await isAdministrator(user)).toBe(true);
      await done(changed.request(`DELETE /api/v1/group/${group}`));
      expect(await isAdministrator(user)).toBe(false);
    });

    test('a permission, in reads and in lists', async () => {
      const user = await newUser();
      const folder = await createDocument(here, { name: `of ${user}`, type: 'Folder' });
      const { uid } = await createDocument(here, { parent: folder.uid, name: 'child' });
      const shown = async (): Promise<[number, number]> => {
        const read = await other.request(`GET /api/v1/id/${uid}`, { user });
        const query = encodeURIComponent(`SELECT * FROM File WHERE ecm:uuid = '${uid}'`);
        const list = await other.request(`GET /api/v1/search/execute?query=${query}`, { user });
        return [read.status, list.json.entries.length];
      };
      const change = (operation: string, params: object = {}) =>
        done(callOperation(changed, operation, { input: folder.uid, params }));
      expect(await shown()).toEqual([200, 1]);
      await change('Document.BlockPermissionInheritance');
      expect(await shown()).toEqual([403, 0]);
      await change('Document.AddPermission', { permission: 'Read', users: user });
      expect(await shown()).toEqual([200, 1]);
      await change('Document.RemovePermission', { user });
      expect(await shown()).toEqual([403, 0]);
    });

    test('a document', async () => {
      const name = `seen from ${side}`;
      const made = await createDocument(changed, { name, properties: { 'dc:title': 'Seen' } });
      const { json } = await other.request(`GET ${workspaces}/${encodeURIComponent(name)}`);
      expect(json).toEqual({ ...made, properties: json.properties });
      await done(changed.request(`DELETE /api/v1/id/${made.uid}`));
      expect((await other.request(`GET /api/v1/id/${made.uid}`)).status).toBe(404);
    });

    test('an entry of a directory', async () => {
      const address = `/api/v1/directory/continent/atlantis-${side}`;
      const status = async () => (await other.request(`GET ${address}`)).status;
      const properties = { id: `atlantis-${side}`, label: 'Atlantis', obsolete: 0, ordering: 1 };
      const body = { 'entity-type': 'directoryEntry', directoryName: 'continent', properties };
      expect(await status()).toBe(404);
      await done(changed.request('POST /api/v1/directory/continent', { body }));
      expect(await status()).toBe(200);
      await done(changed.request(`DELETE ${address}`));
      expect(await status()).toBe(404);
    });

    test('a request with a key, which is not executed again', async () => {
      const { uid } = await createDocument(here, { name: `keyed ${side}`, type: 'Folder' });
      const create = (client: TestClient) =>
        callOperation(client, 'Document.Create', {
          input: uid,
          params: { type: 'File', name: 'once' },
          headers: { 'idempotency-key': `key ${side}` },
        });
      const first = await create(changed);
      expect(first.status).toBe(200);
      expect((await create(other)).json.uid).toBe(first.json.uid);
    });
  });

  test('creates of one name on both at once get distinct names', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createDocument(index % 2 === 0 ? here : there, { name: 'both' }),
      ),
    );
    expect(new Set(made.map((document) => document.path)).size).toBe(20);
  });

  test('a walk through many pages goes on in the other process', async () => {
    const { uid } = await createDocument(here, { name: 'walked', type: 'Folder' });
    const titles = Array.from({ length: 1_150 }, (_, n) => `t${1_000 + n}`);
    await here.services.database.write(async (handle) => {
      const unit = createSystemUnit(handle, here.services.repository);
      const parentId = uid as DocumentId;
      for (const title of titles) {
        const child = { parentId, name: title, type: 'File', properties: { 'dc:title': title } };
        await createIn(unit, child);
      }
    });
    const query = `SELECT * FROM File WHERE ecm:parentId = '${uid}' ORDER BY dc:title`;
    const found: string[] = [];
    for (let page = 0; page < 12; page += 1) {
      const client = page % 2 === 0 ? here : there;
      const paging = `pageSize=100&currentPageIndex=${page}`;
      const { json } = await client.request(
        `GET /api/v1/search/execute?${paging}&query=${encodeURIComponent(query)}`,
      );
      expect(json.resultsCount).toBe(titles.length);
      for (const { title } of json.entries) found.push(title);
    }
    expect(found).toEqual(titles);
  });

  test('a user whom a command removed is refused, also with reads in the same turn of the event loop', async () => {
    const user = await newUser();
    const me = () => here.request('GET /api/v1/me', { user });
    expect((await me()).status).toBe(200);
    const before = me();
    await settleInThisTurn();
    // This process stands still meanwhile, as it does during a long statement, and takes nothing in.
    const env = { PATH: process.env.PATH, ...store.env };
    execFileSync(process.execPath, [programFile, 'user', 'remove', user], {
      cwd: store.folder,
      env,
    });
    const after = me();
    expect((await after).status).toBe(401);
    await before;
  });
});
