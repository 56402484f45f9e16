import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp, { type Sharp } from 'sharp';
import { conversionLimits } from '../limits.ts';
import type { TaskFolder } from './task-folder.ts';

export interface DrawParams {
  readonly isPdf: boolean;
  readonly pagesMax: number;
}

/** Pictures in grey of what may have letters on it, in their order. */
export interface DrawnPages {
  readonly files: readonly string[];
}

/** Of a page: that of an A4 sheet at 300 dots per inch, and a third more. */
const pixelsMax = 12_000_000;
/** Points per inch of a PDF are 72; the letters of usual scans have the right size with 300. */
const pageScale = 300 / 72;
/** Smaller pictures are no pages. */
const sideMin = 32;

export async function run(folder: TaskFolder, params: DrawParams): Promise<DrawnPages> {
  sharp.concurrency(1);
  return { files: await (params.isPdf ? drawPdf(folder, params) : drawPicture(folder, params)) };
}

/** Pages that have text are left out: it is known already. */
async function drawPdf(
  { inputs: [path = ''], out }: TaskFolder,
  { pagesMax }: DrawParams,
): Promise<readonly string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path));
  const files: string[] = [];
  for (const page of document.pages()) {
    if (files.length >= pagesMax) break;
    if (page.getText().trim() !== '') continue;
    const picture = await drawnPage(page);
    if (picture && (await hasContrast(picture)))
      files.push(await stored(picture, out, files.length));
  }
  return files;
}

async function drawnPage(page: PDFiumPage): Promise<Sharp | undefined> {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  const points = width * height;
  if (!(Number.isFinite(points) && points > 0)) return undefined;
  const scale = Math.min(pageScale, Math.sqrt(pixelsMax / points));
  if (Math.min(width, height) * scale < sideMin) return undefined;
  const drawn = await page.render({ scale, render: 'bitmap' });
  const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const;
  return sharp(drawn.data, { raw }).removeAlpha();
}

/** Those of a file with several pictures, such as a fax. */
async function drawPicture(
  { inputs: [path = ''], out }: TaskFolder,
  { pagesMax }: DrawParams,
): Promise<readonly string[]> {
  const input = { limitInputPixels: conversionLimits.pixelsMax, failOn: 'error' } as const;
  const { format, pages = 1 } = await sharp(path, input).metadata();
  // Those of an animation show the same.
  const count = format === 'tiff' ? Math.min(pages, pagesMax) : 1;
  const files: string[] = [];
  for (let page = 0; page < count; page += 1) {
    const { width, height } = await sharp(path, { ...input, page }).metadata();
    if (Math.min(width, height) < sideMin) continue;
    const scale = Math.min(1, Math.sqrt(pixelsMax / (width * height)));
    const side = Math.max(1, Math.floor(Math.max(width, height) * scale));
    const picture = sharp(path, { ...input, page })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' });
    files.push(await stored(picture, out, files.length));
  }
  return files;
}

async function hasContrast(picture: Sharp): Promise<boolean> {
  const { channels } = await picture.clone().greyscale().stats();
  return channels[0] !== undefined && channels[0].max > channels[0].min;
}

async function stored(picture: Sharp, out: string, number: number): Promise<string> {
  const file = join(out, `page${number}.png`);
  await picture.greyscale().png({ compressionLevel: 1 }).toFile(file);
  return file;
}
