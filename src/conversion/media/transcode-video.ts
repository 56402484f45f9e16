import { join } from 'node:path';
import type { WorkPlace } from '../workshop.ts';
import { inputFile, runFfmpeg } from './media-program.ts';
import { codecsFor, firstStreams, type VideoContainer, videoCodecs } from './video-codecs.ts';

interface Transcoding {
  readonly container: VideoContainer;
  /** In pixels; a lower video is not enlarged. Null: as it is. */
  readonly height: number | null;
}

/**
 * Converts a video of the place; returns the path of the result.
 *
 * @throws NothingMade, of which are ProgramMissing and WorkExhausted
 */
export async function transcodeVideo(
  place: WorkPlace,
  path: string,
  { container, height }: Transcoding,
): Promise<string> {
  const file = join(place.out, `video.${videoCodecs[container].extension}`);
  // The codecs want even numbers.
  const bound = height === null ? 'ih' : `min(${height},ih)`;
  const size = `scale=w='2*round(oh*a/2)':h='2*trunc(${bound}/2)'`;
  await runFfmpeg(place, {
    input: inputFile(path),
    output: [...firstStreams, '-vf', size, ...codecsFor(container), `file:${file}`],
  });
  return file;
}
