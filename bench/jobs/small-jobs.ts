/**
 * A worker whose jobs do nothing, at the rate of 10,000 a minute: 167 a second, ten in one change. Prints
 * the processor time that it takes, in cores, first without jobs and then with each kind of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../../src/base/log.ts';
import { defineJobKind, type JobKind } from '../../src/jobs/job-kind.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import type { Database } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { PostgresDatabase } from '../../src/storage/postgres/postgres-database.ts';
import { SqliteDatabase } from '../../src/storage/sqlite/sqlite-database.ts';

const jobsPerMinute = 10_000;
const jobsPerChange = 10;
/** As many as a server has that are mostly without work. */
const otherKinds = 8;

const [place = '', seconds = '10'] = process.argv.slice(2);
const changes = (Number(seconds) * jobsPerMinute) / 60 / jobsPerChange;
const pauseMs = (60_000 * jobsPerChange) / jobsPerMinute;

const database = open();
await migrate(database, migrations);
const worker = createWorker({ database, log: createLogger('warn'), kinds: kinds() });
worker.start();
const figures = {
  idle: await coresOf(() => sleep(Number(seconds) * 1_000)),
  /** The worker removes the row of the job. */
  plain: await coresOf(() => runJobs('plain')),
  /** The job removes it in its own unit. */
  completing: await coresOf(() => runJobs('completing')),
};
console.log(JSON.stringify(figures));
await worker.stop();
await database.close();

function open(): Database {
  const queueTimeoutMs = 30_000;
  if (place.startsWith('postgres')) {
    return new PostgresDatabase({ connectionString: place, poolSize: 10, queueTimeoutMs });
  }
  return new SqliteDatabase({ path: place, queueTimeoutMs, queryThreads: 2 });
}

function kinds(): readonly JobKind[] {
  const parse = () => undefined;
  const nothing = () => Promise.resolve();
  const others = Array.from({ length: otherKinds }, (_, number) =>
    defineJobKind({ kind: `other-${number}`, concurrency: 1, parse, run: nothing }),
  );
  const plain = defineJobKind({ kind: 'plain', concurrency: 4, parse, run: nothing });
  const completing = defineJobKind({
    kind: 'completing',
    concurrency: 4,
    parse,
    run: ({ database: leased, complete }) => leased.write((handle) => complete(handle)),
  });
  return [...others, plain, completing];
}

async function runJobs(kind: string): Promise<void> {
  const beganMs = performance.now();
  for (let change = 1; change <= changes; change += 1) {
    await database.write(async (handle) => {
      for (let count = 0; count < jobsPerChange; count += 1) {
        await enqueueJob(handle, { kind, payload: { change, count } });
      }
    });
    await sleep(Math.max(0, beganMs + change * pauseMs - performance.now()));
  }
  await worker.whenIdle();
}

async function coresOf(work: () => Promise<void>): Promise<number> {
  const beganMs = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / (performance.now() - beganMs);
}
