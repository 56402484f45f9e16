import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  clientPlaces,
  Nuxeo,
  type NuxeoClient,
  type NuxeoDocument,
  openClient,
} from '../support/nuxeo-client.ts';

const workspaces = '/default-domain/workspaces';
const auth = { method: 'basic', username: 'Administrator', password: 'Administrator' } as const;

describe.each(clientPlaces)('options of the official client, %s on %s', (dialect, engine) => {
  let app: TestApp;
  let baseURL: string;
  let client: NuxeoClient;
  let picture: NuxeoDocument;
  beforeAll(async () => {
    app = await startTestApp(engine, { wireDialect: dialect });
    baseURL = await app.listen();
    client = openClient(baseURL);
    const properties = { 'dc:title': 'Sized', 'dc:nature': 'report', 'picture:info': { width: 3 } };
    picture = await client.repository().create(workspaces, {
      type: 'Picture',
      name: 'sized',
      properties,
    });
  });
  afterAll(() => app.close());

  const fetchWith = (options: object) => client.repository().fetch(picture.uid, options);
  const widthOf = async (from: NuxeoClient) => {
    const read = await from.repository().fetch(picture.uid, { schemas: ['picture'] });
    return read.properties['picture:info'].width;
  };

  test('a header of the client chooses the dialect for its requests', async () => {
    const inContract = openClient(baseURL).header('X-Cartulary-Dialect', 'contract');
    const inNative = openClient(baseURL).headers({ 'X-Cartulary-Dialect': 'native' });
    expect([await widthOf(inContract), await widthOf(inNative)]).toEqual(['3', 3]);
    expect(await widthOf(client)).toBe(dialect === 'contract' ? '3' : 3);
  });

  test('what a program sees of a document differs by dialect', async () => {
    const content = { data: 'text', name: 'a.txt' };
    const { uid } = await client.repository().create(workspaces, {
      type: 'File',
      name: `seen in ${dialect}`,
      properties: { 'file:content': content },
    });
    const enrichers = { document: ['favorites', 'breadcrumb', 'runnableWorkflows'] };
    const seenIn = async (wanted: string) => {
      const own = openClient(baseURL).header('X-Cartulary-Dialect', wanted).repository();
      const plain = await own.fetch(uid);
      const { properties, contextParameters } = await own.fetch(uid, { schemas: ['*'], enrichers });
      const { favorites, breadcrumb, runnableWorkflows } = contextParameters ?? {};
      return {
        unasked: plain.get('dc:creator'),
        unset: properties['dc:subjects'],
        filename: properties['file:filename'],
        isAbsolute: URL.canParse(properties['file:content'].data),
        favorites,
        last: breadcrumb.entries.at(-1).uid === uid,
        runnable: runnableWorkflows[0]['entity-type'],
      };
    };
    expect(await seenIn('contract')).toEqual({
      unasked: 'Administrator',
      unset: null,
      filename: 'a.txt',
      isAbsolute: false,
      favorites: false,
      last: false,
      runnable: 'document',
    });
    expect(await seenIn('native')).toEqual({
      unasked: undefined,
      unset: [],
      filename: undefined,
      isAbsolute: true,
      favorites: { isFavorite: false },
      last: true,
      runnable: 'workflow',
    });
  });

  test('schemas of the client hold for all requests, and those of a call instead of them', async () => {
    const own = new Nuxeo({ baseURL, auth, schemas: ['dublincore'] });
    const read = await own.repository().fetch(picture.uid);
    expect(read.properties).toMatchObject({ 'dc:title': 'Sized' });
    expect(read.properties).not.toHaveProperty('picture:info');
    const other = await own.repository().schemas(['uid']).fetch(picture.uid);
    expect(Object.keys(other.properties)).toContain('uid:major_version');
    expect(other.properties).not.toHaveProperty('dc:title');
  });

  test('enrichers are replaced or added', async () => {
    const added = await openClient(baseURL)
      .enrichers({ document: ['acls'] })
      .enrichers({ document: ['breadcrumb'] }, false)
      .enricher('document', 'permissions')
      .repository()
      .fetch(picture.uid);
    expect(Object.keys(added.contextParameters ?? {}).sort()).toEqual([
      'acls',
      'breadcrumb',
      'permissions',
    ]);
    const replaced = await fetchWith({ enrichers: { document: ['subtypes'] } });
    expect(Object.keys(replaced.contextParameters ?? {})).toEqual(['subtypes']);
  });

  test('every enricher that the client has a name for is answered', async () => {
    const names = Object.values(Nuxeo.constants.enricher.document);
    const { contextParameters } = await fetchWith({ enrichers: { document: names } });
    expect(Object.keys(contextParameters ?? {}).sort()).toEqual(names.toSorted());
  });

  test('properties are fetched and translated', async () => {
    const shown = await openClient(baseURL)
      .fetchProperties({ document: ['dc:creator'] })
      .fetchProperty('document', 'dc:nature')
      .translateProperties({ directoryEntry: [] })
      .translateProperty('directoryEntry', 'label')
      .repository()
      .fetch(picture.uid, { schemas: ['dublincore'] });
    expect(shown.properties['dc:creator']).toMatchObject({ id: 'Administrator' });
    expect(shown.properties['dc:nature'].properties.label).toBe('Report');
  });

  test.each(Object.values(Nuxeo.constants.depth))('the depth %s is understood', async (depth) => {
    const read = await client.request(`id/${picture.uid}`).depth(depth).get();
    expect(read.uid).toBe(picture.uid);
  });

  test('times that a request may take are sent and kept', async () => {
    const patient = client.request(`id/${picture.uid}`).httpTimeout(60_000).transactionTimeout(60);
    expect((await patient.get()).uid).toBe(picture.uid);
    const deprecated = client.operation('Document.Fetch').timeout(60).param('value', picture.uid);
    expect((await deprecated.execute()).uid).toBe(picture.uid);
  });

  test('a repository is named in the address or in a header', async () => {
    const named = client.repository().repositoryName('default');
    expect((await named.fetch(picture.path)).uid).toBe(picture.uid);
    const byHeader = await client.request(`id/${picture.uid}`).get({ repositoryName: 'default' });
    expect(byHeader.uid).toBe(picture.uid);
    const none = client.request(`id/${picture.uid}`).get({ repositoryName: 'none' });
    await expect(none).rejects.toMatchObject({ response: { status: 404 } });
  });

  test('a request is built from parts of a path, and executed with any method', async () => {
    const request = client.request('path').path(workspaces).path('sized');
    expect((await request.execute({ method: 'GET' })).uid).toBe(picture.uid);
    const properties = { 'dc:description': 'put' };
    const body = { 'entity-type': 'document', uid: picture.uid, properties };
    const changed = await client.request(`id/${picture.uid}`).schemas(['dublincore']).put({ body });
    expect(changed.properties['dc:description']).toBe('put');
    const passing = { 'entity-type': 'document', type: 'Note', name: 'passing', properties: {} };
    const made = await client.request(`path${workspaces}`).post({ body: passing });
    expect((await client.request(`id/${made.uid}`).delete()).status).toBe(204);
  });

  test('entities become objects of the client, also in lists', async () => {
    const documents = await client.repository().query({ query: 'SELECT * FROM Picture' });
    expect(documents.entries[0]).toBeInstanceOf(Nuxeo.Document);
    const user = await client.users().fetch('Administrator');
    expect(user).toBeInstanceOf(Nuxeo.User);
    expect(user.get('username')).toBe('Administrator');
    expect(await client.groups().fetch('members')).toBeInstanceOf(Nuxeo.Group);
    const nature = await client.directory('nature').fetchAll();
    const [entry] = nature.entries;
    expect(entry).toBeInstanceOf(Nuxeo.DirectoryEntry);
    expect(entry?.get('id')).toBe(entry?.id);
    const workflow = await picture.startWorkflow('SerialDocumentReview');
    expect(workflow).toBeInstanceOf(Nuxeo.Workflow);
    const tasks = await workflow.fetchTasks();
    expect(tasks.entries[0]).toBeInstanceOf(Nuxeo.Task);
    expect((await picture.fetchWorkflows()).entries[0]).toBeInstanceOf(Nuxeo.Workflow);
    await client.workflows().delete(workflow.id);
  });

  test('an unmarshaller of the application is given the entity', async () => {
    // It stays for all clients of the process, so it leaves the entity as it was.
    Nuxeo.registerUnmarshaller('acls', (json) => ({
      ...json,
      names: (json.acl as unknown[]).length,
    }));
    const read = await client.request(`id/${picture.uid}/@acl`).get();
    expect(read.names).toBeGreaterThan(0);
  });

  test('a document is written as JSON without what belongs to the client', async () => {
    const text = JSON.parse(JSON.stringify(await fetchWith({})));
    expect(text).toMatchObject({ 'entity-type': 'document', uid: picture.uid });
    expect(Object.keys(text).filter((key) => key.startsWith('_'))).toEqual([]);
  });

  test('the version of the server can be compared', async () => {
    const { serverVersion, nuxeoVersion } = await openClient(baseURL).connect();
    const [latest] = Object.values(Nuxeo.SERVER_VERSIONS).slice(-1);
    if (!latest) throw new Error('the client knows no version');
    expect([serverVersion.gt(latest), serverVersion.lt(latest)]).toEqual([true, false]);
    expect([serverVersion.eq(nuxeoVersion), serverVersion.lte(nuxeoVersion)]).toEqual([true, true]);
    expect(String(serverVersion)).toBe(nuxeoVersion);
  });
});
