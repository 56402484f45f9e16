import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { freeReferences } from '../../support/free-references.ts';
import { storeFindings } from '../../support/invariants.ts';
import { type Place, preparePlace } from '../../support/operation-cases.ts';

const set = 'Document.SetProperty';
const addEntry = 'Document.AddEntryToMultivaluedProperty';

const unsaved = { save: false };
const chains = {
  SetOnly: [step(set, { xpath: 'dc:source', value: 'new', ...unsaved })],
  SetThenSave: [
    step(set, { xpath: 'dc:source', value: 'new', ...unsaved }),
    step(addEntry, { xpath: 'dc:subjects', value: 'new', ...unsaved }),
    step('Document.Save'),
  ],
  AddFacetOnly: [step('Document.AddFacet', { facet: 'ThemeLocalConfiguration', ...unsaved })],
  AddFacetThenSet: [
    step('Document.AddFacet', { facet: 'ThemeLocalConfiguration', ...unsaved }),
    step(set, { xpath: 'themeconf:page', value: 'page', ...unsaved }),
    step(addEntry, { xpath: 'dc:subjects', value: 'new', ...unsaved }),
    step('Document.Save'),
  ],
  RemoveFacetThenSave: [
    step(set, { xpath: 'themeconf:page', value: 'lost', ...unsaved }),
    step('Document.RemoveFacet', { facet: 'ThemeLocalConfiguration', ...unsaved }),
    step('Document.Save'),
  ],
};

describe.each(engines)('facets and unsaved properties by operations on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startWithChains(engine, chains, {}, freeReferences);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'facets');
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    await app.close();
  });

  const make = async (properties: object = {}): Promise<string> => {
    const { uid } = await place.create('properties');
    const body = { 'entity-type': 'document', properties };
    const response = await app.request(`PUT /api/v1/id/${uid}`, { body });
    expect(response.status, response.text).toBe(200);
    return uid;
  };
  const stored = async (uid: string) =>
    (await app.request(`GET /api/v1/id/${uid}`, { headers: { properties: '*' } })).json;
  const run = async (id: string, input: string, params: object = {}) => {
    const response = await place.call(id, { input, params });
    expect(response.status, response.text).toBe(200);
    return response.json;
  };

  test('a facet brings its properties and takes them away again', async () => {
    const uid = await make();
    const params = { facet: 'ThemeLocalConfiguration' };
    expect((await run('Document.AddFacet', uid, params)).facets).toContain(params.facet);
    await run(set, uid, { xpath: 'themeconf:page', value: 'page' });
    const again = await run('Document.AddFacet', uid, params);
    expect(again.properties['themeconf:page']).toBe('page');
    expect((await run('Document.RemoveFacet', uid, params)).facets).not.toContain(params.facet);
    const { facets, properties } = await stored(uid);
    expect(facets).not.toContain(params.facet);
    expect(properties).not.toHaveProperty('themeconf:page');
  });

  test('removing a facet that a document does not have changes nothing and is not an error', async () => {
    const uid = await make({ 'dc:title': 'untouched' });
    await place.call('Document.CheckIn', { input: uid, params: { version: 'minor' } });
    const version = (await run('Document.GetLastVersion', uid)).uid;
    const live = { 'Destination Path': place.writable.uid };
    const proxy = (await run('Document.CreateLiveProxy', uid, live)).uid;
    for (const target of [uid, version, proxy]) {
      const before = await stored(target);
      for (const facet of ['ThemeLocalConfiguration', 'Versionable', 'NoSuchFacet']) {
        for (const save of [true, false]) {
          const answer = await run('Document.RemoveFacet', target, { facet, save });
          expect(answer.uid).toBe(target);
        }
      }
      expect(await stored(target)).toEqual(before);
    }
  });

  test('removing one still needs the right to change the document, and adding one a definition', async () => {
    const uid = (await place.create('read only', { parent: place.readable.uid })).uid;
    const params = { facet: 'ThemeLocalConfiguration' };
    const refused = await place.call('Document.RemoveFacet', { input: uid, params, user: 'bob' });
    expect(refused.status).toBe(403);
    const added = await place.call('Document.AddFacet', {
      input: await make(),
      params: { facet: 'NoSuchFacet' },
    });
    expect([added.status, added.json.message]).toEqual([
      400,
      expect.stringContaining('NoSuchFacet is not defined'),
    ]);
  });

  test('changes that were not saved are stored by a later save, or lost', async () => {
    const uid = await make({ 'dc:subjects': ['old'] });
    expect((await run('SetOnly', uid)).properties['dc:source']).toBe('new');
    expect((await stored(uid)).properties['dc:source']).toBeNull();
    await run('SetThenSave', uid);
    expect((await stored(uid)).properties).toMatchObject({
      'dc:source': 'new',
      'dc:subjects': ['old', 'new'],
    });
  });

  test('so are facets', async () => {
    const uid = await make();
    expect((await run('AddFacetOnly', uid)).facets).toContain('ThemeLocalConfiguration');
    expect((await stored(uid)).facets).not.toContain('ThemeLocalConfiguration');
    await run('AddFacetThenSet', uid);
    const withFacet = await stored(uid);
    expect(withFacet.facets).toContain('ThemeLocalConfiguration');
    expect(withFacet.properties).toMatchObject({
      'themeconf:page': 'page',
      'dc:subjects': ['new'],
    });
    await run('RemoveFacetThenSave', uid);
    const without = await stored(uid);
    expect(without.facets).not.toContain('ThemeLocalConfiguration');
    expect(without.properties).not.toHaveProperty('themeconf:page');
  });

  test('a facet saved on top of an outdated state is a conflict', async () => {
    const uid = await make();
    const { changeToken } = await stored(uid);
    await run('Document.Update', uid, { properties: 'dc:title=between', changeToken });
    const input = { 'entity-type': 'document', uid, changeToken };
    const params = { facet: 'ThemeLocalConfiguration' };
    const stale = await place.call('Document.AddFacet', { input, params });
    expect(stale.status).toBe(409);
    expect((await stored(uid)).facets).not.toContain(params.facet);
    const fresh = { ...input, changeToken: (await stored(uid)).changeToken };
    const done = await place.call('Document.AddFacet', { input: fresh, params });
    expect([done.status, done.json.facets]).toEqual([200, expect.arrayContaining([params.facet])]);
  });
});
