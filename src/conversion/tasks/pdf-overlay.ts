import type { PDFDocument, PDFEmbeddedPage, PDFPage } from '@cantoo/pdf-lib';
import { drawOn } from './pdf/page-frame.ts';
import { refusing } from './pdf/pdf-input.ts';
import { type MadePdf, openWritable, savePdf } from './pdf/writable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

export interface OverlayParams {
  /** Of the PDF, and of the one that is laid over it. */
  readonly names: readonly [string, string];
}

const key = { password: '', parameter: null };

/** The PDF with the pages of another over its own, centered; they begin anew where they are fewer. */
export async function run(
  { inputs: [path = '', overlayPath = ''], out }: TaskFolder,
  { names: [name, overlayName] }: OverlayParams,
): Promise<MadePdf> {
  const { document, pages } = await openWritable({ path, name }, key);
  const overlay = await openWritable({ path: overlayPath, name: overlayName }, key);
  const sheets = await refusing(overlayName, () =>
    embedPages(document, overlay.document.getPages().slice(0, pages.length)),
  );
  return refusing(name, async () => {
    document.getPages().forEach((page, index) => {
      const sheet = sheets[index % sheets.length];
      if (!sheet) return;
      drawOn(page, (frame) => {
        const x = (frame.width - sheet.width) / 2;
        page.drawPage(sheet, { x, y: (frame.height - sheet.height) / 2 });
      });
    });
    return savePdf(document, out);
  });
}

/** Undefined for pages without content. */
async function embedPages(
  document: PDFDocument,
  pages: readonly PDFPage[],
): Promise<readonly (PDFEmbeddedPage | undefined)[]> {
  const full = pages.filter(({ node }) => node.Contents() !== undefined);
  const boxes = full.map((page) => {
    const { x, y, width, height } = page.getCropBox();
    return { left: x, bottom: y, right: x + width, top: y + height };
  });
  const embedded = await document.embedPages(full, boxes);
  const byPage = new Map(full.map((page, index) => [page, embedded[index]]));
  return pages.map((page) => byPage.get(page));
}
