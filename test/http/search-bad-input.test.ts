import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

describe.each(engines)('invalid searches on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  const search = (query: string, params: object = {}) =>
    callOperation(app, 'Repository.Query', { params: { query, ...params } });

  test.each([21, 3_000])('%d properties to sort by are too many', async (count) => {
    const sortBy = Array(count).fill('dc:title').join(',');
    const response = await search('SELECT * FROM Document', { sortBy });
    expect(response.status).toBe(400);
    expect(response.json.message).toMatch(/sortBy: .*at most 20/);
  });

  test('as many properties to sort by as a query may name are sorted by', async () => {
    const sortBy = Array(20).fill('dc:title').join(',');
    expect((await search('SELECT * FROM Document', { sortBy })).status).toBe(200);
  });

  test('days of lists count as conditions, for each becomes one', async () => {
    const days = (count: number) => Array(count).fill("DATE '2024-05-01'").join(', ');
    const lists = (count: number) =>
      Array(count)
        .fill(`DATE(dc:created) IN (${days(90)})`)
        .join(' OR ');
    const many = await search(`SELECT * FROM Document WHERE ${lists(200)}`);
    expect(many.status).toBe(400);
    expect(many.json.message).toContain('more than 500 conditions');
    expect((await search(`SELECT * FROM Document WHERE ${lists(5)}`)).status).toBe(200);
  });

  test('words of full text are bounded over all of a query', async () => {
    const words = (count: number) => Array.from({ length: count }, (_u, n) => `word${n}`).join(' ');
    const searches = (count: number) =>
      Array.from({ length: count }, () => `ecm:fulltext = '${words(200)}'`).join(' OR ');
    const many = await search(`SELECT * FROM Document WHERE ${searches(500)}`);
    expect(many.status).toBe(400);
    expect(many.json.message).toContain('more than 2000 searched words, at offset');
    expect((await search(`SELECT * FROM Document WHERE ${searches(10)}`)).status).toBe(200);
    const phrase = `ecm:fulltext = '"${words(2_001)}"'`;
    expect((await search(`SELECT * FROM Document WHERE ${phrase}`)).status).toBe(400);
  });

  test.each([
    ['quotes that are escaped and never end', '"\\'],
    ['other quotes that are escaped and never end', "'\\"],
    ['hints that never end', '/*+ES: '],
    ['hints that never end in conditions', "dc:title = /*+es:'a' "],
    ['parameters without a name', ': ? '],
  ])('%s are refused, however many', async (_what, piece) => {
    // Reading that goes back for each of them would take longer than a test may.
    const text = `SELECT * FROM Document WHERE ${piece.repeat(900_000 / piece.length)}`;
    expect((await search(text)).status).toBe(400);
  });
});
