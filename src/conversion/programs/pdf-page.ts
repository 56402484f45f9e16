import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { conversionLimits } from '../limits.ts';
import type { ConversionRequest } from '../request.ts';
import { encoded, type Thumbnail } from './picture.ts';

/** The first page. @throws when the file is damaged, is encrypted or has no page */
export async function pageThumbnail(
  { sideMax }: Pick<ConversionRequest, 'sideMax'>,
  bytes: Uint8Array,
): Promise<Thumbnail> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const page = document.getPage(0);
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  const scale = scaleOf(width, height, sideMax);
  const drawn = await page.render({ scale, render: 'bitmap' });
  document.destroy();
  library.destroy();
  const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const;
  return encoded(sharp(drawn.data, { raw }).removeAlpha(), sideMax);
}

/** A page may be declared with any size. */
function scaleOf(width: number, height: number, sideMax: number): number {
  const side = Math.max(width, height);
  const isSize = Number.isFinite(side) && Math.min(width, height) > 0;
  if (!isSize) throw new Error('the first page has no size');
  // The library rounds down.
  const scale = (sideMax + 1) / side;
  const pixels = Math.ceil(width * scale) * Math.ceil(height * scale);
  if (pixels > conversionLimits.pagePixelsMax) throw new Error('the first page is too large');
  return scale;
}
