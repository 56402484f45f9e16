import type { PDFDocument, PDFFont, RGB, StandardFonts } from '@cantoo/pdf-lib';
import { pdfLib } from './library.ts';
import { PdfRefusal } from './pdf-input.ts';

export interface TextStyle {
  /** One of the fonts that every reader has. */
  readonly fontName: `${StandardFonts}`;
  readonly fontSize: number;
  /** Red, green and blue, of 255. */
  readonly color: readonly [red: number, green: number, blue: number];
}

export function fontOf(document: PDFDocument, { fontName }: TextStyle): Promise<PDFFont> {
  return document.embedFont(fontName);
}

export function colorOf({ color: [red, green, blue] }: TextStyle): RGB {
  return pdfLib.rgb(red / 255, green / 255, blue / 255);
}

/** @throws PdfRefusal naming a character that the fonts do not have */
export function widthOf(font: PDFFont, text: string, size: number): number {
  const known = new Set(font.getCharacterSet());
  for (const character of text) {
    if (known.has(character.codePointAt(0) ?? 0)) continue;
    throw new PdfRefusal(
      `Parameter text: the font ${font.name} has no ${JSON.stringify(character)}, use letters of western languages`,
    );
  }
  return font.widthOfTextAtSize(text, size);
}
