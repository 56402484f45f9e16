import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { conversionLimits } from '../limits.ts';
import { pictureFormats } from '../programs/picture.ts';

/** As the camera was held. From memory: a drawing must not load what is beside its file. */
export async function openPicture(path: string): Promise<Sharp> {
  const bytes = await readFile(path);
  const options = { limitInputPixels: conversionLimits.pixelsMax, failOn: 'error' } as const;
  const { format } = await sharp(bytes, options).metadata();
  if (!pictureFormats.has(format)) throw new Error(`pictures of type ${format} are not read`);
  return sharp(bytes, options).autoOrient();
}
