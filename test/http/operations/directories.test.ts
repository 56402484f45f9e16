import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines, makeFolder } from '../../support/engines.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';
import { dumpStore } from '../../support/store-dump.ts';

const rows = (columns: readonly string[], ...entries: (string | number | null)[][]) => ({
  columns,
  entries,
});

const directories = {
  fruit: {
    schema: 'vocabulary',
    ...rows(
      ['id', 'label', 'ordering', 'obsolete'],
      ['pear', 'fruit.pear', 2, 0],
      ['apple', 'fruit.apple', 2, 0],
      ['plum', 'Plum', 1, 0],
      ['quince', 'Quince', 1, 1],
      ['elder', 'Éclat', 3, 0],
      ['fig', 'Fig', 3, 0],
    ),
  },
  places: {
    schema: 'xvocabulary',
    parent: 'places',
    ...rows(
      ['id', 'label', 'parent', 'obsolete'],
      ['eu', 'Europe', '', 0],
      ['at', 'Austria', 'eu', 0],
      ['vie', 'Vienna', 'at', 0],
      ['be', 'Belgium', 'eu', 0],
      ['ddr', 'Bygone', 'eu', 1],
      ['aq', 'Antarctica', '', 0],
      ['old', 'Old world', '', 1],
      ['rome', 'Rome', 'old', 0],
    ),
  },
  closed: { schema: 'vocabulary', readers: ['editors'], entries: [{ id: 'secret' }] },
};
const messages = {
  en: { 'fruit.pear': 'Pear', 'fruit.apple': 'Apple' },
  fr: { 'fruit.pear': 'Poire', 'fruit.apple': 'Pomme' },
};

const step = (operation: string, params: object = {}) => ({ operation, params });
const chains = [
  {
    id: 'AddTwice',
    steps: [
      step('Directory.CreateVocabularyEntry', { id: 'first', vocabularyName: 'fruit' }),
      step('Directory.CreateEntries', { directoryName: 'fruit', entries: '[{"id":"plum"}]' }),
    ],
  },
  ...[
    ['ByValue', 'id', 'obsolete=0\nordering=2', ''],
    ['ByPrefix', 'id', 'label=FRUIT.\nobsolete=0', 'label'],
    ['Labels', 'label', 'label=p', 'label'],
  ].map(([name, columnName, filters, fulltextFields]) => ({
    id: `Project${name}`,
    steps: [
      step('Directory.Projection', {
        directoryName: 'fruit',
        columnName,
        variableName: 'found',
        filters,
        fulltextFields,
      }),
      step('Document.Update', { properties: 'expr:dc:publisher=@{found}' }),
    ],
  })),
];

describe.each(engines)('directories by operations on %s', (engine) => {
  let app: TestApp;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
    const files = { directories: { directories, messages }, chains: { chains } };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder.path, `${name}.json`), JSON.stringify(content));
    }
    app = await startTestApp(engine, {
      directoryFiles: [join(folder.path, 'directories.json')],
      operationFiles: [join(folder.path, 'chains.json')],
    });
    await createUser(app, 'ann');
    await createUser(app, 'power', ['powerusers']);
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const call = (id: string, params: object = {}, options: OperationCall = {}) =>
    callOperation(app, id, { params, ...options });
  const entryOf = async (path: string) => (await app.request(`GET /api/v1/directory/${path}`)).json;
  const statusOf = async (path: string) =>
    (await app.request(`GET /api/v1/directory/${path}`)).status;

  describe('Directory.Entries', () => {
    test('answers all entries as a bare array, to administrators only', async () => {
      const response = await call('Directory.Entries', { directoryName: 'country' });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.json).toHaveLength(244);
      expect(response.json[0]).toEqual({
        id: 'Afghanistan',
        label: 'label.directories.country.Afghanistan',
        parent: 'asia',
        obsolete: 0,
        ordering: 10_000_000,
      });
      const others = await call(
        'Directory.Entries',
        { directoryName: 'country' },
        { user: 'power' },
      );
      expect(others.status).toBe(404);
    });

    test('translates labels, and takes a document that does not matter', async () => {
      const labels = async (params: object, input?: string) =>
        (
          await call('Directory.Entries', { directoryName: 'fruit', ...params }, { input })
        ).json.map(({ label }: { label: string }) => label);
      const plain = ['fruit.pear', 'fruit.apple', 'Plum', 'Quince', 'Éclat', 'Fig'];
      expect(await labels({})).toEqual(plain);
      expect(await labels({ lang: 'fr' })).toEqual(plain);
      expect((await labels({ translateLabels: true })).slice(0, 2)).toEqual(['Pear', 'Apple']);
      const french = { translateLabels: true, lang: 'fr' };
      expect((await labels(french, 'doc:/')).slice(0, 2)).toEqual(['Poire', 'Pomme']);
    });
  });

  describe('Directory.ReadEntries', () => {
    test('returns the entries of the ids in their order, without unknown ones', async () => {
      const entries = JSON.stringify(['plum', 'nothing', 'pear', 'plum', 'x/plum']);
      const params = { directoryName: 'fruit', entries, translateLabels: true, lang: 'fr' };
      const { status, json } = await call('Directory.ReadEntries', params, { user: 'ann' });
      expect(status).toBe(200);
      expect(json).toEqual([
        { id: 'plum', label: 'Plum', obsolete: 0, ordering: 1 },
        { id: 'pear', label: 'Poire', obsolete: 0, ordering: 2 },
      ]);
    });

    test('shows nothing of a directory that is not for the caller', async () => {
      const params = { directoryName: 'closed', entries: '["secret"]' };
      expect((await call('Directory.ReadEntries', params, { user: 'ann' })).json).toEqual([]);
      expect((await call('Directory.ReadEntries', params)).json).toHaveLength(1);
      const suggest = { directoryName: 'closed' };
      expect((await call('Directory.SuggestEntries', suggest, { user: 'ann' })).json).toEqual([]);
    });
  });

  describe('changing entries', () => {
    test('creates them with the defaults of the schema and answers their ids', async () => {
      const entries = JSON.stringify([
        { id: 'n1', label: 'One' },
        { id: 'n2', ordering: 4 },
      ]);
      const params = { directoryName: 'nature', entries };
      const created = await call('Directory.CreateEntries', params, { user: 'power' });
      expect([created.status, created.json]).toEqual([200, ['n1', 'n2']]);
      expect((await entryOf('nature/n1')).properties).toEqual({
        id: 'n1',
        label: 'One',
        obsolete: 0,
        ordering: 10_000_000,
      });
      expect((await entryOf('nature/n2')).properties).toMatchObject({ label: null, ordering: 4 });
      const clients = { directoryName: 'oauth2Clients', entries: '[{"id":"mine"},{"name":"x"}]' };
      expect((await call('Directory.CreateEntries', clients)).json).toEqual(['3', '4']);
    });

    test('updates what is given of those there are', async () => {
      const entries = JSON.stringify([
        { id: 'article', ordering: 3 },
        { id: 'nothing', ordering: 3 },
        { id: 'certificate', label: null },
      ]);
      const params = { directoryName: 'nature', entries };
      const updated = await call('Directory.UpdateEntries', params, { user: 'power' });
      expect([updated.status, updated.json]).toEqual([200, ['article', 'certificate']]);
      expect((await entryOf('nature/article')).properties).toEqual({
        id: 'article',
        label: 'label.directories.nature.article',
        obsolete: 0,
        ordering: 3,
      });
      expect((await entryOf('nature/certificate')).properties.label).toBeNull();
    });

    test('deletes them, or marks them as obsolete where the schema can', async () => {
      const entries = JSON.stringify(['letter', 'nothing']);
      const params = { directoryName: 'nature', entries };
      expect(await statusOf('nature/letter')).toBe(200);
      const marked = await call('Directory.DeleteEntries', { ...params, markObsolete: true });
      expect(marked.json).toEqual(['letter']);
      expect((await entryOf('nature/letter')).properties.obsolete).toBe(1);
      const deleted = await call('Directory.DeleteEntries', params, { user: 'power' });
      expect([deleted.status, deleted.json]).toEqual([200, ['letter']]);
      expect(await statusOf('nature/letter')).toBe(404);
      const clients = { directoryName: 'oauth2Clients', entries: '[2]', markObsolete: true };
      expect((await call('Directory.DeleteEntries', clients)).json).toEqual(['2']);
      expect(await statusOf('oauth2Clients/2')).toBe(404);
    });

    test('adds a single entry to a vocabulary, once', async () => {
      const add = (params: object) =>
        call('Directory.CreateVocabularyEntry', params, { user: 'power', input: 'doc:/' });
      const first = await add({ vocabularyName: 'places', id: 'fr', parent: 'eu' });
      expect([first.status, first.json.path]).toEqual([200, '/']);
      const stored = { id: 'fr', label: 'fr', parent: 'eu', obsolete: 0, ordering: 0 };
      expect((await entryOf('places/fr')).properties).toEqual(stored);
      const again = await add({ vocabularyName: 'places', id: 'fr', label: 'France' });
      expect(again.status).toBe(200);
      expect((await entryOf('places/fr')).properties).toEqual(stored);
      await add({ vocabularyName: 'topic', id: 'late', ordering: '9007199254740993' });
      const late = await app.request('GET /api/v1/directory/topic/late');
      expect(late.text).toContain('"ordering":9007199254740993');
      const more = { label: 'Kiwi', obsolete: 1, ordering: 9, parent: 'ignored' };
      expect((await add({ vocabularyName: 'topic', id: 'kiwi', ...more })).status).toBe(200);
      expect((await entryOf('topic/kiwi')).properties).toEqual({
        id: 'kiwi',
        label: 'Kiwi',
        obsolete: 1,
        ordering: 9,
      });
      const before = await dumpStore(app.services.database);
      expect((await add({ vocabularyName: 'topic', id: ' ' })).status).toBe(200);
      expect(await dumpStore(app.services.database)).toEqual(before);
    });

    const json = JSON.stringify;
    test.each([
      [
        'Directory.CreateEntries',
        { directoryName: 'nature', entries: json([{ id: 'x' }, { id: 'memo' }]) },
        409,
        'memo',
      ],
      [
        'Directory.CreateEntries',
        { directoryName: 'nature', entries: json([{ id: 'x' }, {}]) },
        400,
        'Missing id',
      ],
      [
        'Directory.CreateEntries',
        { directoryName: 'nature', entries: json([{ id: 'x' }, 'y']) },
        400,
        'element 1',
      ],
      [
        'Directory.CreateEntries',
        { directoryName: 'nature', entries: json([{ id: 'x', no: 1 }]) },
        400,
        'no',
      ],
      ['Directory.CreateEntries', { directoryName: 'nature', entries: '{"id":"x"}' }, 400, 'array'],
      ['Directory.CreateEntries', { directoryName: 'nature', entries: '[{' }, 400, 'entries'],
      ['Directory.CreateEntries', { directoryName: 'nothing', entries: '[]' }, 404, 'nothing'],
      ['Directory.CreateEntries', { directoryName: 'nature' }, 400, 'entries'],
      ['Directory.CreateEntries', { entries: '[]' }, 400, 'directoryName'],
      [
        'Directory.CreateEntries',
        { directoryName: 'userDirectory', entries: '[]' },
        400,
        'user/group',
      ],
      [
        'Directory.UpdateEntries',
        {
          directoryName: 'nature',
          entries: json([
            { id: 'memo', label: 'x' },
            { id: 'memo', ordering: 'x' },
          ]),
        },
        400,
        'ordering',
      ],
      [
        'Directory.UpdateEntries',
        { directoryName: 'nature', entries: json([{ label: 'x' }]) },
        400,
        'Missing id',
      ],
      ['Directory.UpdateEntries', { directoryName: 'nothing', entries: '[]' }, 404, 'nothing'],
      ['Directory.UpdateEntries', { directoryName: 'nature' }, 400, 'entries'],
      [
        'Directory.DeleteEntries',
        { directoryName: 'topic', entries: json(['kiwi', 'art']) },
        409,
        'referenced',
      ],
      [
        'Directory.DeleteEntries',
        { directoryName: 'nature', entries: json([['memo']]) },
        400,
        'element 0',
      ],
      [
        'Directory.DeleteEntries',
        { directoryName: 'nature', entries: json(['memo']), markObsolete: 7 },
        400,
        'markObsolete',
      ],
      ['Directory.DeleteEntries', { directoryName: 'nature' }, 400, 'entries'],
      ['Directory.CreateVocabularyEntry', { vocabularyName: 'nature' }, 400, 'id'],
      ['Directory.CreateVocabularyEntry', { id: 'x' }, 400, 'vocabularyName'],
      ['Directory.CreateVocabularyEntry', { id: 'x', vocabularyName: 'nothing' }, 404, 'nothing'],
      [
        'Directory.CreateVocabularyEntry',
        { id: 'x', vocabularyName: 'nature', ordering: 'x' },
        400,
        'ordering',
      ],
      [
        'Directory.CreateVocabularyEntry',
        { id: 'x', vocabularyName: 'l10nsubjects' },
        400,
        'Directory.CreateEntries',
      ],
      ['Directory.Entries', { directoryName: 'nothing' }, 404, 'nothing'],
      ['Directory.Entries', {}, 400, 'directoryName'],
      ['Directory.ReadEntries', { directoryName: 'nature', entries: 'x' }, 400, 'entries'],
      ['Directory.ReadEntries', { directoryName: 'nature' }, 400, 'entries'],
      ['Directory.SuggestEntries', { directoryName: 'nothing' }, 404, 'nothing'],
      ['Directory.SuggestEntries', {}, 400, 'directoryName'],
      ['Directory.SuggestEntries', { directoryName: 'nature', limit: 'x' }, 400, 'limit'],
      [
        'Directory.SuggestEntries',
        { directoryName: 'nature', filters: { colour: 'x' } },
        400,
        'colour',
      ],
      [
        'Directory.SuggestEntries',
        { directoryName: 'nature', labelFieldName: 'colour' },
        400,
        'colour',
      ],
      [
        'Directory.Projection',
        { directoryName: 'nature', columnName: 'colour', variableName: 'x' },
        400,
        'colour',
      ],
      ['Directory.Projection', { directoryName: 'nature', columnName: 'id' }, 400, 'variableName'],
      [
        'Directory.Projection',
        { directoryName: 'nature', columnName: 'id', variableName: 'x', filters: { colour: 1 } },
        400,
        'colour',
      ],
      [
        'Directory.Projection',
        { directoryName: 'nothing', columnName: 'id', variableName: 'x' },
        404,
        'nothing',
      ],
      ['AddTwice', {}, 409, 'plum'],
    ])('%s with %j is answered %i and changes nothing', async (id, params, status, message) => {
      const before = await dumpStore(app.services.database);
      const response = await call(id, params);
      expect([response.status, response.json.message]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
      expect(await dumpStore(app.services.database)).toEqual(before);
    });

    test.each([
      ['Directory.CreateEntries', { directoryName: 'nature', entries: '[{"id":"x"}]' }],
      [
        'Directory.UpdateEntries',
        { directoryName: 'nature', entries: '[{"id":"memo","label":"x"}]' },
      ],
      ['Directory.DeleteEntries', { directoryName: 'nature', entries: '["memo"]' }],
      ['Directory.CreateVocabularyEntry', { vocabularyName: 'nature', id: 'x' }],
    ])('%s is for those who may change the directory', async (id, params) => {
      const before = await dumpStore(app.services.database);
      const denied = await call(id, params, { user: 'ann' });
      expect([denied.status, denied.json.message]).toEqual([
        403,
        expect.stringContaining('Not allowed to edit directory nature'),
      ]);
      expect(await dumpStore(app.services.database)).toEqual(before);
    });
  });

  describe('Directory.SuggestEntries', () => {
    const suggest = async (directoryName: string, params: object = {}) => {
      const all = { directoryName, ...params };
      const response = await call('Directory.SuggestEntries', all, { user: 'ann' });
      if (response.status !== 200) throw new Error(response.text);
      return response.json;
    };
    interface Suggestion {
      readonly displayLabel: string;
      readonly children?: readonly Suggestion[];
    }
    /** `Label` or `Label(children)`. */
    const outline = (list: readonly Suggestion[]): string =>
      list
        .map(({ displayLabel, children }) =>
          children ? `${displayLabel}(${outline(children)})` : displayLabel,
        )
        .join(' ');

    test('describes entries with their fields, labels and ids', async () => {
      expect((await suggest('fruit', { searchTerm: 'plu' }))[0]).toEqual({
        'entity-type': 'directoryEntry',
        directoryName: 'fruit',
        id: 'plum',
        label: 'Plum',
        obsolete: 0,
        ordering: 1,
        properties: { id: 'plum', label: 'Plum', obsolete: 0, ordering: 1 },
        displayLabel: 'Plum',
        computedId: 'plum',
        absoluteLabel: 'Plum',
      });
    });

    test.each([
      [{ localize: true }, 'Plum Apple Pear Éclat Fig'],
      [{ localize: true, lang: 'fr' }, 'Plum Poire Pomme Éclat Fig'],
      [{ localize: true, lang: 'fr_CA' }, 'Plum Poire Pomme Éclat Fig'],
      [{ localize: true, lang: 'no such language' }, 'Plum Apple Pear Éclat Fig'],
      [{}, 'Plum fruit.apple fruit.pear Éclat Fig'],
      [{ displayObsoleteEntries: true, searchTerm: 'q' }, 'Quince'],
      [{ searchTerm: 'q' }, ''],
      [{ localize: true, lang: 'fr', searchTerm: 'PO' }, 'Poire Pomme'],
      [{ localize: true, lang: 'fr', prefix: 'po' }, 'Poire Pomme'],
      [{ localize: true, lang: 'fr', searchTerm: 'PO', caseSensitive: true }, ''],
      [{ localize: true, lang: 'fr', searchTerm: 'Po', caseSensitive: true }, 'Poire Pomme'],
      [{ localize: true, searchTerm: 'l' }, ''],
      [{ localize: true, searchTerm: 'L', contains: true }, 'Plum Apple Éclat'],
      [{ localize: true, limit: 2 }, 'Plum Apple'],
      [{ localize: true, limit: 0 }, 'Plum Apple Pear Éclat Fig'],
      [{ localize: true, filters: { ordering: '2' } }, 'Apple Pear'],
      [{ localize: true, filters: { ordering: 2, id: 'pear' } }, 'Pear'],
      [{ labelFieldName: 'id', searchTerm: 'p' }, 'plum pear'],
      [{ searchTerm: '%' }, ''],
    ])('of a flat directory with %j are %s', async (params, expected) => {
      expect(outline(await suggest('fruit', params))).toBe(expected);
    });

    test('show the translated label beside the stored one', async () => {
      const params = { localize: true, lang: 'fr', searchTerm: 'poi' };
      const [pear] = await suggest('fruit', params);
      expect(pear).toMatchObject({ label: 'Poire', displayLabel: 'Poire', absoluteLabel: 'Poire' });
      expect(pear.properties.label).toBe('fruit.pear');
    });

    test.each([
      [{}, 'Europe(Austria(Vienna) Belgium fr) Old world(Rome)'],
      [{ searchTerm: 'b' }, 'Europe(Belgium)'],
      [{ searchTerm: 'b', displayObsoleteEntries: true }, 'Europe(Belgium Bygone)'],
      [{ searchTerm: 'vi' }, 'Europe(Austria(Vienna))'],
      [{ searchTerm: 'eu' }, ''],
      [{ searchTerm: 'eu', filterParent: true }, 'Europe'],
      [{ searchTerm: 'a', filterParent: true }, 'Antarctica Europe(Austria)'],
      [{ filters: { parent: 'eu' } }, 'Europe(Austria Belgium fr)'],
    ])('of a hierarchical directory with %j are %s', async (params, expected) => {
      await app.request('DELETE /api/v1/directory/places/fr');
      const body = { 'entity-type': 'directoryEntry', properties: { id: 'fr', parent: 'eu' } };
      expect((await app.request('POST /api/v1/directory/places', { body })).status).toBe(201);
      expect(outline(await suggest('places', params))).toBe(expected);
    });

    test('name the path of an entry, with separators of choice', async () => {
      const [europe] = await suggest('places', { searchTerm: 'vi' });
      expect(Object.keys(europe)).toEqual(['displayLabel', 'children']);
      expect(europe.children[0].children[0]).toMatchObject({
        id: 'vie',
        computedId: 'eu/at/vie',
        absoluteLabel: 'Europe/Austria/Vienna',
      });
      const params = { searchTerm: 'vi', keySeparator: '|', absoluteLabelSeparator: ' > ' };
      const [other] = await suggest('places', params);
      expect(other.children[0].children[0]).toMatchObject({
        computedId: 'eu|at|vie',
        absoluteLabel: 'Europe > Austria > Vienna',
      });
    });

    test('describe parents in full where these can be selected', async () => {
      const [europe] = await suggest('places', { searchTerm: 'vi', canSelectParent: true });
      expect(europe).toMatchObject({ id: 'eu', computedId: 'eu', displayLabel: 'Europe' });
      expect(europe.children[0]).toMatchObject({ id: 'at', computedId: 'eu/at' });
      expect(europe.children[0].children[0]).toMatchObject({ id: 'vie' });
    });

    test('are below the entries of another directory where parents are there', async () => {
      const found = await suggest('country', { localize: true, searchTerm: 'alb' });
      expect(outline(found)).toBe('Europe(Albania)');
      expect(found[0].children[0]).toMatchObject({
        computedId: 'europe/Albania',
        absoluteLabel: 'Europe/Albania',
        label: 'Albania',
      });
    });

    test('have labels in the language of the caller where there is a field for each', async () => {
      const labelled = async (params: object) =>
        outline(await suggest('l10nsubjects', { dbl10n: true, localize: true, ...params }));
      expect(await labelled({ searchTerm: 'cin', lang: 'fr' })).toBe('Art(Cinéma)');
      expect(await labelled({ searchTerm: 'cin', lang: 'en' })).toBe('Art(Cinema)');
      expect(await labelled({ searchTerm: 'cin', lang: 'de' })).toBe('Art(Cinema)');
      const plain = outline(await suggest('l10nsubjects', { searchTerm: 'cin' }));
      expect(plain).toBe('Art(Cinema)');
    });

    test('are users and groups too', async () => {
      const [ann] = await suggest('userDirectory', { searchTerm: 'an' });
      expect(ann).toMatchObject({ id: 'ann', username: 'ann', password: '', displayLabel: 'ann' });
      const groups = await suggest('groupDirectory', { labelFieldName: 'grouplabel' });
      expect(outline(groups)).toBe('Administrators group Members group Power users group');
    });
  });

  describe('Directory.Projection', () => {
    const project = async (name: string) => {
      const { uid } = await createDocument(app, { name });
      const options = { input: `doc:${uid}`, headers: { properties: '*' } };
      const response = await call(`Project${name}`, {}, options);
      if (response.status !== 200) throw new Error(response.text);
      return response.json.properties['dc:publisher'];
    };

    test('sets a variable to the values of a field where others have a value', async () => {
      expect(await project('ByValue')).toBe('[pear, apple]');
    });

    test('compares the beginnings of fields that are searched in', async () => {
      expect(await project('ByPrefix')).toBe('[pear, apple]');
      expect(await project('Labels')).toBe('[Plum]');
    });

    test('lets the input through', async () => {
      const params = { directoryName: 'fruit', columnName: 'id', variableName: 'x' };
      const own = await call('Directory.Projection', params, { input: 'doc:/' });
      expect([own.status, own.json.path]).toEqual([200, '/']);
      expect((await call('Directory.Projection', params)).status).toBe(204);
    });
  });
});
