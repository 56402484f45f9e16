import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { ZipReader } from '@zip.js/zip.js';
import { FileReader } from './archive-file.ts';
import type { TaskFolder } from './task-folder.ts';

interface PreviewParams {
  readonly path: string;
  readonly file: string;
}

const previewName = /(?:^|\/)QuickLook\/Preview\.pdf$/i;

/** The PDF that programs of iWork put into their documents. */
export async function run(_folder: TaskFolder, params: PreviewParams): Promise<object> {
  const source = await open(params.path);
  const { size } = await source.stat();
  const archive = new ZipReader(new FileReader(source, size), { useWebWorkers: false });
  for await (const entry of archive.getEntriesGenerator()) {
    if (entry.directory || !previewName.test(entry.filename)) continue;
    await entry.getData(Writable.toWeb(createWriteStream(params.file)));
    await source.close();
    return {};
  }
  throw new Error('the document has no preview: it was stored without one');
}
