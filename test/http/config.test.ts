import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { makeFolder } from '../support/engines.ts';

const customModel = {
  schemas: {
    contract: {
      prefix: 'ctr',
      fields: {
        number: { type: 'string', notNull: true, pattern: '[A-Z]+', minLength: 2, maxLength: 9 },
        state: { type: 'string', enumeration: ['open', 'closed'] },
        amount: { type: 'double', minimum: 0 },
        signers: { type: 'string[]', refersTo: 'user', notNull: true, maxLength: 50 },
        scans: 'blob[]',
        parts: {
          type: 'complex[]',
          fields: {
            title: 'string',
            scan: 'blob',
            place: { type: 'complex', fields: { x: 'long' } },
          },
        },
      },
    },
  },
  facets: { Signed: { schemas: ['contract'] }, Bare: {} },
  types: { Contract: { schemas: ['contract'], facets: ['Signed'] } },
};

describe('the configuration over HTTP', () => {
  let app: TestApp;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'model.json');
    await writeFile(path, JSON.stringify(customModel));
    app = await startTestApp('sqlite', { contentModelFiles: [path] });
    await createUser(app, 'ann');
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(`GET /api/v1${path}`, { user: 'ann', headers });
  const named = (list: { name: string }[], name: string) => list.find((item) => item.name === name);

  const contractFields = {
    number: 'string',
    state: 'string',
    amount: 'double',
    signers: 'string[]',
    scans: 'blob[]',
    parts: {
      type: 'complex[]',
      fields: {
        title: 'string',
        scan: 'blob',
        place: { type: 'complex', fields: { x: 'long' } },
      },
    },
  };

  test('types are one object of types and schemas', async () => {
    const { status, json } = await get('/config/types');
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['doctypes', 'schemas']);
    expect(json.doctypes.Document.parent).toBe('None!!!');
    expect(json.doctypes.File.parent).toBe('Document');
    expect(json.doctypes.File.facets).toEqual(
      expect.arrayContaining(['Downloadable', 'Versionable', 'Publishable', 'Commentable']),
    );
    expect(json.doctypes.File.schemas).toEqual(
      expect.arrayContaining(['uid', 'file', 'common', 'files', 'dublincore']),
    );
    expect(json.schemas.file).toEqual({ '@prefix': '', content: 'blob' });
    expect(json.schemas.dublincore).toMatchObject({
      '@prefix': 'dc',
      title: 'string',
      subjects: 'string[]',
      created: 'date',
    });
    expect(json.schemas.contract).toEqual({ '@prefix': 'ctr', ...contractFields });
  });

  test('a type shows its schemas in full', async () => {
    const { status, json } = await get('/config/types/Note');
    expect(status).toBe(200);
    expect(json).toMatchObject({ 'entity-type': 'docType', name: 'Note', parent: 'Document' });
    expect(json.facets).toContain('Commentable');
    expect(named(json.schemas, 'note')).toEqual({
      'entity-type': 'schema',
      name: 'note',
      fields: { note: 'string', mime_type: 'string' },
    });
    expect(named(json.schemas, 'dublincore')).toMatchObject({
      'entity-type': 'schema',
      prefix: 'dc',
      '@prefix': 'dc',
      fields: { title: 'string' },
    });
    expect((await get('/config/types/Document')).json.parent).toBeNull();
  });

  test('schemas are a list, and each can be read', async () => {
    const { status, json } = await get('/config/schemas');
    expect([status, Array.isArray(json)]).toEqual([200, true]);
    expect(named(json, 'file')).toEqual({
      name: 'file',
      '@prefix': '',
      fields: { content: 'blob' },
    });
    expect(named(json, 'contract')).toEqual({
      name: 'contract',
      '@prefix': 'ctr',
      fields: contractFields,
    });
    expect((await get('/config/schemas/contract')).json).toEqual({
      'entity-type': 'schema',
      name: 'contract',
      prefix: 'ctr',
      '@prefix': 'ctr',
      fields: contractFields,
    });
    expect((await get('/config/schemas/file')).json).toEqual({
      'entity-type': 'schema',
      name: 'file',
      fields: { content: 'blob' },
    });
  });

  test('schemas of directories can be read, with all their fields', async () => {
    expect((await get('/config/schemas/l10nxvocabulary')).json).toEqual({
      'entity-type': 'schema',
      name: 'l10nxvocabulary',
      fields: {
        id: 'string',
        parent: 'string',
        label_en: 'string',
        label_fr: 'string',
        obsolete: 'long',
        ordering: 'long',
      },
    });
    const list = (await get('/config/schemas')).json;
    const { directories } = app.services.repository.directories;
    for (const { schema } of directories) {
      const { status, json } = await get(`/config/schemas/${schema.name}`);
      expect([schema.name, status]).toEqual([schema.name, 200]);
      expect(Object.keys(json.fields)).toEqual(schema.fields.map(({ name }) => name));
      const { 'entity-type': _entityType, ...item } = json;
      expect(named(list, schema.name)).toEqual({ ...item, '@prefix': '' });
    }
    const names = list.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect((await get('/config/types')).json.schemas).not.toHaveProperty('vocabulary');
  });

  test('schemas of directories show the types of their fields as constraints too', async () => {
    const { fields } = (await get('/config/schemas/user', { 'fetch.schema': 'fields' })).json;
    const text = [{ 'entity-type': 'validation_constraint', name: 'string', parameters: {} }];
    expect(fields.username).toEqual({ type: 'string', constraints: text });
    expect(fields.password).toEqual({ type: 'string', constraints: text });
    expect(fields.groups).toEqual({ type: 'string[]', constraints: [], itemConstraints: text });
  });

  test('facets are a list, and each can be read', async () => {
    const { json } = await get('/config/facets');
    expect(named(json, 'Bare')).toEqual({ name: 'Bare' });
    expect(named(json, 'Signed')).toEqual({
      name: 'Signed',
      schemas: [{ name: 'contract', '@prefix': 'ctr', fields: contractFields }],
    });
    expect((await get('/config/facets/Signed')).json).toEqual({
      'entity-type': 'facet',
      name: 'Signed',
      schemas: [(await get('/config/schemas/contract')).json],
    });
    expect((await get('/config/facets/Bare')).json).toEqual({
      'entity-type': 'facet',
      name: 'Bare',
    });
  });

  test('constraints are shown where asked for', async () => {
    const constraint = (name: string, parameters: object = {}) => ({
      'entity-type': 'validation_constraint',
      name,
      parameters,
    });
    const { fields } = (await get('/config/schemas/contract', { 'fetch.schema': 'fields' })).json;
    expect(fields).toEqual({
      number: {
        type: 'string',
        constraints: [
          constraint('string'),
          constraint('NotNullConstraint'),
          constraint('PatternConstraint', { Pattern: '[A-Z]+' }),
          constraint('LengthConstraint', { Minimum: '2', Maximum: '9' }),
        ],
      },
      state: {
        type: 'string',
        constraints: [
          constraint('string'),
          constraint('EnumConstraint', { Values: 'open,closed' }),
        ],
      },
      amount: {
        type: 'double',
        constraints: [
          constraint('double'),
          constraint('NumericIntervalConstraint', { Minimum: '0', MinimumInclusive: 'true' }),
        ],
      },
      signers: {
        type: 'string[]',
        constraints: [constraint('NotNullConstraint')],
        itemConstraints: [
          constraint('string'),
          constraint('LengthConstraint', { Maximum: '50' }),
          constraint('userManagerResolver', {
            type: 'user',
            includeUsers: 'true',
            includeGroups: 'false',
          }),
        ],
      },
      scans: 'blob[]',
      parts: {
        type: 'complex[]',
        fields: {
          title: { type: 'string', constraints: [constraint('string')] },
          scan: 'blob',
          place: {
            type: 'complex',
            fields: { x: { type: 'long', constraints: [constraint('long')] } },
          },
        },
      },
    });
    const { json } = await get('/config/schemas/dublincore?fetch-schema=fields');
    expect(json.fields.nature.constraints).toContainEqual(
      constraint('directoryResolver', { directory: 'nature' }),
    );
  });

  test('has a second address for each kind', async () => {
    for (const [alias, path] of [
      ['docType', 'config/types'],
      ['schema', 'config/schemas'],
      ['facet', 'config/facets'],
    ]) {
      expect((await get(`/${alias}`)).json).toEqual((await get(`/${path}`)).json);
    }
    expect((await get('/docType/File')).json).toEqual((await get('/config/types/File')).json);
    expect((await get('/schema/file')).json).toEqual((await get('/config/schemas/file')).json);
    expect((await get('/facet/Signed')).json).toEqual((await get('/config/facets/Signed')).json);
  });

  test.each(['types', 'schemas', 'facets'])('answers 404 for unknown names of %s', async (kind) => {
    for (const name of ['Nothing', 'toString', 'file%20x']) {
      const { status, json } = await get(`/config/${kind}/${name}`);
      expect([status, json['entity-type']]).toEqual([404, 'exception']);
    }
  });
});
