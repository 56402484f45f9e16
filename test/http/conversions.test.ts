import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../src/conversion/external-program.ts';
import { collectContents } from '../../src/repository/attachments/blob-collection.ts';
import { purgeExpiredConversions } from '../../src/repository/renditions/scheduled-conversions.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { openClient } from '../support/nuxeo-client.ts';
import { pdfFile } from '../support/office-files.ts';
import { callOperation } from '../support/operations.ts';

const workspaces = '/api/v1/path/default-domain/workspaces';
const markdown = '# Title\n\nSome *words*.\n';
const form = (fields: Record<string, string>): TestRequest => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

describe.each(engines)('conversions on %s', (engine) => {
  let app: TestApp;
  /** Of the documents. */
  const ids: Record<string, string> = {};

  async function create(name: string, type: string, content: string | Uint8Array) {
    const { json } = await app.request('POST /api/v1/upload');
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, {
      body: Buffer.from(content),
      headers: { 'x-file-name': name, 'x-file-type': type },
    });
    const properties = { 'file:content': { 'upload-batch': json.batchId, 'upload-fileId': '0' } };
    const body = { 'entity-type': 'document', type: 'File', name, properties };
    ids[name] = (await app.request(`POST ${workspaces}`, { body })).json.uid;
  }

  const convert = (name: string, query: string, options: TestRequest = {}) =>
    app.request(`GET /api/v1/id/${ids[name]}/@convert?${query}`, options);

  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    await create('a.md', 'text/x-web-markdown', markdown);
    await create('a.pdf', 'application/pdf', pdfFile('words of a page'));
    await create('broken.pdf', 'application/pdf', 'no PDF at all');
    const red = { width: 40, height: 20, channels: 3, background: 'red' } as const;
    await create('a.png', 'image/png', await sharp({ create: red }).png().toBuffer());
    const note = {
      'entity-type': 'document',
      type: 'Note',
      name: 'note',
      properties: {
        'dc:title': 'note',
        'note:note': '<p>A <b>note</b>',
        'note:mime_type': 'text/html',
      },
    };
    ids.note = (await app.request(`POST ${workspaces}`, { body: note })).json.uid;
    const empty = { 'entity-type': 'document', type: 'File', name: 'empty' };
    ids.empty = (await app.request(`POST ${workspaces}`, { body: empty })).json.uid;
  });
  afterAll(() => app.close());

  test.each([
    'type=text/html',
    'format=html',
    'converter=md2html',
    'converter=any2html&type=text/plain',
  ])('a file is converted by %s', async (query) => {
    const made = await convert('a.md', query);
    expect(made.status).toBe(200);
    expect(made.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(made.headers['content-disposition']).toContain('a.html');
    expect(made.text).toContain('<p>Some <em>words</em>.</p>');
  });

  test('parameters are for the converter', async () => {
    const made = await convert('a.png', 'type=image/jpeg&width=20');
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 20 });
    const part = { converter: 'pictureCrop', x: '1', y: '1', width: '5', height: '6' };
    const cut = await app.request(`POST /api/v1/id/${ids['a.png']}/@convert`, form(part));
    expect(await sharp(cut.bytes).metadata()).toMatchObject({ width: 5, height: 6 });
  });

  test('a blob by its place, and the text of a note', async () => {
    const blob = await app.request(
      `GET /api/v1/id/${ids['a.pdf']}/@blob/file:content/@convert?format=txt`,
    );
    expect([blob.status, blob.text]).toEqual([200, 'words of a page\n']);
    const note = await convert('note', 'type=text/plain');
    expect([note.status, note.text]).toEqual([200, 'A note\n']);
    const holder = await app.request(
      `GET /api/v1/id/${ids.note}/@blob/blobholder:0/@convert?type=text/plain`,
    );
    expect(holder.text).toBe('A note\n');
  });

  test('a rendition of a document', async () => {
    const of = (name: string, rendition: string, query: string) =>
      app.request(`GET /api/v1/id/${ids[name]}/@rendition/${rendition}/@convert?${query}`);
    const main = await of('a.pdf', 'mainBlob', 'format=txt');
    expect([main.status, main.text]).toEqual([200, 'words of a page\n']);
    expect(main.headers['content-disposition']).toMatch(/filename=a\.txt/);
    const xml = await of('note', 'xmlExport', 'converter=xml2text');
    expect([xml.status, xml.text]).toEqual([200, expect.stringContaining('note')]);
    const scheduled = await app.request(
      `POST /api/v1/id/${ids['a.pdf']}/@rendition/mainBlob/@convert`,
      form({ converter: 'pdf2text', async: 'true' }),
    );
    expect(scheduled.status).toBe(202);
    expect(await of('a.pdf', 'none', 'format=txt')).toMatchObject({
      status: 404,
      json: { message: expect.stringMatching(/No rendition is named none; it has .*mainBlob/) },
    });
    expect(await of('empty', 'thumbnail', 'type=image/png')).toMatchObject({
      status: 400,
      json: { message: 'No Blob found' },
    });
    expect((await of('empty', 'mainBlob', 'format=txt')).status).toBe(404);
    expect((await of('a.pdf', 'mainBlob', '')).status).toBe(400);
  });

  test('a rendition is the input of an operation, such as the chain for other sizes', async () => {
    const resize = (name: string, params: object) =>
      app.request(`POST /api/v1/id/${ids[name]}/@rendition/mainBlob/@op/Image.Blob.Resize`, {
        body: { params },
      });
    const small = await resize('a.png', { width: 20, height: 20 });
    expect(small.status).toBe(200);
    const size = await sharp(small.bytes).metadata();
    expect(size).toMatchObject({ format: 'jpeg', width: 20, height: 10 });
    const whole = await resize('a.png', {});
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40 });
    const wrong = await resize('a.png', { width: 'wide' });
    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      expect.stringMatching(/parameter width must be a number/),
    ]);
    expect((await resize('a.md', { width: 10 })).status).toBe(400);
  });

  test('a file that has the type already is sent as it is', async () => {
    const made = await convert('a.pdf', 'type=application/pdf');
    expect(made.bytes).toEqual(Buffer.from(pdfFile('words of a page')));
  });

  test('what cannot be converted is refused with its reason', async () => {
    const refusals: readonly (readonly [string, string, number, RegExp])[] = [
      ['a.md', '', 400, /No converter, type or format parameter specified/],
      ['a.md', 'format=no-such', 400, /format: no-such is no known extension/],
      ['a.md', 'converter=none', 400, /No converter is named none/],
      ['a.md', 'type=constructor', 400, /no converter from text\/x-web-markdown to constructor/],
      ['a.md', 'converter=constructor', 400, /No converter is named constructor/],
      ['a.md', 'converter=pdf2text', 400, /pdf2text does not read text\/x-web-markdown/],
      ['a.png', 'type=text/plain', 400, /no converter from image\/png to text\/plain/],
      ['a.png', 'type=image/jpeg&width=wide', 400, /parameter width must be a number/],
      ['empty', 'type=text/plain', 400, /No Blob found/],
      ['broken.pdf', 'type=text/plain', 422, /cannot be converted: /],
    ];
    for (const [name, query, status, message] of refusals) {
      const refused = await convert(name, query);
      expect([name, query, refused.status]).toEqual([name, query, status]);
      expect(refused.json.message).toMatch(message);
    }
    const empty = await app.request(
      `GET /api/v1/id/${ids.empty}/@blob/file:content/@convert?format=pdf`,
    );
    expect([empty.status, empty.json.message]).toEqual([400, 'No Blob found']);
    const behind = await app.request(`GET /api/v1/id/${ids['a.md']}/@acl/@convert?format=html`);
    expect(behind.status).toBe(404);
    const put = await app.request(`PUT /api/v1/id/${ids['a.md']}/@convert?format=html`);
    expect(put.status).toBe(405);
  });

  test('a program that is missing is named', async () => {
    const isMissing = (await findProgram('gs')) === undefined;
    const refused = await convert('a.md', 'converter=convertToOgg');
    expect(refused.status).toBe(400);
    if (!isMissing) return;
    await create('a.ps', 'application/postscript', '%!PS\n');
    const missing = await convert('a.ps', 'type=application/pdf');
    expect([missing.status, missing.json.message]).toEqual([
      501,
      expect.stringContaining('the program gs is not installed (Debian package ghostscript)'),
    ]);
  });

  test('is for readers of the document only', async () => {
    await callOperation(app, 'Document.BlockPermissionInheritance', { input: ids.empty });
    expect((await convert('empty', 'format=html', { user: 'ann' })).status).toBe(403);
  });

  /** Until the conversion has ended. */
  async function ended(pollingURL: string): Promise<{ status: string; resultURL: string }> {
    for (;;) {
      const path = pollingURL.slice(pollingURL.indexOf('/api/'));
      const { json } = await app.request(`GET ${path}`);
      if (json.status === 'completed') return json;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  test('are scheduled, polled and read by their requester', async () => {
    const path = `POST /api/v1/id/${ids.note}/@convert`;
    const scheduled = await app.request(path, form({ type: 'text/plain', async: 'true' }));
    expect(scheduled.status).toBe(202);
    const { conversionId, pollingURL, resultURL } = scheduled.json;
    expect(scheduled.headers.location).toBe(pollingURL);
    expect(pollingURL).toMatch(new RegExp(`/api/v1/conversions/${conversionId}/poll$`));
    expect(await ended(pollingURL)).toEqual({
      'entity-type': 'conversionStatus',
      conversionId,
      status: 'completed',
      resultURL,
    });
    for (const name of ['conversions', 'conversion']) {
      const result = await app.request(`GET /api/v1/${name}/${conversionId}/result`);
      expect([result.status, result.text]).toEqual([200, 'A note\n']);
      const other = await app.request(`GET /api/v1/${name}/${conversionId}/poll`, { user: 'ann' });
      expect(other.status).toBe(404);
    }
    expect((await app.request('GET /api/v1/conversions/none/result')).status).toBe(404);
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
  });

  test('that fail are completed, and their result says why', async () => {
    const path = `POST /api/v1/id/${ids['broken.pdf']}/@convert`;
    const scheduled = await app.request(path, form({ converter: 'pdf2text', async: 'true' }));
    const { resultURL } = await ended(scheduled.json.pollingURL);
    const result = await app.request(`GET ${resultURL.slice(resultURL.indexOf('/api/'))}`);
    expect([result.status, result.json.message]).toEqual([
      422,
      expect.stringContaining('The file cannot be converted'),
    ]);
    const wrong = await app.request(path, form({ converter: 'none', async: 'true' }));
    expect(wrong.status).toBe(400);
  });

  test('expire with what they hold', async () => {
    const { database } = app.services;
    const rows = () =>
      database.read((handle) => handle.all(handle.builder.selectFrom('conversion').selectAll()));
    const [row] = (await rows()).filter(({ result_key }) => result_key !== null);
    const key = row?.result_key ?? '';
    const isKept = async () => {
      await collectContents(app.services, { graceMs: -60_000 });
      const found = await database.read((handle) =>
        handle.first(handle.builder.selectFrom('blob').select('key').where('key', '=', key)),
      );
      return found !== undefined;
    };
    expect(await isKept()).toBe(true);
    const later = Number.MAX_SAFE_INTEGER;
    await database.write((handle) => purgeExpiredConversions(handle, later));
    expect(await rows()).toEqual([]);
    expect(await isKept()).toBe(false);
  });

  test('are what the official client asks for', async () => {
    const client = openClient(await app.listen());
    const document = await client.repository().fetch(ids['a.pdf'] ?? '');
    const text = await (await document.convert({ converter: 'pdf2text' })).text();
    expect(text).toBe('words of a page\n');
    const { pollingURL } = await document.scheduleConversion({ type: 'text/plain' });
    const { resultURL } = await ended(pollingURL);
    const result = await client.request(resultURL.slice(resultURL.indexOf('conversions/'))).get();
    expect(await result.text()).toBe('words of a page\n');
  });
});
