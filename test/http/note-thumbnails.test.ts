import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collectContents } from '../../src/repository/attachments/blob-collection.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { drawWaitingNotes, readMediaWork } from '../support/renditions.ts';

const workspaces = '/api/v1/path/default-domain/workspaces';
const drawnOnce = { made: 1, failed: 0 };

describe.each(engines)('thumbnails of notes on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
  });
  afterAll(() => app.close());

  async function create(name: string, text: string, mimeType = 'text/plain'): Promise<string> {
    const properties = { 'dc:title': name, 'note:note': text, 'note:mime_type': mimeType };
    const created = await app.request(`POST ${workspaces}`, {
      body: { 'entity-type': 'document', type: 'Note', name, properties },
    });
    expect(created.status).toBe(201);
    return created.json.uid;
  }

  async function change(id: string, properties: object): Promise<void> {
    const body = { 'entity-type': 'document', uid: id, properties };
    expect((await app.request(`PUT /api/v1/id/${id}`, { body })).status).toBe(200);
  }

  const thumbnail = (id: string, options = {}) =>
    app.request(`GET /api/v1/id/${id}/@rendition/thumbnail`, options);
  const draw = () => drawWaitingNotes(app.services);
  const pictureOf = async (id: string): Promise<Buffer> => {
    const { headers, bytes } = await thumbnail(id);
    expect(headers['content-type']).toBe('image/jpeg');
    return bytes;
  };
  const iconOf = async (id: string) => (await thumbnail(id)).headers.etag;
  const copy = async (id: string, name: string): Promise<string> => {
    const params = { target: '/default-domain/workspaces', name };
    return (await callOperation(app, 'Document.Copy', { input: id, params })).json.uid;
  };

  test('are the icon until they are drawn, and then a picture', async () => {
    const id = await create('first', 'A first note\nof two lines');
    expect(await iconOf(id)).toBe('"icon-note-1"');
    expect(await draw()).toEqual(drawnOnce);
    const { headers, bytes } = await thumbnail(id);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/filename=first\.jpg/),
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', height: 1_000 });
    const condition = { headers: { 'if-none-match': String(headers.etag) } };
    expect((await thumbnail(id, condition)).status).toBe(304);
    expect(await readMediaWork(app.services)).toEqual([]);
  });

  test('do not change the note', async () => {
    const id = await create('unchanged', 'stays as it is');
    const before = (await app.request(`GET /api/v1/id/${id}`)).json;
    await draw();
    expect((await app.request(`GET /api/v1/id/${id}`)).json).toEqual(before);
  });

  test('have an address in the enricher', async () => {
    const id = await create('enriched', 'enriched text');
    await draw();
    const headers = { 'enrichers.document': 'thumbnail' };
    const { json } = await app.request(`GET /api/v1/id/${id}`, { headers });
    const { pathname, search } = new URL(json.contextParameters.thumbnail.url);
    const served = await app.request(`GET ${pathname.slice('/nuxeo'.length)}${search}`);
    expect(served.headers['content-type']).toBe('image/jpeg');
  });

  test('show what a page of HTML or Markdown shows, and nothing of its source', async () => {
    const plain = await create('plain', 'Bold words\nSecond');
    const html = await create(
      'html',
      '<style>p { color: red }</style><p><b>Bold</b> words</p><script>1</script><p>Second</p>',
      'text/html',
    );
    const markdown = await create('markdown', '# **Bold** words\n\nSecond', 'text/x-web-markdown');
    expect(await draw()).toEqual({ made: 3, failed: 0 });
    const expected = await pictureOf(plain);
    expect(await pictureOf(html)).toEqual(expected);
    expect(await pictureOf(markdown)).toEqual(expected);
    const source = await create('source', '# **Bold** words\n\nSecond');
    await draw();
    expect(await pictureOf(source)).not.toEqual(expected);
  });

  test('are drawn again when the text or its type changes', async () => {
    const id = await create('changing', '<i>one</i>');
    await draw();
    const one = await pictureOf(id);
    await change(id, { 'dc:title': 'of the same text' });
    expect(await readMediaWork(app.services)).toEqual([]);
    await change(id, { 'note:note': '<i>two</i>' });
    expect(await iconOf(id)).toBe('"icon-note-1"');
    expect(await draw()).toEqual(drawnOnce);
    const two = await pictureOf(id);
    expect(two).not.toEqual(one);
    await change(id, { 'note:mime_type': 'text/html' });
    expect(await draw()).toEqual(drawnOnce);
    expect(await pictureOf(id)).not.toEqual(two);
    await change(id, { 'note:note': ' ' });
    expect(await iconOf(id)).toBe('"icon-note-1"');
    expect(await readMediaWork(app.services)).toEqual([]);
  });

  test('are not drawn of a text that was replaced meanwhile', async () => {
    const id = await create('hasty', 'first thought');
    await change(id, { 'note:note': 'second thought' });
    await change(id, { 'note:note': '' });
    expect(await draw()).toEqual({ made: 0, failed: 0 });
    expect(await readMediaWork(app.services)).toEqual([]);
    expect(await iconOf(id)).toBe('"icon-note-1"');
  });

  test('are drawn once for equal texts; versions, copies and proxies have them at once', async () => {
    const id = await create('original', 'copied text');
    await draw();
    const picture = await pictureOf(id);
    const version = await callOperation(app, 'Document.CreateVersion', { input: id });
    const copied = await copy(id, 'copied');
    const publish = { input: id, params: { target: '/default-domain/sections' } };
    const proxy = await callOperation(app, 'Document.PublishToSection', publish);
    const all = [version.json.uid, copied, proxy.json.uid];
    for (const each of all) expect(await pictureOf(each)).toEqual(picture);
    expect(await draw()).toEqual({ made: 0, failed: 0 });
    await change(id, { 'note:note': 'other text' });
    for (const each of all) expect(await pictureOf(each)).toEqual(picture);
    await draw();
    expect(await pictureOf(id)).not.toEqual(picture);
  });

  test('stay as long as a note has the text, and go with the last one', async () => {
    const id = await create('kept', 'a text that is kept');
    await draw();
    const copied = await copy(id, 'kept-copy');
    await draw();
    const { bytes, headers } = await thumbnail(copied);
    const digest = String(headers.etag).replaceAll('"', '');
    const stored = () =>
      app.services.database.read((handle) =>
        handle.all(handle.builder.selectFrom('blob').select('key').where('digest', '=', digest)),
      );
    const collect = () => collectContents(app.services, { graceMs: -60_000 });
    await app.request(`DELETE /api/v1/id/${id}`);
    await collect();
    expect(await pictureOf(copied)).toEqual(bytes);
    await app.request(`DELETE /api/v1/id/${copied}`);
    await collect();
    expect(await stored()).toEqual([]);
  });

  test('are requested when they are asked for, of notes that are older than them', async () => {
    const id = await create('older', 'an old text');
    const { database } = app.services;
    await database.write((handle) => handle.run(handle.builder.deleteFrom('media_work')));
    expect(await iconOf(id)).toBe('"icon-note-1"');
    expect(await draw()).toEqual(drawnOnce);
    await pictureOf(id);
  });

  test('are for those who may read the note', async () => {
    const id = await create('secret', 'secret text');
    await draw();
    const ann = { user: 'ann', password: 'ann' };
    expect((await thumbnail(id, ann)).status).toBe(200);
    await callOperation(app, 'Document.BlockPermissionInheritance', { input: id });
    expect((await thumbnail(id, ann)).status).toBe(403);
  });

  test('that cannot be made are listed with their reason, and made again by hand', async () => {
    const id = await create('slow', 'text that takes long');
    expect(await drawWaitingNotes(app.services, { timeMs: 1 })).toEqual({ made: 0, failed: 1 });
    expect(await iconOf(id)).toBe('"icon-note-1"');
    expect(await readMediaWork(app.services)).toMatchObject([{ state: 'failed', attempts: 3 }]);
    const line = 'GET /api/v1/management/thumbnails/failed';
    const { json } = await app.request(line);
    expect(json.entries).toEqual([
      expect.objectContaining({
        documentId: id,
        xpath: 'note:note',
        rendition: 'thumbnail',
        name: 'slow',
        'mime-type': 'text/plain',
        reason: 'it took too long',
      }),
    ]);
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([
      expect.stringMatching(/^warning media_work .*it took too long/),
    ]);
    await recompute('');
    const waiting = await readMediaWork(app.services);
    expect(waiting).toMatchObject([{ document_id: id, state: 'waiting', attempts: 0 }]);
    expect(await draw()).toEqual(drawnOnce);
    await pictureOf(id);
    expect((await app.request(line)).json.resultsCount).toBe(0);
    await recompute("SELECT * FROM Note WHERE dc:title = 'slow'");
    expect(await draw()).toEqual(drawnOnce);
  });

  async function recompute(query: string): Promise<void> {
    const { json } = await app.request('POST /api/v1/management/thumbnails/recompute', {
      body: `query=${encodeURIComponent(query)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await vi.waitFor(
      async () => {
        const status = await app.request(`GET /api/v1/management/bulk/${json.commandId}`);
        expect(status.json).toMatchObject({ state: 'COMPLETED', errorCount: 0 });
      },
      { timeout: 20_000, interval: 50 },
    );
  }
});
