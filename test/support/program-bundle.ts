import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleProgram } from '../../build/bundle-program.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * The program as it is published, for tests that start it as a process, which takes half the time that it does from
 * sources. Returns the file to run.
 */
export async function publishProgram(folder: string): Promise<string> {
  for (const name of ['package.json', 'bin']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await linkPackages(join(folder, 'node_modules'));
  await bundleProgram(join(folder, 'dist'));
  return join(folder, 'dist/main.js');
}

/** Each of them: the folder itself also gets the cache of compiled code, which is of no use to others. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(folder);
  const packages = join(root, 'node_modules');
  const names = (await readdir(packages)).filter((name) => !name.startsWith('.'));
  await Promise.all(names.map((name) => symlink(join(packages, name), join(folder, name))));
}
