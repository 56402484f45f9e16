import { createHash } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { denyAll, setAcl } from '../support/security.ts';

const content = '0123456789';
const sha256 = createHash('sha256').update(content).digest('hex');
const md5 = createHash('md5').update(content).digest();

interface Inline {
  readonly name?: string;
  readonly 'mime-type'?: string;
  readonly encoding?: string;
  readonly content?: string;
}

async function createWithBlob(app: TestApp, name: string, blob: Inline): Promise<string> {
  const value = { name: 'd.txt', 'mime-type': 'text/plain', content, ...blob };
  const properties = { 'file:content': value };
  return (await createDocument(app, { name, properties })).uid;
}

describe.each(engines)('downloads on %s', (engine) => {
  let app: TestApp;
  let uid: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'reader');
    uid = await createWithBlob(app, 'digits', { name: 'digits.txt' });
  });
  afterAll(() => app.close());

  const file = () => `/nxfile/default/${uid}/file:content/digits.txt`;
  const get = (headers: Record<string, string> = {}, query = '') =>
    app.request(`GET ${file()}${query}`, { headers });

  describe('of nxfile', () => {
    test('the content comes with everything a client needs to keep it', async () => {
      const response = await get();
      expect([response.status, response.text]).toEqual([200, content]);
      const { json } = await app.request(`GET /api/v1/id/${uid}`);
      const modified = Date.parse(json.properties['dc:modified']);
      expect(response.headers).toMatchObject({
        etag: `"${sha256}"`,
        'last-modified': new Date(modified).toUTCString(),
        'accept-ranges': 'bytes',
        'content-type': 'text/plain; charset=UTF-8',
        'content-length': '10',
        'content-disposition': 'attachment; filename=digits.txt',
        'cache-control': 'private, max-age=0',
        'x-content-type-options': 'nosniff',
      });
      expect(response.headers).not.toHaveProperty('digest');
      expect(response.headers).not.toHaveProperty('expires');
    });

    test('a content that is cut short on the disk, or missing from it, is an error', async () => {
      const damaged = `${content} of a file that is damaged`;
      const id = await createWithBlob(app, 'damaged', { content: damaged });
      const key = createHash('sha256').update(damaged).digest('hex');
      const data = join(app.services.config.data, 'blobs', 'data');
      const path = join(data, key.slice(0, 2), key);
      const request = `GET /nxfile/default/${id}/file:content/d.txt`;
      await truncate(path, damaged.length - 1);
      expect(await app.request(request)).toMatchObject({ status: 500 });
      await rm(path);
      expect(await app.request(request)).toMatchObject({ status: 500 });
      await writeFile(path, damaged);
      expect((await app.request(request)).text).toBe(damaged);
    });

    test('the URLs written in documents lead to the content', async () => {
      for (const dialect of ['contract', 'native']) {
        const { json } = await app.request(`GET /api/v1/id/${uid}`, {
          headers: { 'X-Cartulary-Dialect': dialect, properties: '*' },
        });
        const { data, blobUrl } = json.properties['file:content'];
        for (const link of [data, blobUrl]) {
          const url = new URL(link, 'http://localhost/nuxeo/site/automation/');
          const path = url.pathname.replace(/^\/nuxeo/, '') + url.search;
          const response = await app.request(`GET ${path}`);
          expect([response.status, response.text], `${dialect} ${link}`).toEqual([200, content]);
          expect(response.headers['cache-control']).toBe('private, max-age=31536000');
        }
      }
    });

    test.each([
      ['', 200],
      ['/file:content', 200],
      ['/file;content', 200],
      ['/file%3Acontent', 200],
      ['/file:content/', 200],
      ['/file:content/any%20name%2Fwith;x=y.txt', 200],
      ['/blobholder:0', 200],
      ['/blobholder:0/name.txt', 200],
      ['/blobholder:1', 404],
      ['/blobholder:00', 404],
      ['/content', 404],
      ['/file:content/name/x', 404],
      ['/files:files/0/file', 404],
      ['/files:files/0/file/name.txt', 404],
      ['/dc:title', 404],
      ['/none:such/name', 404],
    ])('the place %s answers %s', async (place, status) => {
      const response = await app.request(`GET /nxfile/default/${uid}${place}`);
      expect(response.status).toBe(status);
      expect(response.text).toBe(status === 200 ? content : 'No blob found');
    });

    test('attachments are found by their index', async () => {
      const files = ['one', 'two'].map((text) => ({
        file: { name: `${text}.txt`, 'mime-type': 'text/plain', content: text },
      }));
      const document = await createDocument(app, {
        name: 'attached',
        properties: { 'files:files': files },
      });
      const base = `GET /nxfile/default/${document.uid}`;
      expect((await app.request(`${base}/files:files/1/file/two.txt`)).text).toBe('two');
      expect((await app.request(`${base}/files:files/2/file/x`)).status).toBe(404);
      expect((await app.request(base)).text).toBe('one');
    });

    test('unknown documents, other repositories and broken URLs are 404 in plain text', async () => {
      const cases = [
        [`/nxfile/default/${uid.replace(/./g, '0')}/file:content`, 'No document found'],
        ['/nxfile/default/none/file:content', 'No document found'],
        [`/nxfile/other/${uid}/file:content`, 'No document found'],
        ['/nxfile/default', 'Invalid URL syntax'],
      ] as const;
      for (const [path, message] of cases) {
        const response = await app.request(`GET ${path}`);
        expect([response.status, response.text], path).toEqual([404, message]);
      }
    });

    test('a document that may not be read is not distinguished from a missing one', async () => {
      const hidden = await createWithBlob(app, 'hidden', {});
      await setAcl(app, hidden, [denyAll]);
      const path = `GET /nxfile/default/${hidden}/file:content`;
      const refused = await app.request(path, { user: 'reader' });
      expect([refused.status, refused.text]).toEqual([404, 'No document found']);
      expect((await app.request(path, { user: null })).status).toBe(401);
      expect((await app.request(path)).status).toBe(200);
    });

    test('download information is type, name and URL', async () => {
      const spaced = await createWithBlob(app, 'spaced', { name: 'é b.txt' });
      const path = `GET /nxdownloadinfo/default/${spaced}/file:content/x`;
      const response = await app.request(path, { headers: { host: 'example.org:8080' } });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toMatch(/^text\/plain/);
      expect(response.text).toBe(
        `text/plain:%C3%A9+b.txt:http://example.org:8080/nuxeo/nxfile/default/${spaced}/file:content/%C3%A9%20b.txt?changeToken=0-0`,
      );
    });
  });

  describe('that are conditional', () => {
    test('unchanged content is 304, with what it was recognised by', async () => {
      const first = await get();
      const headers = first.headers as Record<string, string>;
      const conditions: Record<string, string>[] = [
        { 'If-None-Match': headers.etag ?? '' },
        { 'If-None-Match': `"x", W/${headers.etag}` },
        { 'If-None-Match': '*' },
        { 'If-Modified-Since': headers['last-modified'] ?? '' },
      ];
      for (const condition of conditions) {
        const response = await get(condition, '?changeToken=0-0');
        expect([response.status, response.text], JSON.stringify(condition)).toEqual([304, '']);
        expect(response.headers).toMatchObject({
          etag: headers.etag,
          'last-modified': headers['last-modified'],
          'cache-control': 'private, max-age=31536000',
          expires: expect.any(String),
        });
      }
    });

    test('changed content is sent', async () => {
      for (const condition of [
        { 'If-None-Match': '"other"' },
        { 'If-Modified-Since': new Date(0).toUTCString() },
        { 'If-None-Match': '"other"', 'If-Modified-Since': 'Tue, 01 Jan 2199 00:00:00 GMT' },
      ] as Record<string, string>[]) {
        expect((await get(condition)).status, JSON.stringify(condition)).toBe(200);
      }
    });

    test('a tag that must match and does not is 412', async () => {
      expect((await get({ 'If-Match': '"other"' })).status).toBe(412);
      expect((await get({ 'If-Match': `"${sha256}"` })).status).toBe(200);
    });
  });

  describe('of ranges', () => {
    test.each([
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=4-', '456789', 'bytes 4-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=5-500', '56789', 'bytes 5-9/10'],
    ])('%s is a part', async (range, part, contentRange) => {
      const response = await get({ range });
      expect([response.status, response.text]).toEqual([206, part]);
      expect(response.headers).toMatchObject({
        'content-range': contentRange,
        'content-length': String(part.length),
        etag: `"${sha256}"`,
      });
    });

    test.each(['bytes=0-1,3-4', 'bytes=5-2', 'lines=0-1', 'bytes=x'])(
      '%s is ignored',
      async (range) => {
        const response = await get({ range });
        expect([response.status, response.text]).toEqual([200, content]);
        expect(response.headers).not.toHaveProperty('content-range');
      },
    );

    test('a start beyond the end is 416 and tells the size', async () => {
      const response = await get({ range: 'bytes=10-' });
      expect([response.status, response.text]).toEqual([416, '']);
      expect(response.headers['content-range']).toBe('bytes */10');
    });

    test('a range of content that has changed is answered with all of it', async () => {
      const range = 'bytes=5-';
      expect((await get({ range, 'If-Range': '"other"' })).status).toBe(200);
      expect((await get({ range, 'If-Range': `"${sha256}"` })).status).toBe(206);
    });

    test('empty content has no ranges', async () => {
      const empty = await createWithBlob(app, 'empty', { content: '' });
      const path = `GET /nxfile/default/${empty}/file:content`;
      const all = await app.request(path);
      expect([all.status, all.text, all.headers['content-length']]).toEqual([200, '', '0']);
      expect((await app.request(path, { headers: { range: 'bytes=0-' } })).status).toBe(416);
    });
  });

  test('HEAD answers the headers of the whole content and no body', async () => {
    for (const path of [file(), `/api/v1/id/${uid}/@blob/file:content`]) {
      const response = await app.request(`HEAD ${path}`, { headers: { range: 'bytes=0-1' } });
      expect([response.status, response.text], path).toEqual([200, '']);
      expect(response.headers).toMatchObject({
        'content-length': '10',
        etag: `"${sha256}"`,
        'accept-ranges': 'bytes',
        'content-disposition': 'attachment; filename=digits.txt',
      });
    }
  });

  test('the digest is sent to those who want it', async () => {
    const base64 = Buffer.from(sha256, 'hex').toString('base64');
    const digest = async (wanted: string) => (await get({ 'Want-Digest': wanted })).headers.digest;
    expect(await digest('sha-256')).toBe(`SHA-256=${base64}`);
    expect(await digest('md5;q=0.3, SHA-256;q=1')).toBe(`SHA-256=${base64}`);
    expect(await digest('md5')).toBeUndefined();
    expect((await get({ 'Want-Digest': 'contentMD5' })).headers).not.toHaveProperty('content-md5');
  });

  describe('names and types', () => {
    const download = async (blob: Inline, query = '', options: TestRequest = {}) => {
      const id = await createWithBlob(app, `n${Math.random()}`, blob);
      return app.request(`GET /nxfile/default/${id}/file:content${query}`, options);
    };

    test('a name is shown as it is, or encoded when it could break out of the header', async () => {
      const name = 'a"b; filename=evil.exe.pdf';
      const { headers } = await download({ name });
      expect(headers['content-disposition']).toBe(
        "attachment; filename*=UTF-8''a%22b%3B%20filename%3Devil.exe.pdf",
      );
    });

    test('inline is for those who ask', async () => {
      for (const [query, kind] of [
        ['?inline', 'inline'],
        ['?inline=true', 'inline'],
        ['?inline=false', 'attachment'],
        ['', 'attachment'],
      ] as const) {
        const { headers } = await download({}, query);
        expect(headers['content-disposition'], query).toBe(`${kind}; filename=d.txt`);
      }
    });

    test('content that could run a script is shown in a sandbox', async () => {
      const active = [
        'text/html',
        'TEXT/HTML;charset=utf-8',
        'image/svg+xml',
        'application/xhtml+xml',
        'text/xml',
        'application/rss+xml',
        'multipart/related',
        'application/x-unheard-of',
      ];
      for (const type of active) {
        const { headers } = await download({ 'mime-type': type }, '?inline=true');
        expect(headers['content-security-policy'], type).toBe(
          "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
        );
        expect(headers['x-content-type-options'], type).toBe('nosniff');
      }
    });

    test('content that cannot is shown as it is', async () => {
      for (const type of ['image/png', 'application/pdf', 'text/plain', 'video/mp4']) {
        const { headers } = await download({ 'mime-type': type }, '?inline=true');
        expect(headers['content-security-policy'], type).not.toContain('sandbox');
      }
    });

    test('a word that is not a type is ignored, and the name is used', async () => {
      const { status, headers } = await download({ 'mime-type': 'nonsense' });
      expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=UTF-8']);
    });

    test('the charset is the encoding, unless the type has its own', async () => {
      const latin = await download({ encoding: 'ISO-8859-1', content: 'été' });
      expect(latin.headers['content-type']).toBe('text/plain; charset=ISO-8859-1');
      expect(latin.bytes.toString('hex')).toBe('e974e9');
      const own = await download({ 'mime-type': 'text/x-own; charset=x' });
      expect(own.headers['content-type']).toBe('text/x-own; charset=x');
    });
  });

  describe('of @blob', () => {
    test('answer as nxfile does', async () => {
      const line = `GET /api/v1/id/${uid}/@blob/file:content`;
      const response = await app.request(line, { headers: { range: 'bytes=2-3' } });
      expect([response.status, response.text]).toEqual([206, '23']);
      const none = await app.request(`GET /api/v1/id/${uid}/@blob/files:files/0/file`);
      expect(none.status).toBe(404);
    });

    test('a multipart body replaces the blob', async () => {
      const form = [
        '--B',
        'Content-Disposition: form-data; name="f"; filename="new.txt"',
        'Content-Type: text/x-new',
        '',
        'replaced',
        '--B--',
        '',
      ].join('\r\n');
      const id = await createWithBlob(app, 'replace me', {});
      const line = `/api/v1/id/${id}/@blob/file:content`;
      const headers = { 'content-type': 'multipart/form-data; boundary=B' };
      const response = await app.request(`PUT ${line}`, { body: form, headers });
      expect([response.status, response.text]).toEqual([200, 'blob updated']);
      const replaced = await app.request(`GET ${line}`);
      expect(replaced.text).toBe('replaced');
      expect(replaced.headers['content-disposition']).toBe('attachment; filename=new.txt');
      const cut = await app.request(`PUT ${line}`, { body: form.slice(0, -12), headers });
      expect(cut.status).toBe(400);
      expect((await app.request(`GET ${line}`)).text).toBe('replaced');
    });
  });
});

describe('downloads where clients are shown MD5', () => {
  test('digest, tag and headers are MD5 while the content is kept by SHA-256', async () => {
    const app = await startTestApp('sqlite', { digestAlgorithm: 'MD5' });
    const uid = await createWithBlob(app, 'old clients', {});
    const { json } = await app.request(`GET /api/v1/id/${uid}`);
    expect(json.properties['file:content']).toMatchObject({
      digest: md5.toString('hex'),
      digestAlgorithm: 'MD5',
    });
    const base64 = md5.toString('base64');
    const line = `GET /nxfile/default/${uid}/file:content`;
    const wanted = await app.request(line, { headers: { 'Want-Digest': 'md5, contentMD5' } });
    expect(wanted.headers).toMatchObject({
      etag: `"${md5.toString('hex')}"`,
      digest: `MD5=${base64}`,
      'content-md5': base64,
    });
    const part = await app.request(line, {
      headers: { 'Want-Digest': 'contentMD5', range: 'bytes=0-1' },
    });
    expect(part.headers).not.toHaveProperty('content-md5');
    const keys: string[] = [];
    for await (const blob of app.services.blobs.list()) keys.push(blob.key);
    expect(keys).toEqual([sha256]);
    await app.close();
  });
});
