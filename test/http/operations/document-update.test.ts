import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { freeReferences } from '../../support/free-references.ts';
import { storeFindings } from '../../support/invariants.ts';
import { type Place, preparePlace } from '../../support/operation-cases.ts';
import { dumpStore } from '../../support/store-dump.ts';

/** Numbers and booleans are texts in one dialect and JSON values in the other. */
const asText = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asText(item)]));
};

describe.each(engines)('Document.Update on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine, freeReferences);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'update');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  const update = async (uid: string, properties: unknown, params = {}) =>
    place.call('Document.Update', { input: uid, params: { properties, ...params }, user: 'bob' });
  const stored = async (uid: string, key: string) => {
    const { json } = await app.request(`GET /api/v1/id/${uid}`, { headers: { properties: '*' } });
    return asText(json.properties[key]);
  };

  describe('takes values of every type as text and as JSON', () => {
    test.each([
      ['Picture', 'dc:title', ' a = b ', ' a = b ', ' a = b '],
      ['Picture', 'dc:title', '', null, null],
      ['Picture', 'dc:title', null, null, null],
      ['Picture', 'dc:title', 12, '12', '12'],
      ['Workspace', 'webc:isWebContainer', 'TRUE', true, 'true'],
      ['Workspace', 'webc:isWebContainer', 'no', false, 'false'],
      ['Picture', 'uid:major_version', '7', 7, '7'],
      ['Picture', 'imd:fnumber', '2.5', 2.5, '2.5'],
      ['Picture', 'imd:fnumber', '', null, null],
      [
        'Picture',
        'dc:issued',
        '2024-02-03T10:20:30.400Z',
        '2024-02-03T11:20:30.4+01:00',
        '2024-02-03T10:20:30.400Z',
      ],
      ['Picture', 'dc:issued', '2024-02-03', '2024-02-03', '2024-02-03T00:00:00.000Z'],
      ['Picture', 'dc:subjects', 'a,b\\,c, d', ['a', 'b,c', ' d'], ['a', 'b,c', ' d']],
      ['Picture', 'dc:subjects', '["x","y,z"]', ['x', 'y,z'], ['x', 'y,z']],
      ['Picture', 'dc:subjects', 'one', ['one'], ['one']],
      [
        'Picture',
        'picture:info',
        '{"width": 640, format: "png"}',
        { width: '640', format: 'png' },
        { width: '640', format: 'png' },
      ],
      [
        'Picture',
        'picture:views',
        '[{"title":"one"},{"title":"two","height":3}]',
        [{ title: 'one' }, { title: 'two', height: 3 }],
        [{ title: 'one' }, { title: 'two', height: '3' }],
      ],
    ])('%s %s: %j or %j is %j', async (type, key, text, json, expected) => {
      const { uid } = await place.create(`typed ${key}`, { type });
      const matcher =
        typeof expected === 'object' && expected !== null && !Array.isArray(expected)
          ? expect.objectContaining(expected)
          : Array.isArray(expected)
            ? expected.map((item) =>
                typeof item === 'object' ? expect.objectContaining(item) : item,
              )
            : expected;
      for (const value of [text, json]) {
        const response = await update(uid, { [key]: value });
        expect(response.status, response.text).toBe(200);
        expect(asText(response.json.properties[key])).toEqual(matcher);
        expect(await stored(uid, key)).toEqual(matcher);
        await update(uid, { [key]: null });
      }
      if (typeof text !== 'string') return;
      const response = await update(uid, `# a comment\n\n${key}=${text}\r\ndc:source=too`);
      expect(response.status, response.text).toBe(200);
      expect(asText(response.json.properties[key])).toEqual(matcher);
      expect(response.json.properties['dc:source']).toBe('too');
    });

    test('a value of several lines continues after a backslash', async () => {
      const { uid } = await place.create('lines');
      await update(uid, 'dc:description=one\\\ntwo\ndc:title=x=y');
      expect(await stored(uid, 'dc:description')).toBe('one\ntwo');
      expect(await stored(uid, 'dc:title')).toBe('x=y');
    });
  });

  describe('refuses what does not fit and keeps everything', () => {
    test.each([
      ['an unknown property', { 'dc:title': 'a', 'dc:nothing': '1' }, 'dc:nothing'],
      ['an unknown schema', 'nosuch:thing=1', 'nosuch:thing'],
      ['no number', { 'uid:major_version': 'many' }, 'major_version'],
      ['no date', { 'dc:issued': 'yesterday' }, 'dc:issued'],
      ['no JSON', { 'picture:info': '{broken' }, 'picture:info'],
      ['an object for a text', { 'dc:title': { a: 1 } }, 'dc:title'],
      ['a secured property', { 'dc:creator': 'bob' }, 'dc:creator'],
      ['a list item out of range', { 'picture:views/7/title': 'x' }, 'picture:views'],
      ['an unknown field', { 'picture:info/depths': '1' }, 'picture:info/depths'],
      [
        'a batch that does not exist',
        { 'file:content': { 'upload-batch': 'x', 'upload-fileId': '0' } },
        'x',
      ],
    ])('%s', async (_what, properties, message) => {
      const { uid } = await place.create('refused', { type: 'Picture' });
      const before = await dumpStore(app.services.database);
      const response = await update(uid, properties);
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining(message),
      ]);
      expect(await dumpStore(app.services.database)).toEqual(before);
    });

    test('a value that breaks a constraint is 422', async () => {
      const { uid } = await place.create('violating');
      const response = await update(uid, { 'dc:description': 'x'.repeat(2_001) });
      expect(response.status, response.text).toBe(422);
    });

    test('a version does not change', async () => {
      const { uid } = await place.create('versioned');
      await place.call('Document.CheckIn', { input: uid, params: { version: 'minor' } });
      const version = await place.call('Document.GetLastVersion', { input: uid });
      const response = await update(version.json.uid, 'dc:title=rewritten');
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining('dc:title'),
      ]);
    });
  });

  describe('nested places', () => {
    test('change alone and leave their neighbours', async () => {
      const { uid } = await place.create('nested', { type: 'Picture' });
      await update(uid, {
        'picture:info': { width: 1, height: 2 },
        'picture:views': [{ title: 'a' }, { title: 'b', tag: 't' }],
      });
      const properties = { 'picture:info/height': '9', 'picture:views/1/title': 'B' };
      const response = await update(uid, properties);
      expect(response.status, response.text).toBe(200);
      expect(await stored(uid, 'picture:info')).toMatchObject({ width: '1', height: '9' });
      expect(await stored(uid, 'picture:views')).toMatchObject([
        { title: 'a' },
        { title: 'B', tag: 't' },
      ]);
    });

    test('of two callers at the same time both count', async () => {
      const { uid } = await place.create('nested twice', { type: 'Picture' });
      await update(uid, { 'picture:info': { width: 0 } });
      const fields = ['width', 'height', 'depth'];
      const responses = await Promise.all(
        fields.map((field) => update(uid, `picture:info/${field}=5`)),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await stored(uid, 'picture:info')).toMatchObject({
        width: '5',
        height: '5',
        depth: '5',
      });
    });
  });

  describe('lists', () => {
    test.each([
      ['replace', ['b', 'c', 'c']],
      ['APPEND_INCLUDING_DUPLICATES', ['a', 'b', 'b', 'c', 'c']],
      ['append_excluding_duplicates', ['a', 'b', 'c']],
      ['prepend', ['b', 'c', 'c']],
      ['', ['b', 'c', 'c']],
    ])('%s gives %j', async (behavior, expected) => {
      const { uid } = await place.create(`list ${behavior}`);
      await update(uid, { 'dc:subjects': ['a', 'b'], 'dc:title': 'kept' });
      const propertiesBehaviors = `dc:subjects=${behavior}\ndc:title=append_including_duplicates`;
      const properties = { 'dc:subjects': ['b', 'c', 'c'] };
      const response = await update(uid, properties, { propertiesBehaviors });
      expect(response.status, response.text).toBe(200);
      expect(await stored(uid, 'dc:subjects')).toEqual(expected);
      expect(await stored(uid, 'dc:title')).toBe('kept');
    });

    test('equal complex items are appended once where duplicates are excluded', async () => {
      const { uid } = await place.create('complex list', { type: 'Picture' });
      const views = [{ title: 'a', width: 1 }];
      await update(uid, { 'picture:views': views });
      const propertiesBehaviors = { 'picture:views': 'append_excluding_duplicates' };
      const more = [...views, { title: 'b' }, { title: 'b' }];
      await update(uid, { 'picture:views': more }, { propertiesBehaviors });
      expect(await stored(uid, 'picture:views')).toMatchObject([{ title: 'a' }, { title: 'b' }]);
    });

    test('a list inside of another value is appended to as well', async () => {
      const { uid } = await place.create('nested list', { type: 'Video' });
      await update(uid, { 'vid:info': { width: 7, streams: [{ type: 'a' }] } });
      const propertiesBehaviors = { 'vid:info/streams': 'append_including_duplicates' };
      const properties = { 'vid:info/streams': [{ type: 'b' }], 'vid:info/height': 8 };
      await update(uid, properties, { propertiesBehaviors });
      await update(uid, { 'vid:info/format': 'x' }, { propertiesBehaviors });
      expect(await stored(uid, 'vid:info')).toMatchObject({
        width: '7',
        height: '8',
        format: 'x',
        streams: [{ type: 'a' }, { type: 'b' }],
      });
    });

    test('what several callers append at the same time is all there', async () => {
      const { uid } = await place.create('appended');
      const propertiesBehaviors = { 'dc:subjects': 'append_including_duplicates' };
      const names = ['a', 'b', 'c', 'd'];
      await Promise.all(
        names.map((name) => update(uid, { 'dc:subjects': [name] }, { propertiesBehaviors })),
      );
      expect(((await stored(uid, 'dc:subjects')) as string[]).toSorted()).toEqual(names);
    });
  });

  describe('blobs', () => {
    const download = async (uid: string) => app.request(`GET /api/v1/id/${uid}/@blob/file:content`);

    test.each([
      ['as an object', { data: 'hello', name: 'a.txt' }],
      ['as text', '{"content":"hello","filename":"a.txt"}'],
    ])('inline %s', async (_form, value) => {
      const { uid } = await place.create('inline');
      const response = await update(uid, { 'file:content': value });
      expect(response.status, response.text).toBe(200);
      expect(response.json.properties['file:content']).toMatchObject({
        name: 'a.txt',
        'mime-type': 'text/plain',
        length: '5',
      });
      expect((await download(uid)).text).toBe('hello');
      await update(uid, 'file:content=');
      expect((await download(uid)).status).toBe(404);
    });

    test('from an upload batch, whole and in a list', async () => {
      const batch = (await app.request('POST /api/v1/upload', { user: 'bob' })).json.batchId;
      for (const index of [0, 1]) {
        await app.request(`POST /api/v1/upload/${batch}/${index}`, {
          user: 'bob',
          body: `content ${index}`,
          headers: {
            'content-type': 'application/octet-stream',
            'X-File-Name': `${index}.txt`,
            'X-File-Type': 'text/plain',
          },
        });
      }
      const { uid } = await place.create('uploaded');
      const blob = (index: number) => ({ 'upload-batch': batch, 'upload-fileId': String(index) });
      const properties = { 'file:content': blob(0), 'files:files': [{ file: blob(1) }] };
      const response = await update(uid, properties);
      expect(response.status, response.text).toBe(200);
      expect((await download(uid)).text).toBe('content 0');
      const attached = `GET /api/v1/id/${uid}/@blob/files:files/0/file`;
      expect((await app.request(attached)).text).toBe('content 1');
    });

    test("another user's batch is not there", async () => {
      const batch = (await app.request('POST /api/v1/upload')).json.batchId;
      const { uid } = await place.create('stolen');
      const blob = { 'upload-batch': batch, 'upload-fileId': '0' };
      const response = await update(uid, { 'file:content': blob });
      expect([response.status, (await download(uid)).status]).toEqual([400, 404]);
    });
  });

  describe('change tokens', () => {
    test('an outdated one is 409 and changes nothing', async () => {
      const { uid } = await place.create('guarded');
      const { changeToken } = (await app.request(`GET /api/v1/id/${uid}`)).json;
      const first = await update(uid, 'dc:title=first', { changeToken });
      expect(first.status, first.text).toBe(200);
      const second = await update(uid, 'dc:title=second', { changeToken });
      expect([second.status, second.json.message]).toEqual([
        409,
        expect.stringContaining(`${uid}, Invalid change token`),
      ]);
      expect(await stored(uid, 'dc:title')).toBe('first');
      const none = { changeToken: '' };
      expect((await update(uid, 'dc:title=unguarded', none)).status).toBe(200);
      const { changeToken: fresh } = first.json;
      expect((await update(uid, 'dc:title=third', { changeToken: fresh })).status).toBe(200);
    });
  });

  describe('nothing to do', () => {
    test.each([[null], [''], [{}], ['# nothing']])('%j just saves', async (properties) => {
      const { uid } = await place.create('nothing');
      const before = (await app.request(`GET /api/v1/id/${uid}`)).json;
      const response = await update(uid, properties);
      expect([response.status, response.json.changeToken]).toEqual([200, before.changeToken]);
    });

    test('save=false returns the change and does not store it', async () => {
      const { uid } = await place.create('unsaved');
      const response = await update(uid, 'dc:title=unsaved', { save: 'false' });
      expect(response.json.title).toBe('unsaved');
      expect(await stored(uid, 'dc:title')).toBe(null);
    });
  });

  test('of calls at the same time only those that fail are undone', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const files = await Promise.all(names.map((name) => place.create(`together ${name}`)));
    const first = await place.create('changed before the failure');
    const locked = await place.create('locked');
    await place.call('Document.Lock', { input: locked.uid });
    const [failed, ...changed] = await Promise.all([
      update(`docs:${first.uid},${locked.uid}`, 'dc:title=lost'),
      ...files.map(({ uid }) => update(uid, 'dc:title=kept')),
      ...files.map(({ uid }) => update(uid, 'dc:source=kept')),
    ]);
    expect(failed.status, failed.text).toBe(403);
    expect(changed.map(({ status }) => status)).toEqual(changed.map(() => 200));
    expect(await stored(first.uid, 'dc:title')).not.toBe('lost');
    for (const { uid } of files) {
      const titleAndSource = [await stored(uid, 'dc:title'), await stored(uid, 'dc:source')];
      expect(titleAndSource).toEqual(['kept', 'kept']);
    }
  });
});
