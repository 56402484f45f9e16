import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryLimits } from '../../src/repository/query/query-limits.ts';
import { queryRows } from '../../src/repository/query/query-rows.ts';
import { engines } from '../support/engines.ts';
import { openQueryTree, type QueryTree } from '../support/query-tree.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/reference/nxql.md'), 'utf8');
const blocks = [...page.matchAll(/```nxql\n([\s\S]*?)```/g)].map(([, block = '']) => block);
const examples = blocks.flatMap((block) => block.trim().split('\n'));

test('the page on queries has examples, and names the bounds', () => {
  expect(examples.length).toBeGreaterThan(25);
  const { lengthMax, conditionsMax, listLengthMax, depthMax, patternLengthMax } = queryLimits;
  for (const bound of [lengthMax, conditionsMax, listLengthMax, depthMax, patternLengthMax]) {
    expect(page).toContain(bound.toLocaleString('en'));
  }
  const { columnsMax, sortKeysMax } = queryLimits;
  expect(page).toContain(`| ${columnsMax}, ${sortKeysMax} |`);
  expect(page).toContain(`At most ${queryLimits.correlatedWildcardsMax} wildcards`);
});

describe.each(engines)('examples of the page on queries on %s', (engine) => {
  let tree: QueryTree;
  beforeAll(async () => {
    tree = await openQueryTree(engine);
  });
  afterAll(() => tree.close());

  test.each(examples)('%s', async (text) => {
    const query = parseQuery(text);
    const { rows } = await tree.database.read((handle) =>
      queryRows(tree.unit(handle, 'alice'), { query, offset: 0, limit: 10, countLimit: 100 }),
    );
    expect(rows.length).toBeLessThanOrEqual(10);
  });
});
