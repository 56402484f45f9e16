import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { makeFolder } from '../support/engines.ts';
import { freeReferences } from '../support/free-references.ts';
import { clientPlaces, Nuxeo, type NuxeoClient, openClient } from '../support/nuxeo-client.ts';
import { Random } from '../support/random.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const workspaces = '/default-domain/workspaces';

/** What the client rejects with. */
interface Rejection extends Error {
  readonly response: { readonly status: number; json(): Promise<Record<string, unknown>> };
}

describe.each(clientPlaces)('the official JavaScript client, %s on %s', (dialect, engine) => {
  let app: TestApp;
  let url: string;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let client: NuxeoClient;
  beforeAll(async () => {
    folder = await makeFolder();
    app = await startTestApp(engine, { wireDialect: dialect, ...freeReferences });
    url = await app.listen();
    await createUser(app, 'reader');
    client = openClient(url);
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const rejectionOf = (attempt: Promise<unknown>): Promise<Rejection> =>
    attempt.then(
      () => {
        throw new Error('it was accepted');
      },
      (error) => error as Rejection,
    );

  async function exceptionOf(attempt: Promise<unknown>) {
    const { response } = await rejectionOf(attempt);
    return { httpStatus: response.status, ...(await response.json()) };
  }

  const create = (name: string, properties: object = {}, type = 'File') =>
    client.repository().create(workspaces, { type, name, properties });

  describe('connecting', () => {
    test('finds the version and the user', async () => {
      const connected = await client.connect();
      expect(connected.connected).toBe(true);
      expect(connected.nuxeoVersion).toMatch(/^\d+\.\d+/);
      expect(connected.serverVersion.gte('10.10')).toBe(true);
      expect(connected.user.id).toBe('Administrator');
      expect(connected.user.isAdministrator).toBe(true);
      expect(connected.user.properties.groups).toEqual(['administrators']);
    });

    test('is refused with 401 for wrong or no credentials, without a challenge', async () => {
      const wrong = openClient(url, 'Administrator', 'wrong');
      expect((await rejectionOf(wrong.connect())).response.status).toBe(401);
      const anonymous = new Nuxeo({ baseURL: url, auth: null });
      const { response } = await rejectionOf(anonymous.request('me').get());
      expect(response.status).toBe(401);
      expect((response as unknown as Response).headers.get('www-authenticate')).toBeNull();
    });
  });

  describe('documents', () => {
    test('are created, fetched by id and by path, and changed', async () => {
      const workspace = await create('ws', { 'dc:title': 'Workspace' }, 'Workspace');
      expect(workspace).toMatchObject({ title: 'Workspace', type: 'Workspace', state: 'project' });
      expect(workspace.isFolder()).toBe(true);
      const file = await client.repository().create(workspace.path, {
        type: 'File',
        name: 'report',
        properties: { 'dc:title': 'Report' },
      });
      expect(file.path).toBe(`${workspaces}/ws/report`);
      const byId = await client.repository().fetch(file.uid);
      const byPath = await client.repository().fetch(file.path);
      expect([byId.uid, byPath.uid, byId.title]).toEqual([file.uid, file.uid, 'Report']);
      const saved = await byId.set({ 'dc:title': 'Changed', 'dc:subjects': ['a', 'b'] }).save();
      expect(saved.title).toBe('Changed');
      const all = await client.repository().fetch(file.uid, { schemas: ['dublincore'] });
      expect(all.properties['dc:subjects']).toEqual(['a', 'b']);
    });

    test.each([
      'doc with [brackets]',
      'doc with @ and @',
      'test ; doc #, $, :, ;',
      'été & ?=+ 100%',
    ])('named %s are found by their path', async (name) => {
      const made = await create(name);
      const found = await client.repository().fetch(`${workspaces}/${name}`);
      expect([found.uid, found.path]).toEqual([made.uid, `${workspaces}/${name}`]);
    });

    test('show their scalars as the dialect says', async () => {
      const made = await create(
        'scalars',
        {
          'picture:info': { width: 3 },
          'dc:issued': '2024-02-03T10:20:30.400Z',
        },
        'Picture',
      );
      const read = await client.repository().fetch(made.uid, { schemas: ['*'] });
      expect(read.properties['picture:info'].width).toBe(dialect === 'contract' ? '3' : 3);
      expect(read.properties['dc:issued']).toBe('2024-02-03T10:20:30.400Z');
    });

    test('sent back whole as they were fetched are not changed', async () => {
      const made = await create('whole', { 'dc:title': 'x', 'dc:subjects': ['a'] });
      const read = await client.repository().fetch(made.uid, { schemas: ['*'] });
      const saved = await client.repository().update(read);
      expect(saved.changeToken).toBe(read.changeToken);
    });

    test('get a version when the header asks for one', async () => {
      const made = await create('versioned');
      const version = await made
        .set({ 'dc:title': 'v' })
        .save({ headers: { 'X-Versioning-Option': 'MAJOR' } });
      expect(version.isVersion).toBe(true);
    });

    test('are listed page by page', async () => {
      const parent = await create('list', {}, 'Folder');
      for (const name of ['a', 'b', 'c']) {
        const properties = { 'dc:title': name };
        await client.repository().create(parent.path, { type: 'File', name, properties });
      }
      const page = await client
        .request(`path${parent.path}/@children`)
        .queryParams({ pageSize: 2, currentPageIndex: 0 })
        .get();
      const titles = page.entries.map((entry: { title: string }) => entry.title);
      expect([titles, page.isNextPageAvailable]).toEqual([['a', 'b'], true]);
    });

    test('are deleted for good', async () => {
      const made = await create('deleted');
      expect((await client.repository().delete(made.uid)).status).toBe(204);
      const exception = await exceptionOf(client.repository().fetch(made.uid));
      expect(exception).toEqual({
        httpStatus: 404,
        'entity-type': 'exception',
        status: 404,
        message: `There is no document with the id ${made.uid}`,
      });
    });

    test('are the default repository by its name, and in no other', async () => {
      expect((await client.repository('default').fetch('/')).type).toBe('Root');
      const exception = await exceptionOf(client.repository('other').fetch('/'));
      expect(exception).toMatchObject({ httpStatus: 404, message: 'Repository other not found' });
    });

    test('tell who may not read or write them', async () => {
      const reader = openClient(url, 'reader');
      const made = await create('guarded');
      const document = await reader.repository().fetch(made.uid);
      const exception = await exceptionOf(document.set({ 'dc:title': 'x' }).save());
      expect(exception).toEqual({
        httpStatus: 403,
        'entity-type': 'exception',
        status: 403,
        message: "Privilege 'WriteProperties' is not granted to 'reader'",
      });
    });

    test('that break a rule are reported field by field', async () => {
      const made = await create('invalid');
      const report = await exceptionOf(made.set({ 'dc:description': 'x'.repeat(3_000) }).save());
      expect(report).toMatchObject({ httpStatus: 422, 'entity-type': 'validation_report' });
    });
  });

  describe('content', () => {
    const blobOf = (bytes: Buffer, name: string) =>
      new Nuxeo.Blob({ content: bytes, name, mimeType: 'text/plain', size: bytes.length });

    test('of 50 MB is uploaded, attached and downloaded byte for byte', {
      timeout: 60_000,
    }, async () => {
      const bytes = new Random(50).bytes(50 * 1024 * 1024);
      const path = join(folder.path, 'large.bin');
      await writeFile(path, bytes);
      const blob = new Nuxeo.Blob({
        content: createReadStream(path),
        name: 'large file é.bin',
        mimeType: 'application/x-large',
        size: bytes.length,
      });
      const uploaded = await client.batchUpload().upload(blob);
      const made = await create('large', { 'file:content': uploaded.blob });
      const read = await client.repository().fetch(made.uid, { schemas: ['file'] });
      expect(read.properties['file:content']).toMatchObject({
        name: 'large file é.bin',
        'mime-type': 'application/x-large',
        length: String(bytes.length),
        digest: sha256(bytes),
      });
      const response = await read.fetchBlob();
      expect(sha256(await response.buffer())).toBe(sha256(bytes));
      const byXpath = await read.fetchBlob('file:content');
      expect(byXpath.headers.get('content-type')).toBe('application/x-large');
      await byXpath.buffer();
    });

    test('of several files keeps its order', async () => {
      const batch = client.batchUpload({ concurrency: 2 });
      const names = ['one', 'two', 'three'];
      const result = await batch.upload(...names.map((name) => blobOf(Buffer.from(name), name)));
      const files = result.blobs.map((file) => ({ file }));
      const made = await create('several', { 'files:files': files });
      const read = await client.repository().fetch(made.uid, { schemas: ['files'] });
      const found = read.properties['files:files'].map(
        ({ file }: { file: { name: string } }) => file.name,
      );
      expect(found).toEqual(names);
      const second = await read.fetchBlob('files:files/1/file');
      expect((await second.buffer()).toString()).toBe('two');
    });

    test('sent back as it was fetched stays', async () => {
      const uploaded = await client.batchUpload().upload(blobOf(Buffer.from('stays'), 'a.txt'));
      const made = await create('stays', { 'file:content': uploaded.blob });
      const read = await client.repository().fetch(made.uid, { schemas: ['*'] });
      await client.repository().update({ ...read, properties: read.properties });
      const after = await client.repository().fetch(made.uid, { schemas: ['*'] });
      expect((await (await after.fetchBlob()).buffer()).toString()).toBe('stays');
      expect(after.properties).toEqual(read.properties);
    });

    test.runIf(dialect === 'contract')('is fetched by its address in the document', async () => {
      const content = { data: 'by address', name: 'a b.txt' };
      const attached = { data: 'second', name: 's.txt' };
      const made = await create('addressed', {
        'file:content': content,
        'files:files': [{ file: attached }],
      });
      const fetchAt = async (address: string) => {
        const from = `${url}/api/v1/automation/${address}`;
        const options = { method: 'GET', url: from, resolveWithFullResponse: true };
        return (await client.http(options)).text();
      };
      expect(await fetchAt(made.properties['file:content'].data)).toBe('by address');
      expect(await fetchAt(made.properties['files:files'][0].file.data)).toBe('second');
    });

    test('that is not there is 404', async () => {
      const made = await create('empty');
      expect((await exceptionOf(made.fetchBlob())).httpStatus).toBe(404);
    });

    test('of a cancelled batch is gone', async () => {
      const batch = client.batchUpload();
      const { blob } = await batch.upload(blobOf(Buffer.from('gone'), 'g'));
      await batch.cancel();
      const exception = await exceptionOf(create('cancelled', { 'file:content': blob }));
      expect(exception.httpStatus).toBe(400);
    });
  });

  describe('users and groups', () => {
    test('are created, changed and removed', async () => {
      const user = await client.users().create({
        properties: { username: 'jdoe', firstName: 'Jane', email: 'j@example.org', password: 'pw' },
      });
      expect([user.id, user.properties.firstName]).toEqual(['jdoe', 'Jane']);
      expect(user.properties).not.toHaveProperty('password');
      const saved = await user.set({ lastName: 'Doe' }).save();
      expect(saved.properties).toMatchObject({ firstName: 'Jane', lastName: 'Doe' });
      const group = await client.groups().create({
        groupname: 'editors',
        grouplabel: 'Editors',
        memberUsers: ['jdoe'],
        memberGroups: ['members'],
      });
      expect(group.groupname).toBe('editors');
      const fetched = await client
        .groups()
        .fetch('editors', { fetchProperties: { group: ['memberUsers', 'memberGroups'] } });
      expect(fetched).toMatchObject({ memberUsers: ['jdoe'], memberGroups: ['members'] });
      fetched.grouplabel = 'The editors';
      expect((await fetched.save()).grouplabel).toBe('The editors');
      const member = await client.users().fetch('jdoe');
      expect(member.extendedGroups.map(({ name }) => name)).toContain('editors');
      const own = openClient(url, 'jdoe', 'pw');
      expect((await own.connect()).user.id).toBe('jdoe');
      expect((await client.groups().delete('editors')).status).toBe(204);
      expect((await client.users().delete('jdoe')).status).toBe(204);
      expect((await rejectionOf(own.request('me').get())).response.status).toBe(401);
      expect(await exceptionOf(client.users().fetch('jdoe'))).toMatchObject({
        httpStatus: 404,
        message: 'user does not exist',
      });
    });

    test('that exist already are 409', async () => {
      const user = { properties: { username: 'Administrator' } };
      expect(await exceptionOf(client.users().create(user))).toMatchObject({
        httpStatus: 409,
        message: 'User already exists',
      });
      const group = { groupname: 'members' };
      expect(await exceptionOf(client.groups().create(group))).toMatchObject({
        httpStatus: 409,
        message: 'Group already exists',
      });
    });

    test('are for administrators to change', async () => {
      const reader = openClient(url, 'reader');
      const user = { properties: { username: 'nobody' } };
      expect((await exceptionOf(reader.users().create(user))).httpStatus).toBe(403);
      expect((await reader.users().fetch('reader')).id).toBe('reader');
    });
  });
});
