import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const changes = 'src/repository/changes/';
/** Migrations change what earlier versions of the program have stored. */
const migrations = 'src/storage/migrations/';

/** As builders and as SQL text. */
const writes = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"](?:document|blob_reference)['"]/,
  /\b(?:insert\s+into|update|delete\s+from)\s+(?:document|blob_reference)\b(?=\s*(?:\(|set\b|where\b|as\b|from\b|values\b|$))/im,
];

test('documents and their references to blobs are written in repository/changes only', () => {
  const offenders = sourceFiles('src')
    .filter(({ path }) => !path.startsWith(changes) && !path.startsWith(migrations))
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .filter(({ text }) => writes.some((pattern) => pattern.test(text)));
  expect(offenders.map(({ path }) => path)).toEqual([]);
});

test('the search for such statements finds those that there are', () => {
  const found = sourceFiles(changes.slice(0, -1)).filter(({ text }) =>
    writes.some((pattern) => pattern.test(text)),
  );
  expect(found.length).toBeGreaterThan(5);
});
