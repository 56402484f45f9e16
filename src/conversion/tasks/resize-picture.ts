import { join } from 'node:path';
import sharp from 'sharp';
import { pictureInput, requireMeantFormat } from '../programs/picture-input.ts';
import type { TaskFolder } from './task-folder.ts';

export interface ResizeParams {
  /** Pixels that the picture must fit into; its proportions are kept and it is not enlarged. */
  readonly width: number;
  readonly height: number;
  /** What is read in place of the file: the same picture in another format, upright. */
  readonly decoded?: string;
  readonly format: 'jpeg' | 'png' | 'gif' | 'webp';
}

export interface ResizedPicture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

export async function run(
  { inputs: [input = ''], out }: TaskFolder,
  { width, height, format, decoded }: ResizeParams,
): Promise<ResizedPicture> {
  const path = decoded ?? input;
  const file = join(out, `picture.${format}`);
  requireMeantFormat(await sharp(path, pictureInput).metadata());
  const stored = sharp(path, pictureInput);
  const picture = decoded === undefined ? stored.autoOrient() : stored;
  const made = await picture
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .toFile(file);
  return { file, width: made.width, height: made.height };
}
