import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import {
  type OperationCase,
  type Place,
  preparePlace,
  testOperationCases,
} from '../../support/operation-cases.ts';
import {
  callWithBatch,
  callWithFiles,
  listedFiles,
  type SentFile,
  textFile,
} from '../../support/operation-files.ts';
import { denyAll, setAcl } from '../../support/security.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

const file = (name: string, data = `content of ${name}`) => ({ name, data });
const attachments = (...names: string[]) => names.map((name) => ({ file: file(name) }));
const newFile = { file: file('new.txt') };

const withMain = (place: Place, name: string) =>
  createDocument(place.app, {
    parent: place.writable.uid,
    name,
    properties: { 'file:content': file('old.txt') },
  });

const changing: readonly OperationCase[] = [
  { id: 'Document.SetBlob', params: () => newFile },
  { id: 'Document.SetBlobName', params: () => ({ name: 'renamed.txt' }), input: withMain },
  { id: 'Blob.RemoveFromDocument', input: withMain },
];

const reading = ['Document.GetBlob', 'Document.GetBlobs', 'Document.GetBlobsByProperty'];

describe.each(engines)('operations on the files of documents on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'blobs');
  });
  afterAll(() => app.close());

  testOperationCases(() => app, changing);

  let count = 0;
  const document = (properties: object, options: { type?: string; parent?: string } = {}) => {
    count += 1;
    const { parent = place.writable.uid, type = 'File' } = options;
    return createDocument(app, { parent, name: `document ${count}`, type, properties });
  };
  const stored = async (uid: string) =>
    (await app.request(`GET /api/v1/id/${uid}`, { headers: { properties: '*' } })).json.properties;
  const attached = async (uid: string) =>
    (await stored(uid))['files:files']?.map((item: { file: { name: string } }) => item.file?.name);
  const contentAt = async (uid: string, xpath = 'file:content') =>
    (await app.request(`GET /api/v1/id/${uid}/@blob/${xpath}`)).text;
  const ok = (response: TestResponse) => {
    expect(response.status, response.text).toBe(200);
    return response;
  };

  describe('an attachment by its old name', () => {
    const make = () => document({ 'files:files': attachments('a.txt', 'b.txt', 'c.txt') });
    const named = { xpath: 'files:files/file[1]' };

    test('is read', async () => {
      const { uid } = await make();
      for (const xpath of [named.xpath, 'files:files/file[1]/file', 'files:files/1']) {
        const response = ok(await place.call('Blob.Get', { input: uid, params: { xpath } }));
        expect(response.text, xpath).toBe('content of b.txt');
      }
    });

    test('is replaced', async () => {
      const { uid } = await make();
      ok(await place.call('Document.SetBlob', { input: uid, params: { ...newFile, ...named } }));
      expect(await attached(uid)).toEqual(['a.txt', 'new.txt', 'c.txt']);
      const files = [textFile('other.txt')];
      const params = { document: uid, ...named };
      ok(await callWithFiles(app, 'Blob.AttachOnDocument', { files, params }));
      expect(await attached(uid)).toEqual(['a.txt', 'other.txt', 'c.txt']);
    });

    test('is renamed and removed', async () => {
      const { uid } = await make();
      const params = { ...named, name: 'n.txt' };
      ok(await place.call('Document.SetBlobName', { input: uid, params }));
      expect(await attached(uid)).toEqual(['a.txt', 'n.txt', 'c.txt']);
      ok(await place.call('Blob.RemoveFromDocument', { input: uid, params: named }));
      expect(await attached(uid)).toEqual(['a.txt', 'c.txt']);
    });

    test.each([
      'files:files/file[]',
      'files:files/file[01]',
      'files:files/file[1',
      'file:content[0]',
    ])('%s names nothing', async (xpath) => {
      const { uid } = await make();
      const response = await place.call('Blob.RemoveFromDocument', {
        input: uid,
        params: { xpath },
      });
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining(xpath),
      ]);
      expect(await attached(uid)).toHaveLength(3);
    });
  });

  describe('reading', () => {
    test('one file is answered by its place, the main one by default', async () => {
      const { uid } = await document({
        'file:content': file('main.txt'),
        'files:files': attachments('a.txt', 'b.txt'),
      });
      const main = ok(await place.call('Blob.Get', { input: uid, user: 'bob' }));
      expect(main.text).toBe('content of main.txt');
      expect(main.headers['content-disposition']).toBe('attachment; filename=main.txt');
      const params = { xpath: 'files:files/1/file' };
      const second = ok(await place.call('Document.GetBlob', { input: uid, params }));
      expect(second.text).toBe('content of b.txt');
      const beyond = { xpath: 'files:files/7/file' };
      const other = ok(await place.call('Document.GetBlob', { input: uid, params: beyond }));
      expect(other.text).toBe('content of main.txt');
    });

    test('a document without any file has an empty one', async () => {
      const { uid, path } = await document({});
      const response = ok(await place.call('Document.GetBlob', { input: uid }));
      expect(response.bytes).toHaveLength(0);
      const name = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
      expect(response.headers['content-disposition']).toContain(`${name}.null`);
    });

    test('the main file of a note is its text', async () => {
      const properties = {
        'dc:title': 'Read me',
        'note:note': '# hé',
        'note:mime_type': 'text/x-web-markdown',
        'files:files': attachments('a'),
      };
      const { uid } = await document(properties, { type: 'Note' });
      const response = ok(await place.call('Document.GetBlob', { input: uid }));
      expect(response.text).toBe('# hé');
      expect(response.headers['content-type']).toBe('text/x-web-markdown;charset=UTF-8');
      const all = ok(await place.call('Document.GetBlobs', { input: uid }));
      expect(listedFiles(all).map(([name]) => name)).toEqual(['Read me.md', 'a']);
    });

    test('all files come with the main one first', async () => {
      const { uid } = await document({
        'files:files': attachments('a.txt', 'b.txt'),
        'file:content': file('main.txt'),
      });
      const all = ok(await place.call('Document.GetBlobs', { input: uid, user: 'bob' }));
      expect(listedFiles(all)).toEqual([
        ['main.txt', 'content of main.txt'],
        ['a.txt', 'content of a.txt'],
        ['b.txt', 'content of b.txt'],
      ]);
      const listed = ok(await place.call('Document.GetBlobsByProperty', { input: uid }));
      expect(listedFiles(listed).map(([name]) => name)).toEqual(['a.txt', 'b.txt']);
    });

    test('without a file there is no answer, or an empty list', async () => {
      const { uid } = await document({});
      const none = await place.call('Document.GetBlobs', { input: uid });
      expect([none.status, none.text]).toEqual([204, '']);
      const empty = await place.call('Document.GetBlobsByProperty', { input: uid });
      expect(empty.status).toBe(204);
      expect(empty.headers['content-type']).toBe('application/nuxeo-empty-list');
    });

    test.each([
      ['Document.GetBlob', ['main 1', 'main 2']],
      ['Document.GetBlobs', ['main 1', 'a1', 'main 2', 'a2']],
      ['Document.GetBlobsByProperty', ['a1', 'a2']],
    ])('%s works through a list of documents', async (id, names) => {
      const documents = [
        await document({ 'file:content': file('main 1'), 'files:files': attachments('a1') }),
        await document({ 'file:content': file('main 2'), 'files:files': attachments('a2') }),
      ];
      const input = `docs:${documents.map(({ uid }) => uid).join(',')}`;
      const response = ok(await place.call(id, { input, user: 'bob' }));
      expect(listedFiles(response).map(([name]) => name)).toEqual(names);
    });

    test.each(reading)('%s refuses what the caller may not read, also in a list', async (id) => {
      const open = await document({ 'file:content': file('open') });
      const closed = await document({ 'file:content': file('secret') });
      await setAcl(app, closed.uid, [denyAll]);
      for (const input of [closed.uid, `docs:${open.uid},${closed.uid}`]) {
        const response = await place.call(id, { input, user: 'bob' });
        expect([response.status, response.text.includes('secret')]).toEqual([403, false]);
      }
      expect((await place.call(id, { input: '/no/such' })).status).toBe(404);
    });

    test.each([
      ['Document.GetBlob', 'no:such'],
      ['Document.GetBlob', ['a', 'list']],
      ['Document.GetBlobsByProperty', 'no:such'],
      ['Document.GetBlobsByProperty', 'dc:title'],
      ['Document.GetBlobsByProperty', 'dc:subjects'],
      ['Document.GetBlobsByProperty', 5.5],
    ])('%s has nothing at %j', async (id, xpath) => {
      const { uid } = await document({ 'file:content': file('x') });
      const response = await place.call(id, { input: uid, params: { xpath } });
      const named = typeof xpath === 'string' ? xpath : 'xpath';
      expect([response.status, response.text]).toEqual([400, expect.stringContaining(named)]);
    });

    test('a folder has no file and no place for one', async () => {
      const { uid } = await document({}, { type: 'Folder' });
      expect((await place.call('Document.GetBlob', { input: uid })).status).toBe(400);
      expect((await place.call('Document.GetBlobs', { input: uid })).status).toBe(204);
    });
  });

  describe('setting', () => {
    test('a file takes the place of another and is known by its name', async () => {
      const { uid } = await document({ 'file:content': file('old.txt') });
      const page = { data: 'a page', name: 'page.html', 'mime-type': 'application/octet-stream' };
      const params = { file: page };
      const response = ok(await place.call('Blob.Set', { input: uid, params, user: 'bob' }));
      expect(response.json.properties['file:content']).toMatchObject({
        name: 'page.html',
        'mime-type': 'text/html',
      });
      expect(await contentAt(uid)).toBe('a page');
    });

    test('a file is added to a list', async () => {
      const { uid } = await document({ 'files:files': attachments('a.txt') });
      const params = { ...newFile, xpath: 'files:files' };
      ok(await place.call('Document.SetBlob', { input: uid, params, user: 'bob' }));
      expect(await attached(uid)).toEqual(['a.txt', 'new.txt']);
      expect(await contentAt(uid, 'files:files/1/file')).toBe('content of new.txt');
    });

    test('the file of one item of a list changes alone', async () => {
      const { uid } = await document({ 'files:files': attachments('a.txt', 'b.txt') });
      const params = { ...newFile, xpath: 'files:files/0/file' };
      ok(await place.call('Document.SetBlob', { input: uid, params }));
      expect(await attached(uid)).toEqual(['new.txt', 'b.txt']);
    });

    test('an uploaded file is stored', async () => {
      const { uid } = await document({});
      const { batchId } = (await app.request('POST /api/v1/upload')).json;
      const headers = { 'x-file-name': 'up.pdf', 'content-type': 'application/octet-stream' };
      const body = Buffer.from('%PDF');
      await app.request(`POST /api/v1/upload/${batchId}/0`, { body, headers });
      const params = { file: { 'upload-batch': batchId, 'upload-fileId': '0' } };
      const response = ok(await place.call('Document.SetBlob', { input: uid, params }));
      expect(response.json.properties['file:content']).toMatchObject({
        name: 'up.pdf',
        'mime-type': 'application/pdf',
      });
    });

    describe('uploaded files named by the input', () => {
      const upload = async (...names: string[]) => {
        const { batchId } = (await app.request('POST /api/v1/upload')).json;
        for (const [index, name] of names.entries()) {
          await app.request(`POST /api/v1/upload/${batchId}/${index}`, {
            body: Buffer.from(`content of ${name}`),
            headers: { 'x-file-name': name, 'content-type': 'application/octet-stream' },
          });
        }
        return names.map((_, index) => ({
          'upload-batch': batchId,
          'upload-fileId': String(index),
        }));
      };
      const batchStatus = async (batchId = '') =>
        (await app.request(`GET /api/v1/upload/${batchId}`)).status;
      const call = (id: string, input: unknown, params: object = {}, headers = {}) =>
        app.request(`POST /site/automation/${id}`, { body: { input, params }, headers });

      test('one is a blob, and its batch is used up', async () => {
        const { uid } = await document({});
        const [input] = await upload('a.txt');
        const response = await call('Blob.AttachOnDocument', input, { document: uid });
        expect([response.status, response.text]).toEqual([200, 'content of a.txt']);
        expect(await contentAt(uid)).toBe('content of a.txt');
        expect(await batchStatus(input?.['upload-batch'])).toBe(404);
      });

      test('several are a list of blobs, in their order', async () => {
        const { uid } = await document({});
        const input = await upload('a.txt', 'b.txt', 'c.txt');
        const params = { document: uid, xpath: 'files:files' };
        const given = [input[2], input[0]];
        ok(await call('Blob.AttachOnDocument', given, params));
        expect(await attached(uid)).toEqual(['c.txt', 'a.txt']);
      });

      test('the batch goes after an operation that changes nothing, unless it is kept', async () => {
        const [input] = await upload('a.txt');
        const batchId = input?.['upload-batch'];
        ok(await call('Blob.CreateZip', input, {}, { 'x-batch-no-drop': 'true' }));
        expect(await batchStatus(batchId)).toBe(200);
        ok(await call('Blob.CreateZip', input));
        expect(await batchStatus(batchId)).toBe(404);
      });

      test.each([
        ['a batch that is not there', { 'upload-batch': 'none', 'upload-fileId': '0' }],
        ['no file', { 'upload-batch': 'none' }],
        ['a batch that is no text', { 'upload-batch': 7, 'upload-fileId': '0' }],
        ['a list with something else', [{ 'upload-batch': 'none', 'upload-fileId': '0' }, 'x']],
      ])('%s is refused', async (_, input) => {
        const { uid } = await document({});
        const response = await call('Blob.AttachOnDocument', input, { document: uid });
        expect([response.status, response.text]).toEqual([
          400,
          expect.stringContaining('upload-batch'),
        ]);
      });
    });

    test.each(['no:such', 'dc:title', 'dc:subjects', 'picture:views', 'file:content/name'])(
      'no file goes to %s, and nothing is left of it',
      async (xpath) => {
        const { uid } = await document({}, { type: 'Picture' });
        const before = await dumpSettledStore(app);
        const params = { ...newFile, xpath };
        const response = await place.call('Document.SetBlob', { input: uid, params });
        expect([response.status, response.text]).toEqual([400, expect.stringContaining(xpath)]);
        expect(await dumpSettledStore(app)).toEqual(before);
      },
    );

    test.each([
      ['Document.SetBlob', { ...newFile, save: false }],
      ['Document.SetBlobName', { name: 'x', save: 'false' }],
      ['Blob.RemoveFromDocument', { save: false }],
    ])('%s answers without storing when it is not to save', async (id, params) => {
      const { uid } = await document({ 'file:content': file('old.txt') });
      const response = ok(await place.call(id, { input: uid, params, user: 'bob' }));
      expect(response.json.properties['file:content']?.name).not.toBe('old.txt');
      expect((await stored(uid))['file:content'].name).toBe('old.txt');
    });

    test('files added at the same time are all there', async () => {
      const { uid } = await document({});
      const names = ['a', 'b', 'c', 'd'];
      const responses = await Promise.all(
        names.map((name) =>
          place.call('Document.SetBlob', {
            input: uid,
            params: { file: file(name), xpath: 'files:files' },
          }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await attached(uid)).sort()).toEqual(names);
    });
  });

  describe('renaming', () => {
    test('gives the file another name and keeps its content', async () => {
      const { uid } = await document({ 'files:files': attachments('a.txt', 'b.txt') });
      const params = { name: 'c.txt', xpath: 'files:files/1/file' };
      ok(await place.call('Blob.SetFilename', { input: uid, params, user: 'bob' }));
      expect(await attached(uid)).toEqual(['a.txt', 'c.txt']);
      expect(await contentAt(uid, 'files:files/1/file')).toBe('content of b.txt');
    });

    test('does nothing where there is no file', async () => {
      const { uid } = await document({});
      const before = await dumpSettledStore(app);
      const params = { name: 'x' };
      ok(await place.call('Document.SetBlobName', { input: uid, params, user: 'bob' }));
      expect(await dumpSettledStore(app)).toEqual(before);
    });

    test.each(['dc:title', 'files:files', 'no:such'])('refuses %s', async (xpath) => {
      const { uid } = await document({});
      const call = { input: uid, params: { name: 'x', xpath } };
      expect((await place.call('Document.SetBlobName', call)).status).toBe(400);
    });
  });

  describe('removing', () => {
    test.each([
      ['the main file', undefined, [null, ['a', 'b']]],
      ['a list', 'files:files', ['main', []]],
      ['an item of a list', 'files:files/0', ['main', ['b']]],
      ['the file of an item', 'files:files/0/file', ['main', [undefined, 'b']]],
      ['what is not there', 'files:files/9', ['main', ['a', 'b']]],
    ])('%s', async (_case, xpath, [main, files]) => {
      const { uid } = await document({
        'file:content': file('main'),
        'files:files': attachments('a', 'b'),
      });
      ok(await place.call('Blob.Remove', { input: uid, params: { xpath }, user: 'bob' }));
      expect((await stored(uid))['file:content']?.name ?? null).toBe(main);
      expect(await attached(uid)).toEqual(files);
    });

    test('a property that does not exist is refused', async () => {
      const { uid } = await document({});
      const call = { input: uid, params: { xpath: 'no:such' } };
      expect((await place.call('Blob.RemoveFromDocument', call)).status).toBe(400);
    });
  });

  describe('attaching the input', () => {
    const files = [textFile('a.txt'), textFile('b.txt')];

    test('one file becomes the main one and is answered', async () => {
      const { uid, path } = await document({});
      const params = { document: path };
      const call = { files: files.slice(0, 1), params, user: 'bob' };
      const response = ok(await callWithFiles(app, 'Blob.Attach', call));
      expect(response.text).toBe('content of a.txt');
      expect(await contentAt(uid)).toBe('content of a.txt');
    });

    test('of several the last one becomes the main one, and all go to a list', async () => {
      const { uid } = await document({ 'files:files': attachments('old') });
      const main = ok(
        await callWithFiles(app, 'Blob.AttachOnDocument', { files, params: { document: uid } }),
      );
      expect(listedFiles(main).map(([name]) => name)).toEqual(['a.txt', 'b.txt']);
      expect(await contentAt(uid)).toBe('content of b.txt');
      const params = { document: uid, xpath: 'files:files' };
      ok(await callWithFiles(app, 'Blob.AttachOnDocument', { files, params, user: 'bob' }));
      expect(await attached(uid)).toEqual(['old', 'a.txt', 'b.txt']);
    });

    test('nothing is stored when it is not to save', async () => {
      const { uid } = await document({});
      const params = { document: uid, save: false };
      ok(await callWithFiles(app, 'Blob.AttachOnDocument', { files, params }));
      expect((await stored(uid))['file:content']).toBeNull();
    });

    test('the current document gets a main file and attachments', async () => {
      const { uid } = await document({ 'files:files': attachments('old') });
      const call = { files, context: { currentDocument: uid }, user: 'bob' };
      const response = ok(await callWithFiles(app, 'BlobHolder.Attach', call));
      expect(response.json.uid).toBe(uid);
      expect(await contentAt(uid)).toBe('content of a.txt');
      expect(await attached(uid)).toEqual(['old', 'b.txt']);
      const params = { useMainBlob: false };
      ok(await callWithFiles(app, 'BlobHolder.AttachOnCurrentDocument', { ...call, params }));
      expect(await contentAt(uid)).toBe('content of a.txt');
      expect(await attached(uid)).toEqual(['old', 'b.txt', 'a.txt', 'b.txt']);
    });

    test('one file alone becomes the main file of the current document', async () => {
      const { uid, path } = await document({ 'file:content': file('old') });
      const context = { currentDocument: path };
      const call = { files: files.slice(0, 1), context };
      ok(await callWithFiles(app, 'BlobHolder.AttachOnCurrentDocument', call));
      expect((await stored(uid))['file:content'].name).toBe('a.txt');
      expect(await attached(uid)).toBeUndefined();
    });

    test('a note takes the text of the file, and only of a text', async () => {
      const { uid } = await document({ 'note:note': 'old' }, { type: 'Note' });
      const call = (sent: SentFile) =>
        callWithFiles(app, 'BlobHolder.AttachOnCurrentDocument', {
          files: [sent],
          context: { currentDocument: uid },
        });
      ok(await call(textFile('a.md', 'new text')));
      expect(await stored(uid)).toMatchObject({
        'note:note': 'new text',
        'note:mime_type': 'text/x-web-markdown',
      });
      expect((await call({ name: 'a.png', content: 'x', type: 'image/png' })).status).toBe(400);
      expect((await stored(uid))['note:note']).toBe('new text');
    });

    test.each([
      ['Blob.AttachOnDocument', { params: {} }, 400, 'document'],
      ['Blob.AttachOnDocument', { params: { document: '/no/such' } }, 404, '/no/such'],
      ['Blob.AttachOnDocument', { params: { document: 5 } }, 400, 'document'],
      ['Blob.AttachOnDocument', { params: { document: '/', save: 5 } }, 400, 'save'],
      ['Blob.AttachOnDocument', { params: { document: '/', xpath: [] } }, 400, 'xpath'],
      ['BlobHolder.AttachOnCurrentDocument', {}, 400, 'currentDocument'],
      [
        'BlobHolder.AttachOnCurrentDocument',
        { context: { currentDocument: '/no/such' } },
        404,
        '/no/such',
      ],
      [
        'BlobHolder.AttachOnCurrentDocument',
        { params: { useMainBlob: 5 }, context: { currentDocument: '/' } },
        400,
        'useMainBlob',
      ],
      [
        'BlobHolder.AttachOnCurrentDocument',
        { context: { currentDocument: '/' } },
        400,
        'file:content',
      ],
    ])('%s with %j is refused and leaves nothing behind', async (id, call, status, named) => {
      const before = await dumpSettledStore(app);
      const response = await callWithFiles(app, id, { files, ...call });
      expect([response.status, response.text]).toEqual([status, expect.stringContaining(named)]);
      expect(await dumpSettledStore(app)).toEqual(before);
    });

    test.each(['Blob.AttachOnDocument', 'BlobHolder.AttachOnCurrentDocument'])(
      '%s changes nothing for who may not write',
      async (id) => {
        const { uid } = await document({}, { parent: place.readable.uid });
        const before = await dumpSettledStore(app);
        for (const sent of [files, files.slice(0, 1)]) {
          const call = {
            files: sent,
            params: { document: uid },
            context: { currentDocument: uid },
          };
          expect((await callWithFiles(app, id, { ...call, user: 'bob' })).status).toBe(403);
        }
        expect(await dumpSettledStore(app)).toEqual(before);
      },
    );
  });

  describe('the context file', () => {
    test('is passed through alone and in a list, also of one', async () => {
      const one = ok(await callWithFiles(app, 'Context.FetchFile', { files: [textFile('a')] }));
      expect(one.text).toBe('content of a');
      const files = [textFile('a'), textFile('b')];
      const more = ok(await callWithFiles(app, 'Context.FetchFile', { files }));
      expect(listedFiles(more).map(([name]) => name)).toEqual(['a', 'b']);
      const batch = ok(await callWithBatch(app, 'Context.FetchFile', { files: [textFile('a')] }));
      expect(listedFiles(batch)).toEqual([['a', 'content of a']]);
    });

    test('must be there', async () => {
      expect((await place.call('Context.FetchFile')).status).toBe(400);
    });
  });
});
