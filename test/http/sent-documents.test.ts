import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, workspaces } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { multipartBody, multipartType } from '../support/multipart.ts';
import { callWithBatch, callWithFiles } from '../support/operation-files.ts';
import { callOperation } from '../support/operations.ts';

const formType = { 'content-type': multipartType.replace('related', 'form-data') };

describe.each(engines)('documents as clients send them on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  const get = async (uid: string, headers: Record<string, string> = {}) =>
    (await app.request(`GET /api/v1/id/${uid}`, { headers })).json;
  const put = (uid: string, properties: object) =>
    app.request(`PUT /api/v1/id/${uid}`, { body: { 'entity-type': 'document', properties } });

  describe('a uid in the body of a new document', () => {
    const post = (line: string, uid: unknown) => {
      const properties = { 'dc:title': 'sent' };
      const body = { 'entity-type': 'document', uid, name: 'sent', type: 'Note', properties };
      return app.request(line, { body });
    };

    test.each(['00000000-0000-7000-8000-000000000000', 'no uuid', ' ', null, 42])(
      '%j counts for nothing, by id and by path',
      async (uid) => {
        const { uid: parent } = (await app.request(`GET ${workspaces}`)).json;
        for (const line of [`POST /api/v1/id/${parent}`, `POST ${workspaces}`]) {
          const { status, json } = await post(line, uid);
          expect([status, json.type, json.title]).toEqual([201, 'Note', 'sent']);
          expect(json.uid).not.toBe(uid);
          expect((await get(json.uid)).uid).toBe(json.uid);
        }
      },
    );

    test('that of another document lends neither its name nor its type', async () => {
      const other = await createDocument(app, { name: 'other', type: 'File' });
      const { status, json } = await post(`POST ${workspaces}`, other.uid);
      expect([status, json.type]).toEqual([201, 'Note']);
      expect(json.uid).not.toBe(other.uid);
      expect((await get(other.uid)).type).toBe('File');
    });

    test('does not stand in for a missing name and type', async () => {
      const { uid } = await createDocument(app, { name: 'named' });
      const body = { 'entity-type': 'document', uid, properties: {} };
      expect((await app.request(`POST ${workspaces}`, { body })).status).toBe(400);
    });
  });

  describe('version numbers of a new document', () => {
    const label = async (properties: object) => {
      const { uid } = await createDocument(app, { name: 'numbered', type: 'File', properties });
      const { versionLabel, properties: stored } = await get(uid, {
        'fetch.document': 'versionLabel',
      });
      return [versionLabel, stored['uid:major_version'], stored['uid:minor_version']];
    };

    test('that are null are 0.0', async () => {
      const both = { 'uid:major_version': null, 'uid:minor_version': null };
      expect(await label(both)).toEqual(['0.0', '0', '0']);
      expect(await label({ 'uid:major_version': null })).toEqual(['0.0', '0', '0']);
    });

    test('that are null in an update stay as they are', async () => {
      const { uid } = await createDocument(app, {
        name: 'numbered',
        properties: { 'uid:major_version': 2, 'uid:minor_version': 1 },
      });
      const both = { 'uid:major_version': null, 'uid:minor_version': null };
      await put(uid, { ...both, 'dc:title': 'changed' });
      const params = { xpath: 'uid:minor_version' };
      await callOperation(app, 'Document.RemoveProperty', { input: uid, params });
      const { properties: stored } = await get(uid);
      expect([
        stored['dc:title'],
        stored['uid:major_version'],
        stored['uid:minor_version'],
      ]).toEqual(['changed', '2', '1']);
    });

    test('that are given stay', async () => {
      expect(await label({ 'uid:major_version': 3 })).toEqual(['3.0+', '3', '0']);
    });

    test('of a template that is sent back are 0.0', async () => {
      const template = (await app.request(`GET ${workspaces}/@emptyWithDefault?type=File&name=t`))
        .json;
      expect(template.properties['uid:major_version']).toBeNull();
      const made = await app.request(`POST ${workspaces}`, { body: { ...template, name: 't' } });
      expect(made.status, made.text).toBe(201);
      expect(made.json.properties['uid:major_version']).toBe('0');
    });

    test('of a template made into a document by an operation are 0.0', async () => {
      const params = { type: 'File', name: 'o', properties: { 'uid:major_version': null } };
      const input = '/default-domain/workspaces';
      const headers = { properties: '*' };
      const { json } = await callOperation(app, 'Document.Create', { input, params, headers });
      expect(json.properties['uid:major_version']).toBe('0');
    });
  });

  describe('null on a property with a default', () => {
    const key = 'domain:display_type';
    const asked = async (uid: string) => [
      (await get(uid)).properties[key],
      (await get(uid, { 'X-Cartulary-Dialect': 'native', properties: '*' })).properties[key],
    ];

    test('brings the default back, when it is created and when it is changed', async () => {
      const { uid } = await createDocument(app, {
        name: 'defaulted',
        type: 'Domain',
        properties: { [key]: null },
      });
      expect(await asked(uid)).toEqual(['false', false]);
      await put(uid, { [key]: true });
      expect(await asked(uid)).toEqual(['true', true]);
      await put(uid, { [key]: null });
      expect(await asked(uid)).toEqual(['false', false]);
    });

    test('is no change where the default shows', async () => {
      const made = await createDocument(app, { name: 'still', type: 'Domain' });
      const { json } = await put(made.uid, { [key]: null });
      expect(json.changeToken).toBe((await get(made.uid)).changeToken);
      expect(json.lastModified).toBe(made.lastModified);
    });

    test('brings it back by operations too', async () => {
      const { uid } = await createDocument(app, { name: 'operated', type: 'Domain' });
      for (const id of ['Document.SetProperty', 'Document.RemoveProperty']) {
        await put(uid, { [key]: true });
        await callOperation(app, id, { input: uid, params: { xpath: key } });
        expect(await asked(uid), id).toEqual(['false', false]);
      }
    });
  });

  test('a list that names an upload that is there and one that is not is refused whole', async () => {
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    const upload = (index: number) =>
      app.request(`POST /api/v1/upload/${batchId}/${index}`, {
        headers: { 'x-file-name': `${index}.txt`, 'content-type': 'application/octet-stream' },
        body: Buffer.from('uploaded'),
      });
    await upload(0);
    const { uid, changeToken } = await createDocument(app, { name: 'half' });
    const file = (index: number) => ({
      file: { 'upload-batch': batchId, 'upload-fileId': String(index) },
    });
    const both = { 'files:files': [file(0), file(1)] };
    const refused = await put(uid, both);
    expect([refused.status, refused.json.message]).toEqual([
      400,
      `upload-batch ${batchId} has no complete file 1; upload it and try again`,
    ]);
    const after = await get(uid);
    expect([after.changeToken, after.properties['files:files']]).toEqual([changeToken, null]);
    // The batch is still there, so the same request succeeds once the other file is.
    await upload(1);
    const { status, json } = await put(uid, both);
    expect(status).toBe(200);
    expect(json.properties['files:files']).toHaveLength(2);
  });

  describe('the name of a blob', () => {
    const nameOf = async (uid: string, property = 'file:content') =>
      (await get(uid)).properties[property].name;

    test('is a text where the sender gave none', async () => {
      const inline = await createDocument(app, {
        name: 'inline',
        properties: { 'file:content': { data: 'text' }, 'files:files': [{ file: { data: 'b' } }] },
      });
      expect(await nameOf(inline.uid)).toBe('file');
      const { properties } = await get(inline.uid);
      expect(properties['file:filename']).toBe('file');
      expect(properties['files:files'][0].file.name).toBe('file');
    });

    test('is a text where a part, or an upload, has none', async () => {
      const { uid } = await createDocument(app, { name: 'parts' });
      const form = multipartBody([
        {
          head: 'Content-Disposition: form-data; name="f"\r\nContent-Type: application/octet-stream',
          content: 'part',
        },
      ]);
      const put = await app.request(`PUT /api/v1/id/${uid}/@blob/file:content`, {
        body: form,
        headers: formType,
      });
      expect(put.status, put.text).toBe(200);
      expect(await nameOf(uid)).toBe('file');
      for (const send of [callWithFiles, callWithBatch]) {
        const nameless = { name: null, content: 'nameless' };
        const params = { document: uid, xpath: 'file:content' };
        const attached = await send(app, 'Blob.AttachOnDocument', { files: [nameless], params });
        expect(attached.status, attached.text).toBeLessThan(300);
        expect(await nameOf(uid)).toBe('file');
      }
    });

    test('stays null in the store where it was, and shows as a text', async () => {
      const { uid } = await createDocument(app, {
        name: 'older',
        properties: { 'file:content': { data: 'text' } },
      });
      await callOperation(app, 'Document.SetProperty', {
        input: uid,
        params: { xpath: 'file:content/name', value: null },
      });
      const { properties, changeToken } = await get(uid);
      expect(properties['file:content'].name).toBe('file');
      const sentBack = await put(uid, { 'file:content': properties['file:content'] });
      expect(sentBack.json.changeToken).toBe(changeToken);
    });
  });
});
