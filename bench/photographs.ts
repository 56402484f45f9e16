import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** 12 megapixels. */
const size = { width: 4_000, height: 3_000 } as const;

/**
 * Files like those of a camera: motifs of clouds, colours and the grain of a sensor, each in many files that
 * differ by a comment, so that every one is a content of its own and is decoded as the others.
 */
export async function makePhotographs(
  folder: string,
  { count, motifs }: { readonly count: number; readonly motifs: number },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const grain = await noise({ ...size, sigma: 12 })
    .raw()
    .toBuffer();
  for (let motif = 0; motif < motifs; motif += 1) {
    const bytes = await photograph(motif, grain);
    for (let number = motif; number < count; number += motifs) {
      await writeFile(join(folder, `${number}.jpg`), withComment(bytes, `photograph ${number}`));
    }
  }
}

async function photograph(motif: number, grain: Buffer): Promise<Buffer> {
  const coarse = await noise({ width: 64, height: 48, sigma: 60 })
    .blur(1 + (motif % 4))
    .png()
    .toBuffer();
  const raw = { ...size, channels: 3 } as const;
  return sharp(coarse)
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .tint({ r: (motif * 53) % 256, g: (motif * 97) % 256, b: (motif * 151) % 256 })
    .composite([{ input: grain, raw, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

function noise({ sigma, ...place }: { width: number; height: number; sigma: number }): Sharp {
  const gaussian = { type: 'gaussian', mean: 128, sigma } as const;
  return sharp({ create: { ...place, channels: 3, background: 'black', noise: gaussian } });
}

/** A segment of the type comment after the mark of the beginning. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}
