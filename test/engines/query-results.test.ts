import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryDocuments } from '../../src/repository/query/query-documents.ts';
import { queryLimits } from '../../src/repository/query/query-limits.ts';
import { queryRows } from '../../src/repository/query/query-rows.ts';
import { scrollIds } from '../../src/repository/query/scroll-ids.ts';
import { foldCase } from '../../src/storage/fold-case.ts';
import { engines } from '../support/engines.ts';
import { openQueryTree, type QueryTree, treeNowMs } from '../support/query-tree.ts';

describe.each(engines)('results of queries on %s', (engine) => {
  let tree: QueryTree;
  let labels: ReadonlyMap<string, string>;
  beforeAll(async () => {
    tree = await openQueryTree(engine);
    labels = new Map([...tree.ids].map(([label, id]) => [id as string, label]));
  });
  afterAll(() => tree.close());

  const page = { offset: 0, limit: 500, countLimit: 1_000 };

  function documents(text: string, options: { who?: string } & Partial<typeof page> = {}) {
    const { who = 'system', ...paging } = options;
    const query = parseQuery(text);
    return tree.database.read((handle) =>
      queryDocuments(tree.unit(handle, who), { query, ...page, ...paging }),
    );
  }

  async function labelsOf(text: string, options?: Parameters<typeof documents>[1]) {
    return (await documents(text, options)).documents.map(({ id }) => labels.get(id));
  }

  function rows(text: string, options: { who?: string } & Partial<typeof page> = {}) {
    const { who = 'system', ...paging } = options;
    const query = parseQuery(text);
    return tree.database.read((handle) =>
      queryRows(tree.unit(handle, who), { query, ...page, ...paging }),
    );
  }

  const live = 'ecm:isVersion = 0 AND ecm:isProxy = 0';

  describe('columns', () => {
    test('values have the types of their properties, longs are exact', async () => {
      const { rows: found, columns } = await rows(
        `SELECT ecm:name AS name, m:count, m:ratio, m:done, dc:issued, ecm:isTrashed, ecm:path
         FROM Measure WHERE ecm:name = 'd3' AND ${live} ORDER BY ecm:name`,
      );
      expect(columns.map(({ type }) => type)).toEqual([
        ...['string', 'long', 'double', 'boolean', 'date', 'boolean', 'string'],
      ]);
      expect(found).toEqual([
        {
          name: 'd3',
          'm:count': 9_007_199_254_740_993n,
          'm:ratio': 1e20,
          'm:done': null,
          'dc:issued': treeNowMs - 3 * 86_400_000 - 3_600_000,
          'ecm:isTrashed': false,
          'ecm:path': '/default-domain/workspaces/open/deep/d3',
        },
      ]);
    });

    test('a wildcard makes a row for each item, and conditions may choose among them', async () => {
      const all = await rows(
        `SELECT ecm:name, m:parts/*1/name, m:parts/*1/size FROM Measure
         WHERE ecm:name = 'd9' AND ${live}`,
      );
      const some = await rows(
        `SELECT m:parts/*1/name FROM Measure
         WHERE ecm:name = 'd27' AND m:parts/*1/size > 2 AND ${live} ORDER BY m:parts/*1/size DESC`,
      );
      expect(all.rows.map((row) => row['m:parts/*1/name'])).toEqual(['a.txt']);
      expect(some.rows).toEqual([{ 'm:parts/*1/name': 'a.pdf' }, { 'm:parts/*1/name': 'b.txt' }]);
    });

    test('an empty list gives no row, and is not counted', async () => {
      const all = await rows(`SELECT dc:subjects/* FROM File WHERE ${live}`);
      expect(all.rows.length).toBeGreaterThan(1);
      expect(all.rows.filter((row) => row['dc:subjects/*'] === null)).toEqual([]);
      expect(all.total).toBe(all.rows.length);
      const none = await rows(
        `SELECT dc:subjects/* FROM File WHERE dc:subjects IS NULL AND ${live}`,
      );
      expect(none).toMatchObject({ rows: [], total: 0 });
    });

    test('DISTINCT leaves equal rows out, and sorts by what is selected', async () => {
      const { rows: found, total } = await rows(
        `SELECT DISTINCT dc:source FROM File WHERE ${live} ORDER BY dc:source DESC`,
      );
      expect(found.map((row) => row['dc:source'])).toEqual(['s3', 's2', 's1', 's0']);
      expect(total).toBe(4);
    });

    test('aggregates take what the caller may see', async () => {
      const text = `SELECT COUNT(ecm:uuid) AS n, MIN(m:count), MAX(m:count), SUM(m:level) AS s,
        AVG(m:level) AS a, MAX(dc:title) AS last, MIN(dc:issued) AS first FROM Measure WHERE ${live}`;
      const [all] = (await rows(text)).rows;
      const [some] = (await rows(text, { who: 'carol' })).rows;
      expect(all).toMatchObject({ 'MIN(m:count)': -5, 'MAX(m:count)': 9_007_199_254_740_993n });
      expect(all).toMatchObject({ last: '😀z', first: expect.any(Number) });
      expect(Number(some?.n)).toBeLessThan(Number(all?.n));
      expect(Number(all?.s) / Number(all?.n)).toBeCloseTo(Number(all?.a));
    });

    test('aggregates of nothing are zero or null', async () => {
      const text =
        "SELECT COUNT(ecm:uuid), SUM(m:level), MAX(dc:title) FROM File WHERE dc:title = '?'";
      const empty = [{ 'COUNT(ecm:uuid)': 0, 'SUM(m:level)': null, 'MAX(dc:title)': null }];
      expect((await rows(text)).rows).toEqual(empty);
      expect((await rows(`${text} AND 1 = 2`)).rows).toEqual(empty);
    });

    test('an alias named as a property of objects is a column like any other', async () => {
      const { rows: found } = await rows(
        "SELECT ecm:name AS __proto__ FROM File WHERE ecm:name = 'd3'",
      );
      expect(Object.keys(found[0] ?? {})).toEqual(['__proto__']);
    });

    test('as documents, the first column names them, and hidden ones stay hidden', async () => {
      const text = 'SELECT ecm:proxyTargetId FROM Document WHERE ecm:isProxy = 1 ORDER BY ecm:name';
      const targets = ['d15@1', 'd2@1', 'd20', 'd26', 'd3', 'd8@1'];
      expect(await labelsOf(text)).toEqual(targets);
      expect(await labelsOf(text, { who: 'carol' })).toEqual(['d3', 'd8@1']);
    });
  });

  describe('order', () => {
    test('nulls come last in ascending and first in descending order', async () => {
      const text = `SELECT * FROM Measure WHERE ecm:name LIKE 'd_' AND ${live} ORDER BY m:ratio`;
      const ascending = await labelsOf(`${text}, ecm:name`);
      const descending = await labelsOf(`${text} DESC, ecm:name DESC`);
      expect(descending).toEqual(ascending.toReversed());
      expect(ascending).toEqual(['d8', 'd5', 'd3', 'd9', 'd2']);
    });

    test('text is sorted by its bytes, whatever the language', async () => {
      const { rows: found } = await rows(
        'SELECT DISTINCT dc:description FROM Document ORDER BY dc:description',
      );
      const texts = found.map((row) => row['dc:description']).filter((text) => text !== null);
      const bytes = (text: unknown) => Buffer.from(String(text));
      expect(texts).toEqual(texts.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))));
      expect(found.at(-1)).toEqual({ 'dc:description': null });
    });

    test('documents can be sorted by their path and by several keys', async () => {
      const sorted = await documents(`SELECT * FROM Document WHERE ${live} ORDER BY ecm:path DESC`);
      const paths = sorted.documents.map(({ path }) => path ?? '');
      expect(paths).toEqual(paths.toSorted().toReversed());
      const several = await documents(
        `SELECT * FROM File WHERE ${live} ORDER BY dc:source DESC, ecm:name`,
      );
      const keys = several.documents.map((d) => [String(d.properties['dc:source']), d.name]);
      expect(keys).toEqual(
        keys.toSorted(([a = '', b = ''], [c = '', d = '']) =>
          a === c ? (b < d ? -1 : 1) : a < c ? 1 : -1,
        ),
      );
    });

    test.each([
      '',
      'ORDER BY dc:created DESC',
      'ORDER BY dc:title',
      'ORDER BY dc:modified, dc:nature',
    ])('pages %s put together are all of them, each once', async (order) => {
      for (const who of ['system', 'alice']) {
        const text = `SELECT * FROM Document ${order}`;
        const all = await labelsOf(text, { who });
        const pages: (string | undefined)[] = [];
        for (let offset = 0; offset < all.length; offset += 7) {
          pages.push(...(await labelsOf(text, { who, offset, limit: 7 })));
        }
        expect(pages).toEqual(all);
        expect(new Set(all).size).toBe(all.length);
      }
    });
  });

  describe('totals', () => {
    test('are counted up to the limit, and not at all without one', async () => {
      const text = `SELECT * FROM Measure WHERE ${live}`;
      const { total } = await documents(text);
      const short = { limit: 3 };
      expect((await documents(text, short)).total).toBe(total);
      expect((await documents(text, { ...short, countLimit: total })).total).toBe(total);
      expect((await documents(text, { ...short, countLimit: total - 1 })).total).toBe(-2);
      expect((await documents(text, { ...short, countLimit: 0 })).total).toBe(-1);
      expect((await documents(text, { limit: 500, countLimit: 0 })).total).toBe(total);
      expect(await documents(text, { offset: 1_000 })).toMatchObject({ documents: [], total });
      expect((await documents(text, { limit: 0 })).total).toBe(total);
      expect((await rows(`SELECT dc:title FROM Measure WHERE ${live}`, short)).total).toBe(total);
    });
  });

  test('a scroll gives all ids of what the caller may see, each once', async () => {
    const query = parseQuery('SELECT * FROM Document ORDER BY dc:title');
    const found: DocumentId[] = [];
    for (let after: DocumentId | undefined; ; after = found.at(-1)) {
      const ids = await tree.database.read((handle) =>
        scrollIds(tree.unit(handle, 'alice'), { query, after, limit: 9 }),
      );
      found.push(...ids);
      if (ids.length < 9) break;
    }
    const expected = await documents('SELECT * FROM Document', { who: 'alice' });
    expect([...found].sort()).toEqual(expected.documents.map(({ id }) => id).sort());
    expect(found).toEqual([...found].sort());
  });

  test('a page costs a constant number of statements', async () => {
    const costs: number[] = [];
    for (const limit of [1, 50]) {
      const meter = { queries: 0 };
      const query = parseQuery('SELECT * FROM Document ORDER BY dc:title');
      await tree.database.read(
        (handle) => queryDocuments(tree.unit(handle, 'system'), { query, ...page, limit }),
        meter,
      );
      costs.push(meter.queries);
    }
    expect(costs[1]).toBeLessThanOrEqual(5);
  });

  describe('a query that cannot be run is refused with its place', () => {
    test.each([
      ['SELECT * FROM Nope', 'Unknown type: Nope'],
      ['SELECT * FROM File WHERE nope = 1', 'No such property: nope'],
      ['SELECT * FROM File WHERE m:done = true', 'No such property: true'],
      ["SELECT * FROM File WHERE title = 'x'", 'No such property: title'],
      ["SELECT * FROM File WHERE dublincore:title = 'x'", 'No such property: dublincore:title'],
      ['SELECT * FROM File WHERE ecm:score > 1', 'No such property: ecm:score'],
      ["SELECT * FROM File WHERE dc:title/x = 'y'", 'No such property: dc:title/x'],
      ["SELECT * FROM File WHERE ecm:acl/*1/nope = 'x'", 'No such property: ecm:acl/*1/nope'],
      ["SELECT * FROM File WHERE m:parts/0/nope = 'x'", 'No such property: m:parts/0/nope'],
      ['SELECT * FROM File WHERE dc:title = 1', 'a integer at offset 36 does not compare'],
      ["SELECT * FROM File WHERE dc:created > 'x'", "the string 'x' at offset"],
      ["SELECT * FROM File WHERE m:count = 'x'", 'does not compare with a long'],
      ['SELECT * FROM File WHERE dc:title = dc:created', 'does not compare with a string'],
      ['SELECT * FROM File WHERE m:done = 2', 'Boolean expressions require literal 0 or 1'],
      ['SELECT * FROM File WHERE m:done IN (0, 1)', 'm:done requires = or <>'],
      ['SELECT * FROM File WHERE m:done > 0', 'm:done requires = or <>'],
      ["SELECT * FROM File WHERE dc:subjects > 'a'", 'Can only use collection dc:subjects with'],
      ['SELECT * FROM File ORDER BY dc:subjects', 'Cannot use collection dc:subjects in ORDER BY'],
      ['SELECT * FROM File ORDER BY dc:subjects/*', 'cannot use wildcard indexes'],
      ['SELECT * FROM File ORDER BY ecm:mixinType', 'Cannot order by column: ecm:mixinType'],
      ['SELECT ecm:isProxy FROM File', 'Cannot select on column: ecm:isProxy'],
      ['SELECT dc:subjects FROM File', 'use dc:subjects/*'],
      ["SELECT 'x' FROM File", 'Cannot select on column'],
      ['SELECT dc:title, COUNT(ecm:uuid) FROM File', 'no GROUP BY'],
      ['SELECT SUM(dc:title) FROM File', 'SUM needs a number'],
      [
        'SELECT DISTINCT dc:title FROM File ORDER BY dc:nature',
        'For SELECT DISTINCT the ORDER BY columns must be in the SELECT list, missing: [dc:nature]',
      ],
      ['SELECT * FROM File WHERE ecm:isProxy = 2', 'ecm:isProxy requires literal 0 or 1'],
      ["SELECT * FROM File WHERE ecm:path > '/'", 'ecm:path requires = or <> operator'],
      ['SELECT * FROM File WHERE ecm:path = 1', 'ecm:path requires literal path'],
      ["SELECT * FROM File WHERE dc:created > NOW('7 days')", 'Invalid period: 7 days'],
      ["SELECT * FROM File WHERE DATE(dc:title) = DATE '2024-01-01'", 'Cannot cast to DATE'],
      [
        "SELECT * FROM File WHERE DATE(dc:created) = TIMESTAMP '2024-01-01T00:00:00Z'",
        'DATE() cast must be used with DATE literal, not TIMESTAMP',
      ],
      ["SELECT * FROM File WHERE LOWER(dc:title) = 'x'", 'Unknown function: LOWER'],
      ['SELECT * FROM File WHERE file:content = 1', 'has parts'],
      [`SELECT * FROM File WHERE dc:title LIKE '${'x'.repeat(4_001)}'`, 'a pattern has at most'],
      ["SELECT * FROM File WHERE m:count LIKE '1%'", 'is no string'],
    ])('%s', async (text, message) => {
      await expect(async () => rows(text)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(message),
      });
    });

    test('wildcards that all depend on each other are few', async () => {
      const { correlatedWildcardsMax: max } = queryLimits;
      const tied = (count: number) =>
        Array.from({ length: count - 1 }, (_u, n) => `m:numbers/*${n} = m:numbers/*${n + 1}`);
      const text = (count: number) => `SELECT * FROM Document WHERE ${tied(count).join(' AND ')}`;
      await documents(text(max));
      await expect(documents(text(max + 3))).rejects.toMatchObject({ status: 400 });
    });
  });

  test('large queries are answered', async () => {
    const ids = Array.from({ length: 5_000 }, (_unused, n) => `'x${n}'`).join(',');
    const id = tree.ids.get('d3');
    expect(await labelsOf(`SELECT * FROM Document WHERE ecm:uuid IN (${ids}, '${id}')`)).toEqual([
      'd3',
    ]);
    const some = Array.from({ length: queryLimits.conditionsMax }, (_u, n) =>
      n % 2 === 0 ? `dc:title = 'x${n}'` : `dc:subjects IN ('x${n}', 'y')`,
    );
    expect(await labelsOf(`SELECT * FROM Document WHERE ${some.join(' OR ')}`)).toEqual([]);
    const pattern = '%a'.repeat(1_900);
    expect(await labelsOf(`SELECT * FROM Document WHERE dc:title LIKE '${pattern}'`)).toEqual([]);
    expect(await labelsOf(`SELECT * FROM Document WHERE dc:title ILIKE '${pattern}'`)).toEqual([]);
  }, 120_000);
});

test('letters are folded as PostgreSQL folds them', async () => {
  const tree = await openQueryTree('postgres');
  try {
    const letters = Array.from({ length: 0x2000 }, (_unused, n) =>
      String.fromCodePoint(n + 1),
    ).join('');
    const { sql } = await import('kysely');
    const text = sql<{
      folded: string;
    }>`select cartulary_fold(${letters}) as folded`;
    const row = await tree.database.read((handle) =>
      handle.first<{ folded: string }>({ compile: () => text.compile(handle.builder) }),
    );
    expect(foldCase(letters)).toBe(row?.folded);
  } finally {
    await tree.close();
  }
});
