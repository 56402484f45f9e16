import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
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

/** Declares 200 by 200 thousand pixels in a few bytes. */
function hugePng(): Buffer {
  const bytes = Buffer.from(onePixelPng);
  bytes.writeUInt32BE(200_000, 16);
  bytes.writeUInt32BE(200_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

const onePixelPng = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

/** A JPEG with texts as Photoshop stores them. */
function withIptc(jpeg: Buffer): Buffer {
  const texts: readonly (readonly [number, number, Buffer])[] = [
    [1, 90, Buffer.from('\x1b%G', 'latin1')],
    [2, 115, Buffer.from('Archive')],
    [2, 116, Buffer.from('Rights of Ann')],
    [2, 120, Buffer.from('Größe')],
  ];
  const iptc = Buffer.concat(
    texts.flatMap(([record, dataset, text]) => [
      Buffer.from([0x1c, record, dataset, 0, text.length]),
      text,
    ]),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(iptc.length);
  const padding = Buffer.alloc(iptc.length % 2);
  const id = Buffer.from([0x04, 0x04, 0, 0]);
  const head = Buffer.from('Photoshop 3.0\x008BIM', 'latin1');
  const block = Buffer.concat([head, id, size, iptc, padding]);
  const marker = Buffer.from([0xff, 0xed, 0, 0]);
  marker.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, block, jpeg.subarray(2)]);
}

/** Whether the programs that write and read pictures of phones are installed. */
async function hasHeif(): Promise<boolean> {
  const programs = ['/usr/bin/heif-enc', '/usr/bin/heif-convert'];
  const isHere = programs.map((path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  );
  const has = (await Promise.all(isHere)).every(Boolean);
  if (!has) process.stdout.write('skipped: heif-enc and heif-convert are not installed\n');
  return has;
}

async function heicPicture(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'heic-'));
  const source = join(folder, 'a.jpg');
  await sharp({ create: { width: 320, height: 200, channels: 3, background: 'navy' } })
    .withMetadata({ orientation: 6 })
    .toFile(source);
  await promisify(execFile)('/usr/bin/heif-enc', [source, '-o', join(folder, 'a.heic')]);
  const bytes = await readFile(join(folder, 'a.heic'));
  await rm(folder, { recursive: true });
  return bytes;
}

const isHeifRead = await hasHeif();

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

  test('that are small and locked are completed: not enlarged, and a JPEG is its own view', async () => {
    const id = await create({ bytes: await plain(300, 200).jpeg().toBuffer() });
    await callOperation(app, 'Document.Lock', { input: id });
    await complete();
    const { lockOwner, properties } = await read(id);
    expect(lockOwner).toBe('Administrator');
    const sizes = properties['picture:views'].map((view: ShownView) => [view.width, view.height]);
    const own = ['300', '200'];
    expect(sizes).toEqual([['100', '67'], own, own, own, own]);
    const original = properties['picture:views'][4].content;
    expect(original.digest).toBe(properties['file:content'].digest);
    expect(original.name).toBe('OriginalJpeg_beach.jpg');
    const copy = await callOperation(app, 'Document.Copy', {
      input: id,
      params: { target: '/default-domain/workspaces', name: 'copy' },
    });
    expect(await readMediaWork(app.services)).toEqual([]);
    expect((await read(copy.json.uid)).properties['picture:views']).toHaveLength(5);
  });

  test('are shown upright, with what their camera and author have written into them', async () => {
    const exif = {
      IFD0: {
        Make: 'Example',
        Model: 'Example One',
        ImageDescription: 'From the camera',
        Copyright: 'Ann',
      },
      IFD2: {
        ExposureTime: '10/2500',
        FNumber: '28/10',
        ISOSpeedRatings: '400',
        FocalLength: '50/1',
        ColorSpace: '1',
        WhiteBalance: '1',
        DateTimeOriginal: '2026:05:01 12:30:00',
        OffsetTimeOriginal: '+02:00',
      },
    };
    const sideways = plain(600, 300).withExif(exif).withMetadata({ orientation: 6, density: 300 });
    const id = await create({ bytes: withIptc(await sideways.jpeg().toBuffer()) });
    const described = await create(
      { bytes: withIptc(await plain(40, 30).jpeg().toBuffer()) },
      { 'dc:description': 'By hand' },
    );
    await complete();
    const { properties } = await read(id);
    expect(properties).toMatchObject({
      'picture:info': { width: '300', height: '600' },
      'imd:orientation': '6',
      'imd:equipment': 'Example One',
      'imd:image_description': 'From the camera',
      'imd:copyright': 'Ann',
      'imd:exposure_time': '1/250',
      'imd:fnumber': expect.toBeOneOf([2.8, '2.8']),
      'imd:iso_speed_ratings': '400',
      'imd:focalLength': '50 mm',
      'imd:color_space': 'sRGB',
      'imd:white_balance': 'Manual',
      'imd:xresolution': '300',
      'imd:date_time_original': expect.stringMatching(/^2026-05-01T10:30:00/),
      'dc:description': 'Größe',
      'dc:rights': 'Rights of Ann',
      'dc:source': 'Archive',
      'dc:title': 'Picture',
      'common:icon': '/icons/image.gif',
    });
    const last = properties['picture:views'][4];
    expect([last.width, last.height]).toEqual(['300', '600']);
    expect(last.content.digest).not.toBe(properties['file:content'].digest);
    expect((await read(described)).properties['dc:description']).toBe('By hand');
    const found = encodeURIComponent("SELECT * FROM Picture WHERE ecm:fulltext = 'OriginalJpeg'");
    expect((await app.request(`GET /api/v1/search/execute?query=${found}`)).json.entries).toEqual(
      [],
    );
  });

  test('of drawings load nothing, and those of extreme size are refused', async () => {
    const link = '<image href="file:///etc/passwd" width="9" height="9"/><script>alert(1)</script>';
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${link}<rect width="200" height="100" fill="red"/></svg>`;
    const svg = { name: 'drawing.svg', type: 'image/svg+xml', bytes: Buffer.from(drawing) };
    const id = await create(svg);
    const large = drawing.replace('width="200" height="100"', 'width="20000" height="20000"');
    const largeId = await create({ ...svg, bytes: Buffer.from(large) });
    const bomb = await create({ bytes: hugePng(), name: 'bomb.png', type: 'image/png' });
    expect(await complete()).toEqual({ made: 2, failed: 1 });
    expect((await read(id)).properties['picture:info']).toMatchObject({
      width: '200',
      format: 'SVG',
    });
    expect((await read(largeId)).properties['picture:views'][3]).toMatchObject({ width: '1920' });
    const [row] = await readMediaWork(app.services);
    expect([row?.document_id, row?.failure]).toEqual([
      bomb,
      'it has 40000 megapixels, and 150 are read',
    ]);
    await app.request(`DELETE /api/v1/id/${bomb}`);
  });

  test.skipIf(!isHeifRead)('of phones are read by the program heif-convert', async () => {
    const id = await create({ bytes: await heicPicture(), name: 'phone.heic', type: 'image/heic' });
    expect(await complete()).toEqual({ made: 1, failed: 0 });
    const { properties } = await read(id);
    expect(properties['picture:info']).toMatchObject({
      width: '320',
      height: '200',
      format: 'HEIC',
    });
    const { bytes } = await app.request(`GET /api/v1/id/${id}/@blob/picture:views/4/content`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320 });
    const small = await app.request(`GET /api/v1/id/${id}/@rendition/thumbnail`);
    expect(small.headers['content-type']).toBe('image/jpeg');
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
    await expect.poll(stateOfWork, { timeout: 60_000 }).toEqual(['bad.jpg waiting']);
    await update(id, {
      'file:content': await uploaded({ bytes: await plain(30, 20).jpeg().toBuffer() }),
    });
    expect(await complete()).toEqual({ made: 1, failed: 0 });
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
});
