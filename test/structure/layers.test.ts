import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** Folder of src/ → the folders it may import besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  base: [],
  config: ['base'],
  model: ['base'],
  storage: ['base', 'model', 'config'],
  blobs: ['base', 'model', 'config'],
  content: ['base', 'model', 'blobs'],
  conversion: ['base', 'model', 'content'],
  repository: ['base', 'model', 'storage', 'blobs', 'content'],
  mail: ['base', 'model'],
  jobs: ['base', 'model', 'storage', 'blobs', 'content', 'conversion', 'repository', 'mail'],
  entities: ['base', 'model'],
  enrichers: ['base', 'model', 'storage', 'repository', 'content', 'conversion', 'entities'],
  archives: [
    'base',
    'model',
    'storage',
    'blobs',
    'content',
    'conversion',
    'repository',
    'entities',
  ],
  expressions: ['base'],
  automation: [
    'base',
    'model',
    'storage',
    'blobs',
    'repository',
    'entities',
    'jobs',
    'expressions',
    'conversion',
  ],
  bulk: [
    'base',
    'model',
    'storage',
    'blobs',
    'content',
    'repository',
    'entities',
    'jobs',
    'automation',
    'workflow',
    'conversion',
  ],
  workflow: ['base', 'model', 'storage', 'repository', 'entities', 'jobs', 'automation'],
  operations: [
    'base',
    'model',
    'storage',
    'blobs',
    'content',
    'repository',
    'archives',
    'automation',
    'bulk',
    'workflow',
    'conversion',
  ],
  authentication: ['base', 'config', 'model', 'storage', 'repository'],
  cluster: ['base', 'config', 'storage', 'repository'],
  http: [
    'base',
    'config',
    'model',
    'storage',
    'blobs',
    'content',
    'repository',
    'entities',
    'enrichers',
    'archives',
    'automation',
    'workflow',
    'bulk',
    'jobs',
    'mail',
    'authentication',
    'conversion',
  ],
};

/** Folder of src/repository/ → the folders of it that it may import besides itself. */
const repositoryMayImport: Readonly<Record<string, readonly string[]>> = {
  sql: [],
  unit: ['sql'],
  audit: ['sql', 'unit'],
  principals: ['audit', 'sql', 'unit'],
  copies: ['principals', 'unit'],
  credentials: ['audit', 'principals', 'unit'],
  rates: [],
  access: ['principals', 'sql', 'unit'],
  documents: ['access', 'sql', 'unit'],
  attachments: ['documents', 'sql', 'unit'],
  fulltext: ['access', 'sql', 'unit'],
  mail: ['unit'],
  renditions: ['unit'],
  changes: ['access', 'audit', 'directories', 'fulltext', 'mail', 'renditions', 'sql', 'unit'],
  versions: ['access', 'audit', 'changes', 'documents', 'unit'],
  editing: [
    'access',
    'attachments',
    'audit',
    'changes',
    'credentials',
    'documents',
    'mail',
    'principals',
    'sql',
    'unit',
    'versions',
  ],
  media: ['audit', 'changes', 'documents', 'renditions', 'unit'],
  query: ['access', 'documents', 'fulltext', 'sql', 'unit'],
  collections: ['access', 'changes', 'documents', 'editing', 'personal', 'sql', 'unit'],
  comments: ['access', 'audit', 'changes', 'documents', 'editing', 'notifications', 'unit'],
  drive: ['access', 'audit', 'documents', 'sql', 'unit'],
  workflow: [
    'access',
    'audit',
    'changes',
    'documents',
    'editing',
    'mail',
    'principals',
    'sql',
    'unit',
  ],
  tags: ['access', 'changes', 'documents', 'query', 'sql', 'unit'],
  notifications: ['access', 'documents', 'mail', 'personal', 'principals', 'sql', 'unit'],
  registrations: ['access', 'audit', 'mail', 'principals', 'unit'],
  directories: ['access', 'documents', 'principals', 'sql', 'unit'],
  personal: ['access', 'documents', 'editing', 'principals', 'unit'],
  search: [
    'access',
    'documents',
    'editing',
    'fulltext',
    'principals',
    'query',
    'sql',
    'unit',
    'workflow',
  ],
  integrity: ['access', 'changes', 'fulltext', 'sql', 'unit'],
};

/** Only these files know the engines. */
const concreteEngines = /^src\/(?:storage\/(?:sqlite|postgres)\/|blobs\/(?:file-|s3\/))/;

/** Files at the top of src/ and the command line put everything together. */
function layerOf(path: string): string | undefined {
  const folder = path.split('/')[1];
  return folder !== undefined && folder in mayImport ? folder : undefined;
}

const files = sourceFiles('src').filter((file) => !file.path.endsWith('.test.ts'));

function forbiddenImports(file: SourceFile): string[] {
  const layer = layerOf(file.path);
  if (layer === undefined) return [];
  const allowed = new Set([layer, ...(mayImport[layer] ?? [])]);
  return file.imports
    .filter((target) => target.startsWith('src/'))
    .filter((target) => !allowed.has(target.split('/')[1] ?? ''))
    .map((target) => `${file.path} → ${target}`);
}

test('every folder imports only the layers below it', () => {
  expect(files.flatMap(forbiddenImports)).toEqual([]);
});

test('every folder of the repository imports only what its table names', () => {
  const offenders = files.flatMap(({ path, imports }) => {
    const folder = /^src\/repository\/([^/]+)\//.exec(path)?.[1];
    if (folder === undefined) return path.startsWith('src/repository/') ? [path] : [];
    const allowed = new Set([folder, ...(repositoryMayImport[folder] ?? [])]);
    return imports
      .filter((target) => target.startsWith('src/repository/'))
      .filter((target) => !allowed.has(target.split('/')[2] ?? ''))
      .map((target) => `${path} → ${target}`);
  });
  expect(offenders).toEqual([]);
});

test('the table of the repository has no circle', () => {
  const left = new Map(Object.entries(repositoryMayImport));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [folder, targets] of left) {
      if (!targets.some((target) => left.has(target))) left.delete(folder);
    }
  }
  expect([...left.keys()]).toEqual([]);
});

test('an operation imports no other operation, only what several share in operations/parts', () => {
  const offenders = files.flatMap(({ path, imports }) => {
    const category = /^src\/operations\/([^/]+)\//.exec(path)?.[1];
    if (category === undefined) return [];
    return imports
      .filter((target) => target.startsWith('src/operations/'))
      .filter((target) => !target.startsWith('src/operations/parts/'))
      .filter((target) => category === 'parts' || !target.endsWith('.json'))
      .map((target) => `${path} → ${target}`);
  });
  expect(offenders).toEqual([]);
});

test('concrete engines are named by their own folder, the opening of stores and the command line only', () => {
  const offenders = files.filter(
    (file) =>
      !/^src\/(?:open-blobs\.ts|open-database\.ts|cli\/|storage\/|blobs\/)/.test(file.path) &&
      file.imports.some((target) => concreteEngines.test(target)),
  );
  expect(offenders.map((file) => file.path)).toEqual([]);
});

test('the client imports nothing but its own files: it is used in browsers', () => {
  const client = sourceFiles('client/src');
  const outside = client.flatMap(({ path, imports }) =>
    imports
      .filter((target) => !target.startsWith('client/src/'))
      .map((target) => `${path} → ${target}`),
  );
  expect([client.length > 2, outside]).toEqual([true, []]);
});

test('there are no import cycles', () => {
  const graph = new Map(files.map((file) => [file.path, file.imports]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  expect(cycles).toEqual([]);
});

test('what opens a store imports nothing of the server, which commands would have to load', () => {
  const server = /^src\/(?:http|automation|bulk|operations|enrichers|entities)\//;
  const store = files.find(({ path }) => path === 'src/store.ts');
  expect(store?.imports.length).toBeGreaterThan(0);
  expect(store?.imports.filter((target) => server.test(target))).toEqual([]);
});
