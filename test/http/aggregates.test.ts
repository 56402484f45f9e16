import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { fillSearchFolder, get, namesOf, type SearchFolder } from '../support/search.ts';

const histograms = {
  searchDocumentType: 'DefaultSearch',
  where: ['ecm:path STARTSWITH ?', "ecm:primaryType = 'File'"],
  sort: [{ property: 'ecm:name' }],
  aggregates: [
    {
      id: 'issued',
      type: 'date_histogram',
      field: 'dc:issued',
      selection: 'default_search:dc_created_agg',
      properties: { interval: 'quarter', format: 'MM-yyyy', order: 'key asc' },
    },
    {
      id: 'sizes',
      type: 'histogram',
      field: 'file:content.length',
      selection: 'default_search:common_size_agg',
      properties: { interval: '4' },
    },
    {
      id: 'windows',
      type: 'date_range',
      field: 'dc:issued',
      selection: 'default_search:dc_modified_agg',
      dateRanges: [
        { key: 'spring', from: '2026-03-15', to: '2026-05-15' },
        { key: 'all' },
        { key: 'future', from: 'now+10y' },
      ],
    },
    {
      id: 'fewest',
      type: 'terms',
      field: 'dc:subjects',
      selection: 'default_search:dc_subjects_agg',
      properties: { order: 'count asc', size: '2' },
    },
    {
      id: 'common',
      type: 'terms',
      field: 'dc:subjects',
      selection: 'default_search:dc_coverage_agg',
      properties: { order: 'term desc', minDocCount: '2' },
    },
  ],
};

const measured = {
  ...histograms,
  aggregates: [
    ...['cardinality', 'count', 'missing'].map((type) => ({
      id: type,
      type,
      field: 'dc:subjects',
    })),
    ...['sum', 'avg', 'min', 'max'].map((type) => ({
      id: type,
      type,
      field: 'file:content.length',
      properties: { format: 'x' },
    })),
    { id: 'latest', type: 'max', field: 'dc:issued' },
    {
      id: 'significant',
      type: 'significant_terms',
      field: 'dc:nature',
      selection: 'default_search:dc_nature_agg',
    },
  ],
};

async function start(engine: (typeof engines)[number]): Promise<TestApp> {
  const folder = await makeFolder();
  const path = join(folder.path, 'providers.json');
  await writeFile(path, JSON.stringify({ providers: { histograms, measured } }));
  const app = await startTestApp(engine, { pageProviderFiles: [path] });
  await folder.remove();
  return app;
}

describe.each(engines)('aggregates on %s', (engine) => {
  let app: TestApp;
  let folder: SearchFolder;
  beforeAll(async () => {
    app = await start(engine);
    folder = await fillSearchFolder(app);
  });
  afterAll(() => app.close());

  type Params = Record<string, string>;

  const search = (params: Params = {}, user = 'Administrator', headers = {}) =>
    get(
      app,
      '/search/pp/default_search/execute',
      { ecm_path: folder.path, quickFilters: 'noFolder', ...params },
      { user, headers },
    );

  const counts = (aggregate: { buckets: { key: string; docCount: number }[] }) =>
    Object.fromEntries(aggregate.buckets.map(({ key, docCount }) => [key, docCount]));

  test('count the matches of each term, most first', async () => {
    const { dc_nature_agg: nature } = (await search()).json.aggregations;
    const buckets = [
      { key: 'memo', docCount: 3 },
      { key: 'report', docCount: 3 },
      { key: 'secret', docCount: 2 },
    ];
    expect(nature).toEqual({
      'entity-type': 'aggregate',
      id: 'dc_nature_agg',
      field: 'dc:nature',
      type: 'terms',
      properties: { size: '10' },
      ranges: [],
      selection: [],
      buckets,
      extendedBuckets: buckets,
    });
  });

  test('count a document once for each of the items of a list', async () => {
    const { dc_subjects_agg: subjects } = (await search()).json.aggregations;
    expect(counts(subjects)).toEqual({ society: 4, 'art/music': 2, art: 1 });
  });

  test('count nothing that the caller may not read', async () => {
    const { text, json } = await search({}, 'reader');
    expect(counts(json.aggregations.dc_nature_agg)).toEqual({ memo: 3, report: 3 });
    expect(counts(json.aggregations.dc_subjects_agg)).toEqual({
      society: 2,
      'art/music': 2,
      art: 1,
    });
    expect(counts(json.aggregations.common_size_agg)).toMatchObject({ tiny: 6 });
    expect(text).not.toContain('secret');
    const none = (await search({}, 'stranger')).json.aggregations;
    expect(counts(none.dc_nature_agg)).toEqual({});
    expect(counts(none.common_size_agg)).toMatchObject({ tiny: 0, huge: 0 });
  });

  test('narrow the result and each other by what is selected, but not themselves', async () => {
    const { json, ...response } = await search({
      dc_nature_agg: '["memo"]',
      sortBy: 'ecm:name',
      sortOrder: 'asc',
    });
    expect(namesOf({ ...response, json })).toEqual(['f2', 'f3', 'f4']);
    const { dc_nature_agg: nature, dc_subjects_agg: subjects } = json.aggregations;
    expect(nature.selection).toEqual(['memo']);
    expect(counts(nature)).toEqual({ memo: 3, report: 3, secret: 2 });
    expect(counts(subjects)).toEqual({ society: 1, art: 1 });
  });

  test('show what is selected though nothing has it', async () => {
    const { json } = await search({ dc_nature_agg: '["memo","gone"]', dc_nature: 'memo' });
    expect(json.aggregations.dc_nature_agg.extendedBuckets).toEqual([
      { key: 'gone', docCount: 0 },
      { key: 'memo', docCount: 3 },
    ]);
  });

  test('count ranges of numbers, and keep those that are selected', async () => {
    const { json } = await search();
    const { common_size_agg: sizes } = json.aggregations;
    expect(sizes.buckets).toEqual([
      { key: 'tiny', docCount: 6, from: null, to: 102_400 },
      { key: 'small', docCount: 0, from: 102_401, to: 1_048_576 },
      { key: 'medium', docCount: 0, from: 1_048_577, to: 10_485_760 },
      { key: 'big', docCount: 0, from: 10_485_761, to: 104_857_600 },
      { key: 'huge', docCount: 0, from: 104_857_601, to: null },
    ]);
    expect(sizes.ranges[1]).toEqual({ key: 'small', from: 102_401, to: 1_048_576 });
    expect((await search({ common_size_agg: '["tiny"]' })).json.resultsCount).toBe(6);
    expect((await search({ common_size_agg: '["small","huge"]' })).json.resultsCount).toBe(0);
    const unknown = await search({ common_size_agg: 'enormous' });
    expect(unknown.status).toBe(400);
    expect(unknown.json.message).toContain('common_size_agg');
  });

  test('count ranges of dates that move with the clock', async () => {
    const { dc_modified_agg: modified } = (await search()).json.aggregations;
    expect(counts(modified)).toEqual({
      last24h: 8,
      lastWeek: 0,
      lastMonth: 0,
      lastYear: 0,
      priorToLastYear: 0,
    });
    const [day, week] = modified.buckets;
    expect(day.to - day.from).toBe(24 * 60 * 60 * 1000);
    expect(day.from).toBe(week.to);
    expect(day.fromAsDate).toBe(new Date(day.from).toISOString());
    expect((await search({ dc_modified_agg: 'last24h' })).json.resultsCount).toBe(8);
    expect((await search({ dc_modified_agg: 'lastYear' })).json.resultsCount).toBe(0);
  });

  const run = (params: Params = {}, user = 'Administrator') =>
    get(app, '/search/pp/histograms/execute', { queryParams: folder.path, ...params }, { user });

  test('group dates by the calendar, and keep the groups that are selected', async () => {
    const { issued } = (await run()).json.aggregations;
    expect(issued.buckets).toEqual([
      {
        key: '01-2026',
        docCount: 3,
        from: Date.UTC(2026, 0, 1),
        to: Date.UTC(2026, 3, 1),
        fromAsDate: '2026-01-01T00:00:00.000Z',
        toAsDate: '2026-04-01T00:00:00.000Z',
      },
      {
        key: '04-2026',
        docCount: 3,
        from: Date.UTC(2026, 3, 1),
        to: Date.UTC(2026, 6, 1),
        fromAsDate: '2026-04-01T00:00:00.000Z',
        toAsDate: '2026-07-01T00:00:00.000Z',
      },
    ]);
    expect(namesOf(await run({ dc_created_agg: '04-2026' }))).toEqual(['f3', 'f4', 'f5']);
    expect((await run({ dc_created_agg: '13-2026' })).status).toBe(400);
    expect((await run({}, 'stranger')).json.aggregations.issued.buckets).toEqual([]);
  });

  test('group numbers by steps, and keep the groups that are selected', async () => {
    const { sizes } = (await run()).json.aggregations;
    expect(sizes.buckets).toEqual([{ key: '8', docCount: 6, from: 8, to: 12 }]);
    expect((await run({ common_size_agg: '8' })).json.resultsCount).toBe(6);
    expect((await run({ common_size_agg: '12' })).json.resultsCount).toBe(0);
  });

  test('take the start of a range and leave its end', async () => {
    const { windows } = (await run()).json.aggregations;
    expect(counts(windows)).toEqual({ spring: 2, all: 6, future: 0 });
    expect(namesOf(await run({ dc_modified_agg: 'spring' }))).toEqual(['f2', 'f3']);
    expect((await run({ dc_modified_agg: 'all' })).json.resultsCount).toBe(6);
  });

  test('are sorted and cut as they are defined', async () => {
    const { fewest, common } = (await run()).json.aggregations;
    expect(fewest.buckets).toEqual([
      { key: 'art', docCount: 1 },
      { key: 'art/music', docCount: 2 },
    ]);
    expect(common.buckets).toEqual([
      { key: 'society', docCount: 4 },
      { key: 'art/music', docCount: 2 },
    ]);
  });

  const measure = (params: Params = {}, user = 'Administrator', headers = {}) =>
    get(
      app,
      '/search/pp/measured/execute',
      { queryParams: folder.path, ...params },
      { user, headers },
    );

  const values = (aggregations: Record<string, { value?: unknown }>) =>
    Object.fromEntries(Object.entries(aggregations).map(([id, { value }]) => [id, value]));

  test('make one number of all matches, where that is their type', async () => {
    const { aggregations } = (await measure()).json;
    expect(aggregations.sum).toEqual({
      'entity-type': 'aggregate',
      id: 'sum',
      field: 'file:content.length',
      properties: { format: 'x' },
      ranges: [],
      selection: [],
      type: 'sum',
      value: 60,
    });
    expect(values(aggregations)).toEqual({
      cardinality: 3,
      count: 7,
      missing: 2,
      sum: 60,
      avg: 10,
      min: 10,
      max: 10,
      latest: Date.UTC(2026, 5, 15),
      significant: undefined,
    });
  });

  test('make numbers only of what the caller may read, and of nothing none', async () => {
    expect(values((await measure({}, 'reader')).json.aggregations)).toMatchObject({
      cardinality: 3,
      count: 5,
      missing: 2,
      sum: 60,
    });
    expect(values((await measure({}, 'stranger')).json.aggregations)).toMatchObject({
      cardinality: 0,
      count: 0,
      missing: 0,
      sum: 0,
      avg: null,
      min: null,
      max: null,
    });
  });

  test('find significant what terms are many of, and narrow by it', async () => {
    const selection = { dc_nature_agg: '["memo"]' };
    const headers = { 'fetch-aggregate': 'key' };
    const { json } = await measure(selection, 'Administrator', headers);
    expect(json.resultsCount).toBe(3);
    const { significant, sum } = json.aggregations;
    expect(counts(significant)).toEqual({ memo: 3, report: 3, secret: 2 });
    expect(significant).toMatchObject({ type: 'significant_terms', selection: ['memo'] });
    expect(significant.buckets[0]).toHaveProperty('fetchedKey');
    expect(sum.value).toBe(30);
  });

  test('are left out where they are skipped, unless something is selected', async () => {
    const headers = { skipAggregates: 'true' };
    const without = await search({}, 'Administrator', headers);
    expect(without.json).not.toHaveProperty('aggregations');
    expect(without.json.resultsCount).toBe(8);
    const selected = await search({ dc_nature_agg: 'memo' }, 'Administrator', headers);
    expect(selected.json.aggregations.dc_nature_agg.selection).toEqual(['memo']);
    const plain = await get(app, '/search/pp/document_content/execute', {
      queryParams: folder.folderId,
    });
    expect(plain.json).not.toHaveProperty('aggregations');
  });

  test('show what their keys name where that is asked for', async () => {
    const headers = { 'fetch-aggregate': 'key', 'translate-directoryEntry': 'label' };
    const params = { dc_nature_agg: '["memo","gone"]' };
    const { json } = await search(params, 'Administrator', headers);
    const { dc_nature_agg: nature, dc_creator_agg: creator } = json.aggregations;
    const byKey = new Map(
      nature.extendedBuckets.map((each: { key: string; fetchedKey: unknown }) => [
        each.key,
        each.fetchedKey,
      ]),
    );
    expect(byKey.get('memo')).toMatchObject({
      'entity-type': 'directoryEntry',
      directoryName: 'nature',
      properties: { id: 'memo' },
    });
    expect(byKey.get('gone')).toBe('gone');
    expect(creator.buckets[0]).toMatchObject({
      key: 'Administrator',
      fetchedKey: { 'entity-type': 'user', id: 'Administrator' },
    });
    const plain = (await search(params)).json.aggregations.dc_nature_agg;
    expect(plain.buckets[0]).not.toHaveProperty('fetchedKey');
    const byParameter = await search({ 'fetch.aggregate': 'key' });
    expect(byParameter.json.aggregations.dc_creator_agg.buckets[0]).toHaveProperty('fetchedKey');
  });

  test('take selected keys as values only', async () => {
    const { status, json } = await search({ dc_nature_agg: `["x') OR (1 = 1"]` });
    expect(status).toBe(200);
    expect(json.resultsCount).toBe(0);
  });
});
