import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { type Place, preparePlace } from '../../support/operation-cases.ts';
import { callWithBatch, callWithFiles, textFile } from '../../support/operation-files.ts';
import { denyAll, setAcl } from '../../support/security.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';
import { unzip } from '../../support/unzip.ts';

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.each(engines)('archives and files from elsewhere on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    place = await preparePlace(app, 'archives');
  });
  afterAll(() => app.close());

  const ok = (response: TestResponse) => {
    expect(response.status, response.text).toBe(200);
    return response;
  };
  /** The store once the resources of responses were released, which happens after they were sent. */
  const released = () => dumpSettledStore(app);

  describe('zipping files', () => {
    test('puts all of them into one archive under names of their own', async () => {
      const files = [textFile('a.txt', '1'), textFile('b.txt', '2'), textFile('a.txt', '3')];
      const response = ok(await callWithFiles(app, 'Blob.CreateZip', { files, user: 'bob' }));
      expect(response.headers['content-type']).toBe('application/zip');
      expect(response.headers['content-disposition']).toBe('attachment; filename=a.txt');
      expect(await unzip(response)).toEqual([
        ['a.txt', '1'],
        ['b.txt', '2'],
        ['renamed_1_a.txt', '3'],
      ]);
      await released();
    });

    test('takes one file, one of a batch, and a name for the archive', async () => {
      const call = { files: [textFile('a.txt', '1')], params: { filename: 'all.zip' } };
      for (const send of [callWithFiles, callWithBatch]) {
        const response = ok(await send(app, 'Blob.CreateZip', call));
        expect(response.headers['content-disposition']).toBe('attachment; filename=all.zip');
        expect(await unzip(response)).toEqual([['a.txt', '1']]);
      }
    });

    test('needs files, and a name that is a text', async () => {
      expect((await place.call('Blob.CreateZip')).status).toBe(400);
      const before = await released();
      const call = { files: [textFile('a.txt')], params: { filename: [] } };
      const response = await callWithFiles(app, 'Blob.CreateZip', call);
      expect([response.status, response.text]).toEqual([400, expect.stringContaining('filename')]);
      expect(await released()).toEqual(before);
    });
  });

  describe('bulk downloads', () => {
    const withFile = (name: string, data: string, type?: string) =>
      createDocument(app, {
        parent: place.writable.uid,
        name,
        properties: { 'file:content': { name, data, ...(type && { 'mime-type': type }) } },
      });
    const download = (documents: readonly { uid: string }[], params = {}, user = 'bob') => {
      const input = `docs:${documents.map(({ uid }) => uid).join(',')}`;
      return place.call('Blob.BulkDownload', { input, params, user });
    };

    test('hold the main files of documents and the texts of notes', async () => {
      const note = await createDocument(app, {
        parent: place.writable.uid,
        name: 'note',
        type: 'Note',
        properties: { 'dc:title': 'Note', 'note:note': 'text' },
      });
      const documents = [
        await withFile('same.txt', 'one'),
        await place.create('empty'),
        await place.create('folder', { type: 'Folder' }),
        await withFile('same.txt', 'two'),
        note,
      ];
      const response = ok(await download(documents));
      expect(response.headers['content-type']).toBe('application/zip');
      expect(response.headers['content-disposition']).toMatch(
        /^attachment; filename=BlobListZip-[0-9a-f-]{36}-bob$/,
      );
      expect(await unzip(response)).toEqual([
        ['same.txt', 'one'],
        ['renamed_1_same.txt', 'two'],
        ['Note.txt', 'text'],
      ]);
      await released();
    });

    test('are named as asked, also for one document alone', async () => {
      const { uid } = await withFile('alone.txt', 'one');
      const params = { filename: 'mine.zip' };
      const response = ok(await place.call('Blob.BulkDownload', { input: uid, params }));
      expect(response.headers['content-disposition']).toBe('attachment; filename=mine.zip');
      expect(await unzip(response)).toEqual([['alone.txt', 'one']]);
    });

    test('of one archive alone are that archive', async () => {
      const archive = await withFile('a.zip', 'PK', 'application/x-zip-compressed');
      const response = ok(await download([archive], { filename: 'b.zip' }));
      expect(response.text).toBe('PK');
      expect(response.headers['content-disposition']).toBe('attachment; filename=b.zip');
      const stored = await app.request(`GET /api/v1/id/${archive.uid}/@blob/file:content`);
      expect(stored.headers['content-disposition']).toBe('attachment; filename=a.zip');
    });

    test('without any file are no answer', async () => {
      const response = await download([await place.create('nothing')]);
      expect([response.status, response.text]).toEqual([204, '']);
    });

    test('are refused where the caller may not read, and without documents', async () => {
      const secret = await withFile('secret.txt', 'secret');
      await setAcl(app, secret.uid, [denyAll]);
      expect((await download([await withFile('open.txt', 'x'), secret])).status).toBe(403);
      expect((await place.call('Blob.BulkDownload', { input: '/no/such' })).status).toBe(404);
      expect((await place.call('Blob.BulkDownload')).status).toBe(400);
      const wrong = await download([secret], { filename: [] }, 'Administrator');
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('filename')]);
    });
  });

  describe('a file from a URL', () => {
    let elsewhere: Awaited<ReturnType<typeof listen>>;
    beforeAll(async () => {
      elsewhere = await listen((request, response) => {
        const url = request.url ?? '';
        const redirect = /^\/to\?(.*)$/.exec(url)?.[1];
        if (redirect !== undefined) {
          response.writeHead(302, { location: decodeURIComponent(redirect) }).end();
        } else if (url === '/loop') response.writeHead(301, { location: '/loop' }).end();
        else if (url === '/missing') response.writeHead(404).end('secret');
        else if (url === '/broken') {
          response.writeHead(200, { 'content-length': '100' }).write('half');
          setImmediate(() => response.destroy());
        } else if (url === '/packed.txt') {
          const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
          response.writeHead(200, headers).end(gzipSync('unpacked'));
        } else if (url === '/text%20file.txt?x=1') {
          const headers = { 'content-type': 'text/plain; charset=ISO-8859-1' };
          response.writeHead(200, headers).end(Buffer.from('déjà', 'latin1'));
        } else response.writeHead(200).end('content');
      });
    });
    afterAll(() => new Promise((resolve) => elsewhere.server.close(resolve)));

    const fetchFrom = (path: string, params = {}, user = 'Administrator') =>
      place.call('Blob.CreateFromURL', {
        params: { file: path.startsWith('/') ? elsewhere.url + path : path, ...params },
        user,
      });

    test('has the content, name, type and character set of what is there', async () => {
      const before = await released();
      const response = ok(await fetchFrom('/text%20file.txt?x=1'));
      expect(response.bytes.toString('latin1')).toBe('déjà');
      expect(response.headers['content-type']).toMatch(/^text\/plain; ?charset=ISO-8859-1$/);
      expect(response.headers['content-disposition']).toContain('text%20file.txt');
      expect(await released()).toEqual(before);
    });

    test('is known by its name where its server says nothing, and as the caller says', async () => {
      const plain = ok(await fetchFrom('/a.pdf'));
      expect(plain.headers['content-type']).toBe('application/pdf');
      const params = { filename: 'b.html', 'mime-type': 'text/html', encoding: 'UTF-8' };
      const named = ok(await fetchFrom('/a.pdf', params));
      expect(named.headers['content-type']).toMatch(/^text\/html; ?charset=UTF-8$/);
      expect(named.headers['content-disposition']).toBe('attachment; filename=b.html');
    });

    test('is unpacked where it was packed for the way', async () => {
      expect(ok(await fetchFrom('/packed.txt')).text).toBe('unpacked');
    });

    test('is found where redirects lead', async () => {
      expect(ok(await fetchFrom('/to?/to%3F/a.pdf')).text).toBe('content');
    });

    test.each([
      ['/loop', 'redirects more than'],
      ['/to?file:///etc/passwd', 'file:'],
      ['/to?data:text/plain,x', 'data:'],
      ['/missing', '404'],
      ['/broken', 'could not be read'],
      ['http://127.0.0.1:1/', 'could not be read'],
      ['http://user:secret@127.0.0.1:1/', 'user name'],
      ['ftp://127.0.0.1/a', 'ftp'],
      ['not a url', 'file'],
      ['', 'file'],
    ])('cannot be had from %s', async (path, named) => {
      const before = await released();
      const response = await fetchFrom(path);
      expect([response.status, response.text]).toEqual([400, expect.stringContaining(named)]);
      expect(response.text).not.toContain('secret');
      expect(await released()).toEqual(before);
    });

    test.each(['file:///etc/passwd', 'data:text/plain,x', 'javascript:1'])(
      'does not exist for %s',
      async (url) => {
        const response = await fetchFrom(url);
        expect([response.status, response.text]).toEqual([204, '']);
      },
    );

    test.each(['encoding', 'filename', 'mime-type'])('needs a text as %s', async (name) => {
      const response = await fetchFrom('/a.pdf', { [name]: [] });
      expect([response.status, response.text]).toEqual([400, expect.stringContaining(name)]);
    });

    test('is for administrators only, and needs a URL', async () => {
      expect((await fetchFrom('/a.pdf', {}, 'bob')).status).toBe(404);
      const missing = await place.call('Blob.CreateFromURL');
      expect([missing.status, missing.text]).toEqual([400, expect.stringContaining("'file'")]);
    });
  });
});
