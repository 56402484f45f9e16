import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const ledger = readFileSync(join(root, 'docs/reference/contract-ledger.md'), 'utf8');

interface LedgerRow {
  readonly row: string;
  readonly proofs: readonly string[];
}

const rows: LedgerRow[] = ledger
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:Row|---)/.test(line))
  .map((line) => {
    const [row = '', proof = ''] = line.slice(2, -2).split(' | ');
    return { row, proofs: proof.split('; ').map((text) => text.trim()) };
  });

/** `test('…'`, `describe('…'`, and the same behind a table: `test.each([…])('…'`. */
const titles = /(?:\b(?:test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;

/** What is wrong with a proof, if anything. */
function brokenProof(proof: string): string | undefined {
  if (proof === 'not yet') return undefined;
  const [file = '', title = ''] = proof.split(' › ');
  if (title.trim() === '') return `${proof}: write "file › title"`;
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  const text = readFileSync(join(root, file), 'utf8');
  const isTitle = [...text.matchAll(titles)].some(([, , each]) => each?.includes(title.trim()));
  return isTitle ? undefined : `${file} has no test "${title.trim()}"`;
}

test('every row of the contract ledger names a test that exists, or says not yet', () => {
  expect(rows.length).toBeGreaterThan(60);
  const broken = rows.flatMap(({ row, proofs }) =>
    proofs.flatMap((proof) => {
      const problem = brokenProof(proof);
      return problem === undefined ? [] : [`${row}: ${problem}`];
    }),
  );
  expect(broken).toEqual([]);
});
