import type { Metadata } from 'sharp';
import { conversionLimits } from '../limits.ts';

/** How foreign pictures are opened. */
export const pictureInput = {
  limitInputPixels: conversionLimits.pixelsMax,
  // Damaged pixels fail it: the rest would be grey.
  failOn: 'error',
  // The first picture of a file with several.
  pages: 1,
} as const;

/** Of the formats that the library can read, the ones meant here: each further one is more to attack. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'svg']);

/** @throws Error for a picture of another format */
export function requireMeantFormat({ format }: Metadata): void {
  if (!formats.has(format)) throw new Error(`pictures of type ${format} are not read`);
}
