import { expect, test } from 'vitest';
import { brokenProofs, provenRows } from './proofs.ts';

test('every row of the contract ledger names a test that exists', () => {
  const rows = provenRows('docs/reference/contract-ledger.md');
  expect(rows.length).toBeGreaterThan(290);
  expect(brokenProofs(rows)).toEqual([]);
});
