import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemPrincipal } from '../../src/model/principal.ts';
import type { StatisticsRequest } from '../../src/model/statistics.ts';
import { documentStatistics } from '../../src/repository/search/document-statistics.ts';
import { createUnitContext, unitOn } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { fillSearchFolder, type SearchFolder } from '../support/search.ts';

describe.each(engines)('_search on %s', (engine) => {
  let app: TestApp;
  let folder: SearchFolder;
  beforeAll(async () => {
    app = await startTestApp(engine);
    folder = await fillSearchFolder(app);
    await createUser(app, 'auditor', ['administrators']);
  });
  afterAll(() => app.close());

  const send = (body: unknown, index = 'nuxeo', user = 'Administrator') =>
    app.request(`POST /site/es/${index}/_search`, { body, user });
  const inFolder = () => ({ term: { 'ecm:ancestorId': folder.folderId } });
  const isFile = { terms: { 'ecm:primaryType': ['File'] } };
  const files = (...more: object[]) => ({ bool: { must: [inFolder(), isFile, ...more] } });
  const groups = async (aggs: object, query: object = files()) => {
    const { status, json } = await send({ query, aggs });
    expect([status, json.message]).toEqual([200, undefined]);
    return json.aggregations;
  };
  const countsOf = ({ buckets }: { buckets: { key: unknown; doc_count: number }[] }) =>
    buckets.map(({ key, doc_count: count }) => [key, count]);

  test('documents by a term, in the form of a search index', async () => {
    const aggs = { by: { terms: { field: 'dc:nature', size: 2 } } };
    const { json } = await send({ query: files(), aggs });
    expect(json).toEqual({
      took: expect.any(Number),
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: { total: { value: 8, relation: 'eq' }, max_score: null, hits: [] },
      aggregations: {
        by: {
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: 2,
          buckets: [
            { key: 'memo', doc_count: 3 },
            { key: 'report', doc_count: 3 },
          ],
        },
      },
    });
    const typed = await app.request('POST /site/es/nuxeo/doc/_search', {
      body: { query: files(), aggs },
    });
    expect(typed.json.aggregations).toEqual(json.aggregations);
  });

  test('a user gets counts of readable documents only', async () => {
    const aggs = { by: { terms: { field: 'dc:nature', order: { _key: 'asc' } } } };
    const all = (await send({ query: files(), aggs })).json.aggregations;
    const readable = (await send({ query: files(), aggs }, 'nuxeo', 'reader')).json;
    expect(countsOf(all.by)).toContainEqual(['secret', 2]);
    expect(readable.hits.total.value).toBe(6);
    expect(countsOf(readable.aggregations.by)).toEqual([
      ['memo', 3],
      ['report', 3],
    ]);
    const none = (await send({ query: files(), aggs }, 'nuxeo', 'stranger')).json;
    expect(none.hits.total.value).toBe(0);
  });

  test('groups in groups with a number for each, as dashboards ask for them', async () => {
    const isOpen = { term: { 'dc:nature': { value: 'report' } } };
    const found = await groups(
      {
        by: {
          terms: { field: 'dc:nature' },
          aggs: {
            by: {
              date_histogram: {
                field: 'dc:issued',
                interval: 'month',
                format: 'yyyy-MM',
                min_doc_count: 1,
              },
              aggs: { metrics: { sum: { field: 'file:content.length' } } },
            },
          },
        },
      },
      files(isOpen),
    );
    const bucket = (month: number) => ({
      key: Date.UTC(2026, month - 1, 1),
      key_as_string: `2026-0${month}`,
      doc_count: 1,
      metrics: { value: 10 },
    });
    expect(found.by.buckets).toEqual([
      { key: 'report', doc_count: 3, by: { buckets: [bucket(1), bucket(2), bucket(6)] } },
    ]);
  });

  test('a document with several values is in several groups', async () => {
    const found = await groups({ by: { terms: { field: 'dc:subjects' } } });
    expect(countsOf(found.by)).toEqual([
      ['society', 4],
      ['art/music', 2],
      ['art', 1],
    ]);
    const crossed = await groups({
      by: { terms: { field: 'dc:subjects' }, aggs: { by: { terms: { field: 'dc:nature' } } } },
    });
    expect(countsOf(crossed.by.buckets[1].by)).toEqual([['report', 2]]);
  });

  test('histograms of dates have their empty groups, up to the asked bounds', async () => {
    const histogram = {
      field: 'dc:issued',
      interval: 'month',
      extended_bounds: { min: '2025-12-20', max: '2026-08-01' },
      format: 'yyyy-MM-dd',
    };
    const issued = { range: { 'dc:issued': { gte: '2026-02-01', lte: '2026-03-15' } } };
    const { by } = await groups({ by: { date_histogram: histogram } }, files(issued));
    expect(by.buckets.map((each: { key_as_string: string }) => each.key_as_string)).toEqual(
      ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07']
        .concat('2026-08')
        .map((month) => `${month}-01`),
    );
    expect(countsOf(by).map(([, count]) => count)).toEqual([0, 0, 1, 1, 0, 0, 0, 0, 0]);
    const weeks = await groups(
      { by: { date_histogram: { field: 'dc:issued', calendar_interval: '1w', min_doc_count: 1 } } },
      files(issued),
    );
    expect(weeks.by.buckets[0].key_as_string).toBe('2026-02-09T00:00:00.000Z');
  });

  test('ranges, which may overlap, and numbers of all matches', async () => {
    const found = await groups({
      by: {
        range: {
          field: 'file:content.length',
          ranges: [{ key: 'none', to: 10 }, { from: '10', to: 11 }, { from: 1 }],
        },
      },
      total: { sum: { field: 'file:content.length' } },
      mean: { avg: { field: 'file:content.length' } },
      last: { max: { field: 'dc:issued' } },
      natures: { cardinality: { field: 'dc:nature' } },
      issued: { value_count: { field: 'dc:issued' } },
    });
    expect(countsOf(found.by)).toEqual([
      ['none', 0],
      ['10-11', expect.any(Number)],
      ['1-*', expect.any(Number)],
    ]);
    expect(found.by.buckets[1]).toMatchObject({ from: 10, to: 11 });
    expect(found.total.value).toBeGreaterThanOrEqual(60);
    expect(found.last.value).toBe(Date.UTC(2026, 5, 15));
    expect(found.natures.value).toBe(3);
    expect(found.issued.value).toBe(6);
    expect(found.mean.value).toBeCloseTo(found.total.value / Number(countsOf(found.by)[2]?.[1]), 6);
    const nothing = await groups(
      { mean: { avg: { field: 'file:content.length' } }, by: { terms: { field: 'dc:nature' } } },
      files({ term: { 'dc:nature': 'nothing' } }),
    );
    expect(nothing).toMatchObject({ mean: { value: null }, by: { buckets: [] } });
  });

  test('conditions of all kinds', async () => {
    const total = async (query: object) => (await send({ query })).json.hits.total.value;
    const memo = { term: { 'dc:nature': 'memo' } };
    const cases: readonly (readonly [number, object])[] = [
      [8, files()],
      [5, { bool: { must: { match_all: {} }, filter: files(), must_not: [memo] } }],
      [7, files({ bool: { must_not: { terms: { 'dc:subjects': ['art'] } } } })],
      [5, files({ bool: { should: [memo, { term: { 'dc:nature': 'secret' } }] } })],
      [3, { constant_score: { filter: files(memo) } }],
      [6, files({ exists: { field: 'dc:issued' } })],
      [0, files({ range: { 'dc:issued': { gt: 'now+10y' } } })],
      [1, files({ range: { 'dc:issued': { gt: '2026-05-15', lt: '2026-06-16' } } })],
      [0, files({ term: { 'ecm:isVersion': true } })],
      [8, files({ term: { 'ecm:isTrashed': false } })],
      [0, files({ term: { 'ecm:mixinType': 'Folderish' } })],
    ];
    for (const [expected, query] of cases) {
      expect([query, await total(query)]).toEqual([query, expected]);
    }
    expect(await total({ match_all: {} })).toBeGreaterThan(8);
  });

  test('the audit is counted for administrators, by fields and by what an event has of its own', async () => {
    const body = {
      query: {
        bool: {
          must: [
            { term: { eventId: 'documentCreated' } },
            { term: { docType: 'File' } },
            { range: { eventDate: { gte: 'now-1d', lte: 'now+1d' } } },
          ],
        },
      },
      aggs: {
        by: {
          terms: { field: 'principalName' },
          aggs: { by: { date_histogram: { field: 'eventDate', interval: 'day' } } },
        },
      },
    };
    const { json } = await send(body, 'audit', 'auditor');
    expect(countsOf(json.aggregations.by)).toEqual([['Administrator', 8]]);
    const days = countsOf(json.aggregations.by.buckets[0].by);
    expect(days.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(8);
    const query = { term: { eventId: 'user_created' } };
    const own = { query, aggs: { by: { terms: { field: 'extended.id' } } } };
    const created = (await send(own, 'audit', 'auditor')).json.aggregations;
    expect(countsOf(created.by)).toContainEqual(['reader', 1]);
    const named = { query: { bool: { must: [query, { term: { 'extended.id': 'reader' } }] } } };
    expect((await send(named, 'audit')).json.hits.total.value).toBe(1);
    expect((await send({}, 'audit_wf')).json.hits.total.value).toBe(0);
    for (const index of ['audit', 'audit_wf']) {
      expect([index, (await send(body, index, 'reader')).status]).toEqual([index, 403]);
    }
    expect((await send(body, 'other')).status).toBe(404);
  });

  test('the rest of the language is not available, and mistakes are named', async () => {
    const terms = { field: 'dc:nature' };
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_none, at) => [`a${at}`, { terms }]),
    );
    const nested = (levels: number): object =>
      levels === 0 ? {} : { aggs: { by: { terms, ...nested(levels - 1) } } };
    const deep = (levels: number): object =>
      levels === 0 ? { match_all: {} } : { bool: { must: deep(levels - 1) } };
    const long = { field: 'dc:issued', interval: 'second' };
    const bounds = { min: '1990-01-01', max: '2026-01-01' };
    const cases: readonly (readonly [number, object, RegExp])[] = [
      [501, { query: { query_string: { query: 'x' } } }, /^query.query_string: of the language/],
      [501, { query: { bool: { must: [{ wildcard: { a: 'b' } }] } } }, /bool.must.wildcard/],
      [501, { size: 10 }, /^size/],
      [501, { sort: ['dc:title'] }, /^body.sort/],
      [501, { aggs: { a: { top_hits: {} } } }, /aggs.a.top_hits/],
      [501, { aggs: { a: { terms: { ...terms, script: 'x' } } } }, /terms.script/],
      [400, { aggs: { a: { terms: { field: "x' OR 1=1" } } } }, /field: must be the name/],
      [400, { aggs: { a: { terms: { field: 'dc:nothing' } } } }, /dc:nothing/],
      [400, { aggs: { a: { terms: { ...terms, size: 0 } } } }, /size: must be a whole number/],
      [400, { aggs: { a: { sum: terms } } }, /has texts/],
      [400, { aggs: { a: { sum: { field: 'dc:subjects' } } } }, /dc:subjects: is a list/],
      [400, { aggs: { a: { date_histogram: { ...terms, interval: 'day' } } } }, /is no date/],
      [400, { aggs: { a: { range: { ...terms, ranges: [{ from: 1 }] } } } }, /is no number/],
      [400, { query: { range: { 'dc:issued': { gte: 'soon' } } } }, /soon is no date/],
      [400, { query: { term: {} } }, /must have one member/],
      [400, { query: deep(30) }, /more than 200 conditions/],
      [400, { aggs: wide }, /more than 20 aggregations/],
      [400, nested(8), /more than 6 levels/],
      [
        400,
        { query: files(), aggs: { a: { date_histogram: { ...long, extended_bounds: bounds } } } },
        /more than 10000 groups/,
      ],
    ];
    for (const [expected, body, message] of cases) {
      const { status, json } = await send(body);
      expect([body, status, json.message]).toEqual([
        body,
        expected,
        expect.stringMatching(message),
      ]);
    }
    expect(
      (await app.request('POST /site/es/nuxeo/_search', { user: null, body: {} })).status,
    ).toBe(401);
    expect((await app.request('GET /site/es/_cat/indices')).status).toBe(501);
  });

  test('of very many matches a sample is counted, and the counts are estimates for all', async () => {
    const { database, repository } = app.services;
    const request: StatisticsRequest = {
      condition: { kind: 'all', of: [] },
      values: [],
      groups: [],
    };
    const count = (bounds?: { exactMax: number; size: number }) =>
      database.read((handle) =>
        documentStatistics(
          unitOn(handle, createUnitContext(repository, systemPrincipal)),
          request,
          bounds,
        ),
      );
    const exact = await count();
    expect(exact.sampleRatio).toBeUndefined();
    const sampled = await count({ exactMax: 5, size: 5 });
    expect(sampled.sampleRatio).toBeLessThan(1);
    expect(sampled.result.count).toBeGreaterThan(0);
  });
});
