import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryRows } from '../../src/repository/query/query-rows.ts';
import {
  type ComputedAggregate,
  computeAggregates,
} from '../../src/repository/search/aggregates.ts';
import { fillProvider } from '../../src/repository/search/build-query.ts';
import type { AggregateDefinition, PageProvider } from '../../src/repository/search/definition.ts';
import { defaultPageProviders } from '../../src/repository/search/page-providers.ts';
import { parseProvidersFile } from '../../src/repository/search/provider-file.ts';
import { emptyRequest } from '../../src/repository/search/provider-request.ts';
import type { SampleBounds } from '../../src/repository/search/sample.ts';
import {
  aggregatePool,
  expectedResult,
  isNear,
  type ValueRow,
} from '../support/aggregate-oracle.ts';
import { engines } from '../support/engines.ts';
import { openQueryTree, type QueryTree, treeNowMs, treeUsers } from '../support/query-tree.ts';
import { Random } from '../support/random.ts';

const random = new Random();

const conditions = [
  'ecm:isVersion = 0',
  'ecm:isProxy = 0',
  'm:count >= 0',
  "m:parts/*/name = 'a.txt'",
  "dc:subjects STARTSWITH 'art'",
  'dc:nature IS NOT NULL',
  "ecm:name LIKE 'd1%'",
];

describe.each(engines)(`aggregates on %s (seed ${random.seed})`, (engine) => {
  let tree: QueryTree;
  beforeAll(async () => {
    tree = await openQueryTree(engine);
    await addRandomDocuments(tree);
  });
  afterAll(() => tree.close());

  const compute = async (
    who: string,
    provider: PageProvider,
    selected: Readonly<Record<string, string>> = {},
    bounds?: SampleBounds,
  ): Promise<{ results: readonly ComputedAggregate[]; queries: number }> => {
    const named = new Map(Object.entries(selected));
    const meter = { queries: 0 };
    const results = await tree.database.read(
      (handle) => {
        const unit = tree.unit(handle, who);
        const filled = fillProvider(unit, provider, { ...emptyRequest, named });
        return computeAggregates(unit, filled, { bounds });
      },
      meter,
      // With one, SQLite looks at the clock on the way.
      random.pick([undefined, { timeLimitMs: 60_000 }]),
    );
    return { results, queries: meter.queries };
  };

  const select = async (who: string, provider: PageProvider, column?: string) => {
    const where = provider.where.map((each) => `(${each})`).join(' AND ');
    const columns = column === undefined ? 'ecm:uuid' : `ecm:uuid, ${column}`;
    const text = `SELECT ${columns} FROM Document${where && ` WHERE ${where}`}`;
    const query = parseQuery(text);
    const { rows } = await tree.database.read((handle) =>
      queryRows(tree.unit(handle, who), { query, offset: 0, limit: 10_000, countLimit: 0 }),
    );
    return rows.map((row) => ({
      id: String(row['ecm:uuid']),
      value: column === undefined ? null : (row[column] ?? null),
    }));
  };

  /** By user and conditions: no test changes the tree. */
  const knownDocuments = new Map<string, Promise<readonly ValueRow[]>>();
  const documentsOf = (who: string, provider: PageProvider): Promise<readonly ValueRow[]> => {
    const key = JSON.stringify([who, provider.where]);
    const documents = knownDocuments.get(key) ?? select(who, provider);
    knownDocuments.set(key, documents);
    return documents;
  };

  const rowsOf = async (
    who: string,
    provider: PageProvider,
    column: string,
  ): Promise<readonly ValueRow[]> => {
    const rows = await select(who, provider, column);
    // A document whose list is empty has no row, and is missing all the same.
    const found = new Set(rows.map(({ id }) => id));
    const documents = await documentsOf(who, provider);
    return [...rows, ...documents.filter(({ id }) => !found.has(id))];
  };

  test('agree with a count of the rows, whatever the conditions and the user', async () => {
    for (let round = 0; round < 12; round += 1) {
      const where = conditions.filter(() => random.below(4) === 0);
      const who = random.pick(treeUsers);
      const provider = providerOf({ where, aggregates: aggregatePool });
      const { results } = await compute(who, provider);
      expect(results).toHaveLength(aggregatePool.length);
      for (const [at, { column }] of aggregatePool.entries()) {
        const rows = await rowsOf(who, provider, column);
        const result = results[at] as ComputedAggregate;
        const expected = expectedResult(result.definition, rows);
        expect
          .soft(shown(result, expected), `${who}: ${where}: ${result.definition.id}`)
          .toEqual(expected);
      }
    }
  });

  test('are the same whether they share a scan or have one of their own', async () => {
    for (let round = 0; round < 8; round += 1) {
      const where = conditions.filter(() => random.below(4) === 0);
      const aggregates = aggregatePool.filter(() => random.below(3) === 0);
      const who = random.pick(treeUsers);
      const { results: shared } = await compute(who, providerOf({ where, aggregates }));
      for (const [at, aggregate] of aggregates.entries()) {
        const { results } = await compute(who, providerOf({ where, aggregates: [aggregate] }));
        expect.soft(shared[at], `${who}: ${where}`).toEqual(results[0]);
      }
    }
  });

  test('of which nothing is selected cost one statement together', async () => {
    const provider = defaultPageProviders().find(({ name }) => name === 'default_search');
    if (!provider) throw new Error('there is no default search');
    expect(provider.aggregates).toHaveLength(6);
    const natures = { dc_nature_agg: '["note"]' };
    const both = { ...natures, dc_subjects_agg: '["art"]' };
    const counts = async (who: string) => [
      (await compute(who, provider)).queries,
      (await compute(who, provider, natures)).queries,
      (await compute(who, provider, both)).queries,
    ];
    // With one for the number of documents.
    expect(await counts('system')).toEqual([2, 3, 4]);
    // And one for what they may see.
    expect(await counts('bob')).toEqual([3, 4, 5]);
  });

  test('share what one statement can hold where conditions are many', async () => {
    const names = Array.from({ length: 100 }, (_unused, at) => `m:parts/*/name = '${at}.txt'`);
    const where = [[...names, "dc:nature = 'note'"].join(' OR ')];
    const provider = providerOf({ where, aggregates: aggregatePool.slice(0, 8) });
    const { results } = await compute('system', provider);
    const rows = await rowsOf('system', provider, 'dc:subjects/*');
    const subjects = results[1] as ComputedAggregate;
    const expected = expectedResult(subjects.definition, rows);
    expect(shown(subjects, expected)).toEqual(expected);
    expect(subjects.buckets.length).toBeGreaterThan(0);
  });

  test('are as many as a provider may have, with as many ranges', async () => {
    const ranges = Array.from({ length: 100 }, (_unused, at) => ({ key: `r${at}`, from: at }));
    const many = Array.from({ length: 100 }, (_unused, at) => ({
      id: `a${at}`,
      type: 'range' as const,
      field: 'm:numbers',
      column: 'm:numbers/*',
      ranges: at === 0 ? ranges : ranges.slice(0, 2),
    }));
    const { results } = await compute('system', providerOf({ where: [], aggregates: many }));
    expect(results).toHaveLength(100);
    expect(results[0]?.buckets).toHaveLength(100);
    expect(results[99]?.buckets).toEqual(results[0]?.buckets.slice(0, 2));
    const [first] = many;
    const tooMany = first ? [...many, { ...first, id: 'more' }] : [];
    expect(() => providerOf({ where: [], aggregates: tooMany })).toThrow(/aggregates/);
    const more = { ...first, ranges: [...ranges, { key: 'more' }] } as (typeof many)[number];
    expect(() => providerOf({ where: [], aggregates: [more] })).toThrow(/ranges/);
  });

  test('leave out what is selected of themselves only', async () => {
    const provider = providerOf({ where: ['ecm:isProxy = 0'], aggregates: aggregatePool });
    const { results } = await compute('bob', provider, { dc_nature_agg: '["note"]' });
    const narrowed = providerOf({
      where: ['ecm:isProxy = 0', "dc:nature = 'note'"],
      aggregates: [],
    });
    for (const [at, { column }] of aggregatePool.entries()) {
      const result = results[at] as ComputedAggregate;
      const isOwn = result.definition.id === 'natures';
      const rows = await rowsOf('bob', isOwn ? provider : narrowed, column);
      const expected = expectedResult(result.definition, rows);
      expect.soft(shown(result, expected), result.definition.id).toEqual(expected);
    }
  });

  test('of more matches than are all counted are estimates from a sample that says so', async () => {
    const provider = providerOf({ where: [], aggregates: aggregatePool });
    const { results: exact } = await compute('system', provider);
    expect(exact.every(({ sampleRatio }) => sampleRatio === undefined)).toBe(true);
    const documents = (await select('system', provider)).length;
    // Half of the documents at least, as the estimate of their number counts hidden ones too.
    const { results } = await compute('system', provider, {}, { exactMax: 20, size: 40 });
    const [ratio] = new Set(results.map(({ sampleRatio }) => sampleRatio));
    expect(ratio).toBeGreaterThan(0);
    expect(ratio).toBeLessThan(1);
    for (const { definition, buckets } of results) {
      for (const { key, count } of buckets) {
        const sampled = Math.round(count * (ratio ?? 0));
        expect.soft(count, `${definition.id}: ${key}`).toBe(Math.round(sampled / (ratio ?? 1)));
        expect.soft(sampled, `${definition.id}: ${key}`).toBeLessThanOrEqual(documents);
      }
    }
    // Few matches are all counted, also in a store with many documents.
    const few = providerOf({ where: ["dc:title = 'none'"], aggregates: aggregatePool });
    const { results: all } = await compute('system', few, {}, { exactMax: documents, size: 40 });
    expect(all.every(({ sampleRatio }) => sampleRatio === undefined)).toBe(true);
  });

  test('count of items that a condition speaks of only those that meet it', async () => {
    const sizes = { id: 'sizes', type: 'terms', field: 'm:parts/*1/size', column: '' } as const;
    const where = ["m:parts/*1/name = 'a.txt'"];
    const [natures] = aggregatePool;
    const provider = providerOf({ where, aggregates: [sizes, ...(natures ? [natures] : [])] });
    const { results, queries } = await compute('system', provider);
    const rows = await rowsOf('system', provider, 'm:parts/*1/size');
    const definition = provider.aggregates[0] as AggregateDefinition;
    const expected = expectedResult(definition, rows);
    expect(shown(results[0] as ComputedAggregate, expected)).toEqual(expected);
    expect(results[0]?.buckets.length).toBeGreaterThan(0);
    expect(queries).toBe(3);
  });

  test('of a result with nothing in it are empty', async () => {
    const provider = providerOf({ where: ["dc:title = 'none'"], aggregates: aggregatePool });
    for (const who of ['system', 'carol']) {
      const { results } = await compute(who, provider);
      for (const result of results) {
        const expected = expectedResult(result.definition, []);
        expect.soft(shown(result, expected), result.definition.id).toEqual(expected);
      }
    }
  });
});

function providerOf({
  where,
  aggregates,
}: {
  where: readonly string[];
  aggregates: typeof aggregatePool;
}): PageProvider {
  const definitions = aggregates.map(({ column: _column, ...each }) => {
    const selection = each.id === 'natures' ? 'dc_nature_agg' : 'dc_coverage_agg';
    return { ...each, selection: `default_search:${selection}` };
  });
  const provider = { searchDocumentType: 'DefaultSearch', where, aggregates: definitions };
  const [parsed] = parseProvidersFile({ providers: { tried: provider } }, 'test');
  if (!parsed) throw new Error('there is no provider');
  return parsed;
}

/** With the value that is expected where it is the same but for the order of a sum. */
function shown({ buckets, value }: ComputedAggregate, expected: object): object {
  if (value === undefined) return { buckets };
  const other = 'value' in expected ? expected.value : null;
  const isSame = value !== null && typeof other === 'number' && isNear(value, other);
  return { buckets, value: isSame ? other : value };
}

async function addRandomDocuments(tree: QueryTree): Promise<void> {
  const parentId = tree.ids.get('open');
  if (!parentId) throw new Error('there is no folder');
  const some = <T>(make: () => T): T[] => Array.from({ length: random.below(5) }, make);
  await tree.database.write(async (handle) => {
    for (let n = 0; n < 60; n += 1) {
      const properties = {
        'dc:nature': random.pick(['note', 'report', 'é', null]),
        'dc:subjects': some(() => random.pick(['art', 'art/music', 'science', '"quoted"'])),
        'm:count': random.pick([0, 7, -3, null]),
        'm:ratio': random.pick([0.1 + 0.2, 2.5, 1e20, null]),
        'm:done': random.pick([true, false, null]),
        'm:numbers': some(() => random.below(30) - 5),
        'm:moments': some(() => treeNowMs - random.below(400) * 86_400_000),
        'm:parts': some(() => ({
          name: random.pick(['a.txt', 'b.txt', null]),
          size: random.below(6),
          labels: some(() => random.pick(['red', 'green', 'blue'])),
        })),
      };
      const input = { parentId, name: `random-${n}`, type: 'Measure', properties };
      await createDocument(tree.unit(handle, 'system'), input);
    }
  });
}
