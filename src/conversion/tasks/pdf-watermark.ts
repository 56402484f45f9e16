import type { PDFDocument, PDFImage, PDFPage } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { conversionLimits } from '../limits.ts';
import { pdfLib } from './pdf/library.ts';
import { drawOn } from './pdf/page-frame.ts';
import { PdfRefusal, refusing } from './pdf/pdf-input.ts';
import { colorOf, fontOf, type TextStyle, widthOf } from './pdf/text-style.ts';
import { type MadePdf, openWritable, savePdf } from './pdf/writable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

/** Where a watermark begins, in one direction. */
export interface WatermarkPosition {
  /** Points; or the part of the room that the watermark leaves: 0 at one edge, 1 at the other. */
  readonly distance: number;
  readonly isRelative: boolean;
  /** From the right or upper edge. */
  readonly isInverted: boolean;
}

interface WatermarkLook {
  readonly x: WatermarkPosition;
  readonly y: WatermarkPosition;
  /** Degrees against the clock. */
  readonly rotation: number;
  readonly opacity: number;
}

type Watermark =
  | { readonly kind: 'text'; readonly text: string; readonly style: TextStyle }
  /** The second file. */
  | { readonly kind: 'picture'; readonly name: string; readonly scale: number };

export interface WatermarkParams {
  readonly name: string;
  readonly watermark: Watermark;
  readonly look: WatermarkLook;
}

/** A mark with its size, which is drawn with its lower left corner at a point. */
interface Mark {
  readonly width: number;
  readonly height: number;
  draw(page: PDFPage, at: { readonly x: number; readonly y: number }): void;
}

/** The PDF with a text or a picture over each page. */
export async function run(
  { inputs: [path = '', picturePath = ''], out }: TaskFolder,
  { name, watermark, look }: WatermarkParams,
): Promise<MadePdf> {
  const { document } = await openWritable({ path, name }, { password: '', parameter: null });
  const mark =
    watermark.kind === 'text'
      ? await textMark(document, watermark, look)
      : await pictureMark(document, { ...watermark, path: picturePath }, look);
  return refusing(name, async () => {
    for (const page of document.getPages()) {
      drawOn(page, (frame) => {
        const x = startOf(look.x, frame.width - mark.width);
        mark.draw(page, { x, y: startOf(look.y, frame.height - mark.height) });
      });
    }
    return savePdf(document, out);
  });
}

function startOf({ distance, isRelative, isInverted }: WatermarkPosition, room: number): number {
  const offset = isRelative ? distance * room : distance;
  return isInverted ? room - offset : offset;
}

async function textMark(
  document: PDFDocument,
  { text, style }: Watermark & { kind: 'text' },
  { rotation, opacity }: WatermarkLook,
): Promise<Mark> {
  const font = await fontOf(document, style);
  const { fontSize: size } = style;
  const options = { font, size, opacity, color: colorOf(style), rotate: pdfLib.degrees(rotation) };
  return {
    width: widthOf(font, text, size),
    height: size,
    draw: (page, at) => page.drawText(text, { ...options, ...at }),
  };
}

/** Of larger pictures fewer pixels are stored; they are as large on the page. */
const storedPixelsMax = 4_000_000;

async function pictureMark(
  document: PDFDocument,
  { path, name, scale }: Watermark & { kind: 'picture'; path: string },
  { rotation, opacity }: WatermarkLook,
): Promise<Mark> {
  const picture = sharp(path, { limitInputPixels: conversionLimits.pixelsMax }).autoOrient();
  const { info, data } = await picture
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw new PdfRefusal(`Parameter image: ${name} is no picture (${error.message})`);
    });
  const image = await embedded(document, data, info);
  const size = { width: info.width * scale, height: info.height * scale };
  const options = { ...size, opacity, rotate: pdfLib.degrees(rotation) };
  return { ...size, draw: (page, at) => page.drawImage(image, { ...options, ...at }) };
}

async function embedded(
  document: PDFDocument,
  png: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<PDFImage> {
  const reduction = Math.sqrt(storedPixelsMax / (width * height));
  const small = reduction < 1 ? sharp(png).resize({ width: Math.floor(width * reduction) }) : null;
  return document.embedPng(small ? await small.png().toBuffer() : png);
}
