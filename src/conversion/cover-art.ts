import {
  type ExternalFile,
  findProgram,
  NothingInside,
  outputOf,
  ProgramMissing,
  withFile,
} from './external-program.ts';
import { conversionLimits } from './limits.ts';
import { inputFile } from './media/media-program.ts';

/**
 * The picture that a sound file has of its album (ID3, MP4, FLAC), as it is stored there.
 *
 * @throws NothingInside when it has none; ProgramMissing
 */
export async function coverArt({ content, confinement, signal }: ExternalFile): Promise<Buffer> {
  const program = await findProgram('ffmpeg');
  if (program === undefined) throw new ProgramMissing('ffmpeg');
  return withFile(content, signal, async (path, folder) => {
    // Without decoding: that is work for the library for pictures.
    const output = ['-map', '0:v:0', '-frames:v', '1', '-c', 'copy', '-f', 'image2pipe', 'pipe:1'];
    const command = [program, '-nostdin', '-loglevel', 'quiet', ...inputFile(path), ...output];
    const bounds = { fileBytesMax: 0, outputBytesMax: conversionLimits.outputBytesMax };
    const cover = await outputOf({ command, folder, confinement, signal, ...bounds });
    if (cover.length === 0) throw new NothingInside('it has no picture of its album');
    return cover;
  });
}
