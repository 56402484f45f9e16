import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { defineJobKind } from '../../src/jobs/job-kind.ts';
import { enqueueLeftWork } from '../../src/jobs/left-work.ts';
import { hasWaitingTexts } from '../../src/repository/fulltext/blob-texts.ts';
import { hasUnfinishedWords } from '../../src/repository/fulltext/unfinished-words.ts';
import type { Database, ReadHandle } from '../../src/storage/database.ts';
import type { JobTable } from '../../src/storage/job-tables.ts';
import type { Compilable } from '../../src/storage/statement.ts';
import { engines, openTestDatabase, type TestDatabase } from '../support/engines.ts';
import { workerOf } from '../support/jobs.ts';

const minuteMs = 60_000;
const work = { concurrency: 1, parse: () => undefined, run: async () => undefined };
const kinds = [
  defineJobKind({ ...work, kind: 'extract-texts', isWanted: hasWaitingTexts }),
  defineJobKind({ ...work, kind: 'finish-words', isWanted: hasUnfinishedWords }),
];

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
        const blob = {
          key,
          digest: key,
          digest_algorithm: 'MD5',
          size: 1,
          created_at: 0,
          provider: 'default',
        };
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
    await enqueueLeftWork(store.database, kinds);
    expect(await jobs()).toEqual([]);
    await addTexts(2, 'waiting');
    await enqueueLeftWork(store.database, kinds);
    const [job] = await jobs();
    expect(job).toMatchObject({ kind: 'extract-texts', attempts: 0 });
    await change({ attempts: 3 });
    await enqueueLeftWork(store.database, kinds, { isUrgent: true });
    expect(await jobs()).toEqual([{ ...job, attempts: 3 }]);
  });

  test('follows one that is running, which may have passed a text by', async () => {
    await addTexts(1, 'waiting');
    await enqueueLeftWork(store.database, kinds);
    await change({ lease_id: 'a', due_at: now() + minuteMs });
    for (let look = 0; look < 3; look += 1) await enqueueLeftWork(store.database, kinds);
    expect((await jobs()).map(({ lease_id }) => lease_id).sort()).toEqual(['a', null]);
  });

  test('waits after failures for a minute at most, and not when it is urgent', async () => {
    await addTexts(1, 'waiting');
    await enqueueLeftWork(store.database, kinds);
    for (const failed of [
      { due_at: null, failed_at: now() },
      { due_at: now() + minuteMs / 2, failed_at: null },
    ]) {
      await change({ ...failed, attempts: 10 });
      await enqueueLeftWork(store.database, kinds);
      expect(await jobs()).toMatchObject([{ ...failed, attempts: 10 }]);
      await enqueueLeftWork(store.database, kinds, { isUrgent: true });
      expect(await jobs()).toMatchObject([{ attempts: 0, failed_at: null }]);
    }
    await change({ due_at: now() + 60 * minuteMs, attempts: 10 });
    await enqueueLeftWork(store.database, kinds);
    expect(await jobs()).toMatchObject([{ attempts: 0 }]);
    await change({ due_at: null, failed_at: now(), attempts: 10 });
    letTimePass(minuteMs + 1_000);
    await enqueueLeftWork(store.database, kinds);
    expect(await jobs()).toMatchObject([{ attempts: 0, failed_at: null }]);
  });

  test('is done by a worker, which gives back what the kind holds when no job runs', async () => {
    const events: string[] = [];
    const kind = defineJobKind({
      ...work,
      kind: 'extract-texts',
      isWanted: hasWaitingTexts,
      run: async ({ database }) => {
        events.push('begins');
        await database.write((handle) =>
          handle.run(handle.builder.updateTable('blob_text').set({ state: 'done' })),
        );
        await setTimeout(50);
        events.push('ends');
      },
      close: () => {
        events.push('is closed');
      },
    });
    await addTexts(1, 'waiting');
    const worker = workerOf(store.database, { kinds: [kind], graceMs: 10_000 });
    worker.start();
    await expect.poll(() => events, { timeout: 60_000 }).toContain('begins');
    await worker.stop();
    expect(events).toEqual(['begins', 'ends', 'is closed']);
    expect(await jobs()).toEqual([]);
  });

  test('is looked for in an index, however many texts are done', async () => {
    await addTexts(2_000, 'done');
    await store.database.migrate((handle) => handle.script('ANALYZE'));
    const plan = await explainLook(store.database);
    expect(plan).toContain('blob_text_waiting');
    expect(plan).not.toMatch(/Seq Scan on (?:public\.)?blob_text|SCAN blob_text(?! USING)/);
    // PostgreSQL scans a table that is empty.
    if (engine === 'sqlite') expect(plan).toContain('document_fulltext_unfinished');
  });

  /** How the engine runs the statements that are sent every second. */
  async function explainLook(database: Database): Promise<string> {
    const plans: unknown[] = [];
    const explaining = (handle: ReadHandle) => ({
      engine,
      builder: handle.builder,
      first: async (wanted: Compilable<unknown>) => {
        const literal = wanted.compile().sql.replaceAll(/\?|\$\d/g, "'1'");
        const prefix = engine === 'sqlite' ? 'explain query plan' : 'explain';
        const query = sql.raw(`${prefix} ${literal}`);
        plans.push(await handle.all({ compile: () => query.compile(handle.builder) as never }));
        return undefined;
      },
    });
    const explained = {
      ...database,
      read: (work: (handle: never) => Promise<unknown>) =>
        database.read((handle) => work(explaining(handle) as never)),
    };
    await enqueueLeftWork(explained as unknown as Database, kinds);
    expect(plans).toHaveLength(2);
    return JSON.stringify(plans);
  }
});
