import { pdfLib } from './library.ts';
import type { PdfInput } from './pdf-input.ts';
import { openWritable } from './writable-pdf.ts';

/** How readers show the pages at first, such as `TwoColumnLeft`. @throws PdfRefusal */
export async function pageLayoutOf(input: PdfInput): Promise<string> {
  const { document } = await openWritable(input, { password: '', parameter: null });
  const { PDFName } = pdfLib;
  const layout = document.catalog.lookup(PDFName.of('PageLayout'));
  return layout instanceof PDFName ? layout.decodeText() : 'SinglePage';
}
