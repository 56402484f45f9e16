import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts';
import { comment } from '../support/comments.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';
import { endTask, type GrantingStore, openTask } from '../support/task-grants.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';
import { makeWatched, seen, type Watched, waysToSee } from '../support/watched-document.ts';

const grantingStore = ({ services }: TestApp): GrantingStore => ({
  database: services.database,
  context: services.repository,
});

describe.each(engines)('what a task allows on %s', (engine) => {
  describe.each([100, 0])('with up to %i documents written at once', (subtreeWrittenAtOnce) => {
    let app: TestApp;
    let store: GrantingStore;
    let watched: Watched;
    let count = 0;
    beforeAll(async () => {
      const counted = { development: true, documentCacheMegabytes: 0 };
      app = await startTestApp(engine, { subtreeWrittenAtOnce, ...counted });
      store = grantingStore(app);
      const group = { 'entity-type': 'group', groupname: 'reviewers' };
      expect((await app.request('POST /api/v1/group', { body: group })).status).toBe(201);
      await createUser(app, 'ann');
      await createUser(app, 'bob');
      await createUser(app, 'rick', ['reviewers']);
    });
    afterAll(() => app.close());
    beforeEach(async () => {
      count += 1;
      watched = await makeWatched(app, `watched-${count}`);
      await setAcl(
        app,
        watched.parent,
        ['ann', 'bob', 'rick'].map((each) => grantAce(each, 'Read')),
      );
    });

    const open = (
      documents: readonly string[],
      principals: readonly string[],
      permission = 'Everything',
    ) => openTask(store, { documents, principals, permission });

    test('is seen in each way by its actors alone, as long as it is open', async () => {
      expect(await seen(app, 'ann', watched)).toEqual([]);
      const task = await open([watched.uid], ['ann']);
      expect(await seen(app, 'ann', watched)).toEqual(waysToSee);
      expect(await seen(app, 'bob', watched)).toEqual([]);
      await endTask(store, task);
      expect(await seen(app, 'ann', watched)).toEqual([]);
    });

    test('is allowed below its documents, and to the members of a group', async () => {
      const task = await open([watched.parent], ['reviewers']);
      expect(await seen(app, 'rick', watched)).toEqual(waysToSee);
      expect(await seen(app, 'ann', watched)).toEqual([]);
      const group = {
        'entity-type': 'user',
        id: 'rick',
        properties: { username: 'rick', groups: [] },
      };
      expect((await app.request('PUT /api/v1/user/rick', { body: group })).status).toBe(200);
      expect(await seen(app, 'rick', watched)).toEqual([]);
      const again = { ...group, properties: { username: 'rick', groups: ['reviewers'] } };
      await app.request('PUT /api/v1/user/rick', { body: again });
      expect(await seen(app, 'rick', watched)).toEqual(waysToSee);
      await endTask(store, task);
      expect(await seen(app, 'rick', watched)).toEqual([]);
    });

    test('wins over an entry that denies, and not over a lock', async () => {
      await setAcl(app, watched.uid, [
        { ...grantAce('ann', 'Everything'), granted: false },
        denyAll,
      ]);
      await open([watched.uid], ['ann'], 'ReadWrite');
      const update = () =>
        app.request(`PUT /api/v1/id/${watched.uid}`, {
          user: 'ann',
          body: { 'entity-type': 'document', uid: watched.uid, properties: { 'dc:source': 'ann' } },
        });
      expect((await update()).status).toBe(200);
      expect((await callOperation(app, 'Document.Lock', { input: watched.uid })).status).toBe(200);
      expect((await update()).status).toBe(403);
      expect((await app.request(`GET /api/v1/id/${watched.uid}`, { user: 'ann' })).status).toBe(
        200,
      );
    });

    test('is allowed on versions of its document, and not on proxies elsewhere', async () => {
      const version = await callOperation(app, 'Document.CreateVersion', {
        input: watched.uid,
        params: { increment: 'Major' },
      });
      expect(version.status).toBe(200);
      const { json } = await callOperation(app, 'Document.GetVersions', { input: watched.uid });
      const [{ uid: versionId }] = json.entries;
      const closed = await createDocument(app, { name: `closed-${count}`, type: 'Folder' });
      await setAcl(app, closed.uid, [denyAll]);
      const proxy = await callOperation(app, 'Document.CreateLiveProxy', {
        input: watched.uid,
        params: { 'Destination Path': closed.uid },
      });
      const statuses = async () =>
        Promise.all(
          [versionId, proxy.json.uid].map(
            async (id) => (await app.request(`GET /api/v1/id/${id}`, { user: 'ann' })).status,
          ),
        );
      expect(await statuses()).toEqual([403, 403]);
      const task = await open([watched.uid], ['ann'], 'Read');
      expect(await statuses()).toEqual([200, 403]);
      await endTask(store, task);
      await open([proxy.json.uid], ['ann'], 'Read');
      expect(await statuses()).toEqual([403, 200]);
    });

    test('on a version shows it by the words of its comments, too', async () => {
      const params = { increment: 'Major' };
      const input = watched.uid;
      expect((await callOperation(app, 'Document.CreateVersion', { input, params })).status).toBe(
        200,
      );
      const { json } = await callOperation(app, 'Document.GetVersions', { input });
      const [{ uid: versionId }] = json.entries;
      const made = await comment(app, versionId, `marmot${count}`);
      const found = async () => {
        const query = encodeURIComponent(
          `SELECT * FROM Document WHERE ecm:fulltext = 'marmot${count}'`,
        );
        const line = `GET /api/v1/search/lang/NXQL/execute?query=${query}`;
        const { entries } = (await app.request(line, { user: 'ann' })).json;
        return entries.map(({ uid }: { uid: string }) => uid);
      };
      expect(await found()).toEqual([]);
      const task = await open([versionId], ['ann'], 'Read');
      const thread = await app.request(`GET /api/v1/id/${versionId}/@comment`, { user: 'ann' });
      expect(thread.json.entries.map(({ id }: { id: string }) => id)).toEqual([made.id]);
      expect(await found()).toEqual([versionId]);
      await endTask(store, task);
      expect(await found()).toEqual([]);
    });

    test('goes with a document that is moved, and with what is moved to below it', async () => {
      const other = await createDocument(app, { name: `other-${count}`, type: 'Folder' });
      const inner = await createDocument(app, { name: 'inner', type: 'Folder', parent: other.uid });
      await setAcl(app, other.uid, [denyAll]);
      const statusOf = async (id: string) =>
        (await app.request(`GET /api/v1/id/${id}`, { user: 'ann' })).status;
      await open([inner.uid], ['ann'], 'Read');
      expect([await statusOf(inner.uid), await statusOf(watched.uid)]).toEqual([200, 403]);
      await callOperation(app, 'Document.Move', {
        input: watched.uid,
        params: { target: inner.uid },
      });
      expect(await statusOf(watched.uid)).toBe(200);
      const query = `SELECT * FROM Document WHERE ecm:uuid = '${watched.uid}'`;
      const line = `GET /api/v1/search/execute?query=${encodeURIComponent(query)}`;
      expect((await app.request(line, { user: 'ann' })).json.resultsCount).toBe(1);
      await callOperation(app, 'Document.Move', {
        input: watched.uid,
        params: { target: other.uid },
      });
      expect(await statusOf(watched.uid)).toBe(403);
      expect((await app.request(line, { user: 'ann' })).json.resultsCount).toBe(0);
      await callOperation(app, 'Document.Move', {
        input: other.uid,
        params: { target: watched.parent },
      });
      expect(await statusOf(inner.uid)).toBe(200);
    });

    test('is shown first among the permissions, and below its document as inherited', async () => {
      const task = await openTask(store, {
        documents: [watched.parent],
        principals: ['ann', 'bob'],
        permission: 'ReadWrite',
        kind: 'delegation',
      });
      const review = await open([watched.uid], ['ann'], 'Read');
      const { json } = await app.request(`GET /api/v1/id/${watched.uid}/@acl`);
      const [own, ...others] = json.acl;
      expect(own).toEqual({
        name: `routing/${review}`,
        ace: [
          {
            id: 'ann:Read:true:Workflow::',
            username: 'ann',
            permission: 'Read',
            granted: true,
            creator: 'Workflow',
            begin: null,
            end: null,
            status: 'effective',
          },
        ],
      });
      expect(others.map(({ name }: { name: string }) => name)).toEqual(['local', 'inherited']);
      expect(others[1].ace.map(({ id }: { id: string }) => id)).toEqual([
        'ann:ReadWrite:true:Workflow::',
        'bob:ReadWrite:true:Workflow::',
      ]);
      const headers = { 'enrichers.document': 'acls' };
      const enriched = await app.request(`GET /api/v1/id/${watched.parent}`, { headers });
      const [first] = enriched.json.contextParameters.acls;
      expect([first.name, first.aces.length]).toEqual([`delegation/${task}`, 2]);
      await endTask(store, task);
      await endTask(store, review);
      const after = await app.request(`GET /api/v1/id/${watched.uid}/@acl`);
      expect(after.json.acl.map(({ name }: { name: string }) => name)).toEqual(['local']);
    });

    test('cannot be set, changed or removed with the permissions of a document', async () => {
      const task = await open([watched.uid], ['ann'], 'Read');
      const name = `routing/${task}`;
      const before = await app.request(`GET /api/v1/id/${watched.uid}/@acl`);
      const add = (acl: string) =>
        callOperation(app, 'Document.AddACE', {
          input: watched.uid,
          params: { user: 'bob', permission: 'Read', acl },
        });
      for (const acl of [name, 'routing/x', 'delegation/x', 'task/x']) {
        const { status, json } = await add(acl);
        expect([status, json.message]).toEqual([400, expect.stringContaining('cannot be set')]);
      }
      await callOperation(app, 'Document.RemoveACL', { input: watched.uid, params: { acl: name } });
      const params = { user: 'ann', acl: name };
      await callOperation(app, 'Document.RemovePermission', { input: watched.uid, params });
      const after = await app.request(`GET /api/v1/id/${watched.uid}/@acl`);
      expect(after.json).toEqual(before.json);
      expect((await add('routing')).status).toBe(200);
    });

    // Those of pending changes are others while they are written.
    test.runIf(subtreeWrittenAtOnce > 0)(
      'costs no query for a user whom no task allows anything',
      async () => {
        await setAcl(app, watched.uid, [grantAce('bob', 'ReadWrite')]);
        const queriesOf = async (line: string, makeBody?: () => object) => {
          // The first verifies the password and reads ACLs, any may learn that nothing is pending.
          const found: number[] = [];
          for (let time = 0; time < 5; time += 1) {
            const options = { user: 'bob', ...(makeBody && { body: makeBody() }) };
            const { headers, status } = await app.request(line, options);
            expect(status).toBeLessThan(300);
            found.push(Number(/(\d+) queries/.exec(String(headers['server-timing']))?.[1]));
          }
          return Math.min(...found);
        };
        const query = encodeURIComponent("SELECT * FROM File WHERE dc:title LIKE 'the%'");
        const lines = [
          `GET /api/v1/id/${watched.uid}`,
          `GET /api/v1/id/${watched.parent}/@children`,
          `GET /api/v1/search/execute?query=${query}`,
        ];
        let made = 0;
        const child = () => {
          made += 1;
          return { 'entity-type': 'document', name: `new-${made}`, type: 'File' };
        };
        await setAcl(app, watched.parent, [grantAce('bob', 'ReadWrite')]);
        const counts = async () => {
          const found: number[] = [];
          for (const line of lines) found.push(await queriesOf(line));
          found.push(await queriesOf(`POST /api/v1/id/${watched.parent}`, child));
          return found;
        };
        const before = await counts();
        expect(before).toEqual([1, 3, 3, engine === 'postgres' ? 6 : 7]);
        await open([watched.uid, watched.parent], ['ann'], 'Everything');
        expect(await counts()).toEqual(before);
      },
    );
  });
});

describe.each(engines)('what a task allows, on two servers, on %s', (engine) => {
  let servers: TwoServers;
  let here: TestApp;
  let there: TestClient;
  beforeAll(async () => {
    servers = await startTwoServers(engine);
    ({ here, there } = servers);
    await createUser(here, 'ann');
  });
  afterAll(() => servers.close());

  test('begins and ends on both at once', async () => {
    const watched = await makeWatched(here, 'both');
    for (const documents of [[watched.uid], [watched.parent], [watched.uid]]) {
      for (const client of [there, here]) {
        expect(await seen(client, 'ann', watched)).toEqual([]);
      }
      const granted = { documents, principals: ['ann'], permission: 'Everything' };
      const task = await openTask(grantingStore(here), granted);
      for (const client of [there, here]) {
        expect(await seen(client, 'ann', watched)).toEqual(waysToSee);
      }
      await endTask(grantingStore(here), task);
    }
    for (const client of [there, here]) expect(await seen(client, 'ann', watched)).toEqual([]);
  }, 120_000);
});
