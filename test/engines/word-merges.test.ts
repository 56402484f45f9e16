import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/log.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { segmentLevels } from '../../src/storage/sqlite/word-segments.ts';
import { makeFolder } from '../support/engines.ts';

describe('the full-text index of SQLite', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let database: SqliteDatabase;
  /** A second connection, which sees what is committed. */
  let reader: SqliteConnection;
  let logged: string[];
  let merges: number;
  let onMerge: (worker: Worker) => void;
  const noteWorker = (worker: Worker): void => {
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (request: unknown) => {
      post(request);
      if (request !== 'mergeWords') return;
      merges += 1;
      onMerge(worker);
    };
  };

  beforeEach(async () => {
    folder = await makeFolder();
    merges = 0;
    onMerge = () => undefined;
    logged = [];
    process.on('worker', noteWorker);
    const path = join(folder.path, 'test.db');
    const log = createLogger('warn', 'json', { write: (line) => logged.push(line) });
    database = new SqliteDatabase({ path, queueTimeoutMs: 10_000, log });
    await migrate(database, migrations);
    reader = new SqliteConnection({ path, readonly: true, busyTimeoutMs: 1_000 });
  });
  afterEach(async () => {
    reader.close();
    await database.close();
    process.off('worker', noteWorker);
    await folder.remove();
  });

  const levels = () => {
    const row = reader.get('select block from fulltext_words_data where id = 10', []);
    return segmentLevels((row as { readonly block: Buffer }).block);
  };

  const found = (word: string): unknown =>
    reader.all('select rowid as id from fulltext_words where fulltext_words match ?', [word])
      .length;

  const run = (statement: string) => database.migrate((handle) => handle.script(statement));

  /** With that many words each, which no other document has. */
  const add = (first: number, last: number, words = 1) =>
    run(`insert into fulltext_words (rowid, title, description, other, files)
      with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last}),
        w(j) as (select 1 union all select j + 1 from w where j < ${words})
      select i, 'common', '', (select group_concat('w' || i || 'x' || j, ' ') from w), '' from n`);

  const remove = (first: number, last: number) =>
    run(`delete from fulltext_words where rowid between ${first} and ${last}`);

  /** Units without words, after which the segments are looked at. */
  async function untilMerged(isMerged: () => boolean): Promise<void> {
    while (!isMerged()) {
      await run('select 1');
      await sleep(1);
    }
  }

  test('has a list of its segments that the program can read', async () => {
    expect(levels()).toEqual([]);
    await add(1, 3);
    await add(4, 300, 100);
    await remove(1, 2);
    const [level, ...others] = levels();
    expect(others).toEqual([]);
    expect(level).toMatchObject({ merged: 0, entries: 300, removed: 2, ...onDisk() });
  });

  /** The id of a page contains that of its segment; pages of removed entries have larger ids. */
  function onDisk(): object {
    const pages = `select count(distinct id >> 37) as segments, count(*) as pages
      from fulltext_words_data where id > 10 and id < 1 << 53`;
    return reader.get(pages, []) as object;
  }

  test('is merged by a thread when many units have added words', async () => {
    let units = 0;
    while (merges === 0) {
      units += 1;
      await add(units, units);
    }
    await untilMerged(() => (levels()[1]?.segments ?? 0) < 16);
    expect(found('common')).toBe(units);
  });

  test('is merged by a thread before the many words of some units are too much for one', async () => {
    for (let unit = 0; unit < 24; unit += 1) await add(unit + 1, unit + 1, 10_000);
    await untilMerged(() => (levels()[0]?.segments ?? 0) < 16);
    expect(merges).toBeGreaterThan(1);
    expect(found('w24x10000')).toBe(1);
  });

  test('is merged by a thread, and not by the units, when most of it is removed', async () => {
    await add(1, 3_000, 50);
    for (let first = 1; first < 3_000; first += 100) {
      const before = levels().reduce((sum, { entries }) => sum + entries, 0);
      const mergesBefore = merges;
      await remove(first, first + 99);
      const after = levels().reduce((sum, { entries }) => sum + entries, 0);
      if (merges === mergesBefore) expect(after).toBe(before);
    }
    await untilMerged(() => levels().every(({ pages }) => pages < 16));
    expect(merges).toBeGreaterThan(0);
    expect(found('common')).toBe(0);
  });

  test('takes further words when the thread has ended in the middle of a merge', async () => {
    onMerge = (worker) => void worker.terminate();
    await add(1, 3_000, 50);
    await remove(1, 2_000);
    await untilMerged(() => logged.length > 0);
    expect(logged[0]).toContain('the full-text index could not be merged');
    await add(5_000, 5_000);
    expect(found('w5000x1')).toBe(1);
    expect(found('common')).toBe(1_001);
  });
});
