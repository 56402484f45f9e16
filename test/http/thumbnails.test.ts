import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectContents } from '../../src/repository/attachments/blob-collection.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { pdfFile } from '../support/office-files.ts';
import { callOperation } from '../support/operations.ts';
import {
  completeWaitingMedia,
  makeWaitingRenditions,
  readMediaWork,
  readRenditions,
} from '../support/renditions.ts';

const workspaces = '/api/v1/path/default-domain/workspaces';

interface NewFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly documentType?: string;
}

describe.each(engines)('thumbnails on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
  });
  afterAll(() => app.close());

  async function uploaded({ name, type, bytes }: NewFile): Promise<object> {
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': name, 'x-file-type': type };
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, {
      body: Buffer.from(bytes),
      headers,
    });
    return { 'upload-batch': json.batchId, 'upload-fileId': '0' };
  }

  async function create(file: NewFile): Promise<string> {
    const properties = { 'dc:title': file.name, 'file:content': await uploaded(file) };
    const type = file.documentType ?? 'File';
    const created = await app.request(`POST ${workspaces}`, {
      body: { 'entity-type': 'document', type, name: file.name, properties },
    });
    expect(created.status).toBe(201);
    return created.json.uid;
  }

  async function replace(id: string, file: NewFile): Promise<void> {
    const properties = { 'file:content': await uploaded(file) };
    const body = { 'entity-type': 'document', uid: id, properties };
    expect((await app.request(`PUT /api/v1/id/${id}`, { body })).status).toBe(200);
  }

  /** A picture of its own colour, so that its content is its own. */
  let shade = 0;
  async function picture(name: string, { width = 2_000, height = 1_000 } = {}): Promise<NewFile> {
    shade += 1;
    const background = { r: (shade * 37) % 256, g: (shade * 101) % 256, b: 40 };
    const plain = sharp({ create: { width, height, channels: 3, background } });
    return { name, type: 'image/jpeg', bytes: await plain.jpeg().toBuffer() };
  }

  const thumbnail = (id: string, options: TestRequest = {}, query = '') =>
    app.request(`GET /api/v1/id/${id}/@rendition/thumbnail${query}`, options);
  const stateOf = async (fileName: string) => {
    const rows = await readRenditions(app.services);
    return rows
      .filter((row) => row.file_name === fileName)
      .map(({ name, state }) => `${name} ${state}`);
  };
  const sizeOf = async (bytes: Buffer) => {
    const { format, width, height } = await sharp(bytes).metadata();
    return { format, width, height };
  };

  test('are the icon of the type until they are made, and then a picture', async () => {
    const id = await create(await picture('beach.jpg'));
    const before = await thumbnail(id, {}, '?changeToken=0-0');
    expect(before).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/svg+xml',
        'cache-control': expect.stringMatching(/no-cache/),
        etag: '"icon-image-1"',
      },
      text: expect.stringMatching(/^<svg /),
    });
    const again = { headers: { 'if-none-match': '"icon-image-1"' } };
    expect((await thumbnail(id, again)).status).toBe(304);
    expect(await makeWaitingRenditions(app.services)).toEqual({ made: 1, failed: 0 });
    const after = await thumbnail(id, again);
    expect(after).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/jpeg',
        'content-disposition': expect.stringMatching(/filename=beach\.jpg/),
        'cache-control': 'private, max-age=0',
      },
    });
    expect(await sizeOf(after.bytes)).toEqual({ format: 'jpeg', width: 1_000, height: 500 });
    const present = { headers: { 'if-none-match': String(after.headers.etag) } };
    expect((await thumbnail(id, present)).status).toBe(304);
    const kept = await thumbnail(id, {}, '?changeToken=0-0&sync=true');
    expect(kept.headers['cache-control']).toBe('private, max-age=31536000');
    const part = await thumbnail(id, { headers: { range: 'bytes=0-9' } });
    expect([part.status, part.bytes.length]).toEqual([206, 10]);
    const head = await app.request(`HEAD /api/v1/id/${id}/@rendition/thumbnail`);
    expect(head.headers['content-length']).toBe(String(after.bytes.length));
  });

  test('of documents that are pictures are their views', async () => {
    const id = await create({ ...(await picture('portrait.jpg')), documentType: 'Picture' });
    await makeWaitingRenditions(app.services);
    expect((await thumbnail(id)).headers.etag).toBe('"icon-image-1"');
    await completeWaitingMedia(app.services);
    const { bytes, headers } = await thumbnail(id);
    expect(await sizeOf(bytes)).toEqual({ format: 'jpeg', width: 560, height: 280 });
    expect(headers['content-disposition']).toMatch(/filename=Small_portrait\.jpg/);
    expect(await stateOf('portrait.jpg')).toEqual([]);
  });

  test('are made of PDF files and texts as well', async () => {
    const pdf = { name: 'report.pdf', type: 'application/pdf', bytes: pdfFile('A report') };
    const text = { name: 'list.csv', type: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') };
    const ids = [await create(pdf), await create(text)];
    expect(await makeWaitingRenditions(app.services)).toEqual({ made: 2, failed: 0 });
    for (const id of ids) {
      const { headers, bytes } = await thumbnail(id);
      expect(headers['content-type']).toBe('image/jpeg');
      expect(await sizeOf(bytes)).toMatchObject({ format: 'jpeg', height: 1_000 });
    }
  });

  test('are icons for what has no picture', async () => {
    const zip = { name: 'all.zip', type: 'application/zip', bytes: Buffer.from('PK') };
    const archive = await thumbnail(await create(zip));
    expect(archive.headers.etag).toBe('"icon-archive-1"');
    const folder = await app.request(`GET ${workspaces}/@rendition/thumbnail`);
    expect(folder.headers.etag).toBe('"icon-folder-1"');
    const note = await app.request(`POST ${workspaces}`, {
      body: { 'entity-type': 'document', type: 'Note', name: 'note' },
    });
    expect((await thumbnail(note.json.uid)).headers.etag).toBe('"icon-note-1"');
    const empty = await app.request(`POST ${workspaces}`, {
      body: { 'entity-type': 'document', type: 'File', name: 'empty' },
    });
    expect((await thumbnail(empty.json.uid)).headers.etag).toBe('"icon-application-1"');
  });

  test('that a document has as a property come first', async () => {
    const id = await create(await picture('own.jpg'));
    const own = await sharp((await picture('x')).bytes)
      .resize(30)
      .png()
      .toBuffer();
    const content = await uploaded({ name: 'own.png', type: 'image/png', bytes: own });
    const call = { input: id, params: { facet: 'Thumbnail' } };
    expect((await callOperation(app, 'Document.AddFacet', call)).status).toBe(200);
    const body = { 'entity-type': 'document', uid: id, properties: { 'thumb:thumbnail': content } };
    expect((await app.request(`PUT /api/v1/id/${id}`, { body })).status).toBe(200);
    expect((await thumbnail(id)).bytes).toEqual(own);
    await makeWaitingRenditions(app.services);
  });

  test('follow every change of the file, and are made once for equal contents', async () => {
    const first = await picture('first.jpg');
    const id = await create(first);
    await create({ ...first, name: 'twin.jpg' });
    expect(await stateOf('first.jpg')).toEqual(['thumbnail waiting']);
    expect(await stateOf('twin.jpg')).toEqual([]);
    await replace(id, await picture('second.jpg'));
    expect(await stateOf('second.jpg')).toEqual(['thumbnail waiting']);
    const third = await picture('third.jpg');
    const attached = await callOperation(app, 'Blob.AttachOnDocument', {
      input: await uploaded(third),
      params: { document: id, save: 'true' },
    });
    expect(attached.status).toBe(200);
    expect(await stateOf('third.jpg')).toEqual(['thumbnail waiting']);
    const place = { 'entity-type': 'document', type: 'Workspace', name: 'imports' };
    await app.request(`POST ${workspaces}`, { body: place });
    const imported = await callOperation(app, 'FileManager.Import', {
      input: await uploaded(await picture('fourth.jpg')),
      context: { currentDocument: '/default-domain/workspaces/imports' },
    });
    expect(imported.status).toBe(200);
    expect((await readMediaWork(app.services)).map((row) => row.file_name)).toEqual(['fourth.jpg']);
    await makeWaitingRenditions(app.services);
    const version = await callOperation(app, 'Document.CreateVersion', { input: id });
    const checkedIn = await thumbnail(version.json.uid);
    expect(checkedIn.headers['content-type']).toBe('image/jpeg');
    const copy = await callOperation(app, 'Document.Copy', {
      input: id,
      params: { target: '/default-domain/workspaces', name: 'copied' },
    });
    expect((await thumbnail(copy.json.uid)).bytes).toEqual(checkedIn.bytes);
  });

  test('are requested when they are asked for, of files that are older than them', async () => {
    const id = await create(await picture('older.jpg'));
    const { database } = app.services;
    await database.write((handle) =>
      handle.run(handle.builder.deleteFrom('rendition').where('file_name', '=', 'older.jpg')),
    );
    expect((await thumbnail(id)).headers['content-type']).toBe('image/svg+xml');
    expect(await stateOf('older.jpg')).toEqual(['thumbnail waiting']);
    await makeWaitingRenditions(app.services);
    expect((await thumbnail(id)).headers['content-type']).toBe('image/jpeg');
  });

  test('are for those who may read the document', async () => {
    const id = await create(await picture('secret.jpg'));
    await makeWaitingRenditions(app.services);
    const ann = { user: 'ann', password: 'ann' };
    expect((await thumbnail(id, ann)).status).toBe(200);
    const block = await callOperation(app, 'Document.BlockPermissionInheritance', { input: id });
    expect(block.status).toBe(200);
    expect((await thumbnail(id, ann)).status).toBe(403);
    expect((await thumbnail('01a205db-d1e0-73aa-b8bf-98627f3d49d2')).status).toBe(404);
  });

  test('have an address in the enricher', async () => {
    const id = await create(await picture('enriched.jpg'));
    const headers = { 'enrichers.document': 'thumbnail' };
    const { json } = await app.request(`GET /api/v1/id/${id}`, { headers });
    const { url } = json.contextParameters.thumbnail;
    expect(url).toMatch(
      new RegExp(
        `/nuxeo/api/v1/repo/default/id/${id}/@rendition/thumbnail\\?changeToken=.+&sync=true$`,
      ),
    );
    const { pathname, search } = new URL(url);
    await makeWaitingRenditions(app.services);
    const served = await app.request(`GET ${pathname.slice('/nuxeo'.length)}${search}`);
    expect(served.headers['content-type']).toBe('image/jpeg');
  });

  test('are read only', async () => {
    expect((await app.request(`POST ${workspaces}/@rendition/thumbnail`)).status).toBe(405);
  });

  describe('that cannot be made', () => {
    const broken = { name: 'broken.jpg', type: 'image/jpeg', bytes: Buffer.from('no picture') };
    let id: string;
    beforeAll(async () => {
      id = await create(broken);
      expect(await makeWaitingRenditions(app.services)).toMatchObject({ failed: 1 });
    });

    test('stay icons', async () => {
      const { status, headers } = await thumbnail(id);
      expect([status, headers.etag]).toEqual([200, '"icon-image-1"']);
    });

    test('are listed for administrators with their reason', async () => {
      const line = 'GET /api/v1/management/thumbnails/failed';
      const { status, json } = await app.request(line);
      expect([status, json.resultsCount]).toEqual([200, 1]);
      expect(json.entries).toEqual([
        {
          'entity-type': 'failedRendition',
          documentId: id,
          path: '/default-domain/workspaces/broken.jpg',
          xpath: 'file:content',
          rendition: 'thumbnail',
          name: 'broken.jpg',
          'mime-type': 'image/jpeg',
          reason: expect.stringMatching(/unsupported image format/),
          failed: expect.stringMatching(/^20\d\d-/),
        },
      ]);
      expect((await app.request(`${line}?pageSize=1&currentPageIndex=1`)).json.entries).toEqual([]);
      expect((await app.request(`${line}?pageSize=x`)).status).toBe(400);
      expect((await app.request(line, { user: 'ann', password: 'ann' })).status).toBe(403);
    });

    test('are found by the check of the store', async () => {
      const { database, blobs, repository } = app.services;
      expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([
        expect.stringMatching(
          /^warning rendition .*: could not be made of broken\.jpg \(image\/jpeg\)/,
        ),
      ]);
    });

    test('are tried again by hand, and those that are there stay', async () => {
      const recompute = (query: string, user = {}) =>
        app.request('POST /api/v1/management/thumbnails/recompute', {
          body: `query=${encodeURIComponent(query)}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          ...user,
        });
      expect((await recompute('', { user: 'ann', password: 'ann' })).status).toBe(403);
      const all = await recompute('');
      expect(all.json).toMatchObject({ action: 'recomputeThumbnails', username: 'system' });
      await ended(all.json.commandId);
      expect(await waiting()).toEqual(['broken.jpg']);
      expect(await makeWaitingRenditions(app.services)).toEqual({ made: 0, failed: 1 });
      const some = await recompute("SELECT * FROM File WHERE dc:title = 'beach.jpg'");
      await ended(some.json.commandId);
      expect(await waiting()).toEqual(['beach.jpg']);
      expect(await makeWaitingRenditions(app.services)).toEqual({ made: 1, failed: 0 });
    });

    test('are tried again by the operation and by a bulk command', async () => {
      const query =
        "SELECT * FROM Document WHERE ecm:mixinType = 'Thumbnail' AND thumb:thumbnail/data IS NULL AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0";
      const call = { params: { query } };
      const forbidden = { ...call, user: 'ann', password: 'ann' };
      expect((await callOperation(app, 'RecomputeThumbnails', forbidden)).status).toBe(404);
      expect((await callOperation(app, 'RecomputeThumbnails', { params: {} })).status).toBe(400);
      expect((await callOperation(app, 'RecomputeThumbnails', call)).status).toBe(204);
      await expect.poll(waiting, { timeout: 60_000 }).toEqual(['broken.jpg']);
      await makeWaitingRenditions(app.services);
      const status = await run(app, 'recomputeThumbnails', {
        query: "SELECT * FROM File WHERE dc:title IN ('beach.jpg', 'all.zip')",
      });
      expect(status).toMatchObject({ state: 'COMPLETED', processed: 2, skipCount: 1 });
      expect(await waiting()).toEqual(['beach.jpg']);
      expect((await thumbnail(await idOf('beach.jpg'))).headers['content-type']).toBe('image/jpeg');
      await makeWaitingRenditions(app.services);
    });

    const idOf = async (name: string) => (await app.request(`GET ${workspaces}/${name}`)).json.uid;
    const waiting = async () => {
      const rows = await readRenditions(app.services);
      return rows.filter(({ state }) => state === 'waiting').map((row) => row.file_name);
    };
    const ended = (commandId: string) =>
      expect
        .poll(
          async () => (await app.request(`GET /api/v1/management/bulk/${commandId}`)).json.state,
          { timeout: 60_000 },
        )
        .toBe('COMPLETED');
  });

  test('are no unused contents, and go with the file that they were made of', async () => {
    const id = await create(await picture('kept.jpg'));
    await makeWaitingRenditions(app.services);
    const { bytes, headers } = await thumbnail(id);
    const collect = () => collectContents(app.services, { graceMs: -60_000 });
    await collect();
    expect((await thumbnail(id)).bytes).toEqual(bytes);
    const key = (await readRenditions(app.services)).find((row) => row.file_name === 'kept.jpg');
    expect(key?.result_key).toEqual(expect.any(String));
    await app.request(`DELETE /api/v1/id/${id}`);
    await collect();
    expect(await stateOf('kept.jpg')).toEqual([]);
    await collect();
    const { database } = app.services;
    const left = await database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('blob')
          .select('key')
          .where('digest', '=', String(headers.etag).replaceAll('"', '')),
      ),
    );
    expect(left).toEqual([]);
  });

  test('that equal the file they were made of do not keep it', async () => {
    const small = await picture('same.jpg', { width: 10, height: 10 });
    const id = await create(small);
    const { database } = app.services;
    await database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('rendition')
          .set((e) => ({ state: 'done', result_key: e.ref('blob_key'), result_type: 'image/jpeg' }))
          .where('file_name', '=', 'same.jpg'),
      ),
    );
    expect((await thumbnail(id)).bytes).toEqual(small.bytes);
    await collectContents(app.services, { graceMs: -60_000 });
    expect((await thumbnail(id)).bytes).toEqual(small.bytes);
    await app.request(`DELETE /api/v1/id/${id}`);
    await collectContents(app.services, { graceMs: -60_000 });
    expect(await stateOf('same.jpg')).toEqual([]);
  });

  test('of a file that the server did not survive are given up', async () => {
    await create(await picture('deadly.jpg'));
    const { database } = app.services;
    await database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('rendition')
          .set({ attempts: 3 })
          .where('file_name', '=', 'deadly.jpg'),
      ),
    );
    expect(await makeWaitingRenditions(app.services)).toEqual({ made: 0, failed: 1 });
    const row = (await readRenditions(app.services)).find(
      (each) => each.file_name === 'deadly.jpg',
    );
    expect(row?.failure).toMatch(/server ended during the last of 3 attempts/);
  });

  test('of a file that the store could not read keep their attempts', async () => {
    await create(await picture('unreadable.jpg'));
    const stored = async () =>
      (await readRenditions(app.services)).find((row) => row.file_name === 'unreadable.jpg');
    const before = await stored();
    const contents = join(app.services.config.data, 'blobs', 'data');
    const paths = await readdir(contents, { recursive: true });
    const found = paths.find((each) => basename(each) === before?.blob_key);
    const path = join(contents, String(found));
    await rename(path, `${path}-away`);
    // A folder can be opened, and not read.
    await mkdir(path);
    await makeWaitingRenditions(app.services);
    expect(await stored()).toEqual(before);
    await rmdir(path);
    await rename(`${path}-away`, path);
    expect(await makeWaitingRenditions(app.services)).toEqual({ made: 1, failed: 0 });
  });

  test('of a file that takes too long are tried three times', async () => {
    await create(await picture('slow.jpg'));
    expect(await makeWaitingRenditions(app.services, { timeMs: 1 })).toEqual({
      made: 0,
      failed: 1,
    });
    const row = (await readRenditions(app.services)).find((each) => each.file_name === 'slow.jpg');
    expect([row?.attempts, row?.failure]).toEqual([3, 'it took too long']);
  });
});

describe('icons', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite', { development: true });
  });
  afterAll(() => app.close());

  test.each(['pdf.png', 'image.gif', 'xlsx.png', 'folder.svg', 'zip_export.png'])(
    '%s is a picture that everybody may see',
    async (name) => {
      const { status, headers, bytes } = await app.request(`GET /icons/${name}`, { user: null });
      expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect((await sharp(bytes).metadata()).format).toBe('svg');
      const condition = { user: null, headers: { 'if-none-match': String(headers.etag) } };
      expect((await app.request(`GET /icons/${name}`, condition)).status).toBe(304);
    },
  );

  test.each(['none.png', 'pdf', '', 'constructor.png', '../pdf.png', 'a/pdf.png'])(
    '%j is none',
    async (name) => {
      expect((await app.request(`GET /icons/${name}`, { user: null })).status).toBe(404);
    },
  );

  test('and thumbnails are counted', async () => {
    const { text } = await app.request('GET /metrics');
    expect(text).toMatch(/cartulary_renditions_total\{outcome="made"\} 0/);
  });
});
