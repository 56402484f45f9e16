import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/log.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import type { CheckpointLimits } from '../../src/storage/sqlite/checkpointer.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';
import { makeFolder } from '../support/engines.ts';
import { countOn, slowRows } from '../support/slow-statements.ts';

/** The replies of the thread do not arrive. */
function silence(worker: Worker): void {
  worker.removeAllListeners('message');
}

/** Far fewer pages than the migrations write. */
const small = { commits: 1, copyPages: 20, restartPages: 60 };

describe('the write-ahead log of SQLite', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let path: string;
  let database: SqliteDatabase;
  /** One more process, as far as SQLite can tell. */
  let openNode: () => SqliteDatabase;
  let logged: string[];
  const workers: Worker[] = [];
  /** What the threads were told to do. */
  let requests: unknown[];
  /** Whether a thread is killed when it gets its second request; loading its driver must not be interrupted. */
  let isKilled: (worker: Worker) => boolean;
  let onWorker: (worker: Worker) => void;
  const noteWorker = (worker: Worker): void => {
    workers.push(worker);
    let replies = 0;
    worker.on('message', () => {
      replies += 1;
    });
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (request: unknown) => {
      requests.push(request);
      if (replies > 0 && isKilled(worker)) void worker.terminate();
      post(request);
    };
    onWorker(worker);
  };

  beforeEach(async () => {
    folder = await makeFolder();
    path = join(folder.path, 'test.db');
    logged = [];
    requests = [];
    onWorker = () => undefined;
    isKilled = () => false;
    process.on('worker', noteWorker);
  });
  afterEach(async () => {
    await database.close();
    process.off('worker', noteWorker);
    workers.splice(0);
    await folder.remove();
  });

  async function open(checkpointLimits: Partial<CheckpointLimits> = {}): Promise<void> {
    const log = createLogger('warn', 'json', { write: (line) => logged.push(String(line)) });
    const limits = { ...small, ...checkpointLimits };
    const queueTimeoutMs = 10_000;
    openNode = () =>
      new SqliteDatabase({ path, queueTimeoutMs, queryThreads: 2, log, checkpointLimits: limits });
    database = openNode();
    await migrate(database, migrations);
  }

  let facts = 0;
  const putFact = (on = database): Promise<unknown> => {
    facts += 1;
    const row = { name: `fact-${facts}`, value: 'x'.repeat(3_000) };
    return on.write((handle) => handle.run(handle.builder.insertInto('server_fact').values(row)));
  };
  const readFact = (): Promise<unknown> =>
    database.read((handle) =>
      handle.first(handle.builder.selectFrom('server_fact').selectAll().orderBy('name', 'desc')),
    );

  /** How often it has begun anew: SQLite counts that in the header of the file. */
  const beginnings = async (): Promise<number> => (await readFile(`${path}-wal`)).readUInt32BE(12);

  /** Four writers write without a pause until the condition is true. */
  async function writeUntil(
    isOver: () => boolean | Promise<boolean>,
    on = database,
  ): Promise<void> {
    let goesOn = true;
    const writing = Array.from({ length: 4 }, async () => {
      while (goesOn) await Promise.all([putFact(on), readFact()]);
    });
    try {
      await expect.poll(isOver, { timeout: 60_000, interval: 20 }).toBe(true);
    } finally {
      goesOn = false;
      await Promise.all(writing);
    }
  }

  const hasBegunAnew = (times: number): (() => Promise<boolean>) => {
    let first: number | undefined;
    return async () => {
      first ??= await beginnings();
      return (await beginnings()) >= first + times;
    };
  };

  test('begins anew again and again, although writers and readers never pause', async () => {
    await open({ copyPages: 500, restartPages: 1_000 });
    const restarts = () => requests.filter((request) => request === 'restart').length;
    const haveFollowed = hasBegunAnew(3);
    await writeUntil(async () => restarts() > 3 && (await haveFollowed()));
    expect(workers).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  test('begins anew although long transactions follow each other without a gap', async () => {
    // So that each checkpoint ends while a transaction is open.
    onWorker = (worker) => {
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (request: unknown) => setTimeout(() => post(request), 50);
    };
    await open({ copyPages: 50, restartPages: 100 });
    let goesOn = true;
    const write = async (): Promise<void> => {
      while (goesOn) {
        await database.write(async (handle) => {
          for (let pages = 0; pages < 60; pages += 1) {
            facts += 1;
            const row = { name: `fact-${facts}`, value: 'x'.repeat(3_000) };
            await handle.run(handle.builder.insertInto('server_fact').values(row));
          }
          // Longer than a checkpoint.
          await sleep(150);
        });
      }
    };
    // More than one of them waits whenever one ends.
    const writing = Promise.all([write(), write(), write(), write()]);
    try {
      await expect.poll(hasBegunAnew(3), { timeout: 60_000, interval: 20 }).toBe(true);
    } finally {
      goesOn = false;
      await writing;
    }
  });

  test('grows as long as a snapshot needs it, and begins anew after that', async () => {
    await open();
    await writeUntil(() => workers.length > 0);
    const first = await beginnings();
    const read = await database.snapshot(async (handle) => {
      const count = () =>
        handle.first(
          handle.builder
            .selectFrom('server_fact')
            .select(({ fn }) => fn.countAll<number>().as('facts')),
        );
      const before = await count();
      const written = facts;
      await writeUntil(() => facts > written + 500);
      expect(await beginnings()).toBeLessThanOrEqual(first + 1);
      return [before, await count()];
    });
    expect(read[1]).toEqual(read[0]);
    await writeUntil(hasBegunAnew(2));
    expect(workers).toHaveLength(1);
  });

  test('begins anew although slow queries follow each other without a gap', async () => {
    await open({ copyPages: 100, restartPages: 100, holdPages: 200 });
    let goesOn = true;
    const ask = async (delayMs: number): Promise<void> => {
      await sleep(delayMs);
      while (goesOn) {
        const bounds = { timeLimitMs: 60_000 };
        await database.read((handle) => countOn(handle, slowRows), undefined, bounds);
      }
    };
    const asking = Promise.all([ask(0), ask(150)]);
    await writeUntil(() => (database.queryThreads?.running ?? 0) === 2);
    await writeUntil(hasBegunAnew(3));
    goesOn = false;
    await asking;
  });

  test('begins anew although two processes write without a pause', async () => {
    await open({ copyPages: 500, restartPages: 1_000 });
    const other = openNode();
    const haveFollowed = hasBegunAnew(3);
    let isOver = false;
    await Promise.all([
      writeUntil(() => isOver, other),
      writeUntil(haveFollowed).finally(() => {
        isOver = true;
      }),
    ]);
    await other.close();
    expect(logged).toEqual([]);
  });

  test('is reported, and queries go on, when it becomes long because of a reader', async () => {
    await open({ restartPages: 100, holdPages: 100 });
    await database.snapshot(async (handle) => {
      const find = () => handle.first(handle.builder.selectFrom('server_fact').selectAll());
      await find();
      await writeUntil(() => logged.length === 2);
    });
    expect(logged[1]).toMatch(/"megabytes":\d+,"msg":"the write-ahead log grows/);
    const bounds = { timeLimitMs: 60_000 };
    const counting = database.read((handle) => countOn(handle, slowRows), undefined, bounds);
    expect(await counting).toMatchObject({ count: slowRows });
    await writeUntil(hasBegunAnew(2));
  });

  test('is copied by no thread in a process that commits a few times', async () => {
    await open({ commits: 1_000 });
    await putFact();
    await database.close();
    expect(workers).toEqual([]);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test('is copied by a new thread after one that was killed', async () => {
    isKilled = (worker) => worker === workers[0];
    await open();
    await writeUntil(() => workers.length === 2);
    await writeUntil(hasBegunAnew(3));
    expect(workers).toHaveLength(2);
    expect(logged).toEqual([expect.stringMatching(/the thread ended.*a new one tries again/)]);
  });

  test('is copied on the event loop for a while when threads fail repeatedly', async () => {
    onWorker = silence;
    await open({ retryMs: 60_000, replyMs: 500 });
    await writeUntil(() => logged.length === 2);
    await writeUntil(hasBegunAnew(3));
    expect(logged).toEqual([
      expect.stringMatching(/did not reply.*a new one tries again/),
      expect.stringMatching(/did not reply.*fails repeatedly/),
    ]);
    expect(workers).toHaveLength(2);
  });

  test('is copied by a thread again some time after that', async () => {
    onWorker = (worker) => {
      if (workers.length <= 2) silence(worker);
    };
    await open({ retryMs: 200, replyMs: 2_000 });
    await writeUntil(() => workers.length === 3);
    await writeUntil(hasBegunAnew(3));
    expect(logged).toHaveLength(2);
  });

  test('is copied by a new thread also when one ends while it has nothing to do', async () => {
    await open();
    await writeUntil(hasBegunAnew(2));
    await sleep(500);
    await workers[0]?.terminate();
    await writeUntil(() => workers.length === 2);
    await writeUntil(hasBegunAnew(2));
  });

  test('stays, and nothing more is acknowledged, when the thread could not flush', async () => {
    const failure = { code: 'store.unavailable', message: 'disk I/O error', isFailedFlush: true };
    onWorker = (worker) => void worker.emit('message', failure);
    await open({ copyPages: 1_000, restartPages: 1_000 });
    const writeOn = async (): Promise<void> => {
      while (facts >= 0) await putFact();
    };
    await expect(writeOn()).rejects.toMatchObject({ code: 'store.unavailable' });
    await expect(putFact()).rejects.toMatchObject({ code: 'store.unavailable', status: 503 });
    expect(logged).toEqual([expect.stringMatching(/no change is acknowledged until a restart/)]);
    await database.close();
    expect(existsSync(`${path}-wal`)).toBe(true);
    onWorker = () => undefined;
    await open();
    await putFact();
  });
});
