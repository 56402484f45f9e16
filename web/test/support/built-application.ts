import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildWeb } from '../../../build/web.ts';
import { skipReason } from './browser.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Builds the application before its tests where a source is newer than the last build; prints why where no test will run. */
export async function setup(): Promise<void> {
  if (skipReason !== undefined) {
    process.stdout.write(`${skipReason}\n`);
    return;
  }
  const built = await stat(join(root, 'dist/web/index.html')).catch(() => undefined);
  const sources = await newestChange([
    'web/src',
    'web/public',
    'web/playground',
    'client',
    'build',
  ]);
  const single = await Promise.all(
    ['web/index.html', 'web/vite.config.ts'].map((name) => stat(join(root, name))),
  );
  const newest = Math.max(sources, ...single.map(({ mtimeMs }) => mtimeMs));
  if (built && built.mtimeMs > newest) return;
  await buildAsShipped();
}

/** Not as for tests: libraries check much more then, and ask for everything twice. */
async function buildAsShipped(): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await buildWeb();
  } finally {
    process.env.NODE_ENV = before;
  }
}

async function newestChange(folders: readonly string[]): Promise<number> {
  const times = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
      const facts = await Promise.all(names.map((name) => stat(join(root, folder, name))));
      return Math.max(0, ...facts.map(({ mtimeMs }) => mtimeMs));
    }),
  );
  return Math.max(...times);
}
