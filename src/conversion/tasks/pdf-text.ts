import { type PdfKey, PdfRefusal } from './pdf/pdf-input.ts';
import { ReadablePdf } from './pdf/readable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

export interface TextParams {
  readonly name: string;
  readonly key: PdfKey;
  /** Only the first line with this text; empty: all lines. */
  readonly pattern: string;
  /** Only what follows that text. */
  readonly removesPattern: boolean;
}

export interface PdfText {
  /** Null when no line has the text. */
  readonly text: string | null;
}

/** Characters of a text, which becomes a property. */
const lengthMax = 4_000_000;

export async function run(
  { inputs: [path = ''] }: TaskFolder,
  { name, key, pattern, removesPattern }: TextParams,
): Promise<PdfText> {
  const document = await ReadablePdf.open({ path, name }, key);
  const pages: string[] = [];
  let length = 0;
  for (let index = 0; index < document.pageCount; index += 1) {
    const text = textOfPage(document, index);
    if (pattern !== '') {
      const line = text.split(/\r\n|\r|\n/).find((each) => each.includes(pattern));
      if (line !== undefined) return { text: removesPattern ? endOf(line, pattern) : line };
    }
    length += text.length;
    if (pattern === '') pages.push(text);
    if (length > lengthMax) throw new PdfRefusal(`${name} has more than ${lengthMax} characters`);
  }
  return { text: pattern === '' ? pages.join('\n') : null };
}

function endOf(line: string, pattern: string): string {
  return line.slice(line.indexOf(pattern) + pattern.length);
}

function textOfPage(document: ReadablePdf, index: number): string {
  const { module } = document;
  const text = document.withPage(index, (page) =>
    document.withText(page, (textPage) => {
      const count = module._FPDFText_CountChars(textPage);
      if (count <= 0) return '';
      const size = 2 * (count + 1);
      return document.withMemory(size, (pointer) => {
        const written = module._FPDFText_GetText(textPage, 0, count, pointer);
        return document.bytesAt(pointer, 2 * Math.max(written - 1, 0)).toString('utf16le');
      });
    }),
  );
  return (text ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed();
}
