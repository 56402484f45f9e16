import { charsetOf, decodedPieces } from '../../content/text-extraction/characters.ts';
import { htmlReader } from '../../content/text-extraction/html-text.ts';
import { TextSink } from '../../content/text-extraction/text-sink.ts';
import type { ConversionRequest } from '../request.ts';

const textFormats = ['text', 'html', 'markdown'] as const;

type TextFormat = (typeof textFormats)[number];

export interface TextRequest extends Pick<ConversionRequest, 'sideMax' | 'encoding'> {
  readonly format: TextFormat;
}

export function isTextRequest(
  request: ConversionRequest,
): request is ConversionRequest & TextRequest {
  return textFormats.some((format) => format === request.format);
}

interface Sheet {
  readonly linesMax: number;
  /** Characters of a line, beyond which it is cut. */
  readonly lengthMax: number;
  /** Characters that are seen of a line: paragraphs go on in the next one. */
  readonly width: number;
}

/** The first lines of a text; of a page of HTML or Markdown those that it shows. */
export async function firstLines(
  { format, encoding }: TextRequest,
  bytes: Uint8Array,
  sheet: Sheet,
): Promise<readonly string[]> {
  const text = [...decodedPieces(bytes, charsetOf(bytes, encoding))].join('');
  if (format === 'html') return shownLines(text, sheet);
  if (format === 'markdown') {
    const { marked } = await import('marked');
    return shownLines(await marked.parse(text, { gfm: true, async: true }), sheet);
  }
  const lines = text.split(/\r\n|\r|\n/, sheet.linesMax);
  return lines.map((line) => line.replaceAll('\t', '    ').slice(0, sheet.lengthMax));
}

/** As a browser shows them. */
function shownLines(html: string, { linesMax, width }: Sheet): readonly string[] {
  const sink = new TextSink(linesMax * width, { keepsLines: true });
  const reader = htmlReader(sink);
  reader.write(html);
  reader.end();
  const paragraphs = sink.text().split('\n', linesMax);
  return paragraphs.flatMap((each) => folded(each.trim(), width)).slice(0, linesMax);
}

/** At spaces, where there are some. */
function folded(paragraph: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = paragraph;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > 0 ? space : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
