import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/compose.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { FaultyDatabase } from '../support/faulty-database.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const native = { 'X-Cartulary-Dialect': 'native' };

const pathsOf = ({ entries }: { entries: readonly { path: string }[] }) =>
  entries.map(({ path }) => path.split('/').at(-1));

describe.each(engines)('enrichers on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let file: string;
  let closed: string;
  /** Readable, in a folder that is not. */
  let inner: string;

  beforeAll(async () => {
    app = await startTestApp(engine, { development: true });
    await createUser(app, 'reader');
    const make = async (name: string, type: string, parent?: string): Promise<string> => {
      const place = parent === undefined ? {} : { parent };
      return (await createDocument(app, { name, type, ...place })).uid;
    };
    folder = await make('folder', 'Folder');
    file = await make('file', 'File', folder);
    closed = await make('closed', 'Folder', folder);
    inner = await make('inner', 'Folder', closed);
    await setAcl(app, closed, [grantAce('Administrator', 'Everything'), denyAll]);
    await setAcl(app, inner, [grantAce('reader', 'Read')]);
  });
  afterAll(() => app.close());

  const enrich = async (id: string, name: string, options: TestRequest = {}) => {
    const headers = { 'enrichers.document': name, ...options.headers };
    const response = await app.request(`GET /api/v1/id/${id}`, { ...options, headers });
    expect(response.status, response.text).toBe(200);
    return response.json.contextParameters;
  };
  const asReader = { user: 'reader' };

  test.each(['enrichers.document', 'enrichers-document', 'X-NXenrichers.document'])(
    'are asked for by %s, one key for each that is known',
    async (header) => {
      const response = await app.request(`GET /api/v1/id/${file}`, {
        headers: { [header]: 'permissions, nope,hasContent,constructor' },
      });
      expect(Object.keys(response.json.contextParameters)).toEqual(['hasContent', 'permissions']);
    },
  );

  test('add nothing when none is known', async () => {
    expect(await enrich(file, 'nope')).toBeUndefined();
  });

  test('come with every entry of a list', async () => {
    const { json } = await app.request(`GET /api/v1/id/${folder}/@children`, {
      headers: { 'enrichers.document': 'hasContent' },
    });
    const values = json.entries.map(
      ({ path, contextParameters }: { path: string; contextParameters: object }) => [
        path.split('/').at(-1),
        contextParameters,
      ],
    );
    expect(Object.fromEntries(values)).toEqual({
      file: { hasContent: false },
      closed: { hasContent: true },
    });
  });

  describe('hasContent of a collection', () => {
    const collect = async (name: string, members: readonly string[]) => {
      const properties = { 'collection:documentIds': members };
      const made = await createDocument(app, { name, type: 'Collection', properties });
      return made.uid as string;
    };
    const answers = async (uid: string, user = 'reader') =>
      (await enrich(uid, 'hasContent', { user })).hasContent;
    const gone = '00000000-0000-7000-8000-000000000000';

    test('is whether it has a member that the caller may see', async () => {
      expect(await answers(await collect('empty collection', []))).toBe(false);
      expect(await answers(await collect('collection', [file]))).toBe(true);
      expect(await answers(await collect('of the gone', [gone, 'no id']))).toBe(false);
      const secret = await collect('of the hidden', [closed]);
      expect(await answers(secret)).toBe(false);
      expect(await answers(secret, 'Administrator')).toBe(true);
      expect(await answers(await collect('mixed', [gone, closed, inner]))).toBe(true);
    });

    test('is shown in lists too, for any number of members', async () => {
      const { uid } = await createDocument(app, { name: 'shelf', type: 'Folder' });
      const many = Array.from({ length: 2_000 }, () => gone);
      const put = (name: string, members: readonly string[]) =>
        createDocument(app, {
          parent: uid,
          name,
          type: 'Collection',
          properties: { 'collection:documentIds': members },
        });
      await put('large', [...many, file]);
      await put('large and gone', many);
      await put('small', [file]);
      await put('unset', []);
      const { json } = await app.request(
        `GET /api/v1/id/${uid}/@children?sortBy=ecm:name&sortOrder=asc`,
        {
          headers: { 'enrichers.document': 'hasContent' },
          user: 'reader',
        },
      );
      const told = json.entries.map(
        (entry: { title: string; contextParameters: { hasContent: boolean } }) => [
          entry.title,
          entry.contextParameters.hasContent,
        ],
      );
      expect(Object.fromEntries(told)).toEqual({
        large: true,
        'large and gone': false,
        small: true,
        unset: false,
      });
    });

    test('leaves out what is in the trash', async () => {
      const { uid } = await createDocument(app, { name: 'thrown away' });
      const collection = await collect('of trash', [uid]);
      expect(await answers(collection)).toBe(true);
      const params = {};
      await callOperation(app, 'Document.Trash', { input: uid, params });
      expect(await answers(collection)).toBe(false);
    });

    test('counts versions as their live documents, and works through proxies', async () => {
      const { uid } = await createDocument(app, { name: 'frozen' });
      const body = { 'entity-type': 'document', properties: {} };
      const headers = { 'X-Versioning-Option': 'MINOR' };
      const version = (await app.request(`PUT /api/v1/id/${uid}`, { body, headers })).json.uid;
      const collection = await collect('of versions', [version]);
      const section = await createDocument(app, { name: 'of proxies', type: 'Folder' });
      const params = { 'Destination Path': section.uid };
      const proxy = (
        await callOperation(app, 'Document.CreateLiveProxy', { input: collection, params })
      ).json.uid;
      for (const each of [collection, proxy]) expect(await answers(each)).toBe(true);
      await setAcl(app, uid, [grantAce('Administrator', 'Everything'), denyAll]);
      for (const each of [collection, proxy]) expect(await answers(each)).toBe(false);
    });
  });

  test('acls lists own and inherited entries with their status', async () => {
    const begin = 4_000_000_000_000;
    const later = { ...grantAce('reader', 'Write', 'Administrator'), begin };
    const ended = { ...grantAce('reader', 'Read'), begin: 1_000, end: 2_000, notify: true };
    const outsider = { ...grantAce('transient/a@b.c', 'Read'), comment: 'hello' };
    await setAcl(app, file, [later, ended, outsider]);
    const { acls } = await enrich(file, 'acls');
    const [local, inherited] = acls;
    expect(local.name).toBe('local');
    expect(local.aces).toEqual([
      {
        id: `reader:Write:true:Administrator:${begin}:`,
        username: 'reader',
        externalUser: false,
        permission: 'Write',
        granted: true,
        creator: 'Administrator',
        begin: '2096-10-02T07:06:40.000Z',
        end: null,
        status: 'pending',
      },
      expect.objectContaining({ status: 'archived', end: '1970-01-01T00:00:02.000Z' }),
      expect.objectContaining({ status: 'effective', externalUser: true }),
    ]);
    expect(inherited.name).toBe('inherited');
    expect(inherited.aces.length).toBeGreaterThan(0);
    const extended = await enrich(file, 'acls', { headers: { 'fetch.acls': 'extended' } });
    expect(extended.acls[0].aces[1].notify).toBe(true);
    expect(extended.acls[0].aces[2].comment).toBe('hello');
    expect(acls[0].aces[1]).not.toHaveProperty('notify');
  });

  test('acls shows users and groups in the place of names where fetch.acls asks for it', async () => {
    await setAcl(app, inner, [
      grantAce('reader', 'Read', 'Administrator'),
      grantAce('members', 'Read', 'system'),
      grantAce('nobody', 'Read'),
    ]);
    const plain = (await enrich(inner, 'acls')).acls[0].aces;
    expect(plain[0]).toMatchObject({ username: 'reader', creator: 'Administrator' });
    const headers = { 'fetch.acls': 'username,creator' };
    const [own, group, unknown] = (await enrich(inner, 'acls', { headers })).acls[0].aces;
    expect(own.username).toMatchObject({ 'entity-type': 'user', id: 'reader' });
    expect(own.creator).toMatchObject({ 'entity-type': 'user', id: 'Administrator' });
    expect(group.username).toMatchObject({ 'entity-type': 'group' });
    expect(group.creator).toBe('system');
    expect(unknown).toMatchObject({ username: 'nobody', creator: null });
    await setAcl(app, inner, [grantAce('reader', 'Read')]);
  });

  test('acls says what the acl adapter says, also where nothing is inherited', async () => {
    for (const id of [file, folder, closed, inner]) {
      const { json } = await app.request(`GET /api/v1/id/${id}/@acl`);
      const { acls } = await enrich(id, 'acls');
      const ids = (list: readonly { id: string }[]) => list.map((ace) => ace.id);
      expect(
        acls.map(({ name, aces }: { name: string; aces: { id: string }[] }) => [name, ids(aces)]),
      ).toEqual(
        json.acl.map(({ name, ace }: { name: string; ace: { id: string }[] }) => [name, ids(ace)]),
      );
    }
  });

  test('acls is left out for who may not read them', async () => {
    await setAcl(app, inner, [grantAce('reader', 'ReadProperties'), grantAce('reader', 'Browse')]);
    expect(await enrich(file, 'acls')).toHaveProperty('acls');
    const { json, status } = await app.request(`GET /api/v1/id/${inner}/@acl`, asReader);
    expect(status, JSON.stringify(json)).toBe(403);
    await setAcl(app, inner, [grantAce('reader', 'Read')]);
  });

  test('breadcrumb lists the parents from the top, for native clients the document too', async () => {
    const { breadcrumb } = await enrich(file, 'breadcrumb');
    expect(breadcrumb['entity-type']).toBe('documents');
    expect(pathsOf(breadcrumb)).toEqual(['default-domain', 'workspaces', 'folder']);
    const whole = await enrich(file, 'breadcrumb', { headers: native });
    expect(pathsOf(whole.breadcrumb)).toEqual(['default-domain', 'workspaces', 'folder', 'file']);
  });

  test('breadcrumb leaves out parents that may not be read', async () => {
    const { breadcrumb } = await enrich(inner, 'breadcrumb', asReader);
    expect(pathsOf(breadcrumb)).toEqual(['default-domain', 'workspaces', 'folder']);
  });

  test('children lists those that may be browsed', async () => {
    const all = await enrich(folder, 'children');
    expect(all.children['entity-type']).toBe('documents');
    expect(pathsOf(all.children).toSorted()).toEqual(['closed', 'file']);
    expect(all.children.entries[0]).not.toHaveProperty('properties');
    const some = await enrich(folder, 'children', asReader);
    expect(pathsOf(some.children)).toEqual(['file']);
    expect((await enrich(file, 'children')).children.entries).toEqual([]);
  });

  test('documents within documents show properties only at a depth of more than the root', async () => {
    const shown = async (depth: string) => {
      const headers = { properties: 'dublincore', depth };
      const names = 'children,breadcrumb,firstAccessibleAncestor';
      const given = await enrich(folder, names, { headers });
      const nested = [
        given.children.entries[0],
        given.breadcrumb.entries[0],
        given.firstAccessibleAncestor,
      ];
      return nested.map((entity) => 'properties' in entity);
    };
    expect(await shown('root')).toEqual([false, false, false]);
    expect(await shown('children')).toEqual([true, true, true]);
  });

  test('an enricher that fails is left out, and the rest of the answer is as ever', async () => {
    const faults = new FaultyDatabase(app.services.database);
    const server = createServer({ ...app.services, database: faults });
    const read = async (name: string) => {
      const response = await server.inject({
        method: 'GET',
        url: `/nuxeo/api/v1/id/${folder}`,
        headers: {
          authorization: `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`,
          'enrichers.document': name,
        },
      });
      return { status: response.statusCode, json: response.json() };
    };
    const plain = await read('nope');
    const seenOf = async (names: string) => {
      const seen = new Set<string>();
      for (let call = 1; ; call += 1) {
        faults.failAt(call, 'before');
        const { status, json } = await read(names);
        if (!faults.hasFailed) return [...seen];
        if (status !== 200) continue;
        const { contextParameters, ...rest } = json;
        expect(rest).toEqual(plain.json);
        seen.add(Object.keys(contextParameters).join());
      }
    };
    expect(await seenOf('hasContent,permissions')).toEqual(['permissions']);
    // One that fails in the unit of another is tried again in its own.
    const both = await seenOf('favorites,hasContent,permissions');
    expect(both).toEqual(['hasContent,permissions', 'favorites,hasContent,permissions']);
    await server.close();
  });

  test('documentURL is where the document can be read', async () => {
    const { documentURL } = await enrich(file, 'documentURL');
    const { pathname } = new URL(documentURL);
    const response = await app.request(`GET ${pathname.replace('/nuxeo', '')}`);
    expect(response.json.uid).toBe(file);
  });

  test('firstAccessibleAncestor is the closest one that may be read', async () => {
    const closest = async (options: TestRequest = {}) =>
      (await enrich(inner, 'firstAccessibleAncestor', options)).firstAccessibleAncestor?.uid;
    expect(await closest()).toBe(closed);
    expect(await closest(asReader)).toBe(folder);
    expect(await closest({ headers: native })).toBe(closed);
    expect(await closest({ ...asReader, headers: native })).toBeUndefined();
    const stays = await enrich(file, 'firstAccessibleAncestor', { ...asReader, headers: native });
    expect(stays.firstAccessibleAncestor.uid).toBe(file);
  });

  test('hasContent and hasFolderishChild tell what the caller would find', async () => {
    const both = 'hasContent,hasFolderishChild';
    expect(await enrich(folder, both)).toEqual({ hasContent: true, hasFolderishChild: true });
    expect(await enrich(folder, both, asReader)).toEqual({
      hasContent: true,
      hasFolderishChild: false,
    });
    expect(await enrich(inner, both)).toEqual({ hasContent: false, hasFolderishChild: false });
    expect(await enrich(file, both)).toEqual({ hasContent: false, hasFolderishChild: false });
  });

  test('permissions lists what the caller may do, included permissions too', async () => {
    const reads = (await enrich(inner, 'permissions', asReader)).permissions;
    expect(reads).toEqual(expect.arrayContaining(['Read', 'Browse', 'ReadChildren']));
    expect(reads).not.toContain('Write');
    const all = (await enrich(inner, 'permissions')).permissions;
    expect(all).toEqual(expect.arrayContaining(['Everything', 'Write', 'AddChildren']));
  });

  test('subtypes lists what can be made in it with the facets of the types', async () => {
    const { subtypes } = await enrich(folder, 'subtypes');
    const byType = new Map(
      subtypes.map(({ type, facets }: { type: string; facets: string[] }) => [type, facets]),
    );
    expect(byType.get('Folder')).toContain('Folderish');
    expect(byType.get('File')).not.toContain('Folderish');
    expect((await enrich(file, 'subtypes')).subtypes).toEqual([]);
  });

  test('userVisiblePermissions lists what can be granted on the type', async () => {
    const usual = ['Read', 'ReadWrite', 'Everything'];
    expect(await enrich(file, 'userVisiblePermissions')).toEqual({ userVisiblePermissions: usual });
    const sections = await app.request('GET /api/v1/path/default-domain/sections', {
      headers: { 'enrichers.document': 'userVisiblePermissions' },
    });
    expect(sections.json.contextParameters.userVisiblePermissions).toEqual([
      ...usual,
      'CanAskForPublishing',
    ]);
  });
});
