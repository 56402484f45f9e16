import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { withOperationFiles } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';

const actions = [
  { id: 'second', categories: ['BAR'], order: 2, label: 'Second' },
  {
    id: 'first',
    categories: ['BAR', 'MENU'],
    link: 'app:first',
    icon: '/icons/first.svg',
    label: { en: 'First', fr: 'Premier' },
    help: { fr: 'Aide' },
    properties: { confirm: true },
  },
  { id: 'ofNotes', categories: ['BAR'], types: ['Note'], order: 3 },
  { id: 'ofFolders', categories: ['BAR'], facets: ['Folderish'], order: 4 },
  { id: 'ofEditors', categories: ['BAR'], permission: 'Write', order: 5 },
  { id: 'ofGroup', categories: ['BAR'], groups: ['editors'], order: 6 },
  { id: 'gone', categories: ['BAR'] },
];

const laterActions = [{ id: 'gone', categories: ['BAR'], enabled: false }];

describe.each(engines)('Actions.GET on %s', (engine) => {
  let app: TestApp;
  let note: string;
  beforeAll(async () => {
    app = await withOperationFiles([{ actions }, { actions: laterActions }], (operationFiles) =>
      startTestApp(engine, { operationFiles }),
    );
    await app.request('POST /api/v1/group', {
      body: { 'entity-type': 'group', groupname: 'editors' },
    });
    await createUser(app, 'ann', ['editors']);
    await createUser(app, 'bob');
    note = (await createDocument(app, { name: 'note', type: 'Note' })).uid;
    const aces = [grantAce('ann', 'ReadWrite'), grantAce('bob', 'Read'), denyAll];
    await setAcl(app, note, [grantAce('Administrator', 'Everything'), ...aces]);
  });
  afterAll(() => app.close());

  const idsOf = async (call: object) => {
    const { status, json } = await callOperation(app, 'Actions.GET', {
      params: { category: 'BAR' },
      ...call,
    });
    return status === 200 ? json.map(({ id }: { readonly id: string }) => id) : status;
  };

  test('lists the actions of a category in their order', async () => {
    expect(await idsOf({})).toEqual(['first', 'second', 'ofGroup']);
    expect(await idsOf({ params: { category: 'NONE' } })).toEqual([]);
    expect(await idsOf({ params: {} })).toBe(400);
  });

  test('lists those for the document and the caller', async () => {
    const input = `doc:${note}`;
    const all = ['first', 'second', 'ofNotes'];
    expect(await idsOf({ input, user: 'ann' })).toEqual([...all, 'ofEditors', 'ofGroup']);
    expect(await idsOf({ input, user: 'bob' })).toEqual(all);
    expect(await idsOf({ context: { currentDocument: note }, user: 'bob' })).toEqual(all);
    const folder = { input: 'doc:/default-domain' };
    expect(await idsOf(folder)).toEqual(['first', 'second', 'ofFolders', 'ofEditors', 'ofGroup']);
  });

  test('describes them in the language of the caller', async () => {
    const menu = async (call: object) => {
      const params = { category: 'MENU', ...call };
      return (await callOperation(app, 'Actions.GET', { params })).json[0];
    };
    const action = { id: 'first', link: 'app:first', icon: '/icons/first.svg' };
    const properties = { confirm: true };
    expect(await menu({})).toEqual({ ...action, label: 'First', help: '', properties });
    expect(await menu({ lang: 'fr_CA' })).toMatchObject({ label: 'Premier', help: 'Aide' });
    expect(await menu({ lang: 'de' })).toMatchObject({ label: 'First', help: '' });
  });
});
