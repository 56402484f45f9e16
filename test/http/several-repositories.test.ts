import { describe, expect, test, vi } from 'vitest';
import type { TestClient } from '../support/app.ts';
import { createDocument, createUser, workspaces } from '../support/documents.ts';
import { callOperation } from '../support/operations.ts';
import { enginePairs, serveSeveral } from '../support/several-repositories.ts';

const fileText = 'content of the archive';

describe.each(enginePairs)('a default repository on %s and another on %s', (...engines) => {
  const { app, archive } = serveSeveral(engines);

  const both = (): readonly TestClient[] => [app, archive];

  async function upload(client: TestClient, content: string): Promise<string> {
    const { json } = await client.request('POST /api/v1/upload');
    const headers = { 'X-File-Name': 'note.txt', 'Content-Type': 'text/plain' };
    const body = Buffer.from(content);
    const stored = await client.request(`POST /api/v1/upload/${json.batchId}/0`, { headers, body });
    expect(stored.status).toBe(201);
    return json.batchId;
  }

  async function fileIn(client: TestClient, name: string, content = fileText) {
    const blob = { 'upload-batch': await upload(client, content), 'upload-fileId': '0' };
    return createDocument(client, { name, properties: { 'file:content': blob } });
  }

  describe('documents', () => {
    test('the same path is another document in each repository', async () => {
      const [here, there] = [
        await createDocument(app, { name: 'same', properties: { 'dc:title': 'here' } }),
        await createDocument(archive, { name: 'same', properties: { 'dc:title': 'there' } }),
      ];
      expect([here.repository, there.repository]).toEqual(['default', 'archive']);
      expect(here.path).toBe(there.path);
      expect(here.uid).not.toBe(there.uid);
      expect((await app.request(`GET ${workspaces}/same`)).json.title).toBe('here');
      expect((await archive.request(`GET ${workspaces}/same`)).json.title).toBe('there');
      expect((await app.request(`GET /api/v1/id/${there.uid}`)).status).toBe(404);
      expect((await archive.request(`GET /api/v1/id/${there.uid}`)).status).toBe(200);
    });

    test('the path of a request comes before its header, and that before its query', async () => {
      const headers = { 'X-NXRepository': 'default' };
      const nameOf = async (line: string, options = {}) =>
        (await app.request(line, options)).json.repository;
      expect(await nameOf('GET /api/v1/repo/archive/path/', { headers })).toBe('archive');
      expect(await nameOf('GET /api/v1/repo/default/path/?nxrepository=archive')).toBe('default');
      expect(await nameOf('GET /api/v1/path/?nxrepository=archive', { headers })).toBe('default');
      expect(await nameOf('GET /api/v1/path/?nxrepository=archive')).toBe('archive');
      expect(await nameOf('GET /site/api/v1/repo/archive/path/')).toBe('archive');
    });

    test('a repository that is not configured is not found', async () => {
      for (const line of [
        'GET /api/v1/repo/other/path/',
        'GET /api/v1/path/?nxrepository=other',
        'GET /api/v1/repo/other/user/Administrator',
      ]) {
        const { status, json } = await app.request(line);
        expect([status, json.message]).toEqual([404, 'Repository other not found']);
      }
    });

    test('each has its own trash, versions, locks and audit', async () => {
      const [here, there] = [
        await createDocument(app, { name: 'kept' }),
        await createDocument(archive, { name: 'kept' }),
      ];
      const id = there.uid;
      expect((await callOperation(archive, 'Document.Trash', { input: `doc:${id}` })).status).toBe(
        200,
      );
      expect((await app.request(`GET /api/v1/id/${here.uid}`)).json.isTrashed).toBe(false);
      expect((await archive.request(`GET /api/v1/id/${id}`)).json.isTrashed).toBe(true);
      const { json } = await archive.request(`GET /api/v1/id/${id}/@audit`);
      expect(json.entries[0]).toMatchObject({ docUUID: id, repositoryId: 'archive' });
      expect((await app.request(`GET /api/v1/id/${id}/@audit`)).status).toBe(404);
    });
  });

  describe('queries', () => {
    test('find documents of the repository of the request', async () => {
      await createDocument(app, { name: 'asked', properties: { 'dc:title': 'asked' } });
      const wanted = await createDocument(archive, {
        name: 'asked',
        properties: { 'dc:title': 'asked' },
      });
      const query = encodeURIComponent("SELECT * FROM Document WHERE dc:title = 'asked'");
      for (const line of [
        `GET /api/v1/repo/archive/search/lang/NXQL/execute?query=${query}`,
        `GET /api/v1/search/lang/NXQL/execute?query=${query}&nxrepository=archive`,
      ]) {
        const { json } = await app.request(line);
        expect(json.entries.map((each: { uid: string }) => each.uid)).toEqual([wanted.uid]);
      }
    });

    test('$currentRepository is its name', async () => {
      const query = encodeURIComponent('SELECT * FROM Document WHERE dc:title = ?');
      const titles: string[] = [];
      for (const client of both()) {
        for (const title of ['default', 'archive']) {
          await createDocument(client, {
            name: `named-${title}`,
            properties: { 'dc:title': title },
          });
        }
        const { json } = await client.request(
          `GET /api/v1/search/lang/NXQL/execute?query=${query}&queryParams=$currentRepository`,
        );
        titles.push(...json.entries.map((each: { title: string }) => each.title));
      }
      expect(titles).toEqual(['default', 'archive']);
    });
  });

  describe('files', () => {
    test('are uploaded to it and downloaded from it by the address in the entity', async () => {
      const file = await fileIn(archive, 'with-file');
      const { data } = file.properties['file:content'];
      expect(data).toContain(`files/${file.uid}`);
      expect(data).toMatch(/repo\/archive\/files|nxfile\/archive/);
      const url = `/nxfile/archive/${file.uid}/file:content/note.txt`;
      expect((await app.request(`GET ${url}`)).text).toBe(fileText);
      const header = { headers: { 'X-NXRepository': 'default' } };
      expect((await app.request(`GET ${url}`, header)).text).toBe(fileText);
      const elsewhere = await app.request(`GET ${url.replace('archive', 'default')}`);
      expect([elsewhere.status, elsewhere.text]).toEqual([404, 'No document found']);
      expect((await app.request(`GET ${url.replace('archive', 'other')}`)).status).toBe(404);
      const place = `/site/automation/repo/archive/files/${file.uid}?path=file:content`;
      expect((await app.request(`GET ${place}`)).text).toBe(fileText);
      const blob = `/api/v1/repo/archive/id/${file.uid}/@blob/file:content`;
      expect((await app.request(`GET ${blob}`)).text).toBe(fileText);
    });

    test('are stored in the store of their repository only', async () => {
      const file = await fileIn(archive, 'stored-apart', 'stored in the archive alone');
      const { digest } = file.properties['file:content'];
      const query = encodeURIComponent(`SELECT * FROM Document WHERE content/digest = '${digest}'`);
      const line = `GET /api/v1/search/lang/NXQL/execute?query=${query}`;
      expect((await archive.request(line)).json.entries).toHaveLength(1);
      expect((await app.request(line)).json.entries).toHaveLength(0);
    });

    test('may be uploaded before the repository is named', async () => {
      const blob = { 'upload-batch': await upload(app, 'sent early'), 'upload-fileId': '0' };
      const properties = { 'file:content': blob };
      const file = await createDocument(archive, { name: 'sent-early', properties });
      expect(file.properties['file:content'].name).toBe('note.txt');
      const { text } = await archive.request(`GET /api/v1/id/${file.uid}/@blob/file:content`);
      expect(text).toBe('sent early');
      // The batch is used, and goes behind the response.
      const batch = `GET /api/v1/upload/${blob['upload-batch']}`;
      await vi.waitFor(async () => expect((await app.request(batch)).status).toBe(404));
    });

    test('of a batch that another user has in another repository are not found', async () => {
      await createUser(app, 'taker');
      const batch = await upload(app, 'not for others');
      const properties = { 'file:content': { 'upload-batch': batch, 'upload-fileId': '0' } };
      const body = { 'entity-type': 'document', type: 'File', name: 'taken', properties };
      const { uid } = await createDocument(archive, { name: 'open', type: 'Folder' });
      const params = { user: 'taker', permission: 'ReadWrite', acl: 'local' };
      await callOperation(archive, 'Document.AddPermission', { input: uid, params });
      const { status, json } = await archive.request(`POST /api/v1/id/${uid}`, {
        body,
        user: 'taker',
      });
      expect([status, json.message]).toEqual([400, expect.stringContaining(batch)]);
    });

    test('of another repository cannot be named by their address', async () => {
      const file = await fileIn(archive, 'not-shared');
      const data = `http://localhost/nuxeo/nxfile/archive/${file.uid}/file:content/note.txt`;
      const headers = { Host: 'localhost' };
      const properties = { 'file:content': { data, name: 'note.txt' } };
      const body = { 'entity-type': 'document', type: 'File', name: 'thief', properties };
      const { status, json } = await app.request(`POST ${workspaces}`, { body, headers });
      expect([status, json.message]).toEqual([
        400,
        'data: the file is in the repository archive and the document in default; upload it instead',
      ]);
    });
  });

  describe('operations', () => {
    test('work on the repository that the header or the path names', async () => {
      const there = await createDocument(archive, { name: 'operated' });
      const run = 'POST /site/automation/Document.Update';
      const params = { properties: 'dc:title=operated there' };
      const body = { input: `doc:${there.path}`, params, context: {} };
      expect((await archive.request(run, { body })).json.title).toBe('operated there');
      expect((await app.request(run, { body })).status).toBe(404);
      const inPath = 'POST /site/automation/repo/archive/Document.Update';
      expect((await app.request(inPath, { body })).json.repository).toBe('archive');
    });

    test('a session has the name of its repository', async () => {
      const { uid: input } = await createDocument(archive, { name: 'scripted' });
      const params = { properties: 'expr:"dc:title=" + Session.repositoryName' };
      const { status, json } = await callOperation(archive, 'Document.Update', { input, params });
      expect([status, json.title]).toEqual([200, 'archive']);
    });
  });

  describe('facts', () => {
    test('capabilities and CMIS name both', async () => {
      const capabilities = await app.request('GET /api/v1/capabilities');
      expect(capabilities.json.repository).toEqual({
        default: { queryBlobKeys: true },
        archive: { queryBlobKeys: true },
      });
      const { json } = await app.request('GET /json/cmis');
      expect(Object.keys(json)).toEqual(['default', 'archive']);
      const root = (await archive.request('GET /api/v1/path/')).json;
      expect(json.archive).toMatchObject({ repositoryId: 'archive', rootFolderId: root.uid });
    });
  });

  describe('users and groups', () => {
    const as = (user: string) => ({ user });

    async function grant(client: TestClient, uid: string, user: string): Promise<void> {
      const params = { user, permission: 'Read', acl: 'local' };
      const { status, text } = await callOperation(client, 'Document.AddPermission', {
        input: uid,
        params,
      });
      expect([status, text]).toEqual([200, expect.anything()]);
    }

    async function closedFolder(client: TestClient, name: string): Promise<string> {
      const { uid } = await createDocument(client, { name, type: 'Folder' });
      const { status } = await callOperation(client, 'Document.BlockPermissionInheritance', {
        input: uid,
        params: { acl: 'local' },
      });
      expect(status).toBe(200);
      return uid;
    }

    test('are one set, with permissions of their own in each repository', async () => {
      await createUser(archive, 'reader');
      const uid = await closedFolder(archive, 'for-reader');
      expect((await archive.request(`GET /api/v1/id/${uid}`, as('reader'))).status).toBe(403);
      await grant(archive, uid, 'reader');
      expect((await archive.request(`GET /api/v1/id/${uid}`, as('reader'))).status).toBe(200);
      const closed = await closedFolder(app, 'for-reader');
      expect((await app.request(`GET /api/v1/id/${closed}`, as('reader'))).status).toBe(403);
    });

    test('a change of a group holds in all repositories at once', async () => {
      await createUser(app, 'mover');
      const group = { 'entity-type': 'group', groupname: 'movers' };
      expect((await app.request('POST /api/v1/group', { body: group })).status).toBe(201);
      const uids = [await closedFolder(app, 'group'), await closedFolder(archive, 'group')];
      const statuses = async () => [
        (await app.request(`GET /api/v1/id/${uids[0]}`, as('mover'))).status,
        (await archive.request(`GET /api/v1/id/${uids[1]}`, as('mover'))).status,
      ];
      await grant(app, uids[0] ?? '', 'movers');
      await grant(archive, uids[1] ?? '', 'movers');
      expect(await statuses()).toEqual([403, 403]);
      await archive.request('POST /api/v1/group/movers/user/mover');
      expect(await statuses()).toEqual([200, 200]);
      await app.request('DELETE /api/v1/group/movers/user/mover');
      expect(await statuses()).toEqual([403, 403]);
    });

    test('a user who is removed is in no repository any more', async () => {
      await createUser(app, 'leaver');
      const uid = await closedFolder(archive, 'for-leaver');
      await grant(archive, uid, 'leaver');
      expect((await app.request('DELETE /api/v1/user/leaver')).status).toBe(204);
      expect((await archive.request(`GET /api/v1/id/${uid}`, as('leaver'))).status).toBe(401);
      const params = { user: 'leaver', permission: 'Write' };
      const again = await callOperation(archive, 'Document.AddPermission', { input: uid, params });
      expect(again.status).toBeGreaterThanOrEqual(400);
    });

    test('are shown with documents of all repositories, as they are now', async () => {
      await createUser(app, 'author', ['administrators']);
      const { uid } = await createDocument(archive, { name: 'signed' }, as('author'));
      const line = `GET /api/v1/id/${uid}?fetch.document=dc:creator&properties=dublincore`;
      const companyOf = async () =>
        (await archive.request(line)).json.properties['dc:creator'].properties?.company;
      for (const company of ['First', 'Second']) {
        const body = { 'entity-type': 'user', id: 'author', properties: { company } };
        expect((await app.request('PUT /api/v1/user/author', { body })).status).toBe(200);
        expect(await companyOf()).toBe(company);
      }
    });

    test('are not changed by operations on another repository', async () => {
      const params = { username: 'stranger', password: 'stranger' };
      const { status, json } = await callOperation(archive, 'User.CreateOrUpdate', { params });
      expect([status, json.message]).toEqual([
        501,
        expect.stringContaining('belong to the repository default'),
      ]);
      expect((await app.request('GET /api/v1/user/stranger')).status).toBe(404);
    });
  });

  test('a new entry of a directory can be used in all repositories', async () => {
    const entry = {
      'entity-type': 'directoryEntry',
      directoryName: 'nature',
      properties: { id: 'poem', label: 'Poem', obsolete: 0, ordering: 1 },
    };
    expect((await archive.request('POST /api/v1/directory/nature', { body: entry })).status).toBe(
      201,
    );
    for (const client of both()) {
      const { status, json } = await callOperation(client, 'Directory.SuggestEntries', {
        params: { directoryName: 'nature', searchTerm: 'Poem' },
      });
      expect(status).toBe(200);
      expect(json.map((each: { id: string }) => each.id)).toEqual(['poem']);
    }
    expect((await app.request('DELETE /api/v1/directory/nature/poem')).status).toBe(204);
    const { json } = await callOperation(archive, 'Directory.SuggestEntries', {
      params: { directoryName: 'nature', searchTerm: 'Poem' },
    });
    expect(json).toEqual([]);
  });
});
