import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryDocuments } from '../../src/repository/query/query-documents.ts';
import { queryRows } from '../../src/repository/query/query-rows.ts';
import { engines } from '../support/engines.ts';
import { openQueryTree, type QueryTree } from '../support/query-tree.ts';

describe.each(engines)('full text in queries on %s', (engine) => {
  let tree: QueryTree;
  let labels: ReadonlyMap<string, string>;
  beforeAll(async () => {
    tree = await openQueryTree(engine);
    labels = new Map([...tree.ids].map(([label, id]) => [id as string, label]));
  });
  afterAll(() => tree.close());

  const page = { offset: 0, limit: 100, countLimit: 100 };

  async function found(where: string, { who = 'system', order = '' } = {}) {
    const query = parseQuery(`SELECT * FROM Document WHERE ${where} ${order}`);
    const { documents, total } = await tree.database.read((handle) =>
      queryDocuments(tree.unit(handle, who), { query, ...page }),
    );
    expect(total).toBe(documents.length);
    return documents.map(({ id }) => labels.get(id) ?? id);
  }

  test('words, phrases, exclusions and alternatives', async () => {
    const live = 'ecm:isVersion = 0';
    const all = await found(`ecm:fulltext = 'alpha' AND ${live}`);
    expect(all.length).toBeGreaterThan(0);
    const rest = await found(`ecm:fulltext LIKE '-alpha' AND ${live}`);
    expect(rest).toEqual([]);
    const without = await found(`ecm:fulltext = 'beta -alpha' AND ${live}`);
    expect(without.length).toBeGreaterThan(0);
    for (const label of without) expect(all).not.toContain(label);
    const either = await found(`ecm:fulltext = 'alpha OR beta' AND ${live}`);
    for (const label of all) expect(either).toContain(label);
    expect(await found(`ecm:fulltext = '"after d2"' AND ecm:isVersion = 0`)).toContain('d2');
  });

  test('an index of one property, and a property without one', async () => {
    expect(await found("ecm:fulltext_title = 'after' AND ecm:name = 'd2'")).toContain('d2');
    expect(await found("ecm:fulltext_description = 'after'")).toEqual([]);
    expect(await found("ecm:fulltext.dc:title = 'after' AND ecm:name = 'd2'")).toContain('d2');
    const nature = await found("ecm:fulltext.dc:nature = 'REP'");
    expect(nature.sort()).toEqual((await found("dc:nature ILIKE '%rep%'")).sort());
    const subject = await found("ecm:fulltext.dc:subjects = 'music jazz'");
    expect(subject.sort()).toEqual((await found("dc:subjects ILIKE '%music%jazz%'")).sort());
  });

  test('a proxy is found by the words of what it shows, and hidden documents are never found', async () => {
    const shown = "ecm:fulltext = 'changed' AND ecm:isProxy = 1";
    expect((await found(shown)).sort()).toEqual(['p:d26', 'p:d3']);
    const forAll = await found("ecm:fulltext = 'alpha'");
    const forCarol = await found("ecm:fulltext = 'alpha'", { who: 'carol' });
    const visible = await found('ecm:uuid IS NOT NULL', { who: 'carol' });
    expect(forCarol.length).toBeLessThan(forAll.length);
    expect(forCarol.sort()).toEqual(forAll.filter((label) => visible.includes(label)).sort());
  });

  test('best matches come first, unless another order is asked for', async () => {
    const where = "ecm:fulltext = 'alpha'";
    const sorted = await found(where);
    expect(await found(where, { order: 'ORDER BY ecm:fulltextScore DESC' })).toEqual(sorted);
    expect([...sorted].sort()).toEqual((await found(where, { order: 'ORDER BY ecm:name' })).sort());
    const query = parseQuery(
      `SELECT ecm:uuid, ecm:fulltextScore AS score FROM Document WHERE ${where} AND ecm:isProxy = 0`,
    );
    const { rows } = await tree.database.read((handle) =>
      queryRows(tree.unit(handle, 'system'), { query, ...page }),
    );
    const scores = rows.map(({ score }) => Number(score));
    expect(scores.length).toBeGreaterThan(2);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });

  test('alternatives and negations of searches are conditions like others', async () => {
    const [all, hits, other] = await Promise.all([
      found('ecm:isVersion = 0'),
      found("ecm:fulltext = 'alpha' AND ecm:isVersion = 0"),
      found("dc:nature = 'note' AND ecm:isVersion = 0"),
    ]);
    const either = await found(
      "(ecm:fulltext = 'alpha' OR dc:nature = 'note') AND ecm:isVersion = 0",
    );
    expect(either.sort()).toEqual([...new Set([...hits, ...other])].sort());
    const none = await found("NOT ecm:fulltext = 'alpha' AND ecm:isVersion = 0");
    expect(none.sort()).toEqual(all.filter((label) => !hits.includes(label)).sort());
    const both = await found("ecm:fulltext = 'alpha' AND ecm:fulltext_title = 'after'");
    expect(both.every((label) => hits.includes(label) || label.includes('@'))).toBe(true);
  });

  test.each([
    ["ecm:fulltext > 'a'", 'ecm:fulltext requires = or LIKE operator'],
    ["ecm:fulltext = '\"a'", 'Invalid fulltext query'],
    ["ecm:fulltext_nope = 'a'", 'No such fulltext index: nope'],
    ["ecm:fulltext.nope = 'a'", 'No such property: nope'],
    ["ecm:fulltext.m:count = 'a'", 'is no string'],
    ['ecm:fulltextScore > 1', 'can be selected and sorted by only'],
  ])('%s is refused', async (where, message) => {
    await expect(found(where)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
  });

  test('a score without a search is refused', async () => {
    await expect(
      found("dc:title = 'x'", { order: 'ORDER BY ecm:fulltextScore' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('without ecm:fulltext') });
  });
});
