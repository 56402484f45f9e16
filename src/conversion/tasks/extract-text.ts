import { readFile, writeFile } from 'node:fs/promises';
import { readText } from '../../content/text-extraction/extract-text.ts';
import { isReadFormat, textFormatOf } from '../../content/text-extraction/formats.ts';
import { TextSink } from '../../content/text-extraction/text-sink.ts';
import type { TaskFolder } from './task-folder.ts';

interface TextParams {
  readonly path: string;
  readonly mimeType: string | null;
  readonly name: string | null;
  readonly encoding: string | null;
  /** Where the text is written to. */
  readonly file: string;
}

const textLengthMax = 10_000_000;

/** The text of a document, with a line for each of its paragraphs. */
export async function run(_folder: TaskFolder, params: TextParams): Promise<object> {
  const format = textFormatOf(params);
  if (format === undefined || !isReadFormat(format))
    throw new Error(`no text is read from files of ${params.mimeType}`);
  const sink = new TextSink(textLengthMax, { keepsLines: true });
  // The reader of PDF takes no buffers.
  const bytes = new Uint8Array(await readFile(params.path));
  await readText(sink, { format, encoding: params.encoding }, bytes);
  if (sink.isFull) throw new Error(`the text has more than ${textLengthMax} characters`);
  await writeFile(params.file, `${sink.text()}\n`);
  return {};
}
