import { join } from 'node:path';
import sharp from 'sharp';
import { conversionLimits } from '../limits.ts';
import type { TaskFolder } from './task-folder.ts';

interface ResizeParams {
  /** Pixels that the picture must fit into; its proportions are kept and it is not enlarged. */
  readonly width: number;
  readonly height: number;
  readonly format: 'jpeg' | 'png' | 'gif' | 'webp';
}

export interface ResizedPicture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

export async function run(
  { inputs: [path = ''], out }: TaskFolder,
  { width, height, format }: ResizeParams,
): Promise<ResizedPicture> {
  const file = join(out, `picture.${format}`);
  const made = await sharp(path, { limitInputPixels: conversionLimits.pixelsMax })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .toFile(file);
  return { file, width: made.width, height: made.height };
}
