import { expect, test } from 'vitest';
import { errorCatalogue } from '../../src/base/errors/catalogue.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const codes = Object.keys(errorCatalogue);
const files = sourceFiles('src', 'test').filter(({ path }) => !path.endsWith('/catalogue.ts'));

function unnamedIn(texts: readonly SourceFile[]): string[] {
  return codes.filter((code) => !texts.some(({ text }) => text.includes(`'${code}'`)));
}

test('every error code is thrown somewhere', () => {
  expect(unnamedIn(files.filter(({ path }) => !/^test\/|\.test\.ts$/.test(path)))).toEqual([]);
});

/** Such a test looks at the code of an error, or of its entry in the log, and not at the status only. */
test('every error code is expected by a test', () => {
  expect(unnamedIn(files.filter(({ path }) => path.endsWith('.test.ts')))).toEqual([]);
});
