import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { clientPlaces, type NuxeoClient, openClient } from '../support/nuxeo-client.ts';

const workspaces = '/default-domain/workspaces';

const uidsOf = (documents: { entries: readonly { uid: string }[] }) =>
  documents.entries.map(({ uid }) => uid);

describe.each(clientPlaces)(
  'collections by the official JavaScript client, %s dialect on %s',
  (dialect, engine) => {
    let app: TestApp;
    let client: NuxeoClient;
    let reader: NuxeoClient;
    beforeAll(async () => {
      app = await startTestApp(engine, { wireDialect: dialect });
      const url = await app.listen();
      await createUser(app, 'reader', ['members']);
      client = openClient(url);
      reader = openClient(url, 'reader');
    });
    afterAll(() => app.close());

    test('a collection is shared with a group, ordered and listed', async () => {
      const folder = await client.repository().create(workspaces, { type: 'Folder', name: 'f' });
      const create = (name: string) =>
        client.repository().create(folder.path, {
          type: 'File',
          name,
          properties: { 'dc:title': name },
        });
      const [one, two] = [await create('one'), await create('two')];
      const shelf = await client
        .operation('Collection.Create')
        .input(folder)
        .params({ name: 'shelf', description: 'of all' })
        .execute();
      expect([shelf.isCollection(), shelf.isCollectable()]).toEqual([true, false]);
      await shelf.addPermission({ permission: 'ReadCanCollect', username: 'members' });
      await folder.addPermission({ permission: 'Read', username: 'members' });
      await reader
        .operation('Document.AddToCollection')
        .input([two.uid, one.uid])
        .params({ collection: shelf.uid })
        .execute();
      const moved = await reader
        .operation('Document.MoveCollectionMember')
        .input(shelf.uid)
        .params({ member1: one.uid })
        .execute();
      expect(moved.value).toBe(true);
      const page = (name: string) =>
        reader.request(`/search/pp/${name}/execute`).queryParams({ queryParams: shelf.uid }).get();
      expect(uidsOf(await page('ordered_content_collection'))).toEqual([one.uid, two.uid]);
      const shown = await reader.repository().fetch(one.uid, {
        schemas: ['*'],
        enrichers: { document: ['collections', 'favorites'] },
      });
      expect(shown.hasFacet('CollectionMember')).toBe(true);
      const { contextParameters } = shown as unknown as {
        contextParameters: { collections: readonly object[]; favorites: unknown };
      };
      expect(contextParameters.collections).toMatchObject([{ uid: shelf.uid, title: 'shelf' }]);
      expect(contextParameters.favorites).toEqual(
        dialect === 'native' ? { isFavorite: false } : false,
      );
      const own = await client.repository().fetch(one.uid, { schemas: ['*'] });
      const saved = await own.set({ ...own.properties, 'dc:title': 'sent back' }).save();
      expect(saved.title).toBe('sent back');
      expect(uidsOf(await page('default_content_collection'))).toEqual([one.uid, two.uid]);
    });
  },
);
