import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { whenEnded } from '../support/bulk.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { ffmpeg, mediaFile, movingPicture, probe, tone } from '../support/media-files.ts';
import {
  completeWaitingMedia,
  convertWaitingVideos,
  makeWaitingRenditions,
  readMediaWork,
} from '../support/renditions.ts';

const workspaces = '/api/v1/path/default-domain/workspaces';

interface NewFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const isInstalled = ffmpeg !== undefined;
const clip = (seconds: number, size: string) =>
  mediaFile({
    ending: 'mp4',
    args: [...movingPicture(seconds, size), ...tone(seconds), '-c:v', 'mpeg4', '-shortest'],
  });
const red = { create: { width: 30, height: 30, channels: 3, background: 'red' } } as const;
/** A song with the picture of its album, and one without. */
const songs = async () => ({
  covered: await mediaFile({
    ending: 'mp3',
    beside: await sharp(red).png().toBuffer(),
    args: [
      ...tone(2),
      '-i',
      'beside',
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'copy',
      '-id3v2_version',
      '3',
    ],
  }),
  bare: await mediaFile({ ending: 'flac', args: tone(1) }),
  spoken: await mediaFile({ ending: 'ogg', args: tone(1) }),
});
const files = isInstalled
  ? {
      clip: await clip(3, '128x72'),
      other: await clip(1, '64x48'),
      replacing: await clip(1, '32x24'),
      ...(await songs()),
    }
  : undefined;

describe.skipIf(!files).each(engines)('videos and sounds on %s', (engine) => {
  const made = files as NonNullable<typeof files>;
  const film = { name: 'film.mov', type: 'video/quicktime', bytes: made.clip };
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  async function uploaded({ name, type, bytes }: NewFile): Promise<object> {
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': name, 'x-file-type': type };
    const body = Buffer.from(bytes);
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, { body, headers });
    return { 'upload-batch': json.batchId, 'upload-fileId': '0' };
  }

  async function create(file: NewFile, type = 'Video'): Promise<string> {
    const properties = { 'dc:title': file.name, 'file:content': await uploaded(file) };
    const body = { 'entity-type': 'document', type, name: file.name, properties };
    const created = await app.request(`POST ${workspaces}`, { body });
    expect(created.status).toBe(201);
    return created.json.uid;
  }

  const read = async (id: string) =>
    (await app.request(`GET /api/v1/id/${id}`, { headers: { properties: '*' } })).json.properties;
  const work = async (id: string) =>
    (await readMediaWork(app.services))
      .filter(({ document_id }) => document_id === id)
      .map(({ kind, state, failure }) => [kind, state, failure])
      .sort();
  const convert = () => convertWaitingVideos(app.services);
  const complete = () => completeWaitingMedia(app.services);

  test('sounds say how long they are, and show their album', async () => {
    const covered = await create(
      { name: 'a.mp3', type: 'audio/mpeg', bytes: made.covered },
      'Audio',
    );
    const bare = await create({ name: 'b.flac', type: 'audio/flac', bytes: made.bare }, 'Audio');
    await complete();
    expect([(await read(covered))['aud:duration'], (await read(bare))['aud:duration']]).toEqual([
      '2',
      '1',
    ]);
    await makeWaitingRenditions(app.services);
    const thumbnail = (id: string) => app.request(`GET /api/v1/id/${id}/@rendition/thumbnail`);
    const { bytes, headers } = await thumbnail(covered);
    expect(headers['content-type']).toBe('image/jpeg');
    const [r = 0, g = 255] = await sharp(bytes)
      .extract({ left: 9, top: 9, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([r > 200, g < 60]).toEqual([true, true]);
    expect((await thumbnail(bare)).headers.etag).toMatch(/^"icon-/);
    const failed = await app.request('GET /api/v1/management/thumbnails/failed');
    expect(failed.text).not.toContain('b.flac');
  });

  test('are described, have pictures, and are converted after that', async () => {
    const id = await create(film);
    const before = await read(id);
    expect(await complete()).toEqual({ made: 1, failed: 0 });
    const { 'vid:info': info, 'vid:storyboard': storyboard, ...properties } = await read(id);
    expect(info).toMatchObject({ duration: '3', width: '128', height: '72', frameRate: '10' });
    expect(
      info.streams.map(({ type, codec }: { type: string; codec: string }) => [type, codec]),
    ).toEqual([
      ['Video', 'mpeg4'],
      ['Audio', 'aac'],
    ]);
    expect(
      storyboard.map((scene: Record<string, unknown>) => [scene.timecode, scene.comment]),
    ).toEqual([
      ['0.5', '00:00:00'],
      ['1.5', '00:00:01'],
      ['2.5', '00:00:02'],
    ]);
    expect(
      properties['picture:views'].map((view: Record<string, unknown>) => [
        ...[view.title, view.width, view.height, view.filename],
      ]),
    ).toEqual([
      ['Thumbnail', '100', '56', 'Thumbnail_film.jpg'],
      ['Small', '128', '72', 'Small_film.jpg'],
      ['Medium', '128', '72', 'Medium_film.jpg'],
    ]);
    for (const key of ['dc:modified', 'dc:lastContributor', 'dc:contributors']) {
      expect(properties[key]).toEqual(before[key]);
    }
    expect(await work(id)).toEqual([
      ['MP4 480p', 'waiting', null],
      ['WebM 480p', 'waiting', null],
    ]);
    expect(await convert()).toEqual({ made: 2, failed: 0 });
    const [mp4, webm] = (await read(id))['vid:transcodedVideos'];
    expect(mp4).toMatchObject({
      ...{ name: 'MP4 480p', info: { width: '128', height: '72' } },
      content: { name: 'film.mp4', 'mime-type': 'video/mp4' },
    });
    expect([webm.name, webm.content.name]).toEqual(['WebM 480p', 'film.webm']);
    const { bytes } = await app.request(
      `GET /api/v1/id/${id}/@blob/vid:transcodedVideos/0/content`,
    );
    expect(await probe(bytes)).toMatchObject({ seconds: 3, codecs: ['h264', 'aac'] });
    expect(await work(id)).toEqual([]);
    expect(await storeFindings({ ...app.services, model: app.services.repository.model })).toEqual(
      [],
    );
  });

  test('lose what belongs to a file that was replaced', async () => {
    const id = await create({ ...film, bytes: made.other });
    await complete();
    const other = { ...film, name: 'other.mp4', bytes: made.replacing };
    const properties = { 'file:content': await uploaded(other) };
    const body = { 'entity-type': 'document', uid: id, properties };
    expect((await app.request(`PUT /api/v1/id/${id}`, { body })).status).toBe(200);
    const replaced = await read(id);
    expect([replaced['vid:info'], replaced['vid:storyboard']]).toEqual([null, null]);
    // Conversions of the old file wait, and are not made.
    expect(await convert()).toEqual({ made: 0, failed: 0 });
    await complete();
    expect((await read(id))['vid:info']).toMatchObject({ duration: '1', width: '32' });
    expect((await work(id)).map(([kind]) => kind)).toEqual(['MP4 480p', 'WebM 480p']);
  });

  test('that cannot be read keep the reason why nothing was computed', async () => {
    const playlist = '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n';
    const broken = [Buffer.from('no video at all'), Buffer.from(playlist), made.spoken];
    const ids: string[] = [];
    for (const bytes of broken) {
      ids.push(await create({ name: 'broken.mp4', type: 'video/mp4', bytes }));
    }
    expect(await complete()).toMatchObject({ failed: 3 });
    const unreadable = 'ffprobe finds neither a video nor a sound in it';
    const reasons = [unreadable, unreadable, 'the file has no video'];
    for (const [index, id] of ids.entries()) {
      expect(await work(id)).toEqual([['video', 'failed', reasons[index]]]);
    }
    const { json } = await app.request('GET /api/v1/management/thumbnails/failed');
    for (const [index, documentId] of ids.entries()) {
      const failed = { documentId, rendition: 'video', reason: reasons[index] };
      expect(json.entries).toContainEqual(expect.objectContaining(failed));
    }
    const again = await app.request('POST /api/v1/management/videos/recompute', { body: '' });
    await whenEnded(app, again.json.commandId);
    for (const id of ids) expect(await work(id)).toContainEqual(['video', 'waiting', null]);
  });

  test('are described and converted again on request', async () => {
    const id = await create({ ...film, bytes: made.other });
    await complete();
    const query = `SELECT * FROM Document WHERE ecm:uuid = '${id}'`;
    const body = new URLSearchParams([
      ['query', query],
      ['conversionNames', 'Ogg 480p'],
    ]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const line = 'POST /api/v1/management/videos/recompute';
    const sent = await app.request(line, { body: body.toString(), headers });
    expect([sent.status, sent.json.action]).toEqual([200, 'recomputeVideoConversion']);
    await whenEnded(app, sent.json.commandId);
    const names = ['MP4 480p', 'Ogg 480p', 'WebM 480p'];
    expect(await work(id)).toEqual(names.map((name) => [name, 'waiting', null]));
    body.append('recomputeAllVideoInfo', 'true');
    const all = await app.request(line, { body: body.toString(), headers });
    await whenEnded(app, all.json.commandId);
    expect(await work(id)).toContainEqual(['video', 'waiting', null]);
    const missing = await app.request(line, { body: '', headers });
    const ended = await whenEnded(app, missing.json.commandId);
    expect([ended.state, ended.hasError, ended.processed >= 1]).toEqual([
      'COMPLETED',
      undefined,
      true,
    ]);
    body.append('conversionNames', '8K');
    const wrong = await app.request(line, { body: body.toString(), headers });
    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      expect.stringContaining('the names are MP4 480p, WebM 480p, Ogg 480p'),
    ]);
  });
});
