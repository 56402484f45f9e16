import { getDocumentProxy } from 'unpdf';
import { extractionLimits } from './limits.ts';

/** A word that was divided at the end of a line. */
const divided = /(\p{L})[-\u00ad]\n(\p{Ll})/gu;

/** @throws whatever the file is not well formed in, or when it is encrypted */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false });
  const pages: string[] = [];
  let length = 0;
  const count = Math.min(document.numPages, extractionLimits.pagesMax);
  for (let number = 1; number <= count && length < extractionLimits.textLengthMax; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('');
    page.cleanup();
    pages.push(text);
    length += text.length;
  }
  return pages.join('\n').replace(divided, '$1$2');
}
