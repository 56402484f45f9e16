import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser, postDocument, workspaces } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { freeReferences } from '../support/free-references.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const missingId = '00000000-0000-7000-8000-000000000000';

describe.each(engines)('documents over HTTP on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, freeReferences);
    await createUser(app, 'reader');
    await createUser(app, 'writer');
  });
  afterAll(() => app.close());

  describe('reading', () => {
    test('a document answers by id and by path with the same entity', async () => {
      const created = await createDocument(app, { name: 'read me' });
      const byId = await app.request(`GET /api/v1/id/${created.uid}`);
      const byPath = await app.request(`GET ${workspaces}/read%20me`);
      expect(byId.status).toBe(200);
      expect(byId.json).toEqual(byPath.json);
      expect(byId.headers['content-type']).toBe('application/json; nuxeo-entity=document');
    });

    test('the entity has every top-level field', async () => {
      const { uid } = await createDocument(app, {
        name: 'fields',
        properties: { 'dc:title': 'Fields' },
      });
      const { json } = await app.request(`GET /api/v1/id/${uid}`);
      expect(json).toMatchObject({
        'entity-type': 'document',
        repository: 'default',
        uid,
        path: '/default-domain/workspaces/fields',
        type: 'File',
        state: 'project',
        isCheckedOut: true,
        isVersion: false,
        isProxy: false,
        isTrashed: false,
        isRecord: false,
        changeToken: '0-0',
        title: 'Fields',
      });
      expect(json.lastModified).toBe(json.properties['dc:modified']);
      expect(json.facets).toEqual(expect.arrayContaining(['Versionable', 'Downloadable']));
      expect(json.schemas).toContainEqual({ name: 'dublincore', prefix: 'dc' });
      expect(json).not.toHaveProperty('name');
    });

    test('all spellings of the entry point answer', async () => {
      const { uid } = await createDocument(app, { name: 'spellings' });
      for (const root of [
        '/api/v1',
        '/site/api/v1',
        '/api/v1/repo/default',
        '/site/api/v1/repo/default',
      ]) {
        expect((await app.request(`GET ${root}/id/${uid}`)).status, root).toBe(200);
      }
    });

    test('an unknown repository is not found', async () => {
      const response = await app.request('GET /api/v1/repo/other/path/');
      expect(response.status).toBe(404);
      expect(response.json).toEqual({
        'entity-type': 'exception',
        status: 404,
        message: 'Repository other not found',
      });
      const byHeader = await app.request('GET /api/v1/path/', {
        headers: { 'X-NXRepository': 'other' },
      });
      expect(byHeader.status).toBe(404);
    });

    test('an unknown id or path is 404 and names it', async () => {
      const byId = await app.request(`GET /api/v1/id/${missingId}`);
      expect([byId.status, byId.json.message]).toEqual([
        404,
        `There is no document with the id ${missingId}`,
      ]);
      const byPath = await app.request('GET /api/v1/path/default-domain/none');
      expect([byPath.status, byPath.json.message]).toEqual([
        404,
        'There is no document at the path /default-domain/none',
      ]);
    });

    test('the root answers at /path/ with its id as title', async () => {
      const { status, json } = await app.request('GET /api/v1/path/');
      expect(status).toBe(200);
      expect(json).toMatchObject({ path: '/', type: 'Root', parentRef: null, title: json.uid });
    });

    test('an empty path component is 404', async () => {
      const response = await app.request('GET /api/v1/path/default-domain//workspaces');
      expect(response.status).toBe(404);
      expect(response.json.message).toContain('Path with empty component');
    });

    test.each(['/path//', '/path///', '/path/;x', '/path/default-domain//', '/path//@children'])(
      'a blank name is not the root or the folder before it: %s',
      async (path) => {
        for (const root of ['/api/v1', '/site/api/v1', '/api/v1/repo/default']) {
          const response = await app.request(`GET ${root}${path}`);
          expect([root, response.status]).toEqual([root, 404]);
          expect(response.json.message).toContain('Path with empty component');
        }
      },
    );

    test('one trailing slash is ignored', async () => {
      expect((await app.request(`GET ${workspaces}/`)).status).toBe(200);
    });

    test('a child is reached by its name below an id', async () => {
      const folder = await createDocument(app, { name: 'walk', type: 'Folder' });
      const child = await createDocument(app, { parent: folder.uid, name: 'down' });
      const { status, json } = await app.request(`GET /api/v1/id/${folder.uid}/down`);
      expect([status, json.uid]).toEqual([200, child.uid]);
    });

    test('HEAD answers like GET without a body', async () => {
      const { uid } = await createDocument(app, { name: 'head' });
      const response = await app.request(`HEAD /api/v1/id/${uid}`);
      expect([response.status, response.text]).toEqual([200, '']);
    });
  });

  describe('names in URLs', () => {
    const names = [
      'doc with [brackets]',
      'doc with @ and @',
      'test ; doc #, $, :, ;',
      'test ; &? and =+',
      'été 100% ø',
      'a'.repeat(255),
    ];
    test.each(names)('%s is created and found by path', async (name) => {
      const { path, uid } = await createDocument(app, { name });
      expect(path).toBe(`/default-domain/workspaces/${name}`);
      const encoded = encodeURIComponent(name).replaceAll('%3A', ':').replaceAll('%40', '@');
      const { status, json } = await app.request(`GET ${workspaces}/${encoded}`);
      expect([status, json.uid]).toEqual([200, uid]);
    });
  });

  describe('creating', () => {
    test('answers 201 with what the server set', async () => {
      const json = await createDocument(app, { name: 'made', properties: { 'dc:title': 'Made' } });
      expect(json.properties).toMatchObject({
        'dc:title': 'Made',
        'dc:creator': 'Administrator',
        'dc:lastContributor': 'Administrator',
        'dc:contributors': ['Administrator'],
        'uid:major_version': '0',
        'uid:minor_version': '0',
        'dc:description': null,
        'dc:subjects': null,
      });
      expect(json.properties['dc:created']).toBe(json.properties['dc:modified']);
    });

    test('a taken name gets a suffix', async () => {
      await createDocument(app, { name: 'twice' });
      const second = await createDocument(app, { name: 'twice' });
      expect(second.path).toMatch(/^\/default-domain\/workspaces\/twice\.\d{13}$/);
    });

    test('fifty creates of one name at once all succeed under distinct names', async () => {
      const made = await Promise.all(
        Array.from({ length: 50 }, () => createDocument(app, { name: 'crowd' })),
      );
      expect(new Set(made.map((document) => document.path)).size).toBe(50);
    });

    test('a missing parent is 404', async () => {
      expect((await postDocument(app, { parent: missingId, name: 'x' })).status).toBe(404);
    });

    test('a domain brings its roots', async () => {
      const root = (await app.request('GET /api/v1/path/')).json;
      const domain = await createDocument(app, {
        parent: root.uid,
        name: 'second',
        type: 'Domain',
      });
      for (const name of ['workspaces', 'sections', 'templates']) {
        expect((await app.request(`GET /api/v1/path/second/${name}`)).status, name).toBe(200);
      }
      expect((await app.request(`DELETE /api/v1/id/${domain.uid}`)).status).toBe(204);
    });

    const bad: [title: string, body: unknown, message: RegExp][] = [
      ['no name', { 'entity-type': 'document', type: 'File' }, /type or name/],
      ['no type', { 'entity-type': 'document', name: 'x' }, /type or name/],
      ['an unknown type', { 'entity-type': 'document', name: 'x', type: 'Nope' }, /Nope/],
      [
        'another entity type',
        { 'entity-type': 'user', name: 'x', type: 'File' },
        /entity-type is wrong/,
      ],
      ['no entity type', { name: 'x', type: 'File' }, /entity-type/],
      ['a list', [1], /JSON object/],
      ['malformed JSON', '{"entity-type": "document", ', /not valid JSON/],
      ['an empty body', '', /empty|Content-Type/],
      ['a name with a slash', { 'entity-type': 'document', name: 'a/b', type: 'File' }, /name/],
      [
        'a name with a control character',
        { 'entity-type': 'document', name: 'a\u0000b', type: 'File' },
        /name/,
      ],
      [
        'a name of 5,000 characters',
        { 'entity-type': 'document', name: 'n'.repeat(5000), type: 'File' },
        /255/,
      ],
      ['the name ..', { 'entity-type': 'document', name: '..', type: 'File' }, /name/],
      [
        'properties that are a list',
        { 'entity-type': 'document', name: 'x', type: 'File', properties: [] },
        /properties/,
      ],
      [
        'a wrong value type',
        { 'entity-type': 'document', name: 'x', type: 'File', properties: { 'dc:title': ['a'] } },
        /dc:title/,
      ],
      [
        'a list property given a text',
        { 'entity-type': 'document', name: 'x', type: 'File', properties: { 'dc:subjects': 'a' } },
        /dc:subjects/,
      ],
      [
        'a bad date',
        { 'entity-type': 'document', name: 'x', type: 'File', properties: { 'dc:issued': 'soon' } },
        /dc:issued/,
      ],
      [
        'JSON nested 10,000 deep',
        `{"entity-type":"document","name":"x","type":"File","properties":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
        /nested deeper/,
      ],
    ];
    test.each(bad)('%s is refused with 400 and leaves nothing', async (_title, body, message) => {
      const before = (await app.request(`GET ${workspaces}/@children?pageSize=1000`)).json;
      const response = await app.request(`POST ${workspaces}`, { body });
      expect(response.status).toBe(body === '' ? response.status : 400);
      expect(response.json['entity-type']).toBe('exception');
      expect(response.json.message).toMatch(message);
      const after = (await app.request(`GET ${workspaces}/@children?pageSize=1000`)).json;
      expect(after.entries.length).toBe(before.entries.length);
    });

    test('another content type is 415', async () => {
      const response = await app.request(`POST ${workspaces}`, {
        body: 'x',
        headers: { 'content-type': 'text/plain' },
      });
      expect(response.status).toBe(415);
    });

    test.each(['no:such', 'dc:nothing', 'title', '__proto__', 'constructor'])(
      'the property %s, which no schema defines, is refused',
      async (key) => {
        const body = `{"entity-type":"document","name":"x","type":"File","properties":{"${key}":"x"}}`;
        const response = await app.request(`POST ${workspaces}`, { body });
        expect([response.status, response.json.message]).toEqual([
          400,
          expect.stringContaining(`Unknown property: ${key}`),
        ]);
      },
    );

    test('a property that only other types have is ignored, and so is file:filename', async () => {
      const json = await createDocument(app, {
        name: 'ignoring',
        properties: { 'note:note': 'x', 'file:filename': 'x', 'dc:title': 'kept' },
      });
      expect(json.properties['dc:title']).toBe('kept');
      expect(json.properties['file:filename']).toBeNull();
      expect(json.properties).not.toHaveProperty('note:note');
    });
  });

  describe('updating', () => {
    test('changes only what is mentioned and stamps the change', async () => {
      const made = await createDocument(app, {
        name: 'update',
        properties: { 'dc:title': 'Old', 'dc:description': 'Kept' },
      });
      const { status, json } = await app.request(`PUT /api/v1/id/${made.uid}`, {
        body: { 'entity-type': 'document', uid: made.uid, properties: { 'dc:title': 'New' } },
      });
      expect(status).toBe(200);
      expect(json.title).toBe('New');
      expect(json.properties['dc:description']).toBe('Kept');
      expect(json.changeToken).toBe('1-0');
    });

    test('a body that changes nothing writes nothing', async () => {
      const made = await createDocument(app, { name: 'same', properties: { 'dc:title': 'Same' } });
      const { json } = await app.request(`PUT /api/v1/id/${made.uid}`, {
        body: { 'entity-type': 'document', properties: { 'dc:title': 'Same' } },
      });
      expect(json).toEqual(made);
    });

    test('the whole entity sent back unchanged writes nothing, in both dialects', async () => {
      for (const dialect of ['contract', 'native']) {
        const headers = { 'X-Cartulary-Dialect': dialect, properties: '*' };
        const made = await createDocument(
          app,
          { name: `back-${dialect}`, properties: { 'dc:subjects': ['a', 'b'] } },
          { headers },
        );
        const { status, json } = await app.request(`PUT /api/v1/id/${made.uid}`, {
          body: made,
          headers,
        });
        expect(status).toBe(200);
        expect(json).toEqual(made);
      }
    });

    test('a stale change token is 409 and nothing is written', async () => {
      const made = await createDocument(app, { name: 'token' });
      const put = (title: string, changeToken: string) =>
        app.request(`PUT /api/v1/id/${made.uid}`, {
          body: {
            'entity-type': 'document',
            uid: made.uid,
            changeToken,
            properties: { 'dc:title': title },
          },
        });
      expect((await put('first', made.changeToken)).status).toBe(200);
      const stale = await put('second', made.changeToken);
      expect([stale.status, stale.json.message]).toEqual([
        409,
        `${made.uid}, Invalid change token`,
      ]);
      expect((await app.request(`GET /api/v1/id/${made.uid}`)).json.title).toBe('first');
      expect((await put('third', 'nonsense')).status).toBe(409);
    });

    test('parallel updates of different properties lose none', async () => {
      const made = await createDocument(app, { name: 'parallel' });
      const keys = [
        'dc:title',
        'dc:description',
        'dc:rights',
        'dc:source',
        'dc:format',
        'dc:language',
      ];
      const statuses = await Promise.all(
        keys.map(async (key) => {
          const body = { 'entity-type': 'document', properties: { [key]: 'set' } };
          return (await app.request(`PUT /api/v1/id/${made.uid}`, { body })).status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      const { json } = await app.request(`GET /api/v1/id/${made.uid}`);
      expect(keys.map((key) => json.properties[key])).toEqual(keys.map(() => 'set'));
    });

    test('of parallel updates with the same token exactly one wins', async () => {
      const made = await createDocument(app, { name: 'race' });
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const body = {
            'entity-type': 'document',
            uid: made.uid,
            changeToken: made.changeToken,
            properties: { 'dc:title': `t${index}` },
          };
          return (await app.request(`PUT /api/v1/id/${made.uid}`, { body })).status;
        }),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    });

    test('an unknown document is 404', async () => {
      const body = { 'entity-type': 'document', properties: {} };
      expect((await app.request(`PUT /api/v1/id/${missingId}`, { body })).status).toBe(404);
    });

    test('an unknown type in the body is 400', async () => {
      const made = await createDocument(app, { name: 'typed' });
      const body = { 'entity-type': 'document', type: 'Nope', properties: {} };
      expect((await app.request(`PUT /api/v1/id/${made.uid}`, { body })).status).toBe(400);
    });

    test('a constraint that is broken is 422 with a validation report', async () => {
      const made = await createDocument(app, { name: 'constraint' });
      const body = {
        'entity-type': 'document',
        properties: { 'dc:description': 'x'.repeat(2001) },
      };
      const report = await app.request(`PUT /api/v1/id/${made.uid}`, {
        body,
        headers: { accept: 'application/json' },
      });
      expect(report.status).toBe(422);
      expect(report.json).toMatchObject({ 'entity-type': 'validation_report', has_error: true });
      const plain = await app.request(`PUT /api/v1/id/${made.uid}`, { body });
      expect([plain.status, plain.json['entity-type']]).toEqual([422, 'exception']);
    });
  });

  describe('deleting', () => {
    test('is permanent and takes what is below along', async () => {
      const folder = await createDocument(app, { name: 'doomed', type: 'Folder' });
      const child = await createDocument(app, { parent: folder.uid, name: 'child' });
      const response = await app.request(`DELETE /api/v1/id/${folder.uid}`);
      expect([response.status, response.text]).toEqual([204, '']);
      expect((await app.request(`GET /api/v1/id/${folder.uid}`)).status).toBe(404);
      expect((await app.request(`GET /api/v1/id/${child.uid}`)).status).toBe(404);
      expect((await app.request(`DELETE /api/v1/id/${folder.uid}`)).status).toBe(404);
    });

    test('a sibling whose name begins the same stays', async () => {
      const folder = await createDocument(app, { name: 'pre', type: 'Folder' });
      const sibling = await createDocument(app, { name: 'pre-fix', type: 'Folder' });
      await app.request(`DELETE /api/v1/id/${folder.uid}`);
      expect((await app.request(`GET /api/v1/id/${sibling.uid}`)).status).toBe(200);
    });

    test('the root cannot be deleted', async () => {
      expect((await app.request('DELETE /api/v1/path/')).status).toBe(403);
    });
  });

  describe('the wire dialects', () => {
    test('show scalars as strings or natively, and exact 64-bit integers in both', async () => {
      const properties = { 'picture:info': { width: '9007199254740993', height: 3 } };
      const made = await createDocument(app, { name: 'dialect', type: 'Picture', properties });
      expect(made.properties['picture:info']).toMatchObject({
        width: '9007199254740993',
        height: '3',
      });
      const native = await app.request(`GET /api/v1/id/${made.uid}`, {
        headers: { 'X-Cartulary-Dialect': 'native', properties: 'picture' },
      });
      expect(native.text).toContain('"width":9007199254740993,');
      expect(native.json.properties['picture:views']).toEqual([]);
    });

    test('without a properties header, contract shows all schemas and native none', async () => {
      const { uid } = await createDocument(app, { name: 'unasked' });
      const contract = await app.request(`GET /api/v1/id/${uid}`);
      expect(contract.json.properties).toHaveProperty('dc:title');
      expect(contract.json.properties).toHaveProperty('file:filename');
      const native = await app.request(`GET /api/v1/id/${uid}`, {
        headers: { 'X-Cartulary-Dialect': 'native' },
      });
      expect(native.json).not.toHaveProperty('properties');
    });

    test.each(['properties', 'X-NXproperties', 'X-NXDocumentProperties'])(
      'the header %s selects schemas, and so does the parameter',
      async (name) => {
        const { uid } = await createDocument(app, { name: `select-${name}` });
        const byHeader = await app.request(`GET /api/v1/id/${uid}`, {
          headers: { [name]: 'uid, nope' },
        });
        const byQuery = await app.request(`GET /api/v1/id/${uid}?${name}=uid`);
        const keys = ['uid:major_version', 'uid:minor_version', 'uid:uid'];
        expect(Object.keys(byHeader.json.properties).sort()).toEqual(keys);
        expect(Object.keys(byQuery.json.properties).sort()).toEqual(keys);
      },
    );

    test('unknown enrichers and fetchers are ignored', async () => {
      const { uid } = await createDocument(app, { name: 'enrich' });
      const response = await app.request(`GET /api/v1/id/${uid}`, {
        headers: { 'enrichers.document': 'nope', 'fetch.document': 'nope' },
      });
      expect(response.status).toBe(200);
    });
  });

  describe('permissions', () => {
    test('a user reads by an inherited grant, and nothing else leaks', async () => {
      const open = await createDocument(app, { name: 'open', type: 'Folder' });
      const closed = await createDocument(app, { name: 'closed', type: 'Folder' });
      const secret = await createDocument(app, { parent: closed.uid, name: 'secret' });
      await setAcl(app, closed.uid, [denyAll]);
      const as = { user: 'reader' };
      expect((await app.request(`GET /api/v1/id/${open.uid}`, as)).status).toBe(200);
      for (const line of [
        `GET /api/v1/id/${closed.uid}`,
        `GET /api/v1/id/${secret.uid}`,
        `GET ${workspaces}/closed/secret`,
        `GET /api/v1/id/${closed.uid}/secret`,
        `GET /api/v1/id/${closed.uid}/@children`,
        `GET /api/v1/id/${secret.uid}/@blob/file:content`,
        `GET /api/v1/id/${secret.uid}/@acl`,
      ]) {
        const response = await app.request(line, as);
        expect(response.status, line).toBe(403);
        expect(response.json.message, line).toBe("Privilege 'Read' is not granted to 'reader'");
      }
      const list = await app.request(`GET ${workspaces}/@children?pageSize=1000`, as);
      const names = list.json.entries.map((entry: { path: string }) => entry.path);
      expect(names).toContain(open.path);
      expect(names).not.toContain(closed.path);
    });

    test('writing needs its own permissions', async () => {
      const folder = await createDocument(app, { name: 'guarded', type: 'Folder' });
      const as = { user: 'reader' };
      const body = { 'entity-type': 'document', name: 'x', type: 'File', properties: {} };
      expect((await postDocument(app, { parent: folder.uid, name: 'x' }, as)).status).toBe(403);
      expect(
        (
          await app.request(`PUT /api/v1/id/${folder.uid}`, {
            ...as,
            body: { ...body, properties: { 'dc:title': 'x' } },
          })
        ).status,
      ).toBe(403);
      const removal = await app.request(`DELETE /api/v1/id/${folder.uid}`, as);
      expect(removal.status).toBe(403);
      expect(removal.json.message).toContain("Missing permission 'Remove'");
    });

    test('a grant on one folder lets its user work there', async () => {
      const folder = await createDocument(app, { name: 'shared', type: 'Folder' });
      await setAcl(app, folder.uid, [grantAce('writer', 'ReadWrite')]);
      const as = { user: 'writer' };
      const made = await createDocument(app, { parent: folder.uid, name: 'mine' }, as);
      expect(made.properties['dc:creator']).toBe('writer');
      const body = { 'entity-type': 'document', properties: { 'dc:title': 'changed' } };
      expect((await app.request(`PUT /api/v1/id/${made.uid}`, { ...as, body })).status).toBe(200);
      expect((await app.request(`DELETE /api/v1/id/${made.uid}`, as)).status).toBe(204);
    });

    test('a secured property set by an ordinary user is 400', async () => {
      const folder = await createDocument(app, { name: 'secured', type: 'Folder' });
      await setAcl(app, folder.uid, [grantAce('writer', 'ReadWrite')]);
      const response = await postDocument(
        app,
        { parent: folder.uid, name: 'x', properties: { 'dc:creator': 'somebody' } },
        { user: 'writer' },
      );
      expect(response.status).toBe(400);
      expect(response.json.message).toBe(
        'Cannot set the value of property: dc:creator since it is readonly',
      );
    });

    test('@acl shows own and inherited entries', async () => {
      const folder = await createDocument(app, { name: 'acl', type: 'Folder' });
      await setAcl(app, folder.uid, [grantAce('writer', 'Read', 'Administrator')]);
      const { json } = await app.request(`GET /api/v1/id/${folder.uid}/@acl`);
      expect(json['entity-type']).toBe('acls');
      expect(json.acl.map((acl: { name: string }) => acl.name)).toEqual(['local', 'inherited']);
      expect(json.acl[0].ace).toEqual([
        {
          id: 'writer:Read:true:Administrator::',
          username: 'writer',
          permission: 'Read',
          granted: true,
          creator: 'Administrator',
          begin: null,
          end: null,
          status: 'effective',
        },
      ]);
    });
  });

  describe('@children', () => {
    test('pages as existing clients expect when the count is unknown', async () => {
      const folder = await createDocument(app, { name: 'paged', type: 'Folder' });
      for (const title of ['b', 'a', 'c']) {
        await createDocument(app, {
          parent: folder.uid,
          name: title,
          properties: { 'dc:title': title },
        });
      }
      const page = async (index: number) =>
        (
          await app.request(
            `GET /api/v1/id/${folder.uid}/@children?pageSize=1&currentPageIndex=${index}`,
          )
        ).json;
      const pages = [await page(0), await page(1), await page(2), await page(3)];
      expect(pages.map((p) => p.entries.map((e: { title: string }) => e.title))).toEqual([
        ['a'],
        ['b'],
        ['c'],
        [],
      ]);
      expect(pages.map((p) => p.isNextPageAvailable)).toEqual([true, true, true, false]);
      expect(pages[0]).toMatchObject({
        resultsCount: -2,
        numberOfPages: 0,
        pageSize: 1,
        isPaginable: true,
      });
      const whole = (await app.request(`GET /api/v1/id/${folder.uid}/@children`)).json;
      expect(whole).toMatchObject({
        resultsCount: 3,
        numberOfPages: 1,
        isNextPageAvailable: false,
      });
      expect(whole.entries[0]).not.toHaveProperty('properties');
    });

    test.each(['pageSize=-1', 'pageSize=x', 'currentPageIndex=1.5', 'sortBy=no:such'])(
      '%s is refused with 400',
      async (query) => {
        expect((await app.request(`GET ${workspaces}/@children?${query}`)).status).toBe(400);
      },
    );

    test('a page is never larger than the limit', async () => {
      const { json } = await app.request(`GET ${workspaces}/@children?pageSize=100000`);
      expect(json.pageSize).toBe(1000);
    });
  });

  test('the name of a file in JSON has a largest size', async () => {
    const max = limits.fileNameLengthMax;
    const parent = await createDocument(app, { name: 'file names', type: 'Folder' });
    const send = (name: string) => {
      const properties = { 'file:content': { name, data: 'text' } };
      const body = { 'entity-type': 'document', name: 'file', type: 'File', properties };
      return app.request(`POST /api/v1/id/${parent.uid}`, { body });
    };
    const refused = await send('x'.repeat(max + 1));
    expect([refused.status, refused.json.message]).toEqual([
      400,
      `name: the file name has ${max + 1} characters; use at most ${max}`,
    ]);
    expect((await send('x'.repeat(max))).status).toBe(201);
  });

  describe('odd requests', () => {
    test.each([
      ['GET /api/v1/nothing', 404],
      ['GET /api/v1/path', 404],
      ['GET /api/v1/id/not-an-id', 404],
      ['GET /api/v1/path/%zz', 400],
      ['GET /api/v1/path/%ff', 400],
      ['GET /api/v1/path/a%2Fb', 400],
      ['GET /api/v1/path/default-domain/@nothing', 404],
      ['GET /api/v1/path/default-domain/@bo/X', 501],
      ['POST /api/v1/automation/Document.Fetch', 415],
      ['POST /api/v1/automation/No.Such', 404],
      ['DELETE /api/v1/capabilities', 405],
    ] as const)('%s answers %i with an exception entity', async (line, status) => {
      const response = await app.request(line);
      expect(response.status).toBe(status);
      expect(response.json).toMatchObject({ 'entity-type': 'exception', status });
      expect(response.json).not.toHaveProperty('stack');
    });

    test('OPTIONS lists the methods', async () => {
      const response = await app.request('OPTIONS /api/v1/capabilities');
      expect([response.status, response.headers.allow]).toEqual([200, 'GET, HEAD, OPTIONS']);
    });

    test('a template has defaults and no id', async () => {
      const { status, json } = await app.request(
        `GET ${workspaces}/@emptyWithDefault?type=File&name=n`,
      );
      expect(status).toBe(200);
      expect(json).toMatchObject({
        uid: null,
        state: null,
        changeToken: null,
        type: 'File',
        path: '/default-domain/workspaces/n',
      });
      expect(json.properties).not.toHaveProperty('dc:created');
      expect((await app.request(`GET ${workspaces}/@emptyWithDefault`)).status).toBe(400);
    });
  });
});
