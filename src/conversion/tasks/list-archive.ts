import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Entry, ZipReader } from '@zip.js/zip.js';
import { escapedText, pageOf } from '../html/page.ts';
import { FileReader } from './archive-file.ts';
import type { TaskFolder } from './task-folder.ts';

interface ArchiveParams {
  readonly path: string;
  readonly title: string;
  readonly file: string;
}

const entriesMax = 10_000;

/** A page with the names and sizes of what an archive has. */
export async function run(_folder: TaskFolder, params: ArchiveParams): Promise<object> {
  const source = await open(params.path);
  const { size } = await source.stat();
  const archive = new ZipReader(new FileReader(source, size), { useWebWorkers: false });
  const rows: string[] = [];
  for await (const entry of archive.getEntriesGenerator()) {
    if (rows.length === entriesMax) {
      rows.push(`<tr><td>More than ${entriesMax} entries</td><td></td></tr>\n`);
      break;
    }
    rows.push(rowOf(entry));
  }
  const table = ['<table>\n<tr><th>Name</th><th>Bytes</th></tr>\n', ...rows, '</table>'];
  await pipeline(pageOf(params.title, table), createWriteStream(params.file));
  await source.close();
  return {};
}

function rowOf({ filename, directory, uncompressedSize }: Entry): string {
  const size = directory ? '' : String(uncompressedSize);
  return `<tr><td>${escapedText(filename)}</td><td>${size}</td></tr>\n`;
}
