import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { ffmpeg, mediaFile, movingPicture, probe, tone } from '../../support/media-files.ts';
import { callWithBatch, callWithFiles, listedFiles } from '../../support/operation-files.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, setAcl } from '../../support/security.ts';

const captions = `1
00:00:00,500 --> 00:00:01,000
<i>Good</i> morning

2
00:00:02,000 --> 00:00:02,500
Good
night
`;
const isInstalled = ffmpeg !== undefined;

/** A picture that is stored as a whole in every second. */
const h264 = ['-c:v', 'libx264', '-g', '10', '-pix_fmt', 'yuv420p'];
const clips = isInstalled
  ? {
      loud: {
        name: 'loud.mp4',
        type: 'video/mp4',
        content: await mediaFile({
          ending: 'mp4',
          args: [...movingPicture(3), ...tone(3), ...h264, '-shortest'],
        }),
      },
      silent: {
        name: 'silent.webm',
        type: 'video/webm',
        content: await mediaFile({ ending: 'webm', args: [...movingPicture(2, '90x40')] }),
      },
      titled: {
        name: 'titled.mkv',
        type: 'video/x-matroska',
        content: await mediaFile({
          ending: 'mkv',
          beside: captions,
          args: [
            ...movingPicture(3),
            '-f',
            'srt',
            '-i',
            'beside',
            '-map',
            '0',
            '-map',
            '1',
            ...h264,
          ],
        }),
      },
    }
  : undefined;

describe.skipIf(!clips).each(engines)('operations on videos on %s', (engine) => {
  const { loud, silent, titled } = clips as NonNullable<typeof clips>;
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
  });
  afterAll(() => app.close());

  const titledAt = (params: object) =>
    callWithFiles(app, 'Video.ExtractClosedCaptions', { files: [titled], params });
  const slice = (params: object, file = loud) =>
    callWithFiles(app, 'Video.Slice', { files: [file], params });

  test('return a part of a video, encoded again or not', async () => {
    const encoded = await slice({ startAt: '00:01', duration: '1' });
    expect(encoded.status, encoded.text.slice(0, 500)).toBe(200);
    expect(encoded.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': expect.stringContaining('loud-part.mp4'),
    });
    const whole = { width: 64, height: 48, codecs: ['h264', 'aac'] };
    expect(await probe(encoded.bytes)).toEqual({ ...whole, seconds: 1 });
    const copied = await slice({ startAt: '1', encode: false });
    expect(await probe(copied.bytes)).toEqual({ ...whole, seconds: 2 });
  });

  test('return parts of equal duration', async () => {
    const parts = await callWithFiles(app, 'Video.SliceInParts', {
      files: [loud],
      params: { duration: '00:00:01' },
    });
    expect(parts.status, parts.text.slice(0, 500)).toBe(200);
    const names = listedFiles(parts).map(([name]) => name);
    expect(names).toEqual(['loud-001.mp4', 'loud-002.mp4', 'loud-003.mp4']);
  });

  test('join videos of different sizes, rates and sound', async () => {
    const joined = await callWithFiles(app, 'Video.Concat', { files: [loud, silent, titled] });
    expect(joined.status, joined.text.slice(0, 500)).toBe(200);
    expect(joined.headers['content-disposition']).toContain('loud-concat.mp4');
    expect(await probe(joined.bytes)).toEqual({
      ...{ seconds: 8, width: 64, height: 48 },
      codecs: ['h264', 'aac'],
    });
    const one = await callWithBatch(app, 'Video.Concat', { files: [loud] });
    expect([one.status, one.json.message]).toEqual([
      400,
      expect.stringContaining('Give 2 to 20 videos; there are 1'),
    ]);
  });

  test('put the picture of a document on videos of documents', async () => {
    const red = { create: { width: 20, height: 20, channels: 3, background: 'red' } } as const;
    const picture = await sharp(red).png().toBuffer();
    const folder = await createDocument(app, { name: 'marks', type: 'Workspace' });
    const documentOf = (name: string, file: typeof loud) =>
      callWithFiles(app, 'FileManager.Import', {
        files: [{ ...file, name }],
        context: { currentDocument: folder.uid },
      });
    const mark = await documentOf('mark.png', { ...loud, content: picture, type: 'image/png' });
    const video = await documentOf('marked.webm', silent);
    const response = await callOperation(app, 'Video.AddWatermark', {
      input: `doc:${video.json.uid}`,
      params: { watermark: mark.json.uid, x: '10', y: '5' },
    });
    expect(response.status, response.text.slice(0, 500)).toBe(200);
    expect(response.headers['content-disposition']).toContain('marked-watermarked.webm');
    expect(await probe(response.bytes)).toMatchObject({ seconds: 2, width: 90, codecs: ['vp8'] });
    const frame = await mediaFile({
      ending: 'png',
      beside: response.bytes,
      args: ['-i', 'beside', '-frames:v', '1'],
    });
    const at = { left: 20, top: 15, width: 1, height: 1 };
    const [r = 0, g = 255] = await sharp(frame).extract(at).raw().toBuffer();
    expect([r > 200, g < 60]).toEqual([true, true]);
  });

  test('return captions as text', async () => {
    const srt = await titledAt({ outFormat: 'srt' });
    expect(srt.headers['content-type']).toMatch(/^application\/x-subrip/);
    expect(srt.text).toContain('00:00:02,000 --> 00:00:02,500\nGood\nnight');
    expect((await titledAt({ outFormat: 'txt' })).text).toBe('Good morning\nGood\nnight\n');
    expect((await titledAt({})).text).toBe(
      '00:00:00,500|00:00:01,000|Good morning\n00:00:02,000|00:00:02,500|Good night\n',
    );
    const late = await titledAt({ startAt: '1.5', outFormat: 'txt' });
    expect(late.text).toBe('Good\nnight\n');
    const none = await callWithFiles(app, 'Video.ExtractClosedCaptions', { files: [loud] });
    expect([none.status, none.json.message]).toEqual([
      400,
      expect.stringContaining('the video has no captions that are text'),
    ]);
  });

  test.each([
    ['Video.Slice', { startAt: 'soon' }, /startAt: soon is no time/],
    ['Video.Slice', { duration: '0' }, /duration: must be longer than 0/],
    ['Video.Slice', { startAt: '5' }, /loud.mp4: it has 3.0 seconds, and startAt is after its end/],
    ['Video.SliceInParts', {}, /duration: give the seconds of each part/],
    ['Video.SliceInParts', { duration: '0.001' }, /more than 100 parts/],
    [
      'Video.ExtractClosedCaptions',
      { outFormat: 'pdf' },
      /outFormat: pdf is none of ttxt, srt, txt/,
    ],
    ['Video.ExtractClosedCaptions', { startAt: '2', endAt: '1' }, /endAt: must be later/],
  ])('%s refuses %j', async (id, params, message) => {
    const response = await callWithFiles(app, id, { files: [loud], params });
    expect([response.status, response.json.message]).toEqual([400, expect.stringMatching(message)]);
  });

  test('refuse what is no video', async () => {
    const response = await slice({}, { ...loud, name: 'no.mp4', content: Buffer.from('no video') });
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringContaining('no.mp4: ffprobe finds neither a video nor a sound in it'),
    ]);
  });

  test('need a video in the document, and the right to read both', async () => {
    const empty = await createDocument(app, { name: 'empty' });
    const call = { input: `doc:${empty.uid}`, params: { watermark: empty.uid } };
    const response = await callOperation(app, 'Video.AddWatermark', call);
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringContaining('the document empty has no file at file:content'),
    ]);
    await setAcl(app, empty.uid, [denyAll]);
    const denied = await callOperation(app, 'Video.AddWatermark', { ...call, user: 'bob' });
    expect(denied.status).toBe(403);
  });
});
