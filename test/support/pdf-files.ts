import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';

interface PdfOptions {
  readonly pages?: number;
  /** On each page, before its number. */
  readonly label?: string;
  /** On the first page. */
  readonly hasLinks?: boolean;
}

/** Pages of 300 × 400 points with a line of text each. */
export async function pdfFile({
  pages = 1,
  label = 'Alpha',
  hasLinks = false,
}: PdfOptions = {}): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.setTitle(`Title of ${label}`);
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([300, 400]);
    page.drawText(`${label} ${number}`, { x: 20, y: 200, size: 20, font });
    if (hasLinks && number === 1) page.node.set(PDFName.of('Annots'), links(document));
  }
  return Buffer.from(await document.save());
}

function links({ context }: PDFDocument) {
  const link = (action: Record<string, string | PDFString | (string | number)[]>, y: number) =>
    context.register(
      context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [15, y, 250, y + 25], A: action }),
    );
  return context.obj([
    link({ S: 'URI', URI: PDFString.of('https://example.org/a?b=c') }, 195),
    link({ S: 'Launch', F: PDFString.of('other.doc') }, 20),
    link({ S: 'GoToR', F: PDFString.of('other.pdf'), D: [0, 'Fit'] }, 50),
  ]);
}

/** The text of each page, as an independent reader finds it. @throws when it cannot open the file */
export async function pageTexts(bytes: Uint8Array, password = ''): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes, password);
  const texts = [...document.pages()].map((page) => page.getText().replaceAll('\0', '').trim());
  document.destroy();
  library.destroy();
  return texts;
}

/** Red, green and blue at a point of a page, from its upper left corner. */
export async function colorAt(
  bytes: Uint8Array,
  { page = 0, x, y }: { readonly page?: number; readonly x: number; readonly y: number },
): Promise<number[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const { data, width } = await document.getPage(page).render({ scale: 1, render: 'bitmap' });
  const at = 4 * (y * width + x);
  const color = [...data.subarray(at, at + 3)];
  document.destroy();
  library.destroy();
  return color;
}

/** Files of others that this machine has. */
export function installedPdfs(): readonly (readonly [path: string, bytes: Buffer])[] {
  const paths = [
    '/usr/share/doc/shared-mime-info/shared-mime-info-spec.pdf',
    '/usr/share/doc/libtasn1-doc/libtasn1.pdf',
  ];
  return paths.flatMap((path) => {
    try {
      return [[path, readFileSync(path)] as const];
    } catch {
      return [];
    }
  });
}
