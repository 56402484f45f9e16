import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { findWithin } from '../support/bounded-query.ts';
import { engines } from '../support/engines.ts';
import { openQueryTree, type QueryTree } from '../support/query-tree.ts';

describe.each(engines)('the time limit of queries on %s', (engine) => {
  let tree: QueryTree;
  beforeAll(async () => {
    tree = await openQueryTree(engine);
    const parentId = tree.ids.get('open');
    if (!parentId) throw new Error('the tree has no open folder');
    const numbers = Array.from({ length: 3_000 }, (_unused, n) => n);
    await tree.database.write((handle) =>
      createDocument(tree.unit(handle, 'system'), {
        parentId,
        name: 'slow',
        type: 'Measure',
        properties: { 'm:numbers': numbers },
      }),
    );
  });
  afterAll(() => tree.close());

  function ask(where: string, timeLimitMs: number) {
    return findWithin(
      tree,
      timeLimitMs,
      `SELECT * FROM Measure WHERE ecm:isProxy = 0 AND ${where}`,
    );
  }

  test('a query that takes too long is stopped, and the store goes on', async () => {
    const never = [1, 2, 3].map((n) => `m:numbers/*${n} < m:numbers/*${(n % 3) + 1}`).join(' AND ');
    await expect(ask(never, 300)).rejects.toMatchObject({ code: 'store.timeout', status: 503 });
    const { documents } = await ask("ecm:name = 'slow' AND ecm:isVersion = 0", 10_000);
    expect(documents.map(({ name }) => name)).toEqual(['slow']);
    await tree.database.write(async (handle) => {
      await handle.run(handle.builder.deleteFrom('revoked_session').where('id', '=', 'none'));
    });
  });

  test('what is quick enough is answered as without a limit', async () => {
    const { total } = await ask('m:count > 0', 10_000);
    expect(total).toBeGreaterThan(0);
  });
});
