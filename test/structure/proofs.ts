import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface ProvenRow {
  readonly row: string;
  readonly proofs: readonly string[];
}

const head = '| Row | Proof |';

/** The rows of the tables of a page that say `row | file › title; file › title`. */
export function provenRows(page: string): readonly ProvenRow[] {
  const blocks = readFileSync(join(root, page), 'utf8').split('\n\n');
  const tables = blocks.filter((block) => block.startsWith(head));
  return tables.flatMap((table) => {
    const [, , ...lines] = table.trim().split('\n');
    return lines.map((line) => {
      const [row = '', proof = ''] = line.slice(2, -2).split(' | ');
      return { row, proofs: proof.split('; ').map((text) => text.trim()) };
    });
  });
}

/** `test('…'`, `describe('…'`, and the same behind a table: `test.each([…])('…'`. */
const titles = /(?:\b(?:test|describe)|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;

/** What is wrong with a proof, if anything. */
function brokenProof(proof: string): string | undefined {
  const [file = '', title = ''] = proof.split(' › ');
  if (title.trim() === '') return `${proof}: write "file › title"`;
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  const text = readFileSync(join(root, file), 'utf8');
  const isTitle = [...text.matchAll(titles)].some(([, , each]) => each?.includes(title.trim()));
  return isTitle ? undefined : `${file} has no test "${title.trim()}"`;
}

/** Every proof of the rows that names no test. */
export function brokenProofs(rows: readonly ProvenRow[]): readonly string[] {
  return rows.flatMap(({ row, proofs }) =>
    proofs.flatMap((proof) => {
      const problem = brokenProof(proof);
      return problem === undefined ? [] : [`${row}: ${problem}`];
    }),
  );
}
