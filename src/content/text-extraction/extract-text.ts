import { decodeText } from './decode-text.ts';
import type { TextFormat } from './formats.ts';
import { htmlText } from './html-text.ts';
import { extractionLimits } from './limits.ts';
import { xmlText } from './xml-text.ts';

/**
 * What a reader finds in a file: words with single spaces between them, nothing of their layout. May
 * take long and much memory, see `TextExtractor`.
 *
 * @throws whatever the file is not well formed in
 */
export async function extractText(format: TextFormat, bytes: Uint8Array): Promise<string> {
  const text = await readText(format, bytes);
  return text
    .replaceAll('\0', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, extractionLimits.textLengthMax)
    .toWellFormed();
}

/** Libraries are loaded when a file needs them. */
async function readText(format: TextFormat, bytes: Uint8Array): Promise<string> {
  switch (format) {
    case 'plain':
      return decodeText(bytes);
    case 'html':
      return htmlText(decodeText(bytes));
    case 'xml':
      return xmlText(decodeText(bytes));
    case 'pdf': {
      const { pdfText } = await import('./pdf-text.ts');
      return pdfText(bytes);
    }
    default: {
      const { officeFormats, officeText } = await import('./office-text.ts');
      return officeText(bytes, officeFormats[format]);
    }
  }
}
