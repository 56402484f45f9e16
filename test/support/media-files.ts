import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../src/conversion/external-program.ts';

/** Where it is; tests of videos say that they are skipped when it is missing. */
export const ffmpeg = await findProgram('ffmpeg');

interface MediaFile {
  /** The ending of the file, which decides its format. */
  readonly ending: string;
  /** Arguments of ffmpeg for what it reads and how it writes it. */
  readonly args: readonly string[];
  /** A file beside it, which arguments may name as `beside`. */
  readonly beside?: string | Uint8Array;
}

/** Sources of ffmpeg: a picture that moves, and a tone. */
export const movingPicture = (seconds: number, size = '64x48') => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=10:d=${seconds}`],
];
export const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];

/** Makes a small video or sound. */
export async function mediaFile({ ending, args, beside }: MediaFile): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  try {
    if (beside !== undefined) await writeFile(join(folder, 'beside'), beside);
    const path = join(folder, `file.${ending}`);
    await promisify(execFile)(ffmpeg ?? '', ['-loglevel', 'error', ...args, path], { cwd: folder });
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What ffprobe says of it. */
export async function probe(content: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const args = ['-loglevel', 'error', '-show_format', '-show_streams', '-of', 'json', path];
    const program = (await findProgram('ffprobe')) ?? '';
    const { stdout } = await promisify(execFile)(program, args);
    const { format, streams } = JSON.parse(stdout);
    const types = streams.map(({ codec_name }: { codec_name: string }) => codec_name);
    const [{ width, height }] = streams;
    return { seconds: Math.round(Number(format.duration)), width, height, codecs: types };
  } finally {
    await rm(folder, { recursive: true });
  }
}
