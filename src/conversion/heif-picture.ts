import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ExternalFile,
  findProgram,
  NothingMade,
  outputOf,
  ProgramMissing,
  withFile,
} from './external-program.ts';
import { conversionLimits } from './limits.ts';
import type { WorkPlace } from './workshop.ts';

const program = 'heif-convert';

/** So little is lost that it is not seen. */
const quality = ['-q', '95'];

/**
 * A HEIF picture as JPEG, by its stored orientation.
 *
 * @throws NothingMade naming the program when it is not installed, or when it cannot read the file
 */
export async function heifPicture(file: ExternalFile): Promise<Buffer> {
  const found = await findProgram(program);
  if (found === undefined) throw new ProgramMissing(program);
  const { content, confinement, signal } = file;
  return withFile(content, signal, async (path, folder) => {
    const command = [found, ...quality, path, join(folder, 'picture.jpg')];
    const bounds = { fileBytesMax: conversionLimits.inputBytesMax, outputBytesMax: 64 * 1024 };
    await outputOf({ command, folder, confinement, signal, ...bounds });
    return readFile(await firstPicture(folder));
  });
}

/** The same for tasks at a place: the path of the JPEG. @throws NothingMade, ProgramMissing */
export async function heifPictureAt(place: WorkPlace): Promise<string> {
  const [path = ''] = place.inputs;
  await place.runProgram(program, [...quality, path, join(place.out, 'picture.jpg')]);
  return firstPicture(place.out);
}

/** Of a file with several pictures each has a number in its name. */
async function firstPicture(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^picture(?:-\d+)?\.jpg$/.test(name));
  const [first] = names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  if (first === undefined) throw new NothingMade(`${program} cannot read it`);
  return join(folder, first);
}
