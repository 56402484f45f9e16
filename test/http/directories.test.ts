import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.ts';
import { getEntry } from '../../src/repository/directories/change-entries.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';

const configured = {
  schemas: {
    colour: {
      id: 'string',
      label: 'string',
      shade: { type: 'integer', default: 7 },
      warm: 'boolean',
      since: 'date',
      key: 'password',
    },
    numbered: { id: 'integer', label: 'string' },
  },
  directories: {
    colours: {
      schema: 'colour',
      types: ['paint', 'toptype'],
      writers: ['painters'],
      entries: [{ id: 'red', label: 'colour.red', warm: true, key: 'hidden' }, { id: 'blue' }],
    },
    counted: {
      schema: 'numbered',
      generatesIds: true,
      columns: ['id', 'label'],
      entries: [[4, 'four']],
    },
    fixed: { schema: 'vocabulary', readOnly: true, entries: [{ id: 'one', label: 'One' }] },
    closed: { schema: 'vocabulary', readers: ['painters'], entries: [{ id: 'secret' }] },
    places: {
      schema: 'xvocabulary',
      parent: 'places',
      columns: ['id', 'parent'],
      entries: [
        ['world', null],
        ['here', 'world'],
        ['room', 'here'],
        ['ring', 'ring'],
      ],
    },
  },
  messages: {
    en: { 'colour.red': 'Red' },
    fr: { 'colour.red': 'Rouge', 'label.directories.continent.europe': "L'Europe" },
    'pt-BR': { 'colour.red': 'Vermelho' },
  },
};

describe.each(engines)('directories over HTTP on %s', (engine) => {
  let app: TestApp;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'directories.json');
    await writeFile(path, JSON.stringify(configured));
    app = await startTestApp(engine, { directoryFiles: [path] });
    const body = { 'entity-type': 'group', groupname: 'painters' };
    expect((await api('POST /group', { body })).status).toBe(201);
    await createUser(app, 'ann');
    await createUser(app, 'power', ['powerusers']);
    await createUser(app, 'painter', ['painters']);
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const api = (line: string, options?: TestRequest) => {
    const [method, path] = line.split(' ', 2);
    return app.request(`${method} /api/v1${path}`, options);
  };
  const entity = (directoryName: string, properties: object, more: object = {}) => ({
    body: { 'entity-type': 'directoryEntry', directoryName, properties, ...more },
  });
  const create = (name: string, properties: object, options: TestRequest = {}) =>
    api(`POST /directory/${name}`, { ...entity(name, properties), ...options });
  const change = (line: string, properties: object, options: TestRequest = {}) =>
    api(`PUT /directory/${line}`, { ...entity(line.split('/')[0] ?? '', properties), ...options });
  const idsOf = (response: { json: { entries: { id: string }[] } }) =>
    response.json.entries.map(({ id }) => id);

  describe('the list of directories', () => {
    test('names schema, id field and parent of each, without paging and without those of the system', async () => {
      const { status, json } = await api('GET /directory?pageSize=0', { user: 'ann' });
      expect(status).toBe(200);
      expect(Object.keys(json)).toEqual(['entity-type', 'entries']);
      expect(json['entity-type']).toBe('directories');
      expect(json.entries).toContainEqual({
        'entity-type': 'directory',
        name: 'country',
        schema: 'xvocabulary',
        idField: 'id',
        parent: 'continent',
      });
      expect(json.entries).toContainEqual(
        expect.objectContaining({ name: 'nature', parent: null }),
      );
      const names = json.entries.map(({ name }: { name: string }) => name);
      expect(names).toEqual([
        'nature',
        'topic',
        'subtopic',
        'l10nsubjects',
        'continent',
        'country',
        'l10ncoverage',
        'language',
        'WorkflowType',
        'predicates',
        'inverse_predicates',
        'colours',
        'counted',
        'fixed',
        'places',
      ]);
    });

    test('can be narrowed down to types, but not opened to those of the system', async () => {
      const namesOf = async (query: string) =>
        (await api(`GET /directory?${query}`)).json.entries.map((e: { name: string }) => e.name);
      expect(await namesOf('types=paint')).toEqual(['colours']);
      expect(await namesOf('types=nothing&types=toptype')).toEqual(['colours']);
      expect(await namesOf('types=nothing')).toEqual([]);
      expect(await namesOf('types=system')).toEqual([]);
    });

    test('shows a directory with restricted readers to these only', async () => {
      const seen = async (user: string) =>
        (await api('GET /directory', { user })).json.entries.some(
          ({ name }: { name: string }) => name === 'closed',
        );
      expect([await seen('ann'), await seen('painter'), await seen('Administrator')]).toEqual([
        false,
        true,
        true,
      ]);
    });
  });

  describe('reading entries', () => {
    test('answers a page in the order entries came in, with a paging block', async () => {
      const { status, json } = await api('GET /directory/nature', { user: 'ann' });
      expect(status).toBe(200);
      const { entries, ...facts } = json;
      expect(facts).toEqual({
        'entity-type': 'directoryEntries',
        isPaginable: true,
        resultsCount: 37,
        pageSize: 50,
        maxPageSize: 0,
        resultsCountLimit: 0,
        currentPageSize: 37,
        currentPageIndex: 0,
        currentPageOffset: 0,
        numberOfPages: 1,
        isPreviousPageAvailable: false,
        isNextPageAvailable: false,
        isLastPageAvailable: false,
        isSortable: true,
        hasError: false,
        errorMessage: null,
        pageIndex: 0,
        pageCount: 1,
      });
      expect(entries[0]).toEqual({
        'entity-type': 'directoryEntry',
        directoryName: 'nature',
        id: 'article',
        properties: {
          id: 'article',
          label: 'label.directories.nature.article',
          obsolete: 0,
          ordering: 10_000_000,
        },
      });
      expect(entries.slice(0, 3).map((e: { id: string }) => e.id)).toEqual([
        'article',
        'acknowledgement',
        'certificate',
      ]);
    });

    test('turns pages by index or offset, and shows all at once with a page size of 0', async () => {
      const all = idsOf(await api('GET /directory/l10ncoverage?pageSize=0'));
      expect(all).toHaveLength(251);
      const second = await api('GET /directory/l10ncoverage?pageSize=100&currentPageIndex=1');
      expect(idsOf(second)).toEqual(all.slice(100, 200));
      expect(second.json).toMatchObject({
        resultsCount: 251,
        pageIndex: 1,
        pageCount: 3,
        isNextPageAvailable: true,
      });
      const large = await api('GET /directory/l10ncoverage?pageSize=5000');
      expect([large.json.pageSize, large.json.entries.length]).toEqual([5000, 251]);
      const offset = await api('GET /directory/l10ncoverage?pageSize=10&offset=245');
      expect(idsOf(offset)).toEqual(all.slice(245));
      const beyond = await api('GET /directory/l10ncoverage?pageSize=10&currentPageIndex=99');
      expect([beyond.json.entries, beyond.json.resultsCount]).toEqual([[], 251]);
    });

    test('sorts by fields where asked to, unset values last', async () => {
      const sorted = async (query: string) => idsOf(await api(`GET /directory/${query}`));
      expect(await sorted('colours?sortBy=id')).toEqual(['blue', 'red']);
      expect(await sorted('colours?sortBy=label&sortOrder=desc')).toEqual(['red', 'blue']);
      expect(await sorted('colours?sortBy=label&sortOrder=asc')).toEqual(['red', 'blue']);
      const byParent = await sorted('l10nsubjects?pageSize=0&sortBy=parent,id&sortOrder=desc,asc');
      expect(byParent.slice(0, 2)).toEqual(['astronautic', 'electronic']);
      const events = await sorted('eventTypes?pageSize=3&sortBy=ordering');
      expect(events).toEqual(['documentCreated', 'documentSecurityUpdated', 'documentModified']);
    });

    test.each(['pageSize=x', 'currentPageIndex=-1', 'offset=1.5', 'sortBy=nothing'])(
      'refuses %s',
      async (query) => {
        const { status, json } = await api(`GET /directory/nature?${query}`);
        expect([status, json.message]).toEqual([
          400,
          expect.stringContaining(query.split('=')[0] ?? ''),
        ]);
      },
    );

    test('finds one by its id, whatever the id is made of', async () => {
      const url = 'http://purl.org/dc/terms/References';
      for (const id of [url, encodeURIComponent(url)]) {
        const { status, json } = await api(`GET /directory/predicates/${id}`, { user: 'ann' });
        expect([status, json.id, json.properties.id]).toEqual([200, url, url]);
      }
      expect((await api('GET /directory/topic/human%20sciences')).json.id).toBe('human sciences');
      const odd = 'a;b=c/@ü %?';
      expect((await create('nature', { id: odd })).status).toBe(201);
      const address = `GET /directory/nature/${encodeURIComponent(odd)}`;
      expect((await api(address)).json.id).toBe(odd);
      expect((await api(`GET /repo/default${address.slice(4)}`)).json.id).toBe(odd);
    });

    test('reads, changes and removes one whose id ends in a slash or looks like a URL', async () => {
      const ids = [
        'http://example.org/',
        'http://example.org//',
        'https://example.org/a/b/',
        'https://example.org:80/a?b=c&d#e',
        'urn:x:y/',
        'slash/',
        '/',
        '/a',
      ];
      for (const id of ids)
        expect([id, (await create('nature', { id })).status]).toEqual([id, 201]);
      for (const id of ids) {
        const plain = id.replace(/[?#&]/g, encodeURIComponent);
        for (const address of new Set([plain, encodeURIComponent(id)])) {
          for (const root of ['', '/repo/default']) {
            const read = await api(`GET ${root}/directory/nature/${address}`);
            expect([address, read.status, read.json.id]).toEqual([address, 200, id]);
          }
        }
        const body = { 'entity-type': 'directoryEntry', id, properties: { label: 'L' } };
        const changed = await api(`PUT /directory/nature/${plain}`, { body });
        expect([id, changed.status, changed.json.properties?.label]).toEqual([id, 200, 'L']);
        expect([id, (await api(`DELETE /directory/nature/${plain}`)).status]).toEqual([id, 204]);
        expect([id, (await api(`GET /directory/nature/${plain}`)).status]).toEqual([id, 404]);
      }
    });

    test('a slash at the end of the address says nothing unless an id has it', async () => {
      await create('nature', { id: 'twin' });
      expect((await api('GET /directory/nature/twin/')).json.id).toBe('twin');
      await create('nature', { id: 'twin/' });
      expect((await api('GET /directory/nature/twin/')).json.id).toBe('twin/');
      expect((await api('GET /directory/nature/twin')).json.id).toBe('twin');
      expect((await api('DELETE /directory/nature/twin/')).status).toBe(204);
      expect((await api('GET /directory/nature/twin')).json.id).toBe('twin');
      expect((await api('DELETE /directory/nature/twin/')).status).toBe(204);
    });

    test('keeps all 64 bits of whole numbers, and sorts by them', async () => {
      const numbers = ['-9223372036854775808', '9007199254740993', '9223372036854775807'];
      for (const [at, number] of numbers.entries()) {
        const properties = `{"id":"long${at}","label":"Long","ordering":${number}}`;
        const body = `{"entity-type":"directoryEntry","properties":${properties}}`;
        const created = await api('POST /directory/nature', { body });
        expect([created.status, created.text]).toEqual([
          201,
          expect.stringContaining(`"ordering":${number}`),
        ]);
        const asText = `{"entity-type":"directoryEntry","id":"long${at}","properties":{"ordering":"${number}"}}`;
        const changed = await api(`PUT /directory/nature/long${at}`, { body: asText });
        expect([changed.status, changed.text]).toEqual([
          200,
          expect.stringContaining(`"ordering":${number}`),
        ]);
      }
      const list = await api('GET /directory/nature?pageSize=0&sortBy=ordering&sortOrder=desc');
      const ids = list.json.entries.map(({ id }: { id: string }) => id);
      expect([ids[0], ids[1], ids.at(-1)]).toEqual(['long2', 'long1', 'long0']);
      for (const number of ['9223372036854775808', '-9223372036854775809', '1e30']) {
        const body = `{"entity-type":"directoryEntry","properties":{"id":"over","ordering":${number}}}`;
        const refused = await api('POST /directory/nature', { body });
        expect([refused.status, refused.json.message]).toEqual([
          400,
          expect.stringContaining('ordering: must be a whole number'),
        ]);
      }
      for (const at of numbers.keys()) await api(`DELETE /directory/nature/long${at}`);
    });

    test('refuses texts that are too long, naming the field', async () => {
      const max = limits.directoryTextLengthMax;
      const refused = await create('nature', { id: 'sized', label: 'x'.repeat(max + 1) });
      expect([refused.status, refused.json.message]).toEqual([
        400,
        `label: has ${max + 1} characters; use at most ${max}`,
      ]);
      expect((await create('nature', { id: 'sized', label: 'x'.repeat(max) })).status).toBe(201);
      await api('DELETE /directory/nature/sized');
    });

    test('shows numbers as numbers, every field, and never a password', async () => {
      const { json } = await api('GET /directory/counted/4');
      expect([json.id, json.properties]).toEqual(['4', { id: 4, label: 'four' }]);
      expect((await api('GET /directory/colours/red', { user: 'ann' })).json.properties).toEqual({
        id: 'red',
        label: 'colour.red',
        shade: 7,
        warm: true,
        since: null,
        key: '',
      });
    });

    test('answers 404 for what is not there', async () => {
      for (const [path, message] of [
        ['nothing', 'Directory nothing was not found'],
        ['nothing/article', 'Directory nothing was not found'],
        ['nature/nothing', 'Entry not found'],
        ['nature/no%00thing', 'Entry not found'],
        ['l10nsubjects/art/cinema', 'Entry not found'],
      ]) {
        const { status, json } = await api(`GET /directory/${path}`);
        expect([path, status, json.message]).toEqual([path, 404, message]);
      }
      expect((await api('GET /directory/nature/article/@op/Log')).status).toBe(404);
      expect((await api('GET /directory/nature/%')).status).toBe(400);
    });
  });

  describe('what entries refer to', () => {
    const fetchParent = { 'fetch.directoryEntry': 'parent' };

    test('is shown where asked for, in every spelling', async () => {
      const parentOf = async (headers: Record<string, string>, query = '') =>
        (await api(`GET /directory/country/Albania${query}`, { headers })).json.properties.parent;
      expect(await parentOf({})).toBe('europe');
      const europe = {
        'entity-type': 'directoryEntry',
        directoryName: 'continent',
        id: 'europe',
        properties: {
          id: 'europe',
          label: 'label.directories.continent.europe',
          obsolete: 0,
          ordering: 10_000_000,
        },
      };
      expect(await parentOf(fetchParent)).toEqual(europe);
      expect(await parentOf({ 'fetch-directoryEntry': 'parent' })).toEqual(europe);
      expect(await parentOf({}, '?fetch.directoryEntry=parent')).toEqual(europe);
    });

    test('reaches further up with a greater depth', async () => {
      const room = async (depth: string) =>
        (await api('GET /directory/places/room', { headers: { ...fetchParent, depth } })).json
          .properties;
      expect((await room('root')).parent.properties.parent).toBe('world');
      expect((await room('max')).parent.properties.parent.properties).toMatchObject({
        id: 'world',
        parent: null,
      });
    });

    test('stays as it is where it is unknown, and ends where it goes in circles', async () => {
      await create('country', { id: 'Atlantis', parent: 'below the sea' });
      const unknown = await api('GET /directory/country/Atlantis', { headers: fetchParent });
      expect(unknown.json.properties.parent).toBe('below the sea');
      const headers = { ...fetchParent, depth: 'max' };
      const ring = (await api('GET /directory/places/ring', { headers })).json;
      expect(JSON.stringify(ring).match(/directoryName/g)).toHaveLength(4);
    });
  });

  describe('labels', () => {
    const labelOf = async (path: string, language: string, more: Record<string, string> = {}) => {
      const headers = { 'translate.directoryEntry': 'label', 'accept-language': language, ...more };
      return (await api(`GET /directory/${path}`, { headers })).json.properties.label;
    };

    test.each([
      ['fr', 'Rouge'],
      ['fr-CA, en;q=0.5', 'Rouge'],
      ['en;q=0.5, fr;q=0.9', 'Rouge'],
      ['de, fr;q=0.1', 'Rouge'],
      ['fr;q=0, en', 'Red'],
      ['pt-BR', 'Vermelho'],
      ['pt', 'Red'],
      ['*', 'Red'],
      [';;,,q=;q=x', 'Red'],
    ])('are translated for readers of %s', async (language, label) => {
      expect(await labelOf('colours/red', language)).toBe(label);
    });

    test('are in English where there is no other text, and stay as they are without any', async () => {
      expect(await labelOf('nature/article', 'fr')).toBe('Article');
      expect(await labelOf('continent/europe', 'fr')).toBe("L'Europe");
      expect(await labelOf('fixed/one', 'fr')).toBe('One');
      const plain = await api('GET /directory/colours/red', {
        headers: { 'accept-language': 'fr' },
      });
      expect(plain.json.properties.label).toBe('colour.red');
    });

    test('of fetched parents are translated too', async () => {
      const headers = {
        'fetch-directoryEntry': 'parent',
        'translate-directoryEntry': 'label',
        'accept-language': 'fr',
      };
      const { properties } = (await api('GET /directory/country/Albania', { headers })).json;
      expect(properties.label).toBe('Albania');
      expect(properties.parent.properties.label).toBe("L'Europe");
    });
  });

  describe('writing', () => {
    test('adds an entry with the defaults of the schema, which is found at the end', async () => {
      const created = await create('topic', { id: 'nature', label: 'Nature' });
      expect(created.status).toBe(201);
      expect(created.json).toEqual({
        'entity-type': 'directoryEntry',
        directoryName: 'topic',
        id: 'nature',
        properties: { id: 'nature', label: 'Nature', obsolete: 0, ordering: 10_000_000 },
      });
      expect((await api('GET /directory/topic/nature')).json).toEqual(created.json);
      expect(idsOf(await api('GET /directory/topic')).at(-1)).toBe('nature');
    });

    test('takes the id from the entity or from the properties', async () => {
      const top = await api(
        'POST /directory/topic',
        entity('topic', { label: 'x' }, { id: 'top' }),
      );
      expect([top.status, top.json.properties.id]).toEqual([201, 'top']);
      const body = { 'entity-type': 'directoryEntry', properties: { id: 'unnamed' } };
      const unnamed = await api('POST /directory/topic', { body });
      expect([unnamed.status, unnamed.json.directoryName]).toEqual([201, 'topic']);
    });

    test('takes values in the forms that clients send them', async () => {
      const { status, json } = await create('colours', {
        id: 7,
        label: 3,
        shade: ' 12 ',
        warm: 'false',
        since: '2026-01-31T12:00:00+01:00',
      });
      expect(status).toBe(201);
      expect([json.id, json.properties]).toEqual([
        '7',
        { id: '7', label: '3', shade: 12, warm: false, since: '2026-01-31T11:00:00.000Z', key: '' },
      ]);
    });

    test('counts ids up where the directory does so, whatever is sent', async () => {
      const first = await create('counted', { id: 'mine', label: 'a' });
      const second = await create('counted', { label: 'b' });
      expect([first.json.id, second.json.properties.id]).toEqual(['5', 6]);
      await api('DELETE /directory/counted/6');
      expect((await create('counted', {})).json.id).toBe('7');
    });

    test('keeps a password that comes back empty, and changes it otherwise', async () => {
      const stored = async () => {
        const directory = app.services.repository.directories.get('colours');
        const entry = await app.services.database.read((handle) =>
          getEntry(handle, directory, 'red'),
        );
        return entry.values.key;
      };
      const { json } = await api('GET /directory/colours/red');
      expect((await api('PUT /directory/colours/red', { body: json })).status).toBe(200);
      expect(await stored()).toBe('hidden');
      const changed = await change('colours/red', { id: 'red', key: 'changed' });
      expect([changed.json.properties.key, await stored()]).toEqual(['', 'changed']);
      expect((await api('GET /directory/colours?sortBy=key')).status).toBe(400);
    });

    test('an update changes what is sent and keeps the rest', async () => {
      await create('nature', { id: 'kept', label: 'Kept', ordering: 5 });
      const changed = await change('nature/kept', { id: 'kept', obsolete: 1 });
      expect(changed.status).toBe(200);
      expect(changed.json.properties).toEqual({
        id: 'kept',
        label: 'Kept',
        obsolete: 1,
        ordering: 5,
      });
      const emptied = await change('nature/kept', { id: 'kept', label: null, ordering: '' });
      expect(emptied.json.properties).toMatchObject({ label: null, ordering: null, obsolete: 1 });
      expect((await api('GET /directory/nature/kept')).json).toEqual(emptied.json);
    });

    test('an entry can be sent back as it was read, with its parent', async () => {
      const headers = { 'fetch.directoryEntry': 'parent' };
      const read = (await api('GET /directory/country/Austria', { headers })).json;
      const sent = await api('PUT /directory/country/Austria', { body: read });
      expect([sent.status, sent.json.properties.parent]).toEqual([200, 'europe']);
    });

    test('a removed entry is gone, and its id free', async () => {
      await create('nature', { id: 'short' });
      const removed = await api('DELETE /directory/nature/short');
      expect([removed.status, removed.text]).toEqual([204, '']);
      expect((await api('GET /directory/nature/short')).status).toBe(404);
      expect((await create('nature', { id: 'short' })).status).toBe(201);
    });

    test('an entry that is the parent of others cannot be removed', async () => {
      for (const path of [
        'continent/europe',
        'topic/art',
        'l10nsubjects/art',
        'l10ncoverage/asia',
      ]) {
        const { status, json } = await api(`DELETE /directory/${path}`);
        expect([path, status, json.message]).toEqual([
          path,
          409,
          'This entry is referenced in another vocabulary.',
        ]);
        expect((await api(`GET /directory/${path}`)).status).toBe(200);
      }
      expect((await api('DELETE /directory/country/Andorra')).status).toBe(204);
      expect((await api('DELETE /directory/l10nsubjects/cinema')).status).toBe(204);
      expect((await api('DELETE /directory/places/ring')).status).toBe(204);
    });

    test.each([
      [
        'POST /directory/nature',
        { id: 'article' },
        409,
        'Entry with id article already exists in directory nature',
      ],
      ['POST /directory/nature', { label: 'x' }, 400, 'Missing id'],
      ['POST /directory/nature', { id: '' }, 400, 'Missing id'],
      ['POST /directory/nature', { id: 'x', colour: 'red' }, 400, 'colour'],
      ['POST /directory/nature', { id: 'x', ordering: 'first' }, 400, 'ordering'],
      ['POST /directory/nature', { id: 'x', ordering: 1.5 }, 400, 'ordering'],
      ['POST /directory/nature', { id: 'x', label: ['y'] }, 400, 'label'],
      ['POST /directory/nature', { id: 'x', label: 'a\0b' }, 400, 'label'],
      ['POST /directory/nature', { id: { a: 1 } }, 400, 'id'],
      ['POST /directory/nature', ['x'], 400, 'properties'],
      ['POST /directory/colours', { id: 'x', warm: 'perhaps' }, 400, 'warm'],
      ['POST /directory/colours', { id: 'x', since: 'yesterday' }, 400, 'since'],
      ['POST /directory/nothing', { id: 'x' }, 404, 'nothing'],
      ['PUT /directory/nature/article', { label: 'x' }, 400, 'Missing id'],
      ['PUT /directory/nature/article', { id: 'other' }, 400, 'id'],
      ['PUT /directory/nature/nothing', { id: 'nothing' }, 404, 'Entry not found'],
      ['PUT /directory/fixed/one', { id: 'one' }, 403, 'read-only'],
      ['POST /directory/userDirectory', { username: 'x' }, 400, 'user/group endpoints'],
      [
        'PUT /directory/groupDirectory/members',
        { groupname: 'members' },
        400,
        'user/group endpoints',
      ],
    ])('%s with %j is answered %i', async (line, properties, expected, message) => {
      const body = { 'entity-type': 'directoryEntry', properties };
      const { status, json } = await api(line, { body });
      expect([status, json.message]).toEqual([expected, expect.stringContaining(message)]);
    });

    test('refuses what is no entry, or one of another directory', async () => {
      const body = { 'entity-type': 'document', properties: { id: 'x' } };
      expect((await api('POST /directory/nature', { body })).status).toBe(400);
      const other = await api('POST /directory/nature', entity('topic', { id: 'x' }));
      expect([other.status, other.json.message]).toEqual([400, expect.stringContaining('topic')]);
      expect((await api('DELETE /directory/userDirectory/ann')).status).toBe(400);
      expect((await api('DELETE /directory/nature/nothing')).status).toBe(404);
    });

    test('takes ids up to their largest length', async () => {
      const id = 'ä'.repeat(limits.directoryEntryIdLengthMax);
      expect((await create('nature', { id })).status).toBe(201);
      const path = `GET /directory/nature/${encodeURIComponent(id)}`;
      expect((await api(path)).json.id).toBe(id);
      expect((await create('nature', { id: `${id}a` })).status).toBe(400);
    });
  });

  describe('permissions', () => {
    test('administrators and power users change entries, others read them', async () => {
      expect((await create('language', { id: 'eo' }, { user: 'power' })).status).toBe(201);
      const changed = await change(
        'language/eo',
        { id: 'eo', label: 'Esperanto' },
        { user: 'power' },
      );
      expect(changed.status).toBe(200);
      for (const denied of [
        await create('language', { id: 'tlh' }, { user: 'ann' }),
        await change('language/eo', { id: 'eo', label: '' }, { user: 'ann' }),
        await api('DELETE /directory/language/eo', { user: 'ann' }),
      ]) {
        expect([denied.status, denied.json.message]).toEqual([
          403,
          expect.stringContaining('Not allowed to edit directory'),
        ]);
      }
      expect((await api('GET /directory/language/tlh')).status).toBe(404);
      const read = await api('GET /directory/language/eo', { user: 'ann' });
      expect(read.json.properties.label).toBe('Esperanto');
      expect((await api('DELETE /directory/language/eo', { user: 'power' })).status).toBe(204);
    });

    test('a directory may say who changes it', async () => {
      expect((await create('colours', { id: 'green' }, { user: 'painter' })).status).toBe(201);
      expect((await create('colours', { id: 'pink' }, { user: 'power' })).status).toBe(403);
      expect((await create('colours', { id: 'pink' })).status).toBe(201);
      expect((await create('documentsLists', { id: 'x' }, { user: 'ann' })).status).toBe(201);
    });

    test('entries of a directory with restricted readers do not exist for other users', async () => {
      for (const user of ['ann', 'power']) {
        const list = await api('GET /directory/closed', { user });
        expect([list.status, list.json.entries, list.json.resultsCount]).toEqual([200, [], 0]);
        expect((await api('GET /directory/closed/secret', { user })).status).toBe(404);
        expect((await create('closed', { id: 'secret' }, { user })).status).toBe(403);
        expect((await api('GET /directory/oauth2Clients', { user })).json.entries).toEqual([]);
        expect((await create('authTokens', { token: 'x' }, { user })).status).toBe(403);
      }
      expect(idsOf(await api('GET /directory/closed', { user: 'painter' }))).toEqual(['secret']);
      const clients = await api('GET /directory/oauth2Clients');
      expect(idsOf(clients)).toEqual(['1', '2']);
      for (const { properties } of clients.json.entries) expect(properties.enabled).toBe(true);
    });
  });

  describe('users and groups as directories', () => {
    test('are read by name', async () => {
      const list = await api('GET /directory/userDirectory?pageSize=2', { user: 'ann' });
      expect([list.json.resultsCount, idsOf(list)]).toEqual([4, ['Administrator', 'ann']]);
      expect(idsOf(await api('GET /directory/userDirectory?pageSize=0'))).toHaveLength(4);
      const { json } = await api('GET /directory/userDirectory/power', { user: 'ann' });
      expect(json).toEqual({
        'entity-type': 'directoryEntry',
        directoryName: 'userDirectory',
        id: 'power',
        properties: {
          username: 'power',
          password: '',
          firstName: null,
          lastName: null,
          company: null,
          email: null,
          groups: ['powerusers'],
          tenantId: null,
        },
      });
      const group = await api('GET /directory/groupDirectory/powerusers', { user: 'ann' });
      expect(group.json.properties).toEqual({
        groupname: 'powerusers',
        grouplabel: 'Power users group',
        description: null,
        members: ['power'],
        subGroups: [],
        parentGroups: [],
        tenantId: null,
      });
      const groups = await api('GET /directory/groupDirectory?pageSize=2&offset=1');
      expect([groups.json.resultsCount, idsOf(groups)]).toEqual([4, ['members', 'painters']]);
    });
  });
});

describe('configured directories', () => {
  const problemsOf = async (content: unknown): Promise<string> => {
    const folder = await makeFolder();
    const path = join(folder.path, 'bad.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    try {
      const app = await startTestApp('sqlite', { directoryFiles: [path] });
      await app.close();
      return '';
    } catch (error) {
      return String(error);
    } finally {
      await folder.remove();
    }
  };
  const directory = (definition: object) => ({ directories: { mine: definition } });
  const vocabulary = { schema: 'vocabulary' };

  test.each([
    ['no JSON', '{', 'bad.json'],
    ['an unknown setting', directory({ ...vocabulary, colour: 'red' }), 'colour'],
    ['no schema', directory({}), 'directories.mine: schema'],
    ['an unknown schema', directory({ schema: 'nothing' }), 'nothing is not one of'],
    [
      'a schema of its own name',
      { schemas: { vocabulary: { id: 'string' } } },
      'schemas.vocabulary',
    ],
    ['another schema', { directories: { nature: { schema: 'xvocabulary' } } }, 'cannot become'],
    ['an unknown id field', directory({ ...vocabulary, idField: 'key' }), 'idField'],
    [
      'a parent without its field',
      directory({ ...vocabulary, parent: 'nature' }),
      'no field parent',
    ],
    ['an unknown parent', directory({ schema: 'xvocabulary', parent: 'x' }), 'no directory x'],
    ['text ids to count up', directory({ ...vocabulary, generatesIds: true }), 'integer'],
    ['an entry without id', directory({ ...vocabulary, entries: [{ label: 'x' }] }), 'entries.0'],
    ['an entry twice', directory({ ...vocabulary, entries: [{ id: 'a' }, { id: 'a' }] }), 'twice'],
    ['rows without columns', directory({ ...vocabulary, entries: [['a']] }), 'columns'],
    [
      'short rows',
      directory({ ...vocabulary, columns: ['id', 'label'], entries: [['a']] }),
      '1 values',
    ],
    [
      'a wrong value',
      directory({ ...vocabulary, entries: [{ id: 'a', ordering: 'x' }] }),
      'ordering',
    ],
    [
      'entries of users',
      { directories: { userDirectory: { entries: [{ username: 'x' }] } } },
      'users',
    ],
    ['an odd language', { messages: { 'not a language': {} } }, 'language'],
  ])('with %s stop the start and say what is wrong', async (_what, content, message) => {
    expect(await problemsOf(content)).toContain(message);
  });

  test('the ones that come with the program have the form of configured ones', async () => {
    const { defaultDirectoryFile } = await import('../../src/model/directory-file.ts');
    const { checkDirectoryForm } = await import('../../src/model/directory-schema.ts');
    const { schemas, directories, ...rest } = structuredClone(defaultDirectoryFile.content);
    const isOwn = (name: string) => ['user', 'group'].includes(name);
    const own = Object.fromEntries(Object.entries(schemas ?? {}).filter(([name]) => !isOwn(name)));
    const others = Object.fromEntries(
      Object.entries(directories ?? {}).filter(([, { source }]) => source === undefined),
    );
    const checked = checkDirectoryForm({ schemas: own, directories: others, ...rest });
    expect(checked).toHaveProperty('content');
  });
});
