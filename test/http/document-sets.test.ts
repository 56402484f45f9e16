import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const unknown = '0189aaaa-0000-7000-8000-000000000000';

describe.each(engines)('a set of documents on %s', (engine) => {
  let app: TestApp;
  let ids: string[];
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'alice');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    const outer = await createDocument(app, { name: `set ${count}`, type: 'Folder' });
    await setAcl(app, outer.uid, [grantAce('alice', 'Everything')]);
    const add = (parent: string, name: string, type: string) =>
      createDocument(app, { parent, name, type, properties: { 'dc:title': name } });
    const folder = await add(outer.uid, 'folder', 'Folder');
    const file = await add(folder.uid, 'file', 'File');
    const note = await add(folder.uid, 'note', 'Note');
    ids = [note.uid, file.uid, folder.uid];
  });

  const addressOf = (some: readonly string[]) =>
    `/api/v1/bulk${some.map((id) => `;id=${id}`).join('')}`;
  const call = (
    method: string,
    some: readonly string[],
    options: { user?: string; properties?: object } = {},
  ) => {
    const { user = 'alice', properties } = options;
    const headers = { properties: 'dublincore,note' };
    const body = properties && { 'entity-type': 'document', properties };
    return app.request(`${method} ${addressOf(some)}`, { user, headers, ...(body && { body }) });
  };
  const titles = async () => {
    const { json } = await call('GET', ids, { user: 'Administrator' });
    return json.entries.map(
      ({ properties }: { properties: Record<string, unknown> }) => properties['dc:title'],
    );
  };

  test('is read in the order of the ids, each document once', async () => {
    const [first = ''] = ids;
    const { status, json } = await call('GET', [...ids, first]);
    expect([status, Object.keys(json)]).toEqual([200, ['entity-type', 'entries']]);
    expect(json['entity-type']).toBe('documents');
    expect(json.entries.map(({ uid }: { uid: string }) => uid)).toEqual(ids);
    expect((await app.request(`GET ${addressOf(ids)}`, { user: null })).status).toBe(401);
  });

  test('gets the properties that each document has', async () => {
    const properties = { 'dc:title': 'together', 'note:note': 'only the note has it' };
    const { status, json } = await call('PUT', ids, { properties });
    expect(status).toBe(200);
    expect(json.entries.map(({ uid }: { uid: string }) => uid)).toEqual(ids);
    expect(await titles()).toEqual(['together', 'together', 'together']);
    expect(json.entries[0].properties['note:note']).toBe('only the note has it');
    expect(json.entries[1].properties).not.toHaveProperty('note:note');
    const unknownProperty = await call('PUT', ids, { properties: { 'no:such': 'x' } });
    expect([unknownProperty.status, unknownProperty.json.message]).toEqual([
      400,
      expect.stringContaining('no:such'),
    ]);
    const wrong = await app.request(`PUT ${addressOf(ids)}`, { body: { 'entity-type': 'user' } });
    expect(wrong.status).toBe(400);
  });

  test('is removed as a whole, also with a folder and what is in it', async () => {
    const [, , folder = ''] = ids;
    const { status, text } = await call('DELETE', [folder, ...ids]);
    expect([status, text]).toEqual([200, '']);
    for (const id of ids) {
      expect((await app.request(`GET /api/v1/id/${id}`)).status).toBe(404);
    }
  });

  test('with an id of no document is 404, and the others stay as they are', async () => {
    for (const id of [unknown, 'no-uuid']) {
      const some = [...ids, id];
      const properties = { 'dc:title': 'changed' };
      const answers = [
        await call('GET', some),
        await call('PUT', some, { properties }),
        await call('DELETE', some),
      ];
      const message = `There is no document with the id ${id}`;
      expect(answers.map(({ status, json }) => [status, json.message])).toEqual(
        Array(3).fill([404, message]),
      );
    }
    expect(await titles()).toEqual(['note', 'file', 'folder']);
  });

  test('needs the permission for each document, or changes none', async () => {
    const hidden = await createDocument(app, { name: `hidden ${count}` });
    await setAcl(app, hidden.uid, [denyAll]);
    const properties = { 'dc:title': 'changed' };
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const refused = await call(method, [...ids, hidden.uid], { properties });
      expect([method, refused.status]).toEqual([method, 403]);
    }
    const readable = await createDocument(app, { name: `readable ${count}` });
    await setAcl(app, readable.uid, [grantAce('alice', 'Read'), denyAll]);
    expect((await call('GET', [...ids, readable.uid])).status).toBe(200);
    for (const method of ['PUT', 'DELETE']) {
      const refused = await call(method, [...ids, readable.uid], { properties });
      expect([method, refused.status]).toEqual([method, 403]);
    }
    expect(await titles()).toEqual(['note', 'file', 'folder']);
  });

  test('without ids, with too many or other parameters is 400', async () => {
    const many = Array.from({ length: limits.documentSetMax + 1 }, (_, at) =>
      unknown.slice(0, -4).concat(String(1000 + at)),
    );
    const refusals: readonly [string, RegExp][] = [
      ['/api/v1/bulk;', /send the ids as/],
      ['/api/v1/bulk;id=', /send the ids as|no document/],
      ['/api/v1/bulk;name=x', /^name=x: send the ids as/],
      [addressOf(many), /^101 documents are too many: send at most 100 ids$/],
    ];
    for (const [address, message] of refusals) {
      const { status, json } = await app.request(`GET ${address}`);
      expect([address, status]).toEqual([address, address.endsWith('id=') ? 404 : 400]);
      expect(json.message).toMatch(message);
    }
    expect((await call('GET', many.slice(1), { user: 'Administrator' })).status).toBe(404);
  });
});
