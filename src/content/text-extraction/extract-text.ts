import { charsetOf, decodedPieces } from './characters.ts';
import { type FileDescription, isReadFormat, type ReadFormat, textFormatOf } from './formats.ts';
import { htmlReader } from './html-text.ts';
import { readJson } from './json-text.ts';
import { extractionLimits } from './limits.ts';
import type { MarkupReader } from './markup-reader.ts';
import { TextSink } from './text-sink.ts';
import { xmlReader } from './xml-text.ts';

export interface ReadableFile {
  readonly format: ReadFormat;
  /** The declared character set, if any. */
  readonly encoding: string | null;
}

export interface ExtractedText {
  readonly text: string;
  /** Whether pages have no text, as those of scans. */
  readonly hasUnreadPages?: true;
}

/**
 * The text of a file: words with single spaces between them, without layout. May take much time and
 * memory, see `TextExtractor`.
 *
 * @throws when the file is not well formed
 */
export async function extractText(file: ReadableFile, bytes: Uint8Array): Promise<ExtractedText> {
  const sink = new TextSink(extractionLimits.textLengthMax);
  let hasUnreadPages = false;
  if (file.format === 'pdf') hasUnreadPages = await readPdfInto(sink, bytes);
  else await readInto(sink, file, bytes, 0);
  const text = sink.text();
  return hasUnreadPages ? { text, hasUnreadPages } : { text };
}

/** As `extractText`, for other lengths and layouts. */
export function readText(sink: TextSink, file: ReadableFile, bytes: Uint8Array): Promise<void> {
  return readInto(sink, file, bytes, 0);
}

/** Libraries are loaded when a file needs them. */
async function readInto(
  sink: TextSink,
  { format, encoding }: ReadableFile,
  bytes: Uint8Array,
  nesting: number,
): Promise<void> {
  switch (format) {
    case 'plain':
      for (const piece of piecesOf(bytes, encoding)) if (!sink.isFull) sink.add(piece);
      return;
    case 'json':
      return readJson(piecesOf(bytes, encoding), sink);
    case 'html':
      return readMarkup(htmlReader(sink), piecesOf(bytes, encoding), sink);
    case 'xml':
      return readMarkup(xmlReader(sink), piecesOf(bytes, encoding), sink);
    case 'rtf':
      return (await import('./rtf-text.ts')).readRtf(bytes, sink);
    case 'pdf':
      await readPdfInto(sink, bytes);
      return;
    case 'mail': {
      const { readMail } = await import('./mail-text.ts');
      return readMail(bytes, sink, (file, content) =>
        readAttached(sink, file, content, nesting + 1),
      );
    }
    default: {
      const { officeFormats } = await import('./office-formats.ts');
      const { readOffice } = await import('./office-text.ts');
      return readOffice(bytes, officeFormats[format], sink);
    }
  }
}

async function readPdfInto(sink: TextSink, bytes: Uint8Array): Promise<boolean> {
  return (await import('./pdf-text.ts')).readPdf(bytes, sink);
}

function piecesOf(bytes: Uint8Array, encoding: string | null): Generator<string> {
  return decodedPieces(bytes, charsetOf(bytes, encoding));
}

function readMarkup(reader: MarkupReader, pieces: Iterable<string>, sink: TextSink): void {
  for (const piece of pieces) {
    if (sink.isFull) return;
    reader.write(piece);
  }
  reader.end();
}

async function readAttached(
  sink: TextSink,
  file: FileDescription,
  bytes: Uint8Array,
  nesting: number,
): Promise<void> {
  const format = textFormatOf(file);
  if (format === undefined || !isReadFormat(format)) return;
  if (nesting > extractionLimits.nestingMax) return;
  await readInto(sink, { format, encoding: file.encoding }, bytes, nesting);
}
