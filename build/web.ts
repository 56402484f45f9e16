import { join, resolve } from 'node:path';
import { build } from 'vite';
import { writeCompressedForms } from './compressed-forms.ts';
import { buildPlayground } from './playground.ts';

const root = resolve(import.meta.dirname, '..');

/** Builds what browsers load: the web application, and the playground of the API. */
export async function buildWeb(): Promise<void> {
  await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  await writeCompressedForms(join(root, 'dist/web'));
  await buildPlayground(join(root, 'dist/playground'));
}

if (import.meta.main) await buildWeb();
