import { globSync, readFileSync } from 'node:fs';
import { posix, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const sources = resolve(import.meta.dirname, '../src');

/** The program, and what it starts as a thread or a process of its own: these are found by their places. */
const entries = [
  'main.ts',
  'cli/importing/intake-thread-program.ts',
  'content/text-extraction/{extraction-program,process-guard}.ts',
  'conversion/programs/{picture-program,task-program,memory-guard}.ts',
  'repository/fulltext/word-thread-program.ts',
  'storage/sqlite/*-thread-program.ts',
];

/** Of several hundred files together, with what they depend on. All other packages are loaded as they are. */
const bundledPackages = withDependencies([
  '@opentelemetry/api',
  'commander',
  'croner',
  'fastify',
  'htmlparser2',
  'kysely',
  'lru-cache',
  'mime',
  'prom-client',
  'zod',
]);

/**
 * Writes the program as few files with their source maps: finding and linking a thousand modules takes half the
 * time of a start. Entries keep their places below `output`. Names are kept, for the stacks of errors.
 */
export async function bundleProgram(output: string): Promise<void> {
  const bundle = await rolldown({
    input: entryPoints(),
    platform: 'node',
    logLevel: 'warn',
    experimental: { nativeMagicString: true },
    external: (id) => !isBundled(id),
    plugins: [placesOfModules()],
  });
  try {
    await bundle.write({
      dir: output,
      format: 'esm',
      sourcemap: true,
      comments: false,
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      entryFileNames: '[name].js',
      chunkFileNames: 'parts/[name]-[hash].js',
    });
  } finally {
    await bundle.close();
  }
}

function entryPoints(): Record<string, string> {
  const paths = globSync(entries, { cwd: sources });
  return Object.fromEntries(
    paths.map((path) => [path.replace(/\.ts$/, ''), resolve(sources, path)]),
  );
}

/** But for the packages of `pino`, which finds its threads by the places of its files. */
function withDependencies(roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || name === 'pino') return;
    found.add(name);
    const path = resolve(import.meta.dirname, '../node_modules', name, 'package.json');
    const { dependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as Package;
    for (const dependency of Object.keys(dependencies)) visit(dependency);
  };
  for (const root of roots) visit(root);
  return found;
}

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
}

function isBundled(id: string): boolean {
  if (id.startsWith('.') || id.startsWith('/')) return true;
  const [scope = '', name = ''] = id.split('/');
  return bundledPackages.has(scope.startsWith('@') ? `${scope}/${name}` : scope);
}

const placeName = '__placeOfModule';

/** Modules find files beside them by `import.meta.url`, which would be the place of the part that they are in. */
function placesOfModules(): Plugin {
  return {
    name: 'places of modules',
    transform(code, id, parsed) {
      if (!id.startsWith(sources) || !code.includes('import.meta.url')) return null;
      const { magicString: changed, ast } = parsed;
      if (!changed || !ast) throw new Error('the bundler does not give what it has parsed');
      const place = relative(sources, id).replace(/\.ts$/, '.js');
      for (const { start, end } of urlsOfModule(ast)) {
        changed.overwrite(start, end, `${placeName}("${place}")`);
      }
      return { code: changed };
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = inAscii(chunk.code);
      }
    },
    renderChunk(code, { fileName }, _options, { magicString: changed }) {
      if (!changed) throw new Error('the bundler does not give what it has rendered');
      const pattern = new RegExp(`${placeName}\\("([^"]+)"\\)`, 'g');
      for (const { 0: call, 1: place = '', index } of code.matchAll(pattern)) {
        const path = posix.relative(posix.dirname(fileName), place);
        const fromHere = path.startsWith('.') ? path : `./${path}`;
        changed.overwrite(
          index,
          index + call.length,
          `new URL("${fromHere}", import.meta.url).href`,
        );
      }
      return { code: changed };
    },
  };
}

/** V8 keeps the text of a file with one other character as two bytes for each, for as long as the program runs. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where `import.meta.url` stands in the code, and not in a text. */
function urlsOfModule(ast: object): Range[] {
  const found: Range[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (isUrlOfModule(node)) found.push(node);
    else for (const child of Object.values(node)) visit(child);
  };
  visit(ast);
  return found;
}

function isUrlOfModule(node: object): node is Range {
  const { type, object, property } = node as {
    readonly type?: string;
    readonly object?: { readonly type?: string };
    readonly property?: { readonly name?: string };
  };
  return type === 'MemberExpression' && object?.type === 'MetaProperty' && property?.name === 'url';
}
