import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressible = /\.(?:css|js|json|mjs|svg|txt)$/;
/** Smaller files fit into one packet as they are. */
const compressedFrom = 1_024;

/** Writes compressed forms beside the files of a folder: the server compresses nothing. */
export async function writeCompressedForms(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names.filter((name) => compressible.test(name)).map((name) => compress(join(folder, name))),
  );
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < compressedFrom) return;
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
