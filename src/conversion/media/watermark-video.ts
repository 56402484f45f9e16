import { join } from 'node:path';
import type { WorkPlace } from '../workshop.ts';
import { inputFile, runFfmpeg } from './media-program.ts';
import { codecsFor, type VideoContainer, videoCodecs } from './video-codecs.ts';

interface Watermark {
  /** A PNG that this program has made. */
  readonly picture: string;
  /** Of its upper left corner in the video, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly container: VideoContainer;
}

/** The path of the video with the picture on it. @throws NothingMade, of which are ProgramMissing and WorkExhausted */
export async function watermarkVideo(
  place: WorkPlace,
  path: string,
  { picture, x, y, container }: Watermark,
): Promise<string> {
  const file = join(place.out, `marked.${videoCodecs[container].extension}`);
  const even = 'scale=trunc(iw/2)*2:trunc(ih/2)*2';
  const filter = `[0:v:0]${even}[video];[video][1:v:0]overlay=${x}:${y}[marked]`;
  const png = ['-protocol_whitelist', 'file', '-f', 'png_pipe', '-i', `file:${picture}`];
  await runFfmpeg(place, {
    input: [...inputFile(path), ...png],
    output: [
      ...['-filter_complex', filter, '-map', '[marked]', '-map', '0:a:0?', '-sn', '-dn'],
      ...[...codecsFor(container), `file:${file}`],
    ],
  });
  return file;
}
