import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobKey } from '../../src/base/ids.ts';
import type { BlobStore } from '../../src/blobs/blob-store.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { submit, whenEnded } from '../support/bulk.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { completeWaitingMedia, readMediaWork } from '../support/renditions.ts';

const workspaces = '/api/v1/path/default-domain/workspaces';

interface NewPicture {
  readonly name?: string;
  readonly type?: string;
  readonly bytes: Uint8Array;
}

interface ShownView {
  readonly title: string;
  /** Longs are texts in the dialect of the contract. */
  readonly width: string;
  readonly height: string;
  readonly filename: string;
}

/** A picture of its own colour, so that its content is its own. */
let shade = 0;
function plain(width = 2_400, height = 1_200) {
  shade += 1;
  const background = { r: (shade * 37) % 256, g: (shade * 101) % 256, b: 40 };
  return sharp({ create: { width, height, channels: 3, background } });
}

describe.each(engines)('pictures on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
  });
  afterAll(() => app.close());

  async function uploaded({ name = 'beach.jpg', type = 'image/jpeg', bytes }: NewPicture) {
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': name, 'x-file-type': type };
    const body = Buffer.from(bytes);
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, { body, headers });
    return { 'upload-batch': json.batchId, 'upload-fileId': '0' };
  }

  async function create(picture: NewPicture, properties: object = {}): Promise<string> {
    const content = await uploaded(picture);
    const created = await app.request(`POST ${workspaces}`, {
      body: {
        'entity-type': 'document',
        type: 'Picture',
        name: 'picture',
        properties: { 'dc:title': 'Picture', 'file:content': content, ...properties },
      },
    });
    expect(created.status).toBe(201);
    return created.json.uid;
  }

  async function read(id: string) {
    const headers = { properties: '*', 'fetch.document': 'lock' };
    const { json } = await app.request(`GET /api/v1/id/${id}`, { headers });
    return json;
  }

  const update = (id: string, properties: object) =>
    app.request(`PUT /api/v1/id/${id}`, {
      body: { 'entity-type': 'document', uid: id, properties },
    });
  const complete = () => completeWaitingMedia(app.services);

  test('get their views and a description of the file, and nobody has changed them', async () => {
    const id = await create({
      bytes: await plain().png().toBuffer(),
      name: 'beach.png',
      type: 'image/png',
    });
    const before = await read(id);
    expect(before.properties['picture:views']).toBeNull();
    expect(await complete()).toEqual({ made: 1, failed: 0 });
    const { properties, ...after } = await read(id);
    expect(properties['picture:info']).toEqual({
      width: '2400',
      height: '1200',
      depth: '8',
      format: 'PNG',
      colorSpace: 'sRGB',
    });
    const views = properties['picture:views'];
    expect(
      views.map((view: ShownView) => [view.title, view.width, view.height, view.filename]),
    ).toEqual([
      ['Thumbnail', '100', '50', 'Thumbnail_beach.jpg'],
      ['Small', '560', '280', 'Small_beach.jpg'],
      ['Medium', '1000', '500', 'Medium_beach.jpg'],
      ['FullHD', '1920', '960', 'FullHD_beach.jpg'],
      ['OriginalJpeg', '2400', '1200', 'OriginalJpeg_beach.jpg'],
    ]);
    expect(views[1]).toMatchObject({
      description: 'Small size',
      tag: null,
      content: { name: 'Small_beach.jpg', 'mime-type': 'image/jpeg' },
      info: { width: '560', height: '280', depth: '8', format: 'JPEG', colorSpace: 'sRGB' },
    });
    for (const [at, { width, height }] of views.entries()) {
      const { bytes } = await app.request(`GET /api/v1/id/${id}/@blob/picture:views/${at}/content`);
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'jpeg',
        width: Number(width),
        height: Number(height),
      });
    }
    for (const key of ['dc:modified', 'dc:lastContributor', 'dc:contributors', 'uid:minor_version'])
      expect(properties[key]).toEqual(before.properties[key]);
    expect(after).toMatchObject({
      isCheckedOut: before.isCheckedOut,
    });
    expect(await readMediaWork(app.services)).toEqual([]);
    expect(await storeFindings({ ...app.services, model: app.services.repository.model })).toEqual(
      [],
    );
  });

  test('that are locked are completed too, and stay locked', async () => {
    const id = await create({ bytes: await plain(300, 200).jpeg().toBuffer() });
    await app.request(`POST /site/automation/Document.Lock`, { body: { input: id, params: {} } });
    await complete();
    const { lockOwner, properties } = await read(id);
    expect(lockOwner).toBe('Administrator');
    expect(properties['picture:views']).toHaveLength(5);
  });

  test('are neither enlarged nor copied where the file is such a view itself', async () => {
    const id = await create({ bytes: await plain(300, 200).jpeg().toBuffer() });
    await complete();
    const { properties } = await read(id);
    const sizes = properties['picture:views'].map((view: ShownView) => [view.width, view.height]);
    expect(sizes).toEqual([
      ['100', '67'],
      ['300', '200'],
      ['300', '200'],
      ['300', '200'],
      ['300', '200'],
    ]);
    const original = properties['picture:views'][4].content;
    expect(original.digest).toBe(properties['file:content'].digest);
    expect(original.name).toBe('OriginalJpeg_beach.jpg');
  });

  test('are shown upright', async () => {
    const sideways = await plain(600, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const id = await create({ bytes: sideways });
    await complete();
    const { properties } = await read(id);
    expect(properties['picture:info']).toMatchObject({ width: '300', height: '600' });
    expect(properties['imd:orientation']).toBe('6');
    const last = properties['picture:views'][4];
    expect([last.width, last.height]).toEqual(['300', '600']);
    expect(last.content.digest).not.toBe(properties['file:content'].digest);
  });

  test('lose their views with the file, and get those of the new one', async () => {
    const id = await create({ bytes: await plain(300, 200).jpeg().toBuffer() });
    await complete();
    const changed = await update(id, {
      'file:content': await uploaded({ bytes: await plain(200, 400).jpeg().toBuffer() }),
    });
    expect(changed.status).toBe(200);
    expect((await read(id)).properties).toMatchObject({
      'picture:views': null,
      'picture:info': null,
    });
    await complete();
    expect((await read(id)).properties['picture:info']).toMatchObject({
      width: '200',
      height: '400',
    });
    await update(id, { 'file:content': null });
    expect((await read(id)).properties).toMatchObject({
      'picture:views': null,
      'picture:info': null,
    });
    expect(await readMediaWork(app.services)).toEqual([]);
  });

  test('keep the reason when the file is damaged, until it is replaced', async () => {
    const id = await create({ bytes: Buffer.from('no picture'), name: 'broken.jpg' });
    expect(await complete()).toEqual({ made: 0, failed: 1 });
    const [row] = await readMediaWork(app.services);
    expect(row).toMatchObject({ kind: 'picture', state: 'failed', attempts: 1 });
    expect(row?.failure).toMatch(/unsupported image format/);
    await update(id, {
      'file:content': await uploaded({ bytes: await plain(30, 20).jpeg().toBuffer() }),
    });
    expect(await complete()).toEqual({ made: 1, failed: 0 });
    expect(await readMediaWork(app.services)).toEqual([]);
  });

  test('that failed are listed for administrators, and tried again by hand', async () => {
    const id = await create({ bytes: Buffer.from('no picture'), name: 'bad.jpg' });
    await complete();
    const { json } = await app.request('GET /api/v1/management/thumbnails/failed');
    expect(json.entries).toMatchObject([
      {
        documentId: id,
        path: expect.stringMatching(/\/picture/),
        xpath: 'file:content',
        rendition: 'picture',
        name: 'bad.jpg',
        'mime-type': 'image/jpeg',
        reason: expect.stringMatching(/unsupported image format/),
      },
    ]);
    expect((await app.request(`GET /api/v1/id/${id}/@rendition/thumbnail`)).headers.etag).toBe(
      '"icon-image-1"',
    );
    const command = await app.request('POST /api/v1/management/pictures/recompute');
    expect(command.json).toMatchObject({ action: 'recomputeViews', username: 'system' });
    await whenEnded(app, command.json.commandId);
    expect(await stateOfWork()).toEqual(['bad.jpg waiting']);
    expect(await complete()).toEqual({ made: 0, failed: 1 });
    const query = "SELECT * FROM Picture WHERE file:content/name = 'bad.jpg'";
    await callOperation(app, 'Picture.RecomputeViews', { params: { query } });
    await expect.poll(stateOfWork, { timeout: 20_000 }).toEqual(['bad.jpg waiting']);
    await app.request(`DELETE /api/v1/id/${id}`);
    expect(await stateOfWork()).toEqual([]);
  });

  test('are not made again where a parameter does not fit', async () => {
    const scope = { query: 'SELECT * FROM Picture' };
    const params = { xpath: 'files:files/0/file' };
    const refused = await submit(app, 'recomputeViews', { ...scope, params });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining('send file:content'),
    ]);
    const forbidden = { user: 'ann', password: 'ann' };
    const line = 'POST /api/v1/management/pictures/recompute';
    expect((await app.request(line, forbidden)).status).toBe(403);
    const call = { params: scope, ...forbidden };
    expect((await callOperation(app, 'Picture.RecomputeViews', call)).status).toBe(404);
  });

  test('whose file is replaced meanwhile keep nothing of the old one', async () => {
    const id = await create({ bytes: await plain(300, 200).png().toBuffer(), name: 'old.png' });
    const content = await uploaded({
      bytes: await plain(40, 30).png().toBuffer(),
      name: 'new.png',
    });
    const { blobs } = app.services;
    let isReplaced = false;
    const open = async (key: BlobKey) => {
      if (!isReplaced) await update(id, { 'file:content': content });
      isReplaced = true;
      return blobs.open(key);
    };
    const late = {
      stage: blobs.stage.bind(blobs),
      stat: blobs.stat.bind(blobs),
      open,
    } as unknown as BlobStore;
    expect(await completeWaitingMedia({ ...app.services, blobs: late })).toEqual({
      made: 1,
      failed: 0,
    });
    const { properties } = await read(id);
    expect(properties['picture:info']).toMatchObject({ width: '40', height: '30' });
    expect(properties['picture:views'][0].filename).toBe('Thumbnail_new.jpg');
    expect(await stateOfWork()).toEqual([]);
  });

  const stateOfWork = async () =>
    (await readMediaWork(app.services)).map(({ file_name, state }) => `${file_name} ${state}`);
  test('that are copied keep the views', async () => {
    const id = await create({ bytes: await plain(300, 200).jpeg().toBuffer() });
    await complete();
    const copy = await app.request('POST /site/automation/Document.Copy', {
      body: { input: id, params: { target: '/default-domain/workspaces', name: 'copy' } },
    });
    expect(copy.status).toBe(200);
    expect(await readMediaWork(app.services)).toEqual([]);
    expect((await read(copy.json.uid)).properties['picture:views']).toHaveLength(5);
  });
});
