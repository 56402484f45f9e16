import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { freeReferences } from '../support/free-references.ts';

const timeLimitMs = 2_000;
const never = [1, 2, 3].map((n) => `dc:subjects/*${n} < dc:subjects/*${(n % 3) + 1}`).join(' AND ');
const slowQuery = `/api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(
  `SELECT * FROM Note WHERE ${never}`,
)}`;

describe('a server on SQLite with a slow query', () => {
  let app: TestApp;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp('sqlite', {
      queryTimeLimitMs: timeLimitMs,
      queryThreads: 1,
      ...freeReferences,
    });
    const subjects = Array.from({ length: 2_000 }, (_unused, n) => `art/${n}`);
    const properties = { 'dc:subjects': subjects };
    id = (await createDocument(app, { name: 'many', type: 'Note', properties })).uid;
  });
  afterAll(() => app.close());

  /** How many other requests were answered, one after the other, before the query was. */
  async function countAnswers(slow: Promise<unknown>, line: string): Promise<number> {
    let isOver = false;
    void slow.finally(() => {
      isOver = true;
    });
    let answers = 0;
    while (!isOver) {
      expect((await app.request(line)).status).toBe(200);
      answers += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return answers;
  }

  test.each(['/runningstatus', '/api/v1/id/:id'])('answers GET %s meanwhile', async (path) => {
    const slow = app.request(`GET ${slowQuery}`);
    const answers = await countAnswers(slow, `GET ${path.replace(':id', id)}`);
    // One or two where they have to wait for the query.
    expect(answers).toBeGreaterThan(5);
    expect((await slow).status).toBe(503);
  });

  test('stops all slow queries at their limit, also those that wait for the only thread', async () => {
    const slow = await Promise.all([1, 2, 3].map(() => app.request(`GET ${slowQuery}`)));
    expect(slow.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(slow[0]?.json.message).toBe('the query took longer than allowed; ask for less');
  });

  test('tells to come back later when too many slow queries wait', async () => {
    const asked = Array.from({ length: 110 }, () => app.request(`GET ${slowQuery}`));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    const refused = answers.filter(({ headers }) => headers['retry-after'] !== undefined);
    // A hundred wait, and one runs unless the thread is still busy with the test before.
    expect([9, 10]).toContain(refused.length);
    expect(refused[0]?.json.message).toContain('try again later');
  });

  test('shows in its metrics what the threads do', async () => {
    const slow = app.request(`GET ${slowQuery}`);
    await expect
      .poll(async () => (await app.request('GET /metrics')).text)
      .toContain('cartulary_query_thread_running 1');
    expect((await slow).status).toBe(503);
    const { text } = await app.request('GET /metrics');
    expect(text).toMatch(/cartulary_query_thread_statements_total [1-9]/);
    expect(text).toContain('cartulary_query_thread_waiting 0');
  });
});
