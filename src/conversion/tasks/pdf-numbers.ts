import { drawOn } from './pdf/page-frame.ts';
import { type PdfKey, PdfRefusal, refusing } from './pdf/pdf-input.ts';
import { colorOf, fontOf, type TextStyle } from './pdf/text-style.ts';
import { type MadePdf, openWritable, savePdf } from './pdf/writable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

export interface NumbersParams {
  readonly name: string;
  readonly key: PdfKey;
  /** From 1. */
  readonly startAtPage: number;
  readonly startAtNumber: number;
  readonly side: 'left' | 'center' | 'right';
  readonly isAtTop: boolean;
  readonly style: TextStyle;
}

/** Between a number and the edges, in points. */
const margin = 20;
/** How much of the size of a font its digits have above the line. */
const digitHeight = 0.72;

/** The PDF with a number on each page from one on. */
export async function run(
  { inputs: [path = ''], out }: TaskFolder,
  { name, key, startAtPage, startAtNumber, side, isAtTop, style }: NumbersParams,
): Promise<MadePdf> {
  const { document, pages } = await openWritable({ path, name }, key);
  if (startAtPage > pages.length) {
    throw new PdfRefusal(
      `Parameter startAtPage: ${name} has ${pages.length} pages, expected at most ${pages.length}`,
    );
  }
  return refusing(name, async () => {
    const font = await fontOf(document, style);
    const { fontSize: size } = style;
    const numbered = document.getPages().slice(startAtPage - 1);
    numbered.forEach((page, index) => {
      const text = String(startAtNumber + index);
      drawOn(page, ({ width, height }) => {
        const room = width - 2 * margin - font.widthOfTextAtSize(text, size);
        const x = margin + { left: 0, center: room / 2, right: room }[side];
        const y = isAtTop ? height - margin - size * digitHeight : margin;
        page.drawText(text, { x, y, font, size, color: colorOf(style) });
      });
    });
    return savePdf(document, out);
  });
}
