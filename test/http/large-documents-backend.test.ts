import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilable } from '../../src/storage/statement.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { longText, storeValue } from '../support/large-documents.ts';
import { get } from '../support/search.ts';

const mebibyte = 2 ** 20;

describe('conditions on a document of 31 MB on postgres', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('postgres', { databasePoolSize: 2 });
    const properties = { 'dc:title': 'large', 'dc:subjects': ['art'], 'note:note': 'short' };
    const { uid } = await createDocument(app, { name: 'large', type: 'Note', properties });
    const value = longText(31 * mebibyte);
    await storeValue(app.services.database, [uid], { key: 'note:note', value });
    const query = 'SELECT * FROM Note';
    await Promise.all([1, 2, 3, 4].map(() => get(app, '/search/execute', { query })));
  });
  afterAll(() => app.close());

  /** Of all processes that work for this store. */
  function backendIds(): Promise<number[]> {
    const query = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database()`;
    return app.services.database.read(async (handle) => {
      const rows = await handle.all(compilable(handle.builder, query));
      return rows.map(({ pid }) => pid);
    });
  }

  function memoryOf(ids: readonly number[]): number {
    const kilobytes = ids.map((id) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0);
    });
    return kilobytes.reduce((sum, each) => sum + each, 0) * 1024;
  }

  const each = (n: number, operator: string, one: (at: number) => string) =>
    Array.from({ length: n }, (_unused, at) => one(at)).join(` ${operator} `);

  test.each([
    ['wildcards', each(200, 'OR', (n) => `dc:subjects/* LIKE 'x${n}%'`)],
    ['a list', each(200, 'OR', (n) => `dc:subjects = 'x${n}'`)],
    ['the large value', each(200, 'OR', (n) => `note:note LIKE 'x${n}%'`)],
    ['the large value in any case', each(100, 'OR', (n) => `note:note ILIKE 'x${n}%'`)],
    [
      'many properties',
      each(60, 'OR', (n) => `dc:nature = 'x${n}' OR dc:source LIKE 'y${n}%' OR dc:rights <> 'z'`),
    ],
  ])('%s keep a backend small', async (_what, where) => {
    const ids = await backendIds();
    const before = memoryOf(ids);
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, memoryOf(ids));
    }, 5);
    const query = `SELECT * FROM Note WHERE ecm:isVersion = 0 AND (${where})`;
    const { status } = await get(app, '/search/execute', { query });
    clearInterval(timer);
    expect(status).toBe(200);
    expect(most - before).toBeLessThan(300 * mebibyte);
  });
});
