import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { ensureExtraction } from '../../src/jobs/fulltext/missing-extraction.ts';
import type { Database, ReadHandle } from '../../src/storage/database.ts';
import type { Statement } from '../../src/storage/statement.ts';
import type { JobTable } from '../../src/storage/tables.ts';
import { engines, openTestDatabase, type TestDatabase } from '../support/engines.ts';

const minuteMs = 60_000;

describe.each(engines)('the extraction of texts that wait on %s', (engine) => {
  let store: TestDatabase;
  let shiftedMs: number;
  beforeEach(async () => {
    store = await openTestDatabase(engine);
    shiftedMs = 0;
  });
  afterEach(async () => {
    shiftClock(-shiftedMs);
    await store.close();
  });

  function letTimePass(ms: number): void {
    shiftClock(ms);
    shiftedMs += ms;
  }

  async function addTexts(count: number, state: string): Promise<void> {
    const keys = Array.from({ length: count }, (_item, index) => `${state}-${index}`);
    await store.database.write(async (handle) => {
      const { builder } = handle;
      for (const key of keys) {
        const blob = { key, digest: key, digest_algorithm: 'MD5', size: 1, created_at: 0 };
        await handle.run(builder.insertInto('blob').values(blob));
        await handle.run(
          builder.insertInto('blob_text').values({ blob_key: key, state, attempts: 0 }),
        );
      }
    });
  }

  const jobs = (): Promise<JobTable[]> =>
    store.database.read((handle) => handle.all(handle.builder.selectFrom('job').selectAll()));
  const change = (values: Partial<JobTable>) =>
    store.database.write((handle) => handle.run(handle.builder.updateTable('job').set(values)));

  test('is asked for once, and only where a text waits', async () => {
    await addTexts(1, 'done');
    await ensureExtraction(store.database);
    expect(await jobs()).toEqual([]);
    await addTexts(2, 'waiting');
    await ensureExtraction(store.database);
    const [job] = await jobs();
    expect(job).toMatchObject({ kind: 'extract-texts', attempts: 0 });
    await change({ attempts: 3 });
    await ensureExtraction(store.database, { isUrgent: true });
    expect(await jobs()).toEqual([{ ...job, attempts: 3 }]);
  });

  test('follows one that is running, which may have passed a text by', async () => {
    await addTexts(1, 'waiting');
    await ensureExtraction(store.database);
    await change({ lease_id: 'a', due_at: now() + minuteMs });
    for (let look = 0; look < 3; look += 1) await ensureExtraction(store.database);
    expect((await jobs()).map(({ lease_id }) => lease_id).sort()).toEqual(['a', null]);
  });

  test('waits after failures for a minute at most, and not when it is urgent', async () => {
    await addTexts(1, 'waiting');
    await ensureExtraction(store.database);
    for (const failed of [
      { due_at: null, failed_at: now() },
      { due_at: now() + minuteMs / 2, failed_at: null },
    ]) {
      await change({ ...failed, attempts: 10 });
      await ensureExtraction(store.database);
      expect(await jobs()).toMatchObject([{ ...failed, attempts: 10 }]);
      await ensureExtraction(store.database, { isUrgent: true });
      expect(await jobs()).toMatchObject([{ attempts: 0, failed_at: null }]);
    }
    await change({ due_at: now() + 60 * minuteMs, attempts: 10 });
    await ensureExtraction(store.database);
    expect(await jobs()).toMatchObject([{ attempts: 0 }]);
    await change({ due_at: null, failed_at: now(), attempts: 10 });
    letTimePass(minuteMs + 1_000);
    await ensureExtraction(store.database);
    expect(await jobs()).toMatchObject([{ attempts: 0, failed_at: null }]);
  });

  test('is looked for in an index, however many texts are done', async () => {
    await addTexts(2_000, 'done');
    await store.database.migrate((handle) => handle.script('ANALYZE'));
    const plan = await explainLook(store.database);
    expect(plan).toContain('blob_text_waiting');
    expect(plan).not.toMatch(/Seq Scan on (?:public\.)?blob_text|SCAN blob_text(?! USING)/);
  });

  /** How the engine runs the statement that is sent every second. */
  async function explainLook(database: Database): Promise<string> {
    let plan = '';
    const explaining = (handle: ReadHandle) => ({
      engine,
      fetchFirst: async (statement: Statement<object, unknown>) => {
        const { sql: text } = statement.compiledFor(handle.builder);
        const literal = text.replaceAll(/\?|\$\d/g, "'1'");
        const prefix = engine === 'sqlite' ? 'explain query plan' : 'explain';
        const query = sql.raw(`${prefix} ${literal}`);
        plan = JSON.stringify(
          await handle.all({ compile: () => query.compile(handle.builder) as never }),
        );
        return undefined;
      },
    });
    await ensureExtraction({
      ...database,
      read: (work) => database.read((handle) => work(explaining(handle) as never)),
    } as Database);
    return plan;
  }
});
