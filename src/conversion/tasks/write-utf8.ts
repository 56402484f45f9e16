import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { charsetOf, decodedPieces } from '../../content/text-extraction/characters.ts';
import type { TaskFolder } from './task-folder.ts';

interface Utf8Params {
  readonly path: string;
  readonly encoding: string | null;
  readonly file: string;
}

/** A text in another character set. */
export async function run(_folder: TaskFolder, params: Utf8Params): Promise<object> {
  const bytes = await readFile(params.path);
  const pieces = decodedPieces(bytes, charsetOf(bytes, params.encoding));
  await pipeline(pieces, createWriteStream(params.file));
  return {};
}
