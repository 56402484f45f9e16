import { join } from 'node:path';
import sharp from 'sharp';
import { conversionLimits } from '../limits.ts';
import { type PdfKey, PdfRefusal } from './pdf/pdf-input.ts';
import { ReadablePdf } from './pdf/readable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

export interface PicturesParams {
  readonly name: string;
  readonly key: PdfKey;
  /** From 0; so many pages are drawn at most. */
  readonly first: number;
  readonly count: number;
  /** Of the file; with more nothing is drawn. */
  readonly pagesMax: number;
}

export interface PdfPictures {
  readonly pageCount: number;
  readonly files: readonly string[];
}

const pointsPerInch = 72;
const dotsPerInch = 150;

const bgra = 4;
const white = 0xffffffff;
/** With annotations, and red first. */
const renderFlags = 0x01 | 0x10;

/** A PNG for each page. */
export async function run(
  { inputs: [path = ''], out }: TaskFolder,
  { name, key, first, count, pagesMax }: PicturesParams,
): Promise<PdfPictures> {
  const document = await ReadablePdf.open({ path, name }, key);
  const { pageCount } = document;
  if (pageCount > pagesMax) {
    throw new PdfRefusal(
      `${name} has ${pageCount} pages and at most ${pagesMax} are drawn: extract some with PDF.ExtractPages`,
    );
  }
  const files: string[] = [];
  for (let index = first; index < Math.min(first + count, pageCount); index += 1) {
    const drawn = document.withPage(index, (page) => draw(document, page));
    if (!drawn) throw new PdfRefusal(`page ${index + 1} of ${name} cannot be drawn`);
    const { width, height, pixels } = drawn;
    const file = join(out, `${index}.png`);
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .withMetadata({ density: dotsPerInch })
      .png()
      .toFile(file);
    files.push(file);
  }
  return { pageCount, files };
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

function draw(document: ReadablePdf, page: number): Drawn | undefined {
  const { module } = document;
  const points = {
    width: module._FPDF_GetPageWidthF(page),
    height: module._FPDF_GetPageHeightF(page),
  };
  const area = points.width * points.height;
  if (!Number.isFinite(area) || area <= 0) return undefined;
  const largest = Math.sqrt(conversionLimits.pagePixelsMax / area);
  const scale = Math.min(dotsPerInch / pointsPerInch, largest);
  const width = Math.max(1, Math.floor(points.width * scale));
  const height = Math.max(1, Math.floor(points.height * scale));
  if (width * height > conversionLimits.pagePixelsMax) return undefined;
  const size = width * height * 4;
  return document.withMemory(size, (at) => {
    const bitmap = module._FPDFBitmap_CreateEx(width, height, bgra, at, width * 4);
    if (bitmap === 0) return undefined;
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    module._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
    module._FPDFBitmap_Destroy(bitmap);
    return { width, height, pixels: document.bytesAt(at, size) };
  });
}
