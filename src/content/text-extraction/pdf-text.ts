import { getDocumentProxy } from 'unpdf';
import { extractionLimits } from './limits.ts';
import type { TextSink } from './text-sink.ts';

/** A word that was divided at the end of a line. */
const divided = /(\p{L})[-\u00ad]\n(\p{Ll})/gu;

/**
 * Returns whether pages have no text.
 *
 * @throws when the file is not well formed or is encrypted
 */
export async function readPdf(bytes: Uint8Array, sink: TextSink): Promise<boolean> {
  const document = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false });
  const count = Math.min(document.numPages, extractionLimits.pagesMax);
  // The last word of a page may continue on the next one.
  let rest = '';
  let hasUnreadPages = false;
  for (let number = 1; number <= count && !sink.isFull; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    page.cleanup();
    hasUnreadPages ||= text.every((part) => part.trim() === '');
    const joined = `${rest}${text.join('').trimEnd()}\n`.replace(divided, '$1$2');
    const cut = joined.search(/\S+\s*$/);
    rest = joined.slice(Math.max(0, cut));
    sink.addLines(joined.slice(0, Math.max(0, cut)));
  }
  sink.add(rest);
  return hasUnreadPages;
}
