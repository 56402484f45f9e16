import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '../../src/base/errors/app-error.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { findWithin } from '../support/bounded-query.ts';
import { engines } from '../support/engines.ts';
import { openQueryTree, type QueryTree } from '../support/query-tree.ts';

const length = 1_000_000;

describe.each(engines)('patterns and long texts on %s', (engine) => {
  let tree: QueryTree;
  beforeAll(async () => {
    tree = await openQueryTree(engine);
    const parentId = tree.ids.get('open');
    if (!parentId) throw new Error('the tree has no open folder');
    const properties = {
      'dc:source': `${'a'.repeat(length)}b😀c`,
      'dc:subjects': Array.from({ length: 30_000 }, () => 'a'.repeat(20)),
    };
    await tree.database.write((handle) =>
      createDocument(tree.unit(handle, 'system'), {
        parentId,
        name: 'long',
        type: 'File',
        properties,
      }),
    );
  });
  afterAll(() => tree.close());

  function ask(where: string, timeLimitMs = 20_000) {
    return findWithin(
      tree,
      timeLimitMs,
      `SELECT * FROM File WHERE ecm:isVersion = 0 AND (${where})`,
    );
  }

  test.each([
    ['a%b😀c', true],
    ['%ab_c', true],
    [`%${'a'.repeat(100)}b%`, true],
    [`%${'a'.repeat(100)}_😀%c`, true],
    [`%${'a'.repeat(100)}c%`, false],
    ['%ab__c', false],
  ])('%s', async (pattern, isFound) => {
    const names = async (condition: string) =>
      (await ask(condition)).documents.map(({ name }) => name);
    const found = isFound ? ['long'] : [];
    expect(await names(`dc:source LIKE '${pattern}'`)).toEqual(found);
    expect(await names(`dc:source ILIKE '${pattern.toUpperCase()}'`)).toEqual(found);
    const others = await names(`ecm:name = 'long' AND dc:source NOT LIKE '${pattern}'`);
    expect(others).toEqual(isFound ? [] : ['long']);
  });

  test('the beginning of a hierarchy ends at a slash', async () => {
    const found = async (prefix: string) =>
      (await ask(`ecm:name = 'long' AND dc:subjects STARTSWITH '${prefix}'`)).documents.length;
    expect(await found('a'.repeat(20))).toBe(1);
    expect(await found('a'.repeat(19))).toBe(0);
    expect(await found('')).toBe(0);
    expect(await found('a'.repeat(100_000))).toBe(0);
  });

  test('signs of regular expressions mean nothing', async () => {
    const signs = String.raw`a.b*c+d?e(f)g[h]i{j}k|l^m$n\\o-p/q:r,s#t&u~v<w>x "y" z`;
    const parentId = tree.ids.get('open');
    if (!parentId) throw new Error('the tree has no open folder');
    await tree.database.write((handle) =>
      createDocument(tree.unit(handle, 'system'), {
        parentId,
        name: 'signs',
        type: 'File',
        properties: { 'dc:source': `before${signs.replaceAll('\\\\', '\\')}\nafter` },
      }),
    );
    const found = async (pattern: string) =>
      (await ask(`dc:source LIKE '${pattern}'`)).documents.map(({ name }) => name);
    const quoted = signs.replaceAll('\\', '\\\\');
    expect(await found(`%${quoted}%`)).toEqual(['signs']);
    expect(await found(`%${quoted.replace('a.b', 'a_b')}_after`)).toEqual(['signs']);
    expect(await found(`%${quoted.replace('a.b', 'axb')}%`)).toEqual([]);
  });

  const half = 'a'.repeat(1_900);
  const each = (count: number, one: (n: number) => string) =>
    Array.from({ length: count }, (_unused, n) => one(n)).join(' OR ');

  test.each([
    ['a long text that is nearly there', each(60, (n) => `dc:source LIKE '%${half}${n}c%'`)],
    ['the like in capitals', each(60, (n) => `dc:source ILIKE '%${half}${n}c%'`)],
    ['unknown characters', each(60, (n) => `dc:source LIKE '%${'a_'.repeat(900)}${n}%'`)],
    ['words in their order', each(60, (n) => `ecm:fulltext.dc:source = '${half}${n}'`)],
    ['short texts many times', each(490, (n) => `dc:source LIKE '%aaaaaaaaaaaaaaa${n}_%'`)],
    ['beginnings many times', each(490, (n) => `dc:source STARTSWITH 'a${n}'`)],
    ['items of a long list', each(490, (n) => `dc:subjects LIKE '%aaaaaa${n}_%'`)],
  ])('%s are ended by the limit', async (_what, where) => {
    // Without it they take longer than a test may.
    await ask(where, 300).catch((error: unknown) => {
      // Or it was refused for what it would hold in memory.
      const { code, message } = error as AppError;
      const isRefused = code === 'request.invalid' && /too many conditions/.test(message);
      expect(isRefused ? 'store.timeout' : code).toBe('store.timeout');
    });
  });
});
