import {
  type ExternalFile,
  findProgram,
  NothingMade,
  outputOf,
  withFile,
} from './external-program.ts';
import { conversionLimits } from './limits.ts';
import { videoFormats } from './media/media-program.ts';

/** The first ones are often black. */
const firstSecond = '3';

/**
 * A picture out of a video, as PNG.
 *
 * @throws NothingMade naming the program when it is not installed, or when there is no picture
 */
export async function videoFrame(video: ExternalFile): Promise<Buffer> {
  const program = await findProgram('ffmpeg');
  if (program === undefined) throw new NothingMade('the program ffmpeg is not installed');
  return withFile(video.content, video.signal, async (path, folder) => {
    for (const second of [firstSecond, '0']) {
      const command = [program, ...argumentsFor(path, second, video.sideMax)];
      const { confinement, signal } = video;
      const bounds = { fileBytesMax: 0, outputBytesMax: conversionLimits.outputBytesMax };
      const frame = await outputOf({ command, folder, confinement, signal, ...bounds });
      if (frame.length > 0) return frame;
    }
    throw new NothingMade('ffmpeg found no picture in it');
  });
}

function argumentsFor(path: string, second: string, sideMax: number): readonly string[] {
  const scale = `scale='min(${sideMax},iw)':'min(${sideMax},ih)':force_original_aspect_ratio=decrease`;
  const input = ['-protocol_whitelist', 'file', '-format_whitelist', videoFormats, '-ss', second];
  const output = ['-an', '-sn', '-dn', '-frames:v', '1', '-vf', scale];
  const bounds = ['-nostdin', '-loglevel', 'quiet', '-threads', '1'];
  const target = ['-f', 'image2pipe', '-c:v', 'png', 'pipe:1'];
  return [...bounds, ...input, '-i', `file:${path}`, ...output, ...target];
}
