import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '../..');
const sources = join(root, 'src');

/** Of several hundred files together. All other packages are loaded as they are. */
const bundledPackages: ReadonlySet<string> = new Set([
  '@opentelemetry/api',
  'commander',
  'croner',
  'fastify',
  'kysely',
  'lru-cache',
  'mime',
  'prom-client',
  'zod',
]);

/**
 * The program in a few files, for tests that start it as a process: finding and linking its thousand modules
 * takes longer than all that most of these processes do. Returns the file to run.
 */
export async function bundleProgram(folder: string): Promise<string> {
  const output = join(folder, 'program');
  await mkdir(output);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const bundle = await rolldown({
    input: { main: join(sources, 'main.ts') },
    platform: 'node',
    logLevel: 'silent',
    external: (id) => !isWithin(id),
    plugins: [placesOf(join(folder, 'cache'))],
  });
  try {
    await bundle.write({ dir: output, format: 'esm', entryFileNames: '[name].mjs' });
  } finally {
    await bundle.close();
  }
  return join(output, 'main.mjs');
}

function isWithin(id: string): boolean {
  if (id.startsWith('.') || id.startsWith('/')) return true;
  const [scope = '', name = ''] = id.split('/');
  return bundledPackages.has(scope.startsWith('@') ? `${scope}/${name}` : scope);
}

/** What modules find by their own place stays where it is, except the cache of compiled code. */
function placesOf(cacheFolder: string): Plugin {
  return {
    name: 'places',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta')) return null;
      const folder = id === join(sources, 'main.ts') ? join(cacheFolder, 'src') : dirname(id);
      return code
        .replaceAll('import.meta.dirname', JSON.stringify(folder))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
    },
  };
}
