import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { pictureInput, requireMeantFormat } from '../programs/picture-input.ts';

/** As the camera was held. From memory: a drawing must not load what is beside its file. */
export async function openPicture(path: string): Promise<Sharp> {
  const bytes = await readFile(path);
  requireMeantFormat(await sharp(bytes, pictureInput).metadata());
  return sharp(bytes, pictureInput).autoOrient();
}
