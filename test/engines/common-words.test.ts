import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { monotonicMs } from '../../src/base/clock.ts';
import {
  fulltextCondition,
  fulltextHits,
  fulltextScore,
} from '../../src/repository/fulltext/condition.ts';
import { parseFulltextQuery } from '../../src/repository/fulltext/query-syntax.ts';
import type { ReadHandle } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { makeFolder } from '../support/engines.ts';

/** More than a search on the event loop may read. */
const documents = 2_500;

const insertWords = `
insert into fulltext_words (rowid, title, description, other, files)
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${documents})
  select i, case i when 7 then 'common rare' else 'common' end, '', '', '' from n`;

describe('a search on SQLite', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let database: SqliteDatabase;
  let onThreads: number;
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'test.db');
    database = new SqliteDatabase({ path, queueTimeoutMs: 10_000, queryThreads: 1 });
    await migrate(database, migrations);
    await database.migrate((handle) => handle.script(insertWords));
  });
  afterAll(async () => {
    await database.close();
    await folder.remove();
  });
  beforeEach(() => {
    onThreads = threadStatements();
  });

  function threadStatements(): number {
    return database.queryThreads?.statements ?? expect.fail('the store has no threads');
  }

  function countHits(handle: ReadHandle, text: string): Promise<{ hits: number } | undefined> {
    const search = { index: 'default', query: parseFulltextQuery(text) } as const;
    const deadlineMs = monotonicMs() + 60_000;
    const hits = fulltextHits(handle.dialect, { ...search, deadlineMs });
    const query = sql<{ hits: number }>`select count(*) as hits from ${hits}`;
    return handle.first({ compile: () => query.compile(handle.builder) });
  }

  const search = (text: string) => database.read((handle) => countHits(handle, text));

  test.each(['common', 'rare common', '"common rare"', 'rare -common', 'none OR common'])(
    'of a word of many documents runs on a thread: %s',
    async (text) => {
      await search(text);
      expect(threadStatements()).toBe(onThreads + 1);
    },
  );

  test('of words of few documents runs on the event loop', async () => {
    const countOnThreads = async (): Promise<number> => {
      const before = threadStatements();
      await search('rare');
      await search('none');
      return threadStatements() - before;
    };
    // Any statement goes to a thread when the machine is busy and its slice of time is over.
    await expect.poll(countOnThreads, { timeout: 60_000 }).toBe(0);
  });

  test('as a condition or as a score runs on a thread, too', async () => {
    const query = parseFulltextQuery('common');
    const options = { index: 'default', query, idColumn: 'd.id', deadlineMs: 1e12 } as const;
    await database.read(async (handle) => {
      const { dialect, builder } = handle;
      const compile = (statement: ReturnType<typeof sql>) => ({
        compile: () => statement.compile(builder),
      });
      const condition = fulltextCondition(dialect, options);
      await handle.all(compile(sql`select id from document as d where ${condition}`));
      expect(threadStatements()).toBe(onThreads + 1);
      const score = fulltextScore(dialect, options);
      await handle.all(compile(sql`select ${score} from document as d`));
      expect(threadStatements()).toBe(onThreads + 2);
    });
  });

  test('in a unit that writes runs on a thread until the unit has changed something', async () => {
    await database.write(async (handle) => {
      await countHits(handle, 'common');
      expect(threadStatements()).toBe(onThreads + 1);
      const fact = handle.builder.insertInto('server_fact').values({ name: 'a', value: 'b' });
      await handle.run(fact);
      await countHits(handle, 'common');
      expect(threadStatements()).toBe(onThreads + 1);
    });
  });
});
