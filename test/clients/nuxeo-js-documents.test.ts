import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import {
  clientPlaces,
  type NuxeoClient,
  type NuxeoDocument,
  openClient,
} from '../support/nuxeo-client.ts';

const workspaces = '/default-domain/workspaces';

describe.each(clientPlaces)('documents with the official client, %s on %s', (dialect, engine) => {
  let app: TestApp;
  let client: NuxeoClient;
  let url: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { wireDialect: dialect });
    url = await app.listen();
    client = openClient(url);
    await createUser(app, 'reader');
  });
  afterAll(() => app.close());

  const create = (name: string, type = 'File', properties: object = {}) =>
    client.repository().create(workspaces, { type, name, properties });
  const statusOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 200,
      (error: { response: { status: number } }) => error.response.status,
    );

  test('a document has its facets, gets and sets properties, and saves what was set', async () => {
    const made = await create('facets', 'File', { 'dc:title': 'Before' });
    expect([made.isFolder(), made.isCollection(), made.isCollectable()]).toEqual([
      false,
      false,
      true,
    ]);
    expect(made.hasFacet('Versionable')).toBe(true);
    const saved = await made.set({ 'dc:title': 'After' }).save({ schemas: ['dublincore'] });
    expect([saved.title, saved.get('dc:title')]).toEqual(['After', 'After']);
    expect((await create('collection', 'Collection')).isCollection()).toBe(true);
  });

  test('a document is moved, and follows a transition', async () => {
    const folder = await create('target', 'Folder');
    const made = await create('moving');
    const moved = await made.move(folder.uid, 'moved');
    expect([moved.uid, moved.path]).toEqual([made.uid, `${workspaces}/target/moved`]);
    expect((await moved.move(workspaces)).path).toBe(`${workspaces}/moved`);
    expect((await moved.followTransition('approve')).state).toBe('approved');
    expect(await statusOf(moved.followTransition('fly'))).toBe(400);
  });

  test('permissions are added, seen and removed', async () => {
    const made = await create('rights');
    const reader = openClient(url, 'reader');
    const ownCopy = () => reader.repository().fetch(made.uid);
    expect(await statusOf(ownCopy())).toBe(200);
    await made.addPermission({
      permission: 'Read',
      username: 'Administrator',
      blockInheritance: true,
    });
    expect(await statusOf(ownCopy())).toBe(403);
    await made.addPermission({
      permission: 'ReadWrite',
      username: 'reader',
      begin: '2020-01-01T00:00:00.000Z',
      comment: 'please',
    });
    const theirs = await ownCopy();
    expect([await theirs.hasPermission('Read'), await theirs.hasPermission('Everything')]).toEqual([
      true,
      false,
    ]);
    const acls = await (await client.repository().fetch(made.uid)).fetchACLs();
    const [local] = acls.filter(({ name }) => name === 'local');
    const own = local?.aces.find(({ username }) => username === 'reader');
    expect(own).toMatchObject({ permission: 'ReadWrite', granted: true, status: 'effective' });
    await made.removePermission({ id: own?.id, acl: 'local' });
    expect(await statusOf(ownCopy())).toBe(403);
  });

  test('a document is locked and unlocked', async () => {
    const made = await create('locked');
    expect((await made.fetchLockStatus()).lockOwner).toBeUndefined();
    await made.lock();
    expect(await made.fetchLockStatus()).toEqual({
      lockOwner: 'Administrator',
      lockCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await made.unlock();
    expect((await made.fetchLockStatus()).lockOwner).toBeUndefined();
  });

  test('the audit of a document is read and filtered', async () => {
    const made = await create('audited');
    await made.set({ 'dc:title': 'changed' }).save();
    const audit = await made.fetchAudit({ eventId: 'documentCreated' });
    expect(audit.entries.map(({ eventId }) => eventId)).toEqual(['documentCreated']);
    expect((await made.fetchAudit()).entries.length).toBeGreaterThan(1);
  });

  test('documents are found by queries and page providers', async () => {
    const folder = await create('found', 'Folder');
    for (const name of ['a', 'b', 'c']) {
      const properties = { 'dc:title': name };
      await client.repository().create(folder.path, { type: 'Note', name, properties });
    }
    const titles = ({ entries }: { entries: readonly NuxeoDocument[] }) =>
      entries.map(({ title }) => title);
    const query = `SELECT * FROM Document WHERE ecm:parentId = '${folder.uid}'`;
    const sort = { sortBy: 'dc:title', sortOrder: 'desc' };
    const page = await client.repository().query({ query, pageSize: 2, ...sort });
    expect([titles(page), page.resultsCount, page.entries[0]?.isFolder()]).toEqual([
      ['c', 'b'],
      3,
      false,
    ]);
    const children = await client
      .repository()
      .query({ pageProvider: 'advanced_document_content', ecm_parentId: folder.uid, ...sort });
    expect(titles(children)).toEqual(['c', 'b', 'a']);
    const ordered = await client.repository().query({
      query: 'SELECT * FROM Document WHERE ecm:parentId = ? AND dc:title = ?',
      queryParams: [folder.uid, 'b'],
    });
    expect(titles(ordered)).toEqual(['b']);
  });

  test('renditions of a document are listed and fetched', async () => {
    const made = await create('rendered');
    const listed = (await made.fetchRenditions()) as readonly { name: string; url: string }[];
    expect(listed.map(({ name }) => name)).toContain('xmlExport');
    const response = (await made.fetchRendition('xmlExport')) as Response;
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('<document'),
    ]);
  });
});
