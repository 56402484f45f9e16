import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { clientPlaces, type NuxeoClient, openClient } from '../support/nuxeo-client.ts';

const workspaces = '/default-domain/workspaces';

describe.each(clientPlaces)(
  'the official JavaScript client %s dialect on %s',
  (dialect, engine) => {
    let app: TestApp;
    let url: string;
    let client: NuxeoClient;
    beforeAll(async () => {
      app = await startTestApp(engine, { wireDialect: dialect });
      url = await app.listen();
      client = openClient(url);
    });
    afterAll(() => app.close());

    const idsOf = (page: { entries: { id: string }[] }) => page.entries.map(({ id }) => id);

    test.each([
      'a b',
      'a/b c',
      'ä@example.org',
      'per%cent',
      'why?x=1&y',
      'ha#sh',
      'semi;colon',
      'plus+sign',
      "quo'te",
      'co,mma',
      'group',
    ])('reads, saves and deletes users, groups and entries named %j', async (id) => {
      const user = await client.users().create({ properties: { username: id } });
      expect(user.id).toBe(id);
      const fetched = await client.users().fetch(id);
      expect((await fetched.set({ company: 'ACME' }).save()).properties.company).toBe('ACME');
      const groupname = `the ${id}`;
      await client.groups().create({ groupname, grouplabel: 'Some', memberUsers: [id] });
      const fetchProperties = { group: ['memberUsers'] };
      const group = await client.groups().fetch(groupname, { fetchProperties });
      expect(group.memberUsers).toEqual([id]);
      group.grouplabel = 'Others';
      expect((await group.save()).grouplabel).toBe('Others');
      expect(idsOf(await client.request(`group/${groupname}/@users`).get())).toEqual([id]);
      const nature = client.directory('nature');
      await nature.create({ properties: { id, label: 'Named' } });
      const entry = await nature.fetch(id);
      expect((await entry.set({ ordering: 7 }).save()).properties.ordering).toBe(7);
      for (const gone of [client.users().delete(id), client.groups().delete(groupname)]) {
        expect((await gone).status).toBe(204);
      }
      expect((await nature.delete(id)).status).toBe(204);
      await expect(nature.fetch(id)).rejects.toMatchObject({ response: { status: 404 } });
    });

    test('searches users and groups page by page', async () => {
      for (const username of ['sea1', 'sea2', 'sea3']) {
        await client.users().create({ properties: { username, lastName: 'Diver' } });
      }
      const search = (path: string, params: object) =>
        client.request(path).queryParams(params).get();
      const query = { q: 'DIV', pageSize: 2, currentPageIndex: 1 };
      const page = await search('user/search', query);
      expect(idsOf(page)).toEqual(['sea3']);
      expect(page).toMatchObject({
        resultsCount: 3,
        pageIndex: 1,
        pageCount: 2,
        errorMessage: null,
      });
      expect(page).not.toHaveProperty('totalSize');
      expect(idsOf(await search('group/search', { q: 'power' }))).toEqual(['powerusers']);
      expect(idsOf(await search('group/search', { q: '' }))).toEqual([]);
    });

    test('puts users into groups and takes them out again', async () => {
      await client.users().create({ properties: { username: 'joiner' } });
      const added = await client.request('user/joiner/group/powerusers').post();
      expect(added.properties.groups).toEqual(['powerusers']);
      const own = openClient(url, 'joiner', 'x');
      await expect(own.connect()).rejects.toMatchObject({ response: { status: 401 } });
      expect(idsOf(await client.request('group/powerusers/@users').get())).toEqual(['joiner']);
      await client.request('group/powerusers/user/joiner').delete();
      expect((await client.users().fetch('joiner')).properties.groups).toEqual([]);
    });

    test('is shown what properties refer to, and saves such a document', async () => {
      const properties = {
        'dc:title': 'Report',
        'dc:nature': 'report',
        'dc:subjects': ['art/cinema'],
        'dc:coverage': 'europe/France',
      };
      const made = await client
        .repository()
        .create(workspaces, { type: 'File', name: 'report', properties });
      const shown = await client.repository().fetch(made.uid, {
        schemas: ['dublincore'],
        fetchProperties: { document: ['properties'], directoryEntry: ['parent'] },
        translateProperties: { directoryEntry: ['label'] },
      });
      expect(shown.properties['dc:creator'].properties.username).toBe('Administrator');
      expect(shown.properties['dc:nature'].properties.label).toBe('Report');
      expect(shown.properties['dc:subjects'][0].properties.parent.id).toBe('art');
      await client.repository().update(shown);
      const after = await client.repository().fetch(made.uid, { schemas: ['dublincore'] });
      expect(after.properties).toMatchObject(properties);
      expect(after.changeToken).toBe(made.changeToken);
    });

    test('is told what can be chosen among users, groups and entries', async () => {
      const suggest = async (operation: string, params: object) => {
        const response = await client.operation(operation).params(params).execute();
        return typeof response.json === 'function' ? response.json() : response;
      };
      const search = { searchTerm: 'admin', searchType: 'USER_GROUP_TYPE' };
      expect(await suggest('UserGroup.Suggestion', search)).toMatchObject([
        { id: 'Administrator', type: 'USER_TYPE', prefixed_id: 'user:Administrator' },
        { id: 'administrators', type: 'GROUP_TYPE', prefixed_id: 'group:administrators' },
      ]);
      const entries = { directoryName: 'nature', localize: true, lang: 'fr', searchTerm: 'artic' };
      expect(await suggest('Directory.SuggestEntries', entries)).toMatchObject([
        { id: 'article', displayLabel: 'Article', computedId: 'article' },
      ]);
    });
  },
);
