import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { TaskFolder } from './task-folder.ts';

interface PageParams {
  readonly path: string;
  readonly file: string;
  readonly format: 'jpeg' | 'png' | 'gif';
  /** From 1. */
  readonly page: number;
  /** Pixels that the page must fit into. */
  readonly width?: number;
  readonly height?: number;
}

/** 150 pixels for an inch, where no size is asked for. */
const usualScale = 150 / 72;
const pixelsMax = 25_000_000;

/** One page of a PDF as a picture. */
export async function run(_folder: TaskFolder, params: PageParams): Promise<object> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(params.path));
  const count = document.getPageCount();
  if (params.page > count) throw new Error(`there is no page ${params.page}: it has ${count}`);
  const page = document.getPage(params.page - 1);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = scaleOf({ width: originalWidth, height: originalHeight }, params);
  const drawn = await page.render({ scale, render: 'bitmap' });
  const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const;
  const { width, height } = await sharp(drawn.data, { raw })
    .removeAlpha()
    .toFormat(params.format)
    .toFile(params.file);
  return { width, height };
}

function scaleOf(
  page: { readonly width: number; readonly height: number },
  { width, height }: Pick<PageParams, 'width' | 'height'>,
): number {
  const isSize = Number.isFinite(page.width + page.height) && Math.min(page.width, page.height) > 0;
  if (!isSize) throw new Error('the page has no size');
  const fitting = [width && width / page.width, height && height / page.height];
  const scale = Math.min(...fitting.filter((each) => each !== undefined));
  const wanted = Number.isFinite(scale) ? scale : usualScale;
  const largest = Math.sqrt(pixelsMax / (page.width * page.height));
  return Math.min(wanted, largest);
}
