import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, setAcl } from '../support/security.ts';

const countOf = (header: unknown): number => Number(/(\d+) queries/.exec(String(header))?.[1]);

describe.each(engines)('what properties of documents refer to on %s', (engine) => {
  let app: TestApp;
  let uid: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true });
    await createUser(app, 'ann');
    const properties = {
      'dc:title': 'Report',
      'dc:subjects': ['art/cinema', 'sciences'],
      'dc:coverage': 'europe/France',
      'dc:nature': 'report',
    };
    ({ uid } = await createDocument(app, { name: 'report', properties }));
  });
  afterAll(() => app.close());

  const read = async (fetch: string, headers: Record<string, string> = {}) => {
    const response = await app.request(`GET /api/v1/id/${uid}`, {
      headers: { 'fetch.document': fetch, properties: '*', ...headers },
    });
    expect(response.status, response.text).toBe(200);
    return response.json.properties;
  };

  const entry = (directoryName: string, id: string) =>
    expect.objectContaining({ 'entity-type': 'directoryEntry', directoryName, id });
  const administrator = expect.objectContaining({ 'entity-type': 'user', id: 'Administrator' });

  test('stays text unless it is asked for', async () => {
    expect(await read('versionLabel,dc:nothing')).toMatchObject({
      'dc:creator': 'Administrator',
      'dc:contributors': ['Administrator'],
      'dc:subjects': ['art/cinema', 'sciences'],
      'dc:coverage': 'europe/France',
      'dc:nature': 'report',
    });
  });

  test.each(['contract', 'native'])('comes all at once in the dialect %s', async (dialect) => {
    const properties = await read('properties', { 'X-Cartulary-Dialect': dialect });
    const coverage = entry('l10ncoverage', 'France');
    expect(properties).toMatchObject({
      'dc:title': 'Report',
      'dc:creator': administrator,
      'dc:lastContributor': administrator,
      'dc:contributors': [administrator],
      'dc:subjects': [entry('l10nsubjects', 'cinema'), entry('l10nsubjects', 'sciences')],
      'dc:coverage': dialect === 'contract' ? [coverage] : coverage,
      'dc:nature': entry('nature', 'report'),
    });
  });

  test.each([
    'dc:creator',
    'dc:lastContributor',
    'dc:contributors',
    'dc:subjects',
    'dc:coverage',
    'dc:nature',
  ])('comes for %s alone', async (name) => {
    const [plain, fetched] = [await read('none'), await read(name)];
    expect(fetched[name]).not.toEqual(plain[name]);
    expect({ ...fetched, [name]: 0 }).toEqual({ ...plain, [name]: 0 });
  });

  test('comes as parameter and with other spellings of the header', async () => {
    const { json } = await app.request(`GET /api/v1/id/${uid}?fetch.document=dc:nature`, {
      headers: {
        properties: '*',
        'X-NXfetch.document': 'dc:creator',
      },
    });
    expect(json.properties).toMatchObject({ 'dc:creator': administrator });
    expect(json.properties['dc:nature'].properties.id).toBe('report');
  });

  test('stays text where it names nothing or what is gone', async () => {
    const properties = { 'dc:title': 'mine' };
    await createUser(app, 'leaver', ['administrators']);
    const made = await createDocument(app, { name: 'left', properties }, { user: 'leaver' });
    await app.request('DELETE /api/v1/user/leaver');
    const { json } = await app.request(`GET /api/v1/id/${made.uid}`, {
      headers: { 'fetch.document': 'properties', properties: '*' },
    });
    expect(json.properties).toMatchObject({
      'dc:creator': 'leaver',
      'dc:contributors': ['leaver'],
    });
    expect([json.properties['dc:nature'], json.properties['dc:subjects'] ?? []]).toEqual([
      null,
      [],
    ]);
  });

  describe('sent back', () => {
    const plain = async (id: string) =>
      (await app.request(`GET /api/v1/id/${id}`, { headers: { properties: '*' } })).json;
    const put = (id: string, properties: object, headers: Record<string, string> = {}) => {
      const body = { 'entity-type': 'document', properties };
      return app.request(`PUT /api/v1/id/${id}`, { body, headers });
    };

    test.each(['contract', 'native'])(
      'whole in the dialect %s changes nothing',
      async (dialect) => {
        const before = await plain(uid);
        const headers = { 'X-Cartulary-Dialect': dialect };
        for (const more of [{}, { 'fetch.directoryEntry': 'parent' }]) {
          const shown = await read('properties', { ...headers, ...more });
          const reply = await put(uid, shown, headers);
          expect(reply.status, reply.text).toBe(200);
          expect(await plain(uid)).toEqual(before);
        }
      },
    );

    test('means the entry, by its path from the top', async () => {
      const noir = { id: 'noir', parent: 'cinema', label_en: 'Noir', label_fr: 'Noir' };
      const lost = { id: 'lost', parent: 'nothing', label_en: 'Lost', label_fr: 'Perdu' };
      for (const properties of [noir, lost]) {
        const body = { 'entity-type': 'directoryEntry', properties };
        const made = await app.request('POST /api/v1/directory/l10nsubjects', { body });
        expect(made.status).toBe(201);
      }
      const { uid: id } = await createDocument(app, { name: 'subjects' });
      const sent = (directoryName: string, entryId: string) => ({
        'entity-type': 'directoryEntry',
        directoryName,
        id: entryId,
      });
      const subjects = ['noir', 'lost', 'art'].map((each) => sent('l10nsubjects', each));
      const reply = await put(id, {
        'dc:subjects': [...subjects, 'comics'],
        'dc:coverage': [sent('l10ncoverage', 'France')],
        'dc:nature': sent('nature', 'report'),
      });
      expect(reply.status, reply.text).toBe(200);
      expect((await plain(id)).properties).toMatchObject({
        'dc:subjects': ['art/cinema/noir', 'lost', 'art', 'comics'],
        'dc:coverage': 'europe/France',
        'dc:nature': 'report',
      });
    });

    test('in a new document is the same', async () => {
      const shown = await read('properties');
      const { uid: id } = await createDocument(app, { name: 'copied', properties: shown });
      const { properties } = await plain(id);
      const original = (await plain(uid)).properties;
      for (const name of ['dc:subjects', 'dc:coverage', 'dc:nature']) {
        expect(properties[name]).toEqual(original[name]);
      }
    });

    test.each(['contract', 'native'])('to operations in the dialect %s too', async (dialect) => {
      const before = await plain(uid);
      const headers = { 'X-Cartulary-Dialect': dialect, properties: '*' };
      const shown = await app.request(`GET /api/v1/id/${uid}`, {
        headers: { ...headers, 'fetch.document': 'properties' },
      });
      const params = { properties: shown.json.properties };
      for (const call of [
        { input: uid, params },
        { input: shown.json, params: { properties: {} } },
      ]) {
        const reply = await callOperation(app, 'Document.Update', { ...call, headers });
        expect(reply.status, reply.text).toBe(200);
        const { properties } = await plain(uid);
        for (const name of ['dc:subjects', 'dc:coverage', 'dc:nature', 'dc:contributors']) {
          expect(properties[name]).toEqual(before.properties[name]);
        }
      }
    });

    test('is no list where one value is stored, but for a list of one or none', async () => {
      const { uid: id } = await createDocument(app, { name: 'single' });
      for (const [value, expected] of [
        [['europe/France'], 'europe/France'],
        [[], null],
      ]) {
        expect((await put(id, { 'dc:coverage': value })).status).toBe(200);
        expect((await plain(id)).properties['dc:coverage']).toEqual(expected);
      }
      for (const properties of [
        { 'dc:coverage': ['europe/France', 'europe/Albania'] },
        { 'dc:coverage': [['europe/France']] },
        { 'dc:nature': ['report'] },
      ]) {
        const reply = await put(id, properties);
        expect([reply.status, reply.json.message]).toEqual([
          400,
          expect.stringContaining(Object.keys(properties)[0] ?? ''),
        ]);
      }
    });

    test('costs one query for each level of the directory, and none without entries', async () => {
      const headersOf = async (properties: object) => {
        const { uid: id } = await createDocument(app, { name: 'counted' });
        const reply = await put(id, properties);
        expect(reply.status, reply.text).toBe(200);
        return countOf(reply.headers['server-timing']);
      };
      const entities = async (count: number) => {
        const { entries } = (
          await app.request(`GET /api/v1/directory/l10nsubjects?pageSize=${count}`)
        ).json;
        return { 'dc:subjects': entries };
      };
      const texts = await headersOf({ 'dc:subjects': ['art/cinema'] });
      const twenty = await headersOf(await entities(20));
      expect(await headersOf(await entities(40))).toBe(twenty);
      expect(twenty - texts).toBeLessThanOrEqual(3);
    });
  });

  test('adds nothing to what the caller may read', async () => {
    const { uid: hidden } = await createDocument(app, { name: 'hidden' });
    await setAcl(app, hidden, [denyAll]);
    const headers = { 'fetch.document': 'properties', properties: '*' };
    const reply = await app.request(`GET /api/v1/id/${hidden}`, { user: 'ann', headers });
    expect(reply.status).toBe(403);
    expect(reply.text).not.toContain('Administrator');
  });

  test('of fifty documents costs no more where half the values name nothing', async () => {
    const ids = { entry: 'passing', user: 'passer' };
    const entryBody = { 'entity-type': 'directoryEntry', properties: { id: ids.entry } };
    await app.request('POST /api/v1/directory/nature', { body: entryBody });
    await createUser(app, ids.user, ['administrators']);
    const { uid: parent } = await createDocument(app, { name: 'half', type: 'Folder' });
    for (let index = 0; index < 50; index += 1) {
      const isPassing = index % 2 === 1;
      const properties = { 'dc:nature': isPassing ? ids.entry : 'report' };
      const user = isPassing ? ids.user : 'Administrator';
      await createDocument(app, { parent, name: `doc ${index}`, properties }, { user });
    }
    const costOf = async (path: string) => {
      const headers = { properties: 'dublincore', 'fetch.document': 'properties' };
      const { json, ...reply } = await app.request(`GET /api/v1${path}`, { headers });
      expect(json.entries).toHaveLength(50);
      return { entries: json.entries, count: countOf(reply.headers['server-timing']) };
    };
    const query = encodeURIComponent(`SELECT * FROM File WHERE ecm:parentId = '${parent}'`);
    const paths = [
      `/id/${parent}/@children?pageSize=50`,
      `/search/lang/NXQL/execute?query=${query}&pageSize=50`,
      `/search/lang/pp/advanced_document_content?ecm_parentId=${parent}&ecm_trashed=false&pageSize=50`,
    ];
    const before = await Promise.all(paths.map(costOf));
    for (const path of [`directory/nature/${ids.entry}`, `user/${ids.user}`]) {
      expect((await app.request(`DELETE /api/v1/${path}`)).status).toBe(204);
    }
    for (const [index, path] of paths.entries()) {
      const { entries, count } = await costOf(path);
      expect(count).toBe(before[index]?.count);
      const natures = entries.map((each: { properties: Record<string, unknown> }) => [
        each.properties['dc:nature'],
        each.properties['dc:creator'],
        each.properties['dc:contributors'],
      ]);
      const known = [entry('nature', 'report'), administrator, [administrator]];
      const unknown = [ids.entry, ids.user, [ids.user]];
      expect(natures.filter(([nature]: unknown[]) => nature === ids.entry)).toEqual(
        Array.from({ length: 25 }, () => unknown),
      );
      expect(natures.filter(([nature]: unknown[]) => nature !== ids.entry)).toEqual(
        Array.from({ length: 25 }, () => known),
      );
    }
  });

  test('costs the same number of queries for no document, for one and for fifty', async () => {
    const costs: number[] = [];
    for (const count of [0, 1, 50]) {
      const { uid: parent } = await createDocument(app, { name: `of ${count}`, type: 'Folder' });
      for (let index = 0; index < count; index += 1) {
        const properties = {
          'dc:nature': index % 2 ? 'report' : 'memo',
          'dc:subjects': ['sciences'],
        };
        await createDocument(app, { parent, name: `doc ${index}`, properties });
      }
      const children = (headers: Record<string, string>) =>
        app.request(`GET /api/v1/id/${parent}/@children`, {
          headers: { properties: 'dublincore', ...headers },
        });
      const [plain, fetched] = [
        await children({}),
        await children({ 'fetch.document': 'properties' }),
      ];
      expect(fetched.json.entries).toHaveLength(count);
      for (const { properties } of fetched.json.entries) {
        expect(properties['dc:creator']).toEqual(administrator);
        expect(properties['dc:nature']['entity-type']).toBe('directoryEntry');
      }
      costs.push(
        countOf(fetched.headers['server-timing']) - countOf(plain.headers['server-timing']),
      );
    }
    const [none, one, fifty] = costs;
    expect(none).toBe(0);
    expect(one).toBeGreaterThan(0);
    expect(fifty).toBe(one);
  });
});
