import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../src/conversion/external-program.ts';
import { collectContents } from '../../src/repository/attachments/blob-collection.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { pdfFile, zipOf } from '../support/office-files.ts';
import { callOperation } from '../support/operations.ts';
import { readRenditions } from '../support/renditions.ts';

const mail = `From: ann@example.org
Subject: A report
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

The report is attached.
--b
Content-Type: text/html
Content-Disposition: attachment; filename="report.html"

<script>act()</script>
--b--
`.replaceAll('\n', '\r\n');

interface NewFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
}

const hasOffice = (await findProgram('soffice')) !== undefined;
if (!hasOffice)
  process.stdout.write('skipped: previews of office files: soffice is not installed\n');

describe.each(engines)('previews on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
  });
  afterAll(() => app.close());

  async function uploaded({ name, type, content }: NewFile): Promise<object> {
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': name, 'x-file-type': type };
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, {
      body: Buffer.from(content),
      headers,
    });
    return { 'upload-batch': json.batchId, 'upload-fileId': '0' };
  }

  async function create(file: NewFile): Promise<string> {
    const properties = { 'file:content': await uploaded(file) };
    return (await createDocument(app, { name: file.name, properties })).uid;
  }

  const preview = (id: string, rest = '', options: TestRequest = {}) =>
    app.request(`GET /api/v1/id/${id}/@preview/${rest}`, options);
  const downloads = async (id: string) => {
    await app.services.auditTrail.settle();
    const { json } = await app.request(`GET /api/v1/id/${id}/@audit?eventId=download`);
    return json.entries.length as number;
  };

  test('are a page that is made once for equal files, and sent again only if it has changed', async () => {
    const file = { name: 'x.py', type: 'text/x-python', content: 'x = "<b>"\n' };
    const id = await create(file);
    const page = await preview(id);
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(page.bytes.length),
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      },
    });
    expect(page.text).toContain('<title>x.py</title>');
    expect(page.text).toContain('x = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>');
    const rows = await readRenditions(app.services);
    const made = rows.filter(({ name }) => name.startsWith('preview/'));
    expect(made.map(({ name, state }) => [name, state])).toEqual([
      ['preview/1/page/text/python/', 'done'],
    ]);
    const headers = { 'if-none-match': String(page.headers.etag) };
    expect((await preview(id, '', { headers })).status).toBe(304);
    const refused = await preview(id, '', { headers: { 'if-match': '"other"' } });
    expect(refused.status).toBe(412);
    const head = await app.request(`HEAD /api/v1/id/${id}/@preview/`);
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      String(page.bytes.length),
      0,
    ]);
    expect((await preview(await create({ ...file, name: 'y.py' }))).text).toContain('hljs-string');
    expect(await readRenditions(app.services)).toEqual(rows);
    expect(await downloads(id)).toBe(1);
  });

  test('of notes are their text without what is active in it', async () => {
    const note = async (text: string, type: string) => {
      const properties = { 'note:note': text, 'note:mime_type': type };
      const { uid } = await createDocument(app, { name: 'a note', type: 'Note', properties });
      const page = await preview(uid);
      const main = await app.request(`GET /api/v1/id/${uid}/@blob/blobholder:0/@preview/`, {
        headers: { 'if-none-match': String(page.headers.etag) },
      });
      expect(main.status).toBe(304);
      return page;
    };
    const html = await note('<p onclick="x()">one<script>two()</script></p>', 'text/html');
    expect(html.text).toContain('<p>one</p>');
    expect(html.text).not.toContain('two');
    expect(html.headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox/);
    expect((await note('# A *head*', 'text/x-web-markdown')).text).toContain(
      '<h1>A <em>head</em></h1>',
    );
  });

  test('of mails have the attached files beside them', async () => {
    const id = await create({ name: 'm.eml', type: 'message/rfc822', content: mail });
    expect((await preview(id)).text).toContain('<a href="attachment-0" download>report.html</a>');
    const attached = await preview(id, 'attachment-0');
    expect(attached).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html',
        'content-disposition': expect.stringMatching(/^attachment; filename=report\.html/),
      },
      text: expect.stringContaining('<script>act()</script>'),
    });
    expect((await preview(id, 'attachment-01')).status).toBe(404);
    expect((await preview(id, 'image')).status).toBe(404);
  });

  test('of pictures, sounds and videos are a page with the file, which is sent in ranges', async () => {
    const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const id = await create({ name: 'a "b".png', type: 'image/png', content });
    const page = await preview(id);
    expect(page.text).toContain('<img src="image" alt="a &quot;b&quot;.png">');
    expect(page.headers['content-security-policy']).toContain("img-src 'self'");
    expect(await downloads(id)).toBe(0);
    const image = await preview(id, 'image');
    expect(image.bytes).toEqual(content);
    expect(image.headers['content-disposition']).toMatch(/^inline/);
    expect(await downloads(id)).toBe(1);
    const svg = {
      name: 'd.svg',
      type: 'image/svg+xml',
      content: '<svg><script>x()</script></svg>',
    };
    const drawing = await preview(await create(svg), 'image');
    expect(drawing.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    for (const [kind, type] of [
      ['audio', 'audio/mpeg'],
      ['video', 'video/mp4'],
    ] as const) {
      const media = await create({ name: `a ${kind}`, type, content: '0123456789' });
      expect((await preview(media)).text).toContain(`<${kind} controls`);
      const part = await preview(media, kind, { headers: { range: 'bytes=2-4' } });
      expect([part.status, part.text]).toEqual([206, '234']);
    }
  });

  test('of PDF are the viewer, whose files need no sign-in', async () => {
    const id = await create({ name: 'p.pdf', type: 'application/pdf', content: pdfFile('A') });
    const page = await preview(id);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'; worker-src/);
    expect((await preview(id, 'pdf')).headers['content-type']).toBe('application/pdf');
    const folder = /"\/nuxeo(\/viewer\/[^"]*\/)viewer\.mjs"/.exec(page.text)?.[1];
    const file = (name: string) => app.request(`GET ${folder}${name}`, { user: null });
    for (const [name, type] of [
      ['viewer.mjs', 'text/javascript; charset=utf-8'],
      ['viewer.css', 'text/css; charset=utf-8'],
      ['pdf.worker.mjs', 'text/javascript; charset=utf-8'],
      ['wasm/openjpeg.wasm', 'application/wasm'],
      ['cmaps/78-H.bcmap', 'application/octet-stream'],
    ]) {
      const { status, headers } = await file(name as string);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        type,
        'public, max-age=31536000, immutable',
      ]);
    }
    for (const name of ['package.json', 'cmaps/..%5Cx.js', 'cmaps', 'cmaps/a/b.js', 'x.mjs']) {
      expect([name, (await file(name)).status]).toEqual([name, 404]);
    }
    const old = await app.request('GET /viewer/1.0-x/viewer.mjs', { user: null });
    expect(old.status).toBe(404);
  });

  test.runIf(hasOffice && engine === 'sqlite')(
    'of office files are their PDF in the viewer',
    async () => {
      const rtf = { name: 'a.rtf', type: 'application/rtf', content: '{\\rtf1 Hello}' };
      const id = await create(rtf);
      expect((await preview(id)).text).toContain('<body data-file="pdf">');
      const pdf = await preview(id, 'pdf');
      expect(pdf.headers['content-type']).toBe('application/pdf');
      expect(pdf.headers['content-disposition']).toBe('inline; filename=a.pdf');
      expect(pdf.text).toMatch(/^%PDF/);
    },
  );

  test('are below other files, too, and below paths', async () => {
    const content = await uploaded({ name: 'b.mp3', type: 'audio/mpeg', content: 'x' });
    const properties = { 'files:files': [{ file: content }] };
    const { uid, path } = await createDocument(app, { name: 'more', properties });
    const below = await app.request(`GET /api/v1/id/${uid}/@blob/files:files/0/file/@preview/`);
    expect(below.text).toContain('<title>b.mp3</title>');
    const byPath = await app.request(`GET /api/v1/path${path}/@blob/files:files/0/file/@preview/`);
    expect(byPath.headers.etag).toBe(below.headers.etag);
    expect((await preview(uid)).json.message).toBe(`No preview: ${path} has no main file`);
    const none = await app.request(`GET /api/v1/id/${uid}/@blob/files:files/1/file/@preview/`);
    expect(none.status).toBe(404);
    const wrong = await app.request(`GET /api/v1/id/${uid}/@blob/dc:title/@preview/`);
    expect(wrong.status).toBe(404);
    const posted = await app.request(`POST /api/v1/id/${uid}/@blob/file:content/@preview/`);
    expect(posted.status).toBe(405);
    const onOther = await app.request(`GET /api/v1/id/${uid}/@acl/@preview/`);
    expect(onOther.status).toBe(404);
  });

  test('are at an address that ends with a slash, as their files are below it', async () => {
    const id = await create({ name: 't.txt', type: 'text/plain', content: 'x' });
    const { status, headers } = await app.request(`GET /api/v1/id/${id}/@preview?changeToken=0-0`);
    expect([status, headers.location]).toEqual([302, '@preview/?changeToken=0-0']);
  });

  test('are 404 with the reason for files of which none can be made, and the server goes on', async () => {
    const broken = { name: 'b.zip', type: 'application/zip', content: 'PK no archive' };
    const refused = await preview(await create(broken));
    expect([refused.status, refused.json.message]).toEqual([
      404,
      expect.stringMatching(/^No preview can be made: ./),
    ]);
    const unknown = { name: 'b.bin', type: 'application/x-unknown', content: 'x' };
    expect((await preview(await create(unknown))).json.message).toBe(
      'No preview: files of the type application/x-unknown have none',
    );
    expect((await app.request('GET /api/v1/path/default-domain/@preview/')).status).toBe(404);
  });

  test('need the rights of the document', async () => {
    const id = await create({ name: 'secret.mp3', type: 'audio/mpeg', content: 'x' });
    await callOperation(app, 'Document.BlockPermissionInheritance', { input: id });
    expect((await preview(id, '', { user: 'ann' })).status).toBe(403);
    expect((await preview(id, 'audio', { user: 'ann' })).status).toBe(403);
    expect((await preview(id, '', { user: null })).status).toBe(401);
    expect((await preview(id)).status).toBe(200);
  });

  test('have an address in the enricher, and none where there is no preview', async () => {
    const id = await create({ name: 'e.mp3', type: 'audio/mpeg', content: 'x' });
    const urlOf = async (uid: string, dialect: string) => {
      const headers = { 'enrichers.document': 'preview', 'x-cartulary-dialect': dialect };
      const { json } = await app.request(`GET /api/v1/id/${uid}`, { headers });
      return json.contextParameters.preview.url;
    };
    const url = await urlOf(id, 'contract');
    expect(url).toMatch(
      new RegExp(`/nuxeo/api/v1/repo/default/id/${id}/@preview/\\?changeToken=0-0$`),
    );
    const page = await app.request(`GET ${url.slice(url.indexOf('/api/'))}`);
    expect(page.text).toContain('<title>e.mp3</title>');
    const empty = (await createDocument(app, { name: 'no file' })).uid;
    expect(await urlOf(empty, 'contract')).toBe('');
    expect(await urlOf(empty, 'native')).toBe(null);
  });

  test('have an address in lists, which do not read long notes', async () => {
    const properties = { 'note:note': 'long '.repeat(5_000), 'note:mime_type': 'text/plain' };
    const { parentRef } = await createDocument(app, { name: 'long', type: 'Note', properties });
    const headers = { 'enrichers.document': 'preview' };
    const { json } = await app.request(`GET /api/v1/id/${parentRef}/@children?pageSize=1000`, {
      headers,
    });
    const note = json.entries.find(({ title }: { title: string }) => title === 'long');
    expect(note.contextParameters.preview.url).toMatch(/@preview/);
  });

  test('are removed with the files that they were made of', async () => {
    const id = await create({
      name: 'z.zip',
      type: 'application/zip',
      content: await zipOf({ a: 'b' }),
    });
    expect((await preview(id)).text).toContain('<td>a</td>');
    const kept = async () =>
      (await readRenditions(app.services)).filter(({ name }) => name.includes('page/archive'));
    expect(await kept()).toHaveLength(1);
    await app.request(`DELETE /api/v1/id/${id}`);
    await collectContents(app.services, { graceMs: -60_000 });
    expect(await kept()).toEqual([]);
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
  });
});
