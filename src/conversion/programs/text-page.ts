import sharp from 'sharp';
import { conversionLimits } from '../limits.ts';
import { encoded, type Thumbnail } from './picture.ts';
import { firstLines, type TextRequest } from './text-lines.ts';

/** A page in the proportions of A4, in pixels. */
const page = { width: 720, height: 1_018, margin: 48 } as const;
const sheetOfText = { linesMax: 60, lengthMax: 90, width: 68 } as const;
const font = 'monospace 11';
const dpi = 96;

/** The first lines, as on a sheet of paper. @throws when nothing of it can be drawn */
export async function textThumbnail(request: TextRequest, bytes: Uint8Array): Promise<Thumbnail> {
  const { sideMax } = request;
  const start = bytes.subarray(0, conversionLimits.textBytesMax);
  const lines = await firstLines(request, start, sheetOfText);
  const background = { r: 255, g: 255, b: 255 };
  const { width, height, margin } = page;
  const sheet = sharp({ create: { width, height, channels: 3, background } });
  if (lines.every((line) => line.trim() === '')) {
    return encoded(sheet, sideMax);
  }
  const text = `<span foreground="#333333">${lines.map(escaped).join('\n')}</span>`;
  const drawn = await sharp({ text: { text, font, dpi, rgba: true, wrap: 'none' } })
    .png()
    .toBuffer();
  const inside = { width: width - 2 * margin, height: height - 2 * margin };
  const { width: w, height: h } = await sharp(drawn).metadata();
  const cut = { width: Math.min(w, inside.width), height: Math.min(h, inside.height) };
  const part = await sharp(drawn)
    .extract({ left: 0, top: 0, ...cut })
    .png()
    .toBuffer();
  const written = await sheet
    .composite([{ input: part, left: margin, top: margin }])
    .png()
    .toBuffer();
  return encoded(sharp(written), sideMax);
}

/** Control characters are not allowed in markup. */
function escaped(line: string): string {
  return line
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
