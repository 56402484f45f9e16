import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ffmpeg,
  mediaFile,
  movingPicture,
  probe,
  tone,
} from '../../../test/support/media-files.ts';
import { NothingMade } from '../external-program.ts';
import { type WorkPlace, Workshop } from '../workshop.ts';
import { inspectMedia } from './media-info.ts';
import { transcodeVideo } from './transcode-video.ts';
import { takePicture } from './video-picture.ts';

describe.skipIf(ffmpeg === undefined)('a video, with ffmpeg,', async () => {
  const shop = new Workshop({ processesMax: 1 });
  afterAll(() => shop.close());

  const h264 = ['-c:v', 'libx264', '-g', '10', '-pix_fmt', 'yuv420p'];
  const clip =
    ffmpeg === undefined
      ? Buffer.alloc(0)
      : await mediaFile({
          ending: 'mp4',
          args: [...movingPicture(2, '96x54'), ...tone(2), ...h264, '-shortest'],
        });

  function withFile<T>(bytes: Uint8Array, use: (place: WorkPlace, path: string) => Promise<T>) {
    const input = { sizeBytes: bytes.length, open: async () => Readable.from([bytes]) };
    return shop.work([input], (place) => use(place, String(place.inputs[0])));
  }

  test('is described', async () => {
    expect(await withFile(clip, inspectMedia)).toEqual({
      ...{ duration: 2, width: 96, height: 54, frameRate: 10 },
      format: 'mov,mp4,m4a,3gp,3g2,mj2',
      streams: [
        {
          ...{ type: 'Video', codec: 'h264', bitRate: expect.any(Number) },
          streamInfo: expect.stringMatching(
            /^Stream #0:0: Video: h264, yuv420p, 96x54, 10 fps, \d+ kb\/s$/,
          ),
        },
        {
          ...{ type: 'Audio', codec: 'aac', bitRate: expect.any(Number) },
          streamInfo: expect.stringMatching(/^Stream #0:1: Audio: aac, 44100 Hz, mono, \d+ kb\/s$/),
        },
      ],
    });
  });

  test('has pictures at its seconds, and none after its end', async () => {
    const size = await withFile(clip, async (place, path) => {
      const file = join(place.out, 'picture.jpg');
      await takePicture(place, path, { second: 1.5, sideMax: 48, file });
      const { format, width, height } = await sharp(await readFile(file)).metadata();
      return { format, width, height };
    });
    expect(size).toEqual({ format: 'jpeg', width: 48, height: 27 });
    const late = withFile(clip, (place, path) =>
      takePicture(place, path, { second: 60, sideMax: 48, file: join(place.out, 'late.jpg') }),
    );
    await expect(late).rejects.toThrow('ffmpeg finds no picture in it');
  });

  test.each([
    ['mp4', 40, { width: 72, height: 40, codecs: ['h264', 'aac'] }],
    ['webm', 480, { width: 96, height: 54, codecs: ['vp8', 'vorbis'] }],
    ['ogg', null, { width: 96, height: 54, codecs: ['theora', 'vorbis'] }],
    ['avi', 27, { width: 46, height: 26, codecs: ['mpeg4', 'mp3'] }],
  ] as const)('is converted to %s with at most %s lines', async (container, height, expected) => {
    const made = await withFile(clip, async (place, path) =>
      readFile(await transcodeVideo(place, path, { container, height })),
    );
    expect(await probe(made)).toEqual({ ...expected, seconds: 2 });
  });

  test.each([
    ['a text', 'no video at all'],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/hostname'\n"],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['empty', ''],
    ['cut off', clip.subarray(0, 200).toString('latin1')],
  ])('that is %s is refused', async (_what, content) => {
    const bytes = Buffer.from(content, 'latin1');
    const info = withFile(bytes, inspectMedia);
    await expect(info).rejects.toThrow('ffprobe finds neither a video nor a sound in it');
    const made = withFile(bytes, (place, path) =>
      transcodeVideo(place, path, { container: 'mp4', height: 480 }),
    );
    await expect(made).rejects.toBeInstanceOf(NothingMade);
  });
});
