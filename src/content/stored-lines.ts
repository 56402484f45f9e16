import type { Readable } from 'node:stream';
import { AppError } from '../base/errors/app-error.ts';
import { parseJson } from '../base/json.ts';

/** Characters that are encoded together. */
const charactersPerPart = 64 * 1024;

/** Lines of any text, which may have line ends in them, as the content of a file. */
export async function* encodeLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  let part = '';
  for await (const line of lines) {
    part += `${JSON.stringify(line)}\n`;
    if (part.length < charactersPerPart) continue;
    yield Buffer.from(part);
    part = '';
  }
  if (part !== '') yield Buffer.from(part);
}

/** The lines that `encodeLines` has written. @throws AppError store.corrupt */
export async function* decodeLines(content: Readable): AsyncGenerator<string> {
  let rest = '';
  content.setEncoding('utf8');
  for await (const text of content as AsyncIterable<string>) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield parseLine(part);
  }
  if (rest !== '') throw new AppError('store.corrupt', 'the last of stored lines is cut');
}

function parseLine(text: string): string {
  const line = parseJson(text);
  if (typeof line === 'string') return line;
  throw new AppError('store.corrupt', 'a stored line is no text');
}
