import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '..');
const output = join(root, 'dist/web');
const compressible = /\.(?:css|js|json|mjs|svg|txt)$/;
/** Smaller files fit into one packet as they are. */
const compressedFrom = 1_024;

/** Builds the web application with compressed forms beside its files: the server compresses nothing. */
export async function buildWeb(): Promise<void> {
  const { NODE_ENV = 'production' } = process.env;
  // Where a test builds it, libraries would have their longer forms for development.
  process.env.NODE_ENV = 'production';
  await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  process.env.NODE_ENV = NODE_ENV;
  const names = await readdir(output, { recursive: true });
  await Promise.all(names.filter((name) => compressible.test(name)).map(compress));
}

async function compress(name: string): Promise<void> {
  const path = join(output, name);
  const content = await readFile(path);
  if (content.length < compressedFrom) return;
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

if (import.meta.main) await buildWeb();
