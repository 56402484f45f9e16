import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computeAggregates } from '../../src/repository/search/aggregates.ts';
import { fillProvider } from '../../src/repository/search/build-query.ts';
import type { PageProvider } from '../../src/repository/search/definition.ts';
import { parseProvidersFile } from '../../src/repository/search/provider-file.ts';
import { emptyRequest } from '../../src/repository/search/provider-request.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { compilable } from '../../src/storage/statement.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

const copies = 6_000;
const bounds = { exactMax: 1_000, size: 1_000 };
/** Creators of the copies, in the order of their rows: half of them, three in ten, and so on. */
const creators = ['half', 'three', 'half', 'three', 'half', 'tenth', 'half', 'three', 'half'];

describe.each(engines)('aggregates of a sample on %s', (engine) => {
  let repository: TestRepository;
  let system: Actor;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    ({ system } = repository);
    const { id } = await system.create(repository.workspaces.id, { name: 'original' });
    await copy(id);
    await system.write(({ handle }) => handle.run(compilable(handle.builder, sql`analyze`)));
  });
  afterAll(() => repository.close());

  /** Rows as those of a document, with ids, names, paths and creators of their own. */
  async function copy(id: string) {
    const ownId = sql`'00000000-0000-7000-8000-' || substr(cast(1000000000000 + i as text), 2)`;
    const cases = creators.map((name, at) => sql`when ${sql.lit(at)} then ${sql.lit(name)}`);
    const own: Record<string, RawBuilder<unknown>> = {
      id: ownId,
      series_id: ownId,
      name: sql`'copy-' || i`,
      path: sql`path || '-' || i`,
      creator: sql`case (i * 7919) % 6007 % 10 ${sql.join(cases, sql` `)} else 'rare-' || (i % 20) end`,
    };
    await system.write(async ({ handle }) => {
      const row = await handle.first<Record<string, unknown>>(
        compilable(handle.rows, sql`select * from document where id = ${id}`) as never,
      );
      const names = Object.keys(row ?? {});
      const values = names.map((name) => own[name] ?? sql.ref(name));
      const rows = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(copies)})
        insert into document (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from document, n where document.id = ${id}`;
      await handle.run(compilable(handle.rows, rows));
    });
  }

  async function compute(where: readonly string[], total?: number) {
    const meter = { queries: 0 };
    const [creator] = await repository.database.read((handle) => {
      const unit = createSystemUnit(handle, repository.context);
      const filled = fillProvider(unit, creatorsOf(where), emptyRequest);
      return computeAggregates(unit, filled, { bounds, ...(total !== undefined && { total }) });
    }, meter);
    const counts = new Map(creator?.buckets.map(({ key, count }) => [key, count]));
    return { sampleRatio: creator?.sampleRatio, counts, queries: meter.queries };
  }

  test('estimate the counts of large groups within a third', async () => {
    const { sampleRatio = 1, counts } = await compute([]);
    expect(sampleRatio).toBeGreaterThan(0.1);
    expect(sampleRatio).toBeLessThan(0.2);
    for (const [name, share] of [
      ['half', 0.5],
      ['three', 0.3],
      ['tenth', 0.1],
    ] as const) {
      const part = (counts.get(name) ?? 0) / (copies * share);
      expect.soft(part, name).toBeGreaterThan(2 / 3);
      expect.soft(part, name).toBeLessThan(4 / 3);
    }
  });

  test('count few matches without a sample where their number is known', async () => {
    const rare = ["dc:creator = 'rare-7'"];
    const found = await compute(rare);
    expect(found.sampleRatio).toBeUndefined();
    const count = found.counts.get('rare-7') ?? 0;
    expect(count).toBeGreaterThan(0);
    // The number of documents, the sample, and then all matches.
    expect(found.queries).toBe(3);
    expect(await compute(rare, count)).toEqual({ ...found, queries: 1 });
  });
});

function creatorsOf(where: readonly string[]): PageProvider {
  const selection = 'default_search:dc_creator_agg';
  const aggregates = [{ id: 'creators', type: 'terms', field: 'dc:creator', selection }];
  const provider = { searchDocumentType: 'DefaultSearch', where, aggregates };
  const [parsed] = parseProvidersFile({ providers: { tried: provider } }, 'test');
  if (!parsed) throw new Error('there is no provider');
  return parsed;
}
