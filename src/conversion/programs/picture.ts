import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ConversionRequest } from '../request.ts';
import { pictureInput as input, requireMeantFormat } from './picture-input.ts';

export interface Thumbnail {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/** One file at a time, and nothing of it is kept. */
sharp.concurrency(1);
sharp.cache(false);

const quality = 80;
/** Resolution at which the units of an SVG are pixels. */
const svgDensity = 72;
const svgDensityMax = 2_400;

/** @throws when the file is no picture that can be read */
export async function pictureThumbnail(
  { sideMax, isUpright = false }: Pick<ConversionRequest, 'sideMax' | 'isUpright'>,
  bytes: Uint8Array,
): Promise<Thumbnail> {
  const metadata = await sharp(bytes, input).metadata();
  requireMeantFormat(metadata);
  const isDrawing = metadata.format === 'svg';
  const density = isDrawing ? { density: densityFor(metadata, sideMax) } : {};
  // By the orientation that the camera has stored.
  const stored = sharp(bytes, { ...input, ...density });
  const picture = isUpright ? stored : stored.autoOrient();
  return metadata.hasAlpha ? encodedByPixels(picture, sideMax) : encoded(picture, sideMax);
}

/** A drawing has no pixels of its own: it is drawn as large as it is shown. */
function densityFor({ width, height }: Metadata, sideMax: number): number {
  const side = Math.max(width, height, 1);
  return Math.min(svgDensityMax, Math.max(1, (svgDensity * sideMax) / side));
}

function reduced(picture: Sharp, sideMax: number): Sharp {
  return picture
    .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
}

/** Of a picture through which nothing shines. */
export async function encoded(picture: Sharp, sideMax: number): Promise<Thumbnail> {
  const { data, info } = await reduced(picture, sideMax)
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, mimeType: 'image/jpeg', width: info.width, height: info.height };
}

/** JPEG, or PNG where something shines through. */
async function encodedByPixels(picture: Sharp, sideMax: number): Promise<Thumbnail> {
  const { data, info } = await reduced(picture, sideMax)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const small = sharp(data, { raw: { width, height, channels } });
  const isOpaque = isOpaquePicture(data, channels);
  const bytes = await (isOpaque
    ? small.removeAlpha().jpeg({ quality }).toBuffer()
    : small.png().toBuffer());
  return { bytes, mimeType: isOpaque ? 'image/jpeg' : 'image/png', width, height };
}

/** Many programs store opaque pictures as if they were not. */
function isOpaquePicture(pixels: Uint8Array, channels: number): boolean {
  if (channels !== 2 && channels !== 4) return true;
  for (let at = channels - 1; at < pixels.length; at += channels) {
    if (pixels[at] !== 255) return false;
  }
  return true;
}
