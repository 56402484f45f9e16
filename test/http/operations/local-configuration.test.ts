import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';

const putOne = 'LocalConfiguration.PutSimpleConfigurationParameter';
const putMany = 'LocalConfiguration.PutSimpleConfigurationParameters';

describe.each(engines)('the configuration of folders on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let inner: string;
  let note: string;
  beforeAll(async () => {
    const read = (name: string) =>
      step('LocalConfiguration.SetSimpleConfigurationParameterAsVar', {
        name: 'found',
        parameterName: name,
        defaultValue: 'by default',
      });
    const show = step('Document.SetProperty', {
      xpath: 'dc:source',
      value: 'expr:Context["found"]',
    });
    app = await startWithChains(engine, {
      color: [read('color'), show],
      size: [read('size'), show],
    });
    await createUser(app, 'ann');
    folder = (await createDocument(app, { name: 'configured', type: 'Folder' })).uid;
    inner = (await createDocument(app, { name: 'inner', type: 'Folder', parent: folder })).uid;
    note = (await createDocument(app, { name: 'note', type: 'Note', parent: inner })).uid;
    await setAcl(app, note, [grantAce('ann', 'ReadWrite')]);
  });
  afterAll(() => app.close());

  const put = (id: string, operation: string, params: object, user = 'Administrator') =>
    callOperation(app, operation, {
      input: `doc:${id}`,
      params,
      user,
      headers: { properties: '*' },
    });
  const found = async (chain: string, user = 'Administrator') => {
    const headers = { properties: '*' };
    const reply = await callOperation(app, chain, { input: `doc:${note}`, user, headers });
    return reply.status === 200 ? reply.json.properties['dc:source'] : reply.status;
  };

  test('is the default where there is none', async () => {
    expect(await found('color')).toBe('by default');
  });

  test('is set on a document, which gets the facet, and read below it', async () => {
    const { status, json } = await put(folder, putOne, { key: 'color', value: 'red' });
    expect([status, json.facets]).toEqual([200, expect.arrayContaining(['SimpleConfiguration'])]);
    const parameters = { color: 'blue', size: '3' };
    const changed = await put(folder, putMany, { parameters });
    expect(changed.json.properties['sconf:simpleconfigurationparameters']).toEqual([
      { key: 'color', value: 'blue' },
      { key: 'size', value: '3' },
    ]);
    expect([await found('color'), await found('size')]).toEqual(['blue', '3']);
  });

  test('of the closest folder hides those above', async () => {
    await put(inner, putOne, { key: 'color', value: 'green' });
    expect([await found('color'), await found('size')]).toEqual(['green', 'by default']);
  });

  test('is not stored without a right or with save=false, nor read without a right', async () => {
    expect((await put(folder, putOne, { key: 'a', value: 'b' }, 'ann')).status).toBe(403);
    expect((await put(folder, putOne, { key: '', value: 'b' })).status).toBe(400);
    expect((await put(folder, putOne, { key: 'later', value: 'b', save: false })).status).toBe(200);
    const stored = (await app.request(`GET /api/v1/id/${folder}`, { headers: { properties: '*' } }))
      .json.properties['sconf:simpleconfigurationparameters'];
    expect(stored.map(({ key }: { readonly key: string }) => key)).toEqual(['color', 'size']);
    for (const id of [folder, inner]) {
      await setAcl(app, id, [grantAce('Administrator', 'Everything'), denyAll]);
    }
    expect(await found('color', 'ann')).toBe('by default');
  });
});
