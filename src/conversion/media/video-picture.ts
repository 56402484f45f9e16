import { stat } from 'node:fs/promises';
import { NothingMade } from '../external-program.ts';
import type { WorkPlace } from '../workshop.ts';
import { inputFile, runFfmpeg } from './media-program.ts';

interface PictureWish {
  /** Where in the video, in seconds. */
  readonly second: number;
  /** The longer side; pictures are not enlarged. */
  readonly sideMax: number;
  /** The path of the JPEG. */
  readonly file: string;
}

/**
 * Stores one picture of a video.
 *
 * @throws NothingMade when the video has none there; ProgramMissing, WorkExhausted
 */
export async function takePicture(
  place: WorkPlace,
  path: string,
  { second, sideMax, file }: PictureWish,
): Promise<void> {
  const size = `scale='min(${sideMax},iw)':'min(${sideMax},ih)':force_original_aspect_ratio=decrease`;
  const picture = ['-frames:v', '1', '-vf', size, '-c:v', 'mjpeg', '-q:v', '3'];
  await runFfmpeg(place, {
    input: inputFile(path, ['-ss', second.toFixed(3)]),
    output: [
      '-an',
      '-sn',
      '-dn',
      ...picture,
      '-pix_fmt',
      'yuvj420p',
      '-f',
      'image2',
      '-update',
      '1',
      file,
    ],
  });
  const found = await stat(file).catch(() => undefined);
  // After the last picture of the video it ends well without any.
  if (!found?.size) throw new NothingMade('ffmpeg finds no picture in it');
}
