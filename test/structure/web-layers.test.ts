import { expect, test } from 'vitest';
import { oversizedFunctions } from './function-sizes.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** Folders of web/src; each may import those below it and none above. */
const layers = [
  'start',
  'app',
  'screens',
  'shell',
  'actions',
  'grid',
  'uploads',
  'previews',
  'forms',
  'ui',
  'session',
  'api',
  'documents',
  'i18n',
];

const files = sourceFiles('web/src').filter(({ path }) => !path.endsWith('.test.ts'));

function layerOf(path: string): string {
  return path.split('/')[2] ?? '';
}

function wrongImports({ path, imports }: SourceFile): string[] {
  const place = layers.indexOf(layerOf(path));
  return imports
    .filter((other) => other.startsWith('web/src/') && !/\.css$/.test(other))
    .filter((other) => layerOf(other) !== 'styles' && layers.indexOf(layerOf(other)) < place)
    .map((other) => `${path} imports ${other}`);
}

test('every folder of the web application has its place, and imports only what is below it', () => {
  const unknown = files.filter(({ path }) => ![...layers, 'styles'].includes(layerOf(path)));
  expect(unknown.map(({ path }) => path)).toEqual([]);
  // Types of documents and of messages are those of the API and of the catalogue.
  const typesOnly = /^web\/src\/documents\/[^ ]+ imports web\/src\/api\/types\.ts$/;
  expect(files.flatMap(wrongImports).filter((each) => !typesOnly.test(each))).toEqual([]);
});

test('components of React Aria are wrapped in ui/, and requests are sent by api/, session/ and uploads/', () => {
  const aria = files.filter(
    ({ path, text }) =>
      text.includes("from 'react-aria-components'") &&
      !/^web\/src\/(?:ui|i18n)\/|^web\/src\/app\/app\.tsx$/.test(path),
  );
  const requests = files.filter(
    ({ path, text }) =>
      /\bfetch\(|new XMLHttpRequest/.test(text) &&
      !/^web\/src\/(?:api|session|uploads)\//.test(path),
  );
  expect([...aria, ...requests].map(({ path }) => path)).toEqual([]);
});

test('files have at most 400 lines, functions at most 60', () => {
  const long = files.filter(({ text }) => text.split('\n').length - 1 > 400);
  expect(long.map(({ path }) => path)).toEqual([]);
  expect(files.flatMap((file) => oversizedFunctions(file, 60))).toEqual([]);
});

test('files are named in kebab-case', () => {
  const bad = files.filter(({ path }) => !/\/[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d)?\.tsx?$/.test(path));
  expect(bad.map(({ path }) => path)).toEqual([]);
});
