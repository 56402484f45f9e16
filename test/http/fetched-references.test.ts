import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
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

  test('adds nothing to what the caller may read', async () => {
    const { uid: hidden } = await createDocument(app, { name: 'hidden' });
    await setAcl(app, hidden, [denyAll]);
    const headers = { 'fetch.document': 'properties', properties: '*' };
    const reply = await app.request(`GET /api/v1/id/${hidden}`, { user: 'ann', headers });
    expect(reply.status).toBe(403);
    expect(reply.text).not.toContain('Administrator');
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
