import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import {
  type OperationCase,
  type Place,
  preparePlace,
  testOperationCases,
} from '../../support/operation-cases.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import { dumpStore } from '../../support/store-dump.ts';

const tagged = async (place: Place, name: string) => {
  const document = await place.create(name);
  const call = { input: document.uid, params: { tags: 'one,two' } };
  const response = await place.call('Services.TagDocument', call);
  expect(response.status, response.text).toBe(200);
  return document;
};

/** A document `bob` does not see. */
const hidden = async (place: Place) => {
  const document = await place.create('hidden', { parent: place.readable.uid });
  await setAcl(place.app, document.uid, [denyAll]);
  return document;
};

const cases: readonly OperationCase[] = [
  { id: 'Services.TagDocument', params: () => ({ tags: 'one,two' }), failing: hidden },
  { id: 'Services.UntagDocument', params: () => ({ tags: ['one'] }), input: tagged },
  { id: 'Services.RemoveDocumentTags', input: tagged },
];

describe.each(engines)('tags by operations on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    await createUser(app, 'carol');
    place = await preparePlace(app, 'tags');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  testOperationCases(() => app, cases);

  interface Caller {
    readonly user?: string;
    readonly status?: number;
  }

  const call = async (
    id: string,
    input: string,
    { params = {}, user = 'bob', status = 200 }: Caller & { params?: object } = {},
  ) => {
    const response = await place.call(id, { input, params, user });
    expect(response.status, response.text).toBe(status);
    return response.json;
  };
  const tag = (uid: string, tags: unknown, caller?: Caller) =>
    call('Services.TagDocument', uid, { params: { tags }, ...caller });
  const untag = (uid: string, tags: unknown, caller?: Caller) =>
    call('Services.UntagDocument', uid, { params: { tags }, ...caller });
  const get = async (uid: string) => {
    const headers = { 'enrichers.document': 'tags', properties: '*' };
    return (await app.request(`GET /api/v1/id/${uid}`, { headers })).json;
  };
  const tagsOf = async (uid: string): Promise<readonly string[]> =>
    (await get(uid)).contextParameters.tags;
  const inReadable = (name: string) => place.create(name, { parent: place.readable.uid });
  const found = async (where: string, user = 'bob'): Promise<readonly string[]> => {
    const query = `SELECT * FROM Document WHERE ${where} ORDER BY ecm:name`;
    const path = `/api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`;
    const { json } = await app.request(`GET ${path}`, { user });
    return json.entries.map(({ uid }: { uid: string }) => uid);
  };

  describe('a tag', () => {
    test.each([
      ['Two Words', 'twowords'],
      ["It's 100% a/b\\c", 'its100abc'],
      ['ÉTÉ', 'été'],
      ['a_b-c.d,e', 'a_b-c.d,e'],
    ])('%j is kept as %j', async (typed, label) => {
      const { uid } = await place.create('normal');
      await tag(uid, [typed]);
      expect(await tagsOf(uid)).toEqual([label]);
      expect(await found(`ecm:tag = "${label}" AND ecm:uuid = '${uid}'`)).toEqual([uid]);
      await untag(uid, [typed.toUpperCase()]);
      expect(await tagsOf(uid)).toEqual([]);
    });

    test('is given once, by the first user who gave it', async () => {
      const { uid } = await tagged(place, 'once');
      await tag(uid, 'two,Three,three,,');
      expect(await tagsOf(uid)).toEqual(['one', 'two', 'three']);
      const { properties } = await get(uid);
      expect(properties['nxtag:tags']).toEqual([
        { label: 'one', username: 'Administrator' },
        { label: 'two', username: 'Administrator' },
        { label: 'three', username: 'bob' },
      ]);
    });

    test.each([['%'], ["'"], ['fine, / ']])(
      'of which nothing is left (%j) is refused',
      async (tags) => {
        const { uid } = await place.create('empty');
        const before = await dumpStore(app.services.database);
        const { message } = await tag(uid, tags, { status: 400 });
        expect(message).toContain('Invalid empty tag');
        expect(await dumpStore(app.services.database)).toEqual(before);
      },
    );

    test('of which the store could not keep the text is refused', async () => {
      const { uid } = await place.create('odd');
      for (const odd of ['a\u0000b', '\ud800']) await tag(uid, [odd], { status: 400 });
      expect(await tagsOf(uid)).toEqual([]);
    });

    test('has 255 characters at most, and a document 1,000 tags', async () => {
      const { uid } = await place.create('full');
      const labels = Array.from({ length: 1_000 }, (_unused, n) => `t${n}`);
      const longest = 'x'.repeat(255);
      const { message } = await tag(uid, [`${longest}x`], { status: 400 });
      expect(message).toContain('at most 255 characters');
      await tag(uid, [longest, ...labels.slice(1)]);
      await tag(uid, [longest]);
      const full = await tag(uid, ['one more'], { status: 400 });
      expect(full.message).toContain('at most 1000 tags');
      expect(await tagsOf(uid)).toEqual([longest, ...labels.slice(1)]);
    });

    test('is not a change of the document: dates, version and audit stay', async () => {
      const { uid } = await place.create('unchanged', { type: 'Note' });
      const before = await get(uid);
      expect(before.isCheckedOut).toBe(false);
      await tag(uid, 'fresh');
      const after = await get(uid);
      const { changeToken: _b, contextParameters: _c, ...old } = before;
      const { changeToken: _d, contextParameters: shown, ...present } = after;
      expect(shown).toEqual({ tags: ['fresh'] });
      expect(present).toEqual({
        ...old,
        properties: {
          ...old.properties,
          'nxtag:tags': [{ label: 'fresh', username: 'bob' }],
        },
      });
      const audit = (await app.request(`GET /api/v1/id/${uid}/@audit`)).json.entries;
      const events = audit.map(({ eventId }: { eventId: string }) => eventId);
      expect(events.toSorted()).toEqual(['documentCheckedIn', 'documentCreated']);
    });

    test('brings its facet to a document whose type has none', async () => {
      const { uid } = await place.create('facet', { type: 'Favorites' });
      expect((await get(uid)).facets).not.toContain('NXTag');
      const { facets } = await tag(uid, 'first');
      expect(facets).toContain('NXTag');
      expect(await tagsOf(uid)).toEqual(['first']);
    });

    test('is one of the words that the document is found by', async () => {
      const { uid } = await place.create('words');
      await tag(uid, 'sesquipedalian');
      expect(await found("ecm:fulltext = 'sesquipedalian'")).toEqual([uid]);
      await untag(uid, 'sesquipedalian');
      expect(await found("ecm:fulltext = 'sesquipedalian'")).toEqual([]);
    });

    test('that two callers give at the same time is there with the other', async () => {
      const { uid } = await place.create('both');
      const labels = ['a', 'b', 'c', 'd', 'e', 'f'];
      await Promise.all(labels.map((label) => tag(uid, `${label},shared`)));
      expect([...(await tagsOf(uid))].sort()).toEqual([...labels, 'shared']);
    });
  });

  describe('rights', () => {
    test('users who may read a document may tag it, even if another has locked it', async () => {
      const { uid } = await inReadable('read only');
      await call('Document.Lock', uid, { user: 'Administrator' });
      await tag(uid, 'mine');
      expect(await tagsOf(uid)).toEqual(['mine']);
      await call('Document.Update', uid, { params: { properties: 'dc:title=x' }, status: 403 });
    });

    test('a tag is taken away by who gave it, and with Write by others', async () => {
      const { uid } = await inReadable('two users');
      await tag(uid, 'bobs');
      await tag(uid, 'carols', { user: 'carol' });
      await untag(uid, 'carols', { status: 403 });
      await untag(uid, 'bobs,carols', { status: 403 });
      await call('Services.RemoveDocumentTags', uid, { status: 403 });
      await untag(uid, 'bobs,unknown');
      expect(await tagsOf(uid)).toEqual(['carols']);
      await setAcl(app, uid, [grantAce('bob', 'Write')]);
      await untag(uid, 'carols');
      await tag(uid, 'more', { user: 'carol' });
      await call('Services.RemoveDocumentTags', uid);
      expect(await tagsOf(uid)).toEqual([]);
    });
  });

  describe('on versions, copies and proxies', () => {
    const version = async (uid: string): Promise<string> => {
      await call('Document.CheckIn', uid, { params: { version: 'minor' } });
      return (await call('Document.GetLastVersion', uid)).uid;
    };

    test('a version has the tags of when it was made, and gives them back', async () => {
      const { uid } = await tagged(place, 'versioned');
      const first = await version(uid);
      await untag(uid, 'one');
      await tag(uid, 'three');
      expect((await get(uid)).isCheckedOut).toBe(false);
      expect(await tagsOf(first)).toEqual(['one', 'two']);
      expect(await found(`ecm:tag = 'one' AND ecm:versionVersionableId = '${uid}'`)).toEqual([
        first,
      ]);
      await call('Document.RestoreVersion', first);
      expect(await tagsOf(uid)).toEqual(['one', 'two']);
    });

    test('a version can be tagged by itself', async () => {
      const { uid } = await tagged(place, 'tagged version');
      const first = await version(uid);
      await tag(first, 'late');
      expect(await tagsOf(first)).toEqual(['one', 'two', 'late']);
      expect(await tagsOf(uid)).toEqual(['one', 'two']);
      await untag(first, 'late');
      expect(await tagsOf(first)).toEqual(['one', 'two']);
    });

    test('a copy has the tags of its source', async () => {
      const { uid } = await tagged(place, 'copied');
      const copy = await call('Document.Copy', uid, { params: { target: place.writable.uid } });
      await untag(copy.uid, 'one');
      expect(await tagsOf(copy.uid)).toEqual(['two']);
      expect(await tagsOf(uid)).toEqual(['one', 'two']);
    });

    test('a proxy shows the tags of its target and takes none', async () => {
      const { uid } = await tagged(place, 'shown');
      const params = { target: place.writable.uid };
      const proxy = await call('Document.PublishToSection', uid, { params });
      expect(proxy.isProxy).toBe(true);
      expect(await tagsOf(proxy.uid)).toEqual(['one', 'two']);
      expect(await found(`ecm:uuid = '${proxy.uid}' AND ecm:tag = 'two'`)).toEqual([proxy.uid]);
      for (const id of ['Services.TagDocument', 'Services.UntagDocument']) {
        const given = { params: { tags: 'one' }, status: 400 };
        expect((await call(id, proxy.uid, given)).message).toContain('is a proxy');
      }
      await call('Services.RemoveDocumentTags', proxy.uid, { status: 400 });
    });
  });

  test('the default search is narrowed down by tags', async () => {
    const { uid } = await place.create('narrowed');
    const other = await place.create('narrowed too');
    await tag(uid, 'narrow,red');
    await tag(other.uid, 'narrow,blue');
    const search = async (...tags: readonly string[]): Promise<readonly string[]> => {
      const given = encodeURIComponent(JSON.stringify(tags));
      const path = `/api/v1/search/pp/default_search/execute?ecm_tags=${given}&sortBy=dc:created&sortOrder=ASC`;
      const { json } = await app.request(`GET ${path}`, { user: 'bob' });
      return json.entries.map((entry: { uid: string }) => entry.uid);
    };
    expect(await search('narrow')).toEqual([uid, other.uid]);
    expect(await search('red')).toEqual([uid]);
    expect(await search('red', 'blue', 'green')).toEqual([uid, other.uid]);
  });

  describe('suggestions', () => {
    const suggest = async (params: object, user = 'bob') => {
      const response = await place.call('Tag.Suggestion', { params, user });
      expect(response.status, response.text).toBe(200);
      expect(response.headers['content-type']).toMatch('application/json');
      return response.json;
    };
    const labels = async (searchTerm: string, user?: string) => {
      const found = await suggest({ searchTerm }, user);
      return found.map(({ id }: { id: string }) => id);
    };

    test('begin with the term, each once and sorted, at most ten', async () => {
      const one = await place.create('suggested');
      const two = await place.create('suggested too');
      const many = Array.from({ length: 12 }, (_unused, n) => `many${String(n).padStart(2, '0')}`);
      await tag(one.uid, ['zebra', 'zeta_1', 'zetax1', ...many]);
      await tag(two.uid, ['zebra', 'zoo']);
      expect(await suggest({ searchTerm: 'Zeb' })).toEqual([
        { id: 'zebra', displayLabel: 'zebra' },
      ]);
      expect(await labels('z')).toEqual(['zebra', 'zeta_1', 'zetax1', 'zoo']);
      expect(await labels('zeta_')).toEqual(['zeta_1']);
      expect(await labels('MANY ')).toEqual(many.slice(0, 10));
    });

    test.each(['', ' ', '%', "'", 'nothing like it', '\u0000'])('of %j are none', async (term) => {
      expect(await suggest({ searchTerm: term })).toEqual([]);
    });

    test('without a term are none', async () => {
      expect(await suggest({})).toEqual([]);
    });

    test('reveal nothing of documents that the caller may not browse', async () => {
      const { uid } = await inReadable('secret');
      await tag(uid, 'confidential', { user: 'Administrator' });
      expect(await labels('conf')).toEqual(['confidential']);
      await setAcl(app, uid, [denyAll]);
      expect(await labels('conf')).toEqual([]);
      expect(await labels('conf', 'Administrator')).toEqual(['confidential']);
      await call('Tag.Suggestion', '', { params: { value: 'x', document: uid }, status: 403 });
    });

    test('are the sorted tags of the document when there is a value', async () => {
      const { uid } = await place.create('with value');
      await tag(uid, 'b,c,a');
      const params = { value: 'anything', searchTerm: 'c', document: uid };
      expect((await suggest(params)).map(({ id }: { id: string }) => id)).toEqual(['a', 'b', 'c']);
      const none = await place.call('Tag.Suggestion', { params: { value: 'x' }, user: 'bob' });
      expect(none.status).toBe(204);
    });
  });
});
