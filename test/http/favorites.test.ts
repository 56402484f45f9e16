import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';

describe.each(engines)('favorites and personal collections on %s', (engine) => {
  let app: TestApp;
  let file: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const name of ['bob', 'carol', 'dave', 'eve']) await createUser(app, name);
    file = (await createDocument(app, { name: 'liked', properties: { 'dc:title': 'liked' } })).uid;
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  interface Call {
    readonly input?: string;
    readonly params?: object;
    readonly headers?: Record<string, string>;
  }
  const call = async (id: string, user: string, more: Call = {}) => {
    const response = await callOperation(app, id, { ...more, user });
    expect([id, response.status, response.text]).toEqual([id, 200, response.text]);
    return response.json;
  };
  const isFavorite = async (user: string, dialect = 'contract') => {
    const headers = { 'enrichers.document': 'favorites', 'x-cartulary-dialect': dialect };
    const { json } = await app.request(`GET /api/v1/id/${file}`, { user, headers });
    return json.contextParameters.favorites;
  };
  const children = async (path: string) => {
    const { json } = await app.request(`GET /api/v1/path${path}/@children`);
    return json.entries.map(({ type, title }: { type: string; title: string }) => [type, title]);
  };
  const userWorkspaces = '/default-domain/UserWorkspaces';

  test('are added, listed and removed, for their owner only', async () => {
    expect(await isFavorite('bob')).toBe(false);
    const input = { input: file };
    expect((await call('Document.AddToFavorites', 'bob', input)).uid).toBe(file);
    await call('Collection.AddToFavorites', 'bob', input);
    expect([await isFavorite('bob'), await isFavorite('carol')]).toEqual([true, false]);
    const listed = await call('Favorite.GetDocuments', 'bob', input);
    expect(listed.entries.map(({ uid }: { uid: string }) => uid)).toEqual([file]);
    expect((await call('Collection.GetElementsInFavorite', 'carol', input)).entries).toEqual([]);
    const favorites = await call('Favorite.Fetch', 'bob');
    expect(favorites).toMatchObject({
      type: 'Favorites',
      title: 'Favorites',
      path: `${userWorkspaces}/bob/Favorites`,
    });
    expect((await app.request(`GET /api/v1/id/${favorites.uid}`, { user: 'carol' })).status).toBe(
      403,
    );
    await call('Document.RemoveFromFavorites', 'bob', input);
    expect(await isFavorite('bob')).toBe(false);
    await call('Collection.RemoveFromFavorites', 'bob', input);
  });

  test('the ACL of both is of the owner alone', async () => {
    await call('Collection.Create', 'carol', { params: { name: 'mine', description: 'all' } });
    await call('Favorite.Fetch', 'carol');
    for (const name of ['Collections', 'Favorites']) {
      const headers = { 'enrichers.document': 'acls' };
      const path = `/api/v1/path${userWorkspaces}/carol/${name}`;
      const { json } = await app.request(`GET ${path}`, { headers });
      const local = json.contextParameters.acls.find(
        (acl: { name: string }) => acl.name === 'local',
      );
      expect(
        local.aces.map(({ username, permission, granted }: Record<string, unknown>) => [
          username,
          permission,
          granted,
        ]),
      ).toEqual([
        ['carol', 'Everything', true],
        ['Everyone', 'Everything', false],
      ]);
    }
    expect(await children(`${userWorkspaces}/carol/Collections`)).toEqual([['Collection', 'mine']]);
  });

  test('the native dialect has an object', async () => {
    await call('Document.AddToFavorites', 'dave', { input: file });
    expect(await isFavorite('dave', 'native')).toEqual({ isFavorite: true });
    expect(await isFavorite('bob', 'native')).toEqual({ isFavorite: false });
  });

  test('they are created once by requests at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_unused, at) =>
        at % 2 === 0
          ? call('Document.AddToFavorites', 'eve', { input: file })
          : call('Collection.Create', 'eve', { params: { name: `c${at}` } }),
      ),
    );
    expect((await children(`${userWorkspaces}/eve`)).toSorted()).toEqual([
      ['Collections', 'Collections'],
      ['Favorites', 'Favorites'],
    ]);
    expect(await children(`${userWorkspaces}/eve/Collections`)).toHaveLength(4);
    expect(await isFavorite('eve')).toBe(true);
  });

  test('trashed favorites are replaced by new ones', async () => {
    const { uid } = await call('Favorite.Fetch', 'dave');
    await call('Document.Trash', 'dave', { input: uid });
    expect(await isFavorite('dave')).toBe(false);
    expect((await call('Favorite.Fetch', 'dave')).uid).not.toBe(uid);
    await call('Document.AddToFavorites', 'dave', { input: file });
    expect(await isFavorite('dave')).toBe(true);
  });

  test('another document with the name is left alone', async () => {
    await createUser(app, 'frank');
    const { uid } = await call('User.GetUserWorkspace', 'frank');
    await createDocument(app, { parent: uid, name: 'Favorites', type: 'Folder' });
    await call('Document.AddToFavorites', 'frank', { input: file });
    await call('Document.AddToFavorites', 'frank', { input: file });
    expect(await isFavorite('frank')).toBe(true);
    expect((await children(`${userWorkspaces}/frank`)).toSorted()).toEqual([
      ['Favorites', 'Favorites'],
      ['Folder', 'Favorites'],
    ]);
  });
});
