import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

interface Caller {
  readonly user?: string;
  readonly status?: number;
}

describe.each(engines)('collections on %s', (engine) => {
  let app: TestApp;
  let place: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true });
    await createUser(app, 'bob');
    await createUser(app, 'carol');
    const made = await createDocument(app, { name: 'place', type: 'Workspace' });
    place = made.uid;
    await setAcl(app, place, [grantAce('bob', 'Everything'), grantAce('carol', 'Read')]);
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  const call = async (
    id: string,
    { user = 'bob', status = 200, ...more }: Caller & { input?: string; params?: object } = {},
  ) => {
    const headers = { properties: '*' };
    const response = await callOperation(app, id, { ...more, user, headers });
    expect([id, response.status, response.text]).toEqual([id, status, response.text]);
    return response.status === 200 ? response.json : response.json?.message;
  };
  const create = (name: string, { type = 'File', user = 'bob', properties = {} } = {}) =>
    createDocument(
      app,
      { parent: place, name, type, properties: { 'dc:title': name, ...properties } },
      { user },
    );
  const collection = async (name: string, members: readonly string[] = []): Promise<string> => {
    const { uid } = await call('Collection.Create', { input: place, params: { name } });
    if (members.length > 0) await add(uid, members);
    return uid;
  };
  const add = (uid: string, members: readonly string[], caller: Caller = {}) =>
    call('Document.AddToCollection', {
      input: members.length === 1 ? (members[0] ?? '') : `docs:${members.join(',')}`,
      params: { collection: uid },
      ...caller,
    });
  const remove = (uid: string, members: readonly string[], caller: Caller = {}) =>
    call('Collection.RemoveFromCollection', {
      input: members.length === 1 ? (members[0] ?? '') : `docs:${members.join(',')}`,
      params: { collection: uid },
      ...caller,
    });
  const get = async (uid: string, { user = 'bob', status = 200 }: Caller = {}) => {
    const headers = { properties: '*', 'enrichers.document': 'collections,favorites,hasContent' };
    const response = await app.request(`GET /api/v1/id/${uid}`, { headers, user });
    expect(response.status, response.text).toBe(status);
    return response.json;
  };
  const membersOf = async (uid: string, caller?: Caller): Promise<readonly string[]> =>
    (await get(uid, caller)).properties['collection:documentIds'];
  const idsOf = (json: { entries: readonly { uid: string }[] }) =>
    json.entries.map(({ uid }) => uid);
  const found = async (where: string, user = 'bob'): Promise<readonly string[]> => {
    const query = `SELECT * FROM Document WHERE ${where} ORDER BY dc:title`;
    const path = `/api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`;
    const response = await app.request(`GET ${path}`, { user });
    expect(response.status, response.text).toBe(200);
    return idsOf(response.json);
  };
  const provider = async (name: string, parameters: string, user = 'bob') => {
    const response = await app.request(`GET /api/v1/search/pp/${name}/execute?${parameters}`, {
      user,
    });
    expect(response.status, response.text).toBe(200);
    return response.json;
  };

  test('members are shown on both sides, in order and once', async () => {
    const [one, two, three] = [await create('one'), await create('two'), await create('three')];
    const shelf = await collection('shelf', [three.uid, one.uid]);
    const input = await add(shelf, [one.uid, two.uid, two.uid]);
    expect(idsOf(input)).toEqual([one.uid, two.uid, two.uid]);
    expect(await membersOf(shelf)).toEqual([three.uid, one.uid, two.uid]);
    const shown = await get(one.uid);
    expect(shown.properties['collectionMember:collectionIds']).toEqual([shelf]);
    expect(shown.facets).toContain('CollectionMember');
    expect(shown.schemas.map(({ name }: { name: string }) => name)).toContain('collectionMember');
    expect(shown.contextParameters.collections).toMatchObject([{ uid: shelf, title: 'shelf' }]);
    expect((await get(shelf)).contextParameters.hasContent).toBe(true);
    await remove(shelf, [three.uid, one.uid, one.uid]);
    expect(await membersOf(shelf)).toEqual([two.uid]);
    const after = await get(one.uid);
    expect(after.facets).not.toContain('CollectionMember');
    expect(after.properties).not.toHaveProperty('collectionMember:collectionIds');
    expect(after.contextParameters.collections).toEqual([]);
    await remove(shelf, [one.uid]);
  });

  test('the answer to a change shows the collections of that moment', async () => {
    const member = await create('changed');
    const titled = async (title: string) => {
      const headers = { properties: '*' };
      const body = { 'entity-type': 'document', properties: { 'dc:title': title } };
      const put = await app.request(`PUT /api/v1/id/${member.uid}`, { headers, body });
      const call = await app.request('POST /site/automation/Document.Update', {
        headers,
        body: { input: member.uid, params: { properties: { 'dc:source': title } } },
      });
      return [put, call].map(({ json }) => json.properties['collectionMember:collectionIds']);
    };
    expect(await titled('in none')).toEqual([undefined, undefined]);
    const shelf = await collection('of the changed', [member.uid]);
    expect(await titled('in one')).toEqual([[shelf], [shelf]]);
    await remove(shelf, [member.uid]);
    expect(await titled('in none again')).toEqual([undefined, undefined]);
  });

  test('a member changes in nothing, and the collection has new dates', async () => {
    const member = await create('same');
    const shelf = await collection('dated');
    const before = await get(shelf);
    await add(shelf, [member.uid]);
    const shown = await get(member.uid);
    expect(shown.changeToken).toBe(member.changeToken);
    expect(shown.lastModified).toBe(member.lastModified);
    expect(shown.properties['dc:contributors']).toEqual(['bob']);
    const after = await get(shelf);
    expect(after.properties['uid:minor_version']).toBe(before.properties['uid:minor_version']);
    expect(after.changeToken).not.toBe(before.changeToken);
    const { json } = await app.request(`GET /api/v1/id/${member.uid}/@audit`);
    const events = json.entries.map(({ eventId }: { eventId: string }) => eventId);
    expect(events.toSorted()).toEqual(['addedToCollection', 'documentCreated']);
    await remove(shelf, [member.uid]);
    const last = (await app.request(`GET /api/v1/id/${member.uid}/@audit`)).json.entries;
    expect(last.map(({ eventId }: { eventId: string }) => eventId)).toContain(
      'removedFromCollection',
    );
  });

  test('rights are needed on the collection, and Read on the document', async () => {
    const member = await create('readable');
    const shelf = await collection('of bob');
    await add(shelf, [member.uid], { user: 'carol', status: 403 });
    await remove(shelf, [member.uid], { user: 'carol', status: 403 });
    await call('Document.MoveCollectionMember', {
      input: shelf,
      params: { member1: member.uid },
      user: 'carol',
      status: 403,
    });
    await setAcl(app, shelf, [grantAce('carol', 'ReadCanCollect')]);
    await add(shelf, [member.uid], { user: 'carol' });
    const secret = await create('secret', { user: 'Administrator' });
    await setAcl(app, secret.uid, [denyAll]);
    await add(shelf, [secret.uid], { user: 'carol', status: 403 });
    await setAcl(app, shelf, [denyAll]);
    await add(shelf, [member.uid], { user: 'carol', status: 403 });
  });

  test('a locked collection is closed to others', async () => {
    const member = await create('for the locked');
    const shelf = await collection('locked');
    await setAcl(app, shelf, [grantAce('carol', 'Everything')]);
    await call('Document.Lock', { input: shelf });
    await add(shelf, [member.uid], { user: 'carol', status: 403 });
    await add(shelf, [member.uid]);
  });

  test('what cannot be collected is named', async () => {
    const file = await create('plain');
    const shelf = await collection('outer');
    const other = await collection('inner');
    expect(await add(shelf, [shelf], { status: 400 })).toContain(
      'Document outer is not collectable',
    );
    expect(await add(shelf, [other], { status: 400 })).toContain(
      'Document inner is not collectable',
    );
    expect(await add(file.uid, [other], { status: 400 })).toContain(
      'Document plain is not a collection',
    );
    expect(await remove(file.uid, [other], { status: 400 })).toContain('is not a collection');
    const input = { input: file.uid, status: 400 };
    expect(await call('Collection.GetDocumentsFromCollection', input)).toContain(
      'Document plain is not a collection',
    );
    const move = { params: { member1: other }, ...input };
    expect(await call('Document.MoveCollectionMember', move)).toContain('is not a collection');
    await add(shelf, [file.uid, other], { status: 400 });
    expect(await membersOf(shelf)).toBe(null);
    await call('Collection.Create', { input: place, params: { name: ' ' }, status: 400 });
    for (const name of ['half \ud800', 'a\0b']) {
      const message = await call('Collection.Create', {
        input: place,
        params: { name },
        status: 400,
      });
      expect(message).toMatch(/Unable to set property: dc:title \(the text contains a NUL/);
    }
    await add('00000000-0000-7000-8000-000000000000', [file.uid], { status: 404 });
  });

  test('members are moved', async () => {
    const [a, b, c, d] = await Promise.all(['a', 'b', 'c', 'd'].map((name) => create(name)));
    const all = [a.uid, b.uid, c.uid, d.uid];
    const shelf = await collection('ordered', all);
    const move = async (member1: string, member2?: string) => {
      const params = member2 === undefined ? { member1 } : { member1, member2 };
      const { value } = await call('Document.MoveCollectionMember', { input: shelf, params });
      return [value, (await membersOf(shelf)).map((uid) => 'abcd'[all.indexOf(uid)]).join('')];
    };
    expect(await move(a.uid, c.uid)).toEqual([true, 'bcad']);
    expect(await move(d.uid, b.uid)).toEqual([true, 'cadb']);
    expect(await move(b.uid)).toEqual([true, 'bcad']);
    expect(await move(b.uid)).toEqual([false, 'bcad']);
    expect(await move(b.uid, b.uid)).toEqual([false, 'bcad']);
    expect(await move(place, b.uid)).toEqual([false, 'bcad']);
    for (let times = 0; times < 30; times += 1) {
      const names = (await membersOf(shelf)).slice(0, 2);
      expect((await move(names[0] ?? '', names[1]))[0]).toBe(true);
      expect((await move(names[1] ?? '', names[0]))[0]).toBe(true);
    }
    expect((await membersOf(shelf)).toSorted()).toEqual(all.toSorted());
  });

  test('what a reader may not see is neither shown nor counted, and keeps its place', async () => {
    const [open, closed, last] = [await create('open'), await create('closed'), await create('z')];
    const shelf = await collection('mixed', [open.uid, closed.uid, last.uid]);
    await setAcl(app, closed.uid, [grantAce('bob', 'Everything'), denyAll]);
    expect(await membersOf(shelf, { user: 'carol' })).toEqual([open.uid, last.uid]);
    expect(await membersOf(shelf)).toEqual([open.uid, closed.uid, last.uid]);
    const page = await provider('default_content_collection', `queryParams=${shelf}`, 'carol');
    expect([idsOf(page), page.resultsCount]).toEqual([[open.uid, last.uid], 2]);
    const ordered = await provider('ordered_content_collection', `queryParams=${shelf}`, 'carol');
    expect([idsOf(ordered), ordered.resultsCount]).toEqual([[open.uid, last.uid], 2]);
    expect(await found(`collection:documentIds = '${closed.uid}'`, 'carol')).toEqual([]);
    const hidden = await collection('hidden', [open.uid]);
    await setAcl(app, hidden, [grantAce('bob', 'Everything'), denyAll]);
    const shown = await get(open.uid, { user: 'carol' });
    expect(shown.properties['collectionMember:collectionIds']).toEqual([shelf]);
    expect(shown.contextParameters.collections).toMatchObject([{ uid: shelf }]);
    expect(await found(`collectionMember:collectionIds = '${hidden}'`, 'carol')).toEqual([]);
    expect(await found(`collectionMember:collectionIds/* = '${hidden}'`)).toEqual([open.uid]);
  });

  test('trashed and removed members', async () => {
    const [kept, trashed, gone] = [await create('kept'), await create('bin'), await create('gone')];
    const shelf = await collection('trash', [trashed.uid, gone.uid, kept.uid]);
    await call('Document.Trash', { input: trashed.uid });
    const members = async () =>
      idsOf(await call('Collection.GetDocumentsFromCollection', { input: shelf }));
    expect(await members()).toEqual([gone.uid, kept.uid]);
    expect((await app.request(`DELETE /api/v1/id/${gone.uid}`, { user: 'bob' })).status).toBe(204);
    expect(await members()).toEqual([kept.uid]);
    expect(await membersOf(shelf)).toEqual([trashed.uid, kept.uid]);
    await call('Document.Untrash', { input: trashed.uid });
    expect(await members()).toEqual([trashed.uid, kept.uid]);
    await call('Document.Trash', { input: shelf });
    expect((await get(kept.uid)).contextParameters.collections).toEqual([]);
    await app.request(`DELETE /api/v1/id/${shelf}`, { user: 'bob' });
    expect((await get(kept.uid)).facets).not.toContain('CollectionMember');
    expect(await found(`collectionMember:collectionIds = '${shelf}'`)).toEqual([]);
  });

  test('queries', async () => {
    const [one, two] = [await create('q1'), await create('q2')];
    const left = await collection('left', [one.uid, two.uid]);
    const right = await collection('right', [two.uid]);
    const only = `ecm:uuid IN ('${one.uid}', '${two.uid}')`;
    const ids = 'collectionMember:collectionIds';
    expect(await found(`${ids} = '${left}'`)).toEqual([one.uid, two.uid]);
    expect(await found(`${ids}/* = '${right}'`)).toEqual([two.uid]);
    expect(await found(`${ids} IN ('${left}', '${right}')`)).toEqual([one.uid, two.uid]);
    expect(await found(`${ids}/* IN ('${right}')`)).toEqual([two.uid]);
    expect(await found(`${ids}/*1 = '${right}'`)).toEqual([two.uid]);
    expect(await found(`${only} AND ${ids} <> '${right}'`)).toEqual([one.uid]);
    expect(await found(`${only} AND NOT ${ids} = '${right}'`)).toEqual([one.uid]);
    expect(await found(`${only} AND ${ids} NOT IN ('${left}')`)).toEqual([]);
    expect(await found(`${ids} = '${left}' AND ${ids} = '${right}'`)).toEqual([two.uid]);
    expect(await found(`${ids} = '${right}' OR ecm:uuid = '${one.uid}'`)).toEqual([
      one.uid,
      two.uid,
    ]);
    expect(await found(`${only} AND ${ids} IS NOT NULL`)).toEqual([one.uid, two.uid]);
    await remove(left, [one.uid]);
    expect(await found(`${only} AND ${ids} IS NULL`)).toEqual([one.uid]);
    expect(await found(`${only} AND ecm:mixinType = 'CollectionMember'`)).toEqual([two.uid]);
    expect(await found(`${only} AND ecm:mixinType <> 'CollectionMember'`)).toEqual([one.uid]);
    expect(await found(`collection:documentIds = '${two.uid}'`)).toEqual([left, right]);
    expect(await found(`collection:documentIds/* = '${one.uid}'`)).toEqual([]);
    expect(
      await found(`ecm:uuid IN ('${left}', '${right}') AND collection:documentIds IS NULL`),
    ).toEqual([]);
    const rows = await callOperation(app, 'Repository.ResultSetQuery', {
      params: {
        query: `SELECT ecm:uuid, ${ids}/* FROM Document WHERE ecm:uuid = '${two.uid}'`,
      },
    });
    const pairs = rows.json.entries.map((row: Record<string, string>) => row[`${ids}/*`]);
    expect(pairs.toSorted()).toEqual([left, right].toSorted());
  });

  test('page providers', async () => {
    const [b, a] = [await create('b of many'), await create('a of many')];
    const shelf = await collection('provided', [b.uid, a.uid]);
    const byTitle = await provider('default_content_collection', `queryParams=${shelf}`);
    expect(idsOf(byTitle)).toEqual([a.uid, b.uid]);
    const ordered = await provider('ordered_content_collection', `queryParams=${shelf}`);
    expect(idsOf(ordered)).toEqual([b.uid, a.uid]);
    expect(idsOf(await provider('all_collections', ''))).toContain(shelf);
    const titled = await provider('user_collections', 'searchTerm=provi%25&user=bob');
    expect(idsOf(titled)).toEqual([shelf]);
    expect(idsOf(await provider('default_collection', 'queryParams=provid'))).toEqual([shelf]);
    const candidates = await provider('default_collection_candidate', 'queryParams=b%20of');
    expect(idsOf(candidates)).toEqual([b.uid]);
    expect(idsOf(await provider('default_collection_candidate', 'queryParams=provid'))).toEqual([]);
    const search = await provider('default_search', `ecm_collections=["${shelf}"]`);
    expect(idsOf(search).toSorted()).toEqual([a.uid, b.uid].toSorted());
    const page = await provider(
      'ordered_content_collection',
      `queryParams=${shelf}&pageSize=1&currentPageIndex=1`,
    );
    expect(idsOf(page)).toEqual([a.uid]);
  });

  test('suggestions and lists of collections', async () => {
    const own = await collection('Suggested one');
    const { uid: foreign } = await createDocument(app, {
      parent: place,
      name: 'foreign',
      type: 'Collection',
      properties: { 'dc:title': 'Suggested two' },
    });
    const suggest = (params: object, user: string) =>
      call('Collection.Suggestion', { params, user });
    const path = (uid: string) => expect.stringContaining(uid === own ? 'Suggested' : 'foreign');
    await setAcl(app, foreign, [grantAce('bob', 'Read'), denyAll]);
    expect(await suggest({ searchTerm: 'suggested' }, 'bob')).toEqual([
      { displayLabel: 'suggested', id: '-999999suggested' },
      { id: own, displayLabel: 'Suggested one', path: path(own) },
      { displayLabel: 'Suggested two', path: path(foreign) },
    ]);
    expect(await suggest({ searchTerm: 'Suggested one' }, 'bob')).toEqual([
      { id: own, displayLabel: 'Suggested one', path: path(own) },
    ]);
    const paged = { searchTerm: 'Suggested two', pageSize: 1, currentPageIndex: 1, lang: 'en' };
    expect(await suggest(paged, 'bob')).toEqual([
      { displayLabel: 'Suggested two', id: '-999999Suggested two' },
    ]);
    await call('Collection.Suggestion', { params: { pageSize: 0 }, status: 400 });
    await call('Collection.Suggestion', { params: { currentPageIndex: -1 }, status: 400 });
    const listed = await call('User.GetCollections', { params: { searchTerm: 'Suggested%' } });
    expect(idsOf(listed)).toEqual([own, foreign]);
    await call('User.GetCollections', { status: 400 });
  });

  test('copies keep members, copies of members have no collection', async () => {
    const member = await create('copied member');
    const shelf = await collection('copied', [member.uid]);
    const params = { target: place, name: 'copy' };
    const copy = await call('Document.Copy', { input: shelf, params });
    expect(await membersOf(copy.uid)).toEqual([member.uid]);
    const shown = await get(member.uid);
    expect(shown.properties['collectionMember:collectionIds'].toSorted()).toEqual(
      [shelf, copy.uid].toSorted(),
    );
    const twin = await call('Document.Copy', { input: member.uid, params });
    expect((await get(twin.uid)).facets).not.toContain('CollectionMember');
    const folder = await create('folder of collections', { type: 'Folder' });
    await call('Document.Move', { input: shelf, params: { target: folder.uid } });
    const { uid: other } = await call('Document.Copy', { input: folder.uid, params });
    const [below] = (await app.request(`GET /api/v1/id/${other}/@children`, { user: 'bob' })).json
      .entries;
    expect(await membersOf(below.uid)).toEqual([member.uid]);
  });

  test('versions have the members of their time, and are restored with them', async () => {
    const [a, b, c] = [await create('v-a'), await create('v-b'), await create('v-c')];
    const shelf = await collection('versioned', [a.uid, b.uid]);
    const version = async () =>
      (await call('Document.CreateVersion', { input: shelf, params: { increment: 'Minor' } })) &&
      (await call('Document.GetLastVersion', { input: shelf })).uid;
    const first = await version();
    await remove(shelf, [a.uid]);
    await add(shelf, [c.uid]);
    const second = await version();
    await add(shelf, [a.uid]);
    await call('Document.MoveCollectionMember', { input: shelf, params: { member1: a.uid } });
    expect(await membersOf(shelf)).toEqual([a.uid, b.uid, c.uid]);
    expect(await membersOf(first)).toEqual([a.uid, b.uid]);
    expect(await membersOf(second)).toEqual([b.uid, c.uid]);
    await add(first, [c.uid], { status: 400 });
    const restore = (uid: string) =>
      call('Document.RestoreVersion', { input: uid, params: { createVersion: false } });
    await restore(first);
    expect(await membersOf(shelf)).toEqual([a.uid, b.uid]);
    await restore(second);
    expect(await membersOf(shelf)).toEqual([b.uid, c.uid]);
    expect([await membersOf(first), await membersOf(second)]).toEqual([
      [a.uid, b.uid],
      [b.uid, c.uid],
    ]);
    expect((await get(a.uid)).facets).not.toContain('CollectionMember');
    const copy = await call('Document.Copy', { input: first, params: { target: place } });
    expect(await membersOf(copy.uid)).toEqual([a.uid, b.uid]);
  });

  test('versions and proxies are members of their own', async () => {
    const file = await create('published');
    const section = await create('section', { type: 'Section' });
    await call('Document.CreateVersion', { input: file.uid, params: { increment: 'Major' } });
    const { uid: version } = await call('Document.GetLastVersion', { input: file.uid });
    const proxy = await call('Document.CreateLiveProxy', {
      user: 'Administrator',
      input: file.uid,
      params: { 'Destination Path': section.path },
    });
    const shelf = await collection('of versions', [version, proxy.uid]);
    expect(await membersOf(shelf)).toEqual([version, proxy.uid]);
    expect((await get(version)).properties['collectionMember:collectionIds']).toEqual([shelf]);
    expect((await get(proxy.uid)).properties['collectionMember:collectionIds']).toEqual([shelf]);
    expect((await get(file.uid)).facets).not.toContain('CollectionMember');
    expect((await found(`collectionMember:collectionIds/* = '${shelf}'`)).toSorted()).toEqual(
      [version, proxy.uid].toSorted(),
    );
    const live = await call('Document.CreateLiveProxy', {
      user: 'Administrator',
      input: shelf,
      params: { 'Destination Path': section.path },
    });
    await add(live.uid, [file.uid]);
    expect(await membersOf(live.uid)).toEqual([version, proxy.uid, file.uid]);
    expect(await membersOf(shelf)).toEqual([version, proxy.uid, file.uid]);
  });

  test('a page costs as many queries with fifty members as with two', async () => {
    const folder = await create('page', { type: 'Folder' });
    const members: string[] = [];
    for (let at = 0; at < 50; at += 1) {
      const input = { parent: folder.uid, name: `m${at}` };
      members.push((await createDocument(app, input, { user: 'bob' })).uid);
    }
    for (let at = 0; at < 5; at += 1) await collection(`of the page ${at}`, members);
    const queriesOf = async (pageSize: number, headers: Record<string, string>) => {
      const path = `/api/v1/id/${folder.uid}/@children?pageSize=${pageSize}`;
      const response = await app.request(`GET ${path}`, { headers, user: 'bob' });
      expect(response.json.entries).toHaveLength(pageSize);
      const timing = String(response.headers['server-timing']);
      return Number(/(\d+) quer/.exec(timing)?.[1]);
    };
    const asked = { properties: '*', 'enrichers.document': 'collections,favorites,hasContent' };
    await queriesOf(2, asked);
    const [few, many] = [await queriesOf(2, asked), await queriesOf(50, asked)];
    expect(many).toBe(few);
    expect(many - (await queriesOf(50, { properties: 'dublincore' }))).toBeLessThanOrEqual(10);
  });

  test('a new collection takes its members from the request, an update leaves them', async () => {
    const [one, two] = [await create('given one'), await create('given two')];
    const members = [two.uid, one.uid, two.uid, 'no id', place.replace(/^.{4}/, '0000')];
    const made = await create('given', {
      type: 'Collection',
      properties: { 'collection:documentIds': members },
    });
    expect(await membersOf(made.uid)).toEqual([two.uid, one.uid]);
    const put = async (uid: string, properties: object) => {
      const body = { 'entity-type': 'document', properties };
      const response = await app.request(`PUT /api/v1/id/${uid}`, { body, user: 'bob' });
      expect(response.status, response.text).toBe(200);
    };
    await put(made.uid, { 'collection:documentIds': [], 'dc:title': 'given later' });
    expect(await membersOf(made.uid)).toEqual([two.uid, one.uid]);
    const { properties } = await get(one.uid);
    await put(one.uid, { ...properties, 'dc:title': 'sent back' });
    await put(one.uid, { 'collectionMember:collectionIds': [] });
    expect((await get(one.uid)).properties).toMatchObject({
      'dc:title': 'sent back',
      'collectionMember:collectionIds': [made.uid],
    });
  });
});
