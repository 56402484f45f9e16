import { open } from 'node:fs/promises';
import { openPicture } from './open-picture.ts';
import type { TaskFolder } from './task-folder.ts';

interface PictureParams {
  readonly path: string;
  readonly file: string;
}

/** Units of a page of which an inch has 72; the longest side that readers accept has 14,400. */
const sideMax = 14_400;
const unitsPerPixel = 0.75;
const quality = 90;

/** A PDF with one page, as large as the picture. */
export async function run(_folder: TaskFolder, { path, file }: PictureParams): Promise<object> {
  const picture = (await openPicture(path)).flatten({ background: '#ffffff' });
  const { data, info } = await picture
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
  const scale = Math.min(unitsPerPixel, sideMax / Math.max(info.width, info.height));
  const width = (info.width * scale).toFixed(2);
  const height = (info.height * scale).toFixed(2);
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Picture Do Q`;
  const colors = info.channels === 1 ? '/DeviceGray' : '/DeviceRGB';
  const image = `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height}`;
  const coding = `/ColorSpace ${colors} /BitsPerComponent 8 /Filter /DCTDecode`;
  const page = `/MediaBox [0 0 ${width} ${height}] /Contents 4 0 R`;
  await writePdf(file, [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [`<< /Type /Page /Parent 2 0 R ${page} /Resources << /XObject << /Picture 5 0 R >> >> >>`],
    streamObject('', Buffer.from(drawing)),
    streamObject(`${image} ${coding}`, data),
  ]);
  return {};
}

type Parts = readonly (string | Uint8Array)[];

function streamObject(entries: string, content: Uint8Array): Parts {
  return [`<< ${entries} /Length ${content.length} >>\nstream\n`, content, '\nendstream'];
}

/** Objects with their numbers, and where each of them begins. */
async function writePdf(path: string, objects: readonly Parts[]): Promise<void> {
  const file = await open(path, 'w');
  let position = 0;
  const write = async (part: string | Uint8Array): Promise<void> => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    await file.writeFile(bytes);
    position += bytes.length;
  };
  await write('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n');
  const starts: number[] = [];
  for (const [index, parts] of objects.entries()) {
    starts.push(position);
    await write(`${index + 1} 0 obj\n`);
    for (const part of parts) await write(part);
    await write('\nendobj\n');
  }
  const table = position;
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  await write(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`);
  await write(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  await file.close();
}
