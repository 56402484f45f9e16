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
const noteIcon = '"icon-note-1"';

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
  const workOf = async (id: string) =>
    (await readMediaWork(app.services)).filter((row) => row.document_id === id);
  const copy = async (id: string, name: string): Promise<string> => {
    const params = { target: '/default-domain/workspaces', name };
    return (await callOperation(app, 'Document.Copy', { input: id, params })).json.uid;
  };

  describe('once they are drawn', () => {
    const ids: Record<string, string> = {};
    const idOf = (name: string) => String(ids[name]);
    beforeAll(async () => {
      const markdown = '# **Bold** words\n\nSecond';
      const html =
        '<style>p { color: red }</style><p><b>Bold</b> words</p><script>1</script><p>Second</p>';
      const notes = [
        ['first', 'A first note\nof two lines'],
        ['plain', 'Bold words\nSecond'],
        ['html', html, 'text/html'],
        ['markdown', markdown, 'text/x-web-markdown'],
        ['source', markdown],
        ['changed-text', '<i>one</i>'],
        ['changed-type', '<i>one</i>'],
        ['emptied', 'a text that is removed'],
        ['original', 'a text that is copied'],
        ['kept', 'a text that is kept'],
        ['older', 'an old text'],
      ] as const;
      for (const [name, text, type] of notes) ids[name] = await create(name, text, type);
      const { database } = app.services;
      // As it is of notes that were stored by an older version of the program.
      await database.write((handle) =>
        handle.run(
          handle.builder.deleteFrom('media_work').where('document_id', '=', idOf('older')),
        ),
      );
      for (const name of ['first', 'older']) expect(await iconOf(idOf(name))).toBe(noteIcon);
      // Two of the texts are equal.
      expect(await draw()).toEqual({ made: notes.length - 1, failed: 0 });
      expect(await readMediaWork(app.services)).toEqual([]);
    });

    test('they are pictures, which are kept by clients', async () => {
      const { headers, bytes } = await thumbnail(idOf('first'));
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': expect.stringMatching(/filename=first\.jpg/),
      });
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', height: 1_000 });
      const condition = { headers: { 'if-none-match': String(headers.etag) } };
      expect((await thumbnail(idOf('first'), condition)).status).toBe(304);
    });

    test('they are those of notes that are older than them as well', async () => {
      await pictureOf(idOf('older'));
    });

    test('they have an address in the enricher', async () => {
      const headers = { 'enrichers.document': 'thumbnail' };
      const { json } = await app.request(`GET /api/v1/id/${idOf('first')}`, { headers });
      expect(json.changeToken).toBe('1-0');
      const { pathname, search } = new URL(json.contextParameters.thumbnail.url);
      const served = await app.request(`GET ${pathname.slice('/nuxeo'.length)}${search}`);
      expect(served.headers['content-type']).toBe('image/jpeg');
    });

    test('they show what HTML and Markdown show, and nothing of the source', async () => {
      const expected = await pictureOf(idOf('plain'));
      expect(await pictureOf(idOf('html'))).toEqual(expected);
      expect(await pictureOf(idOf('markdown'))).toEqual(expected);
      expect(await pictureOf(idOf('source'))).not.toEqual(expected);
    });

    test('they are drawn again when the text or its type changes', async () => {
      const one = await pictureOf(idOf('changed-text'));
      expect(await pictureOf(idOf('changed-type'))).toEqual(one);
      await change(idOf('changed-text'), { 'dc:title': 'of the same text' });
      expect(await workOf(idOf('changed-text'))).toEqual([]);
      await change(idOf('changed-text'), { 'note:note': '<i>two</i>' });
      expect(await iconOf(idOf('changed-text'))).toBe(noteIcon);
      await change(idOf('changed-type'), { 'note:mime_type': 'text/html' });
      expect(await iconOf(idOf('changed-type'))).toBe(noteIcon);
      await draw();
      expect(await pictureOf(idOf('changed-text'))).not.toEqual(one);
      expect(await pictureOf(idOf('changed-type'))).not.toEqual(one);
    });

    test('they are icons again without a text', async () => {
      await change(idOf('emptied'), { 'note:note': 'another text' });
      expect(await workOf(idOf('emptied'))).toMatchObject([{ state: 'waiting' }]);
      await change(idOf('emptied'), { 'note:note': ' ' });
      expect(await workOf(idOf('emptied'))).toEqual([]);
      expect(await iconOf(idOf('emptied'))).toBe(noteIcon);
    });

    test('versions, copies and proxies have them at once', async () => {
      const input = idOf('original');
      const picture = await pictureOf(input);
      const version = await callOperation(app, 'Document.GetLastVersion', { input });
      expect(version.json).toMatchObject({ isVersion: true });
      const params = { target: '/default-domain/sections' };
      const proxy = await callOperation(app, 'Document.PublishToSection', { input, params });
      const all = [version.json.uid, await copy(input, 'copied'), proxy.json.uid];
      for (const each of all) expect(await pictureOf(each)).toEqual(picture);
      await draw();
      await change(input, { 'note:note': '' });
      for (const each of all) expect(await pictureOf(each)).toEqual(picture);
      expect(await iconOf(input)).toBe(noteIcon);
    });

    test('they stay as long as a note has the text, and go with the last one', async () => {
      const copied = await copy(idOf('kept'), 'kept-copy');
      await draw();
      const { bytes, headers } = await thumbnail(copied);
      const digest = String(headers.etag).replaceAll('"', '');
      const stored = () =>
        app.services.database.read((handle) =>
          handle.all(handle.builder.selectFrom('blob').select('key').where('digest', '=', digest)),
        );
      const collect = () => collectContents(app.services, { graceMs: -60_000 });
      await app.request(`DELETE /api/v1/id/${idOf('kept')}`);
      await collect();
      expect(await pictureOf(copied)).toEqual(bytes);
      await app.request(`DELETE /api/v1/id/${copied}`);
      await collect();
      expect(await stored()).toEqual([]);
    });

    test('they are for those who may read the note', async () => {
      const ann = { user: 'ann', password: 'ann' };
      expect((await thumbnail(idOf('first'), ann)).status).toBe(200);
      const input = idOf('first');
      await callOperation(app, 'Document.BlockPermissionInheritance', { input });
      expect((await thumbnail(input, ann)).status).toBe(403);
    });
  });

  test('are not made of a text that the note has no more', async () => {
    await draw();
    const id = await create('hasty', 'a text in between');
    const { database } = app.services;
    await database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('media_work')
          .set({ content_key: 'of an older text' })
          .where('document_id', '=', id),
      ),
    );
    await draw();
    expect(await workOf(id)).toEqual([]);
    const kept = await database.read((handle) =>
      handle.all(handle.builder.selectFrom('note_thumbnail').select('digest')),
    );
    expect(kept.map(({ digest }) => digest)).not.toContain('of an older text');
  });

  test('that cannot be made are listed with their reason, and made again by hand', async () => {
    await draw();
    const id = await create('slow', 'a text that takes long');
    const { entries: versions } = (await callOperation(app, 'Document.GetVersions', { input: id }))
      .json;
    const ids = [id, versions[0].uid].sort();
    expect(await drawWaitingNotes(app.services, { timeMs: 1 })).toEqual({ made: 0, failed: 2 });
    expect(await iconOf(id)).toBe(noteIcon);
    expect(await workOf(id)).toMatchObject([{ state: 'failed', attempts: 3 }]);
    const line = 'GET /api/v1/management/thumbnails/failed';
    const { entries } = (await app.request(line)).json;
    expect(entries.map((entry: { documentId: string }) => entry.documentId).sort()).toEqual(ids);
    expect(entries).toContainEqual(
      expect.objectContaining({
        documentId: id,
        xpath: 'note:note',
        rendition: 'thumbnail',
        name: 'slow',
        'mime-type': 'text/plain',
        reason: 'it took too long',
      }),
    );
    const { database, blobs, repository } = app.services;
    const warning = expect.stringMatching(/^warning media_work .*it took too long/);
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([
      warning,
      warning,
    ]);
    await recompute('');
    expect(await workOf(id)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect(await draw()).toEqual({ made: 1, failed: 0 });
    await pictureOf(id);
    // Its version has an equal text.
    await draw();
    expect((await app.request(line)).json.resultsCount).toBe(0);
    await recompute("SELECT * FROM Note WHERE dc:title = 'slow' AND ecm:isVersion = 0");
    expect(await draw()).toEqual({ made: 1, failed: 0 });
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
