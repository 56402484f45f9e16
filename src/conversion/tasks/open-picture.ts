import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { pictureInput, requireMeantFormat } from '../programs/picture-input.ts';

interface OpenOptions {
  /** It was turned already, whatever its metadata say. */
  readonly isUpright?: boolean;
}

/** As the camera was held. From memory: a drawing must not load what is beside its file. */
export async function openPicture(
  path: string,
  { isUpright = false }: OpenOptions = {},
): Promise<Sharp> {
  const bytes = await readFile(path);
  requireMeantFormat(await sharp(bytes, pictureInput).metadata());
  const picture = sharp(bytes, pictureInput);
  return isUpright ? picture : picture.autoOrient();
}
