import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { startWithChains, step } from '../support/chains.ts';
import { createDocument, createUser, postDocument } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const model = {
  schemas: {
    cast: {
      prefix: 'cast',
      fields: {
        user: { type: 'string', refersTo: 'user' },
        group: { type: 'string', refersTo: 'group' },
        anyone: { type: 'string[]', refersTo: 'userOrGroup' },
        document: { type: 'string', refersTo: 'document:id' },
        path: { type: 'string', refersTo: 'document:path' },
        free: { type: 'string', refersTo: 'user', mustExist: false },
        lost: { type: 'string', refersTo: 'directory:defined-nowhere' },
        parts: {
          type: 'complex[]',
          fields: { nature: { type: 'string', refersTo: 'directory:nature' } },
        },
      },
    },
  },
  types: { Cast: { supertype: 'File', schemas: ['cast'] } },
};

const setNature = step('Document.SetProperty', { xpath: 'dc:nature', value: 'passing' });

const chains = {
  'remove-then-refer': [
    setNature,
    step('Directory.DeleteEntries', { directoryName: 'nature', entries: '["passing"]' }),
    step('Repository.GetDocument', { value: 'expr:other' }),
    setNature,
  ],
};

const countOf = (header: unknown): number => Number(/(\d+) queries/.exec(String(header))?.[1]);
const asJson = { accept: 'application/json' };

describe.each(engines)('references that must exist on %s', (engine) => {
  let app: TestApp;
  let folder: { path: string; remove: () => Promise<void> };
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'model.json');
    await writeFile(path, JSON.stringify(model));
    const flags = { contentModelFiles: [path], development: true };
    app = await startWithChains(engine, chains, {}, flags);
    await createUser(app, 'ann');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
    await folder.remove();
  });

  const put = (
    uid: string,
    properties: object,
    headers: Record<string, string> = {},
    user?: string,
  ) =>
    app.request(`PUT /api/v1/id/${uid}`, {
      body: { 'entity-type': 'document', properties },
      headers,
      ...(user === undefined ? {} : { user }),
    });

  const addEntry = async (directory: string, properties: object) => {
    const body = { 'entity-type': 'directoryEntry', properties };
    const made = await app.request(`POST /api/v1/directory/${directory}`, { body });
    expect(made.status, made.text).toBe(201);
  };

  const removeEntry = async (path: string) =>
    expect((await app.request(`DELETE /api/v1/directory/${path}`)).status).toBe(204);

  describe.each(['contract', 'native'])('in the dialect %s', (dialect) => {
    const headers = { 'X-Cartulary-Dialect': dialect, ...asJson };

    test('a new document that names no entry is 422 with the report', async () => {
      const properties = { 'dc:nature': 'nothing', 'dc:subjects': ['art', 'lost', 'art/france'] };
      const response = await postDocument(app, { name: 'refused', properties }, { headers });
      expect(response.status, response.text).toBe(422);
      const subject = (invalid: string, index: number) => ({
        messageKey: 'label.schema.constraint.violation.directoryResolver.dublincore.subjects.item',
        message: expect.stringContaining(`'${invalid}'`),
        invalid_value: invalid,
        constraint: {
          'entity-type': 'validation_constraint',
          name: 'directoryResolver',
          parameters: { directory: 'l10nsubjects' },
        },
        path: [
          { field_name: 'dc:subjects', is_list_item: false },
          { field_name: 'item', is_list_item: true, index },
        ],
      });
      expect(response.json).toEqual({
        'entity-type': 'validation_report',
        has_error: true,
        number: 3,
        violations: [
          {
            messageKey: 'label.schema.constraint.violation.directoryResolver.dublincore.nature',
            message: "The value 'nothing' does not satisfy directoryResolver (directory: nature)",
            invalid_value: 'nothing',
            constraint: {
              'entity-type': 'validation_constraint',
              name: 'directoryResolver',
              parameters: { directory: 'nature' },
            },
            path: [{ field_name: 'dc:nature', is_list_item: false }],
          },
          subject('lost', 1),
          subject('art/france', 2),
        ],
      });
      const plain = await postDocument(app, { name: 'refused', properties });
      expect([plain.status, plain.json['entity-type'], plain.json.message]).toEqual([
        422,
        'exception',
        expect.stringMatching(/^3 constraint violation\(s\) thrown. First one thrown on property/),
      ]);
    });

    test('existing entries, by id or by path, and unset values are stored', async () => {
      const properties = {
        'dc:nature': 'report',
        'dc:subjects': ['cinema', 'art/cinema', 'art'],
        'dc:coverage': 'europe/France',
        'dc:language': 'no directory is declared',
      };
      const name = `stored-${dialect}`;
      const response = await postDocument(app, { name, properties }, { headers });
      expect(response.status, response.text).toBe(201);
      for (const unset of [null, '', 'memo']) {
        const changed = await put(response.json.uid, { 'dc:nature': unset }, headers);
        expect(changed.status, changed.text).toBe(200);
      }
    });

    test('an update is refused as a whole', async () => {
      const { uid } = await createDocument(app, { name: `whole-${dialect}` });
      const reply = await put(uid, { 'dc:title': 'new', 'dc:coverage': 'nowhere' }, headers);
      expect([reply.status, reply.json.violations?.[0].invalid_value]).toEqual([422, 'nowhere']);
      const { json } = await app.request(`GET /api/v1/id/${uid}`);
      expect(json.title).toBe(`whole-${dialect}`);
    });
  });

  test.each([
    ['Document.Update', { properties: { 'dc:nature': 'nothing' } }],
    ['Document.Update', { properties: 'dc:subjects=art,lost' }],
    ['Document.SetProperty', { xpath: 'dc:nature', value: 'nothing' }],
    ['Document.AddEntryToMultivaluedProperty', { xpath: 'dc:subjects', value: 'lost' }],
    ['Document.Create', { type: 'File', name: 'x', properties: { 'dc:nature': 'nothing' } }],
  ])('%s with %j is refused', async (id, params) => {
    const parent = id === 'Document.Create' ? '/default-domain/workspaces' : undefined;
    const input = parent ?? (await createDocument(app, { name: 'target' })).uid;
    const reply = await callOperation(app, id, { input, params, headers: asJson });
    expect([reply.status, reply.json['entity-type']]).toEqual([422, 'validation_report']);
  });

  test('a list of very many values that name nothing is refused with the first ones', async () => {
    const { uid } = await createDocument(app, { name: 'long' });
    const subjects = Array.from({ length: 20_000 }, (_, at) => `art/none-${at}`);
    const reply = await put(uid, { 'dc:subjects': ['art', ...subjects] }, asJson);
    expect([reply.status, reply.json.number, reply.json.violations.length]).toEqual([
      422, 1_000, 1_000,
    ]);
  });

  test('a bulk command counts the documents that it cannot change', async () => {
    const { uid: parent } = await createDocument(app, { name: 'bulk', type: 'Folder' });
    for (const name of ['one', 'two']) await createDocument(app, { parent, name });
    const query = `SELECT * FROM File WHERE ecm:parentId = '${parent}'`;
    for (const [nature, errorCount] of [
      ['nothing', 2],
      ['report', 0],
    ] as const) {
      const params = { 'dc:nature': nature };
      const status = await run(app, 'setProperties', { query, params });
      expect(status).toMatchObject({ processed: 2, errorCount });
    }
  });

  test('what a document already holds is not checked again', async () => {
    for (const id of ['old', 'older']) {
      await addEntry('l10nsubjects', { id, label_en: id, label_fr: id, parent: '' });
    }
    await addEntry('nature', { id: 'old', label: 'Old' });
    const properties = { 'dc:nature': 'old', 'dc:subjects': ['old', 'art'] };
    const { uid } = await createDocument(app, { name: 'old', properties });
    for (const path of ['l10nsubjects/old', 'l10nsubjects/older', 'nature/old']) {
      await removeEntry(path);
    }
    const shown = (await app.request(`GET /api/v1/id/${uid}`, { headers: { properties: '*' } }))
      .json;
    for (const [given, status] of [
      [{ 'dc:title': 'other' }, 200],
      [shown.properties, 200],
      [{ 'dc:subjects': ['cinema', 'old'] }, 200],
      [{ 'dc:subjects': ['cinema', 'old', 'older'] }, 422],
      [{ 'dc:nature': 'report' }, 200],
      [{ 'dc:nature': 'old' }, 422],
    ] as const) {
      const reply = await put(uid, given);
      expect([given, reply.status]).toEqual([given, status]);
    }
    // Copies have what their originals have.
    const target = '/default-domain/workspaces';
    const copy = await callOperation(app, 'Document.Copy', { input: uid, params: { target } });
    expect(copy.status, copy.text).toBe(200);
    const version = await callOperation(app, 'Document.CheckIn', {
      input: uid,
      params: { version: 'minor' },
    });
    expect(version.status, version.text).toBe(200);
  });

  test('users, groups and documents that are referred to exist', async () => {
    const { uid } = await createDocument(app, { name: 'cast', type: 'Cast' });
    const closed = await createDocument(app, { name: 'closed', type: 'Folder' });
    await setAcl(app, closed.uid, [grantAce('Administrator', 'Everything'), denyAll]);
    await setAcl(app, uid, [grantAce('ann', 'ReadWrite')]);
    const path = '/default-domain/workspaces/closed';
    for (const [properties, user, status] of [
      [{ 'cast:user': 'ann' }, 'Administrator', 200],
      [{ 'cast:user': 'user:ann' }, 'Administrator', 200],
      [{ 'cast:user': 'members' }, 'Administrator', 422],
      [{ 'cast:group': 'members' }, 'Administrator', 200],
      [{ 'cast:group': 'ann' }, 'Administrator', 422],
      [{ 'cast:anyone': ['ann', 'group:members'] }, 'Administrator', 200],
      [{ 'cast:anyone': ['ann', 'nemo'] }, 'Administrator', 422],
      [{ 'cast:document': closed.uid }, 'ann', 422],
      [{ 'cast:document': closed.uid }, 'Administrator', 200],
      [{ 'cast:document': 'no-id' }, 'Administrator', 422],
      [{ 'cast:path': path }, 'ann', 422],
      [{ 'cast:path': path }, 'Administrator', 200],
      [{ 'cast:path': `${path}/none` }, 'Administrator', 422],
      [{ 'cast:free': 'nemo' }, 'Administrator', 200],
      [{ 'cast:lost': 'anything' }, 'Administrator', 200],
      [{ 'cast:parts': [{ nature: 'memo' }, { nature: null }] }, 'Administrator', 200],
      [{ 'cast:parts': [{ nature: 'memo' }, { nature: 'none' }] }, 'Administrator', 422],
    ] as const) {
      const reply = await put(uid, properties, asJson, user);
      expect([properties, user, reply.status], reply.text).toEqual([properties, user, status]);
    }
    const reply = await put(uid, { 'cast:user': 'nemo' }, asJson);
    expect(reply.json.violations[0].constraint).toEqual({
      'entity-type': 'validation_constraint',
      name: 'userManagerResolver',
      parameters: { type: 'user' },
    });
  });

  test('fields that are declared free take any value', async () => {
    const { uid } = await createDocument(app, { name: 'free' });
    const params = { xpath: 'dc:creator', value: 'left long ago' };
    const reply = await callOperation(app, 'Document.SetProperty', { input: uid, params });
    expect(reply.status, reply.text).toBe(200);
  });

  test('an entry that the same transaction has removed is missing', async () => {
    await addEntry('nature', { id: 'passing', label: 'Passing' });
    const [one, two] = [
      await createDocument(app, { name: 'one' }),
      await createDocument(app, { name: 'two' }),
    ];
    const context = { other: two.uid };
    const call = { input: one.uid, context, headers: asJson };
    const reply = await callOperation(app, 'remove-then-refer', call);
    expect(reply.status, reply.text).toBe(422);
    const { json } = await app.request(`GET /api/v1/id/${one.uid}`, {
      headers: { properties: 'dublincore' },
    });
    expect(json.properties['dc:nature']).toBeNull();
    expect((await app.request('GET /api/v1/directory/nature/passing')).status).toBe(200);
  });

  test('costs one query per directory for any number of values and documents', async () => {
    const documents: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      documents.push((await createDocument(app, { name: `many-${at}` })).uid);
    }
    const first = documents[0] ?? '';
    const queriesOf = async (properties: object) => {
      const reply = await put(first, properties);
      expect(reply.status, reply.text).toBe(200);
      return countOf(reply.headers['server-timing']);
    };
    const free = await queriesOf({ 'dc:source': 'a' });
    expect(await queriesOf({ 'dc:subjects': ['art'] })).toBe(free + 1);
    expect(await queriesOf({ 'dc:subjects': ['cinema', 'society', 'music'] })).toBe(free + 1);
    expect(await queriesOf({ 'dc:subjects': ['women'], 'dc:nature': 'memo' })).toBe(free + 2);
    const forAll = async (params: object) => {
      const call = { input: `docs:${documents.join(',')}`, params };
      const reply = await callOperation(app, 'Document.SetProperty', call);
      expect(reply.status, reply.text).toBe(200);
      return countOf(reply.headers['server-timing']);
    };
    const freeForAll = await forAll({ xpath: 'dc:source', value: 'b' });
    expect(await forAll({ xpath: 'dc:nature', value: 'report' })).toBe(freeForAll + 1);
  });
});
