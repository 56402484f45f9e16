import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { countJobs } from '../../src/jobs/inspect.ts';
import type { JobKind } from '../../src/jobs/job-kind.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { engines, openTestDatabase, type TestDatabase } from '../support/engines.ts';
import { FaultyDatabase } from '../support/faulty-database.ts';
import { namedKind, workerOf } from '../support/jobs.ts';

/** Fails when it is done twice: the name is the key of the row. */
const putsOnce = namedKind({
  kind: 'puts-once',
  attemptsMax: 10,
  run: ({ database, complete }, { name }) =>
    database.write(async (handle) => {
      await handle.run(handle.builder.insertInto('server_fact').values({ name, value: 'x' }));
      await complete(handle);
    }),
});

describe.each(engines)('when a query of %s fails while jobs are run', (engine) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await openTestDatabase(engine);
  });
  afterAll(() => store.close());

  const rowsLeft = () => store.database.read((handle) => countJobs(handle));
  const isThere = async (name: string): Promise<boolean> => {
    const row = await store.database.read((handle) =>
      handle.first(
        handle.builder.selectFrom('server_fact').select('name').where('name', '=', name),
      ),
    );
    return row !== undefined;
  };

  /** Whether the fault came before the job was done. */
  async function runWithFault(
    faults: FaultyDatabase,
    kind: JobKind,
    name: string,
  ): Promise<boolean> {
    const { database } = store;
    await database.write((handle) => enqueueJob(handle, { kind: kind.kind, payload: { name } }));
    const worker = workerOf(faults, { kinds: [kind], pollMs: 5 });
    worker.start();
    await vi.waitFor(async () => expect(await rowsLeft(), name).toBe(0), {
      timeout: 60_000,
      interval: 5,
    });
    const { hasFailed } = faults;
    await worker.stop();
    return hasFailed;
  }

  test.each(['before', 'after'] as const)(
    'work that completes its job is done once, whichever call fails %s its effect',
    async (moment) => {
      for (let call = 1; call <= 5; call += 1) {
        const name = `${moment}-${call}`;
        const faults = new FaultyDatabase(store.database);
        faults.failAt(call, moment);
        expect(await runWithFault(faults, putsOnce, name), name).toBe(true);
        expect(await isThere(name)).toBe(true);
      }
    },
  );

  test.each(['before', 'after'] as const)(
    'a job that cannot be removed %s the effect is not lost and not run at the same time',
    async (moment) => {
      let running = 0;
      let runs = 0;
      const plain = namedKind({
        kind: 'plain',
        run: async () => {
          runs += 1;
          running += 1;
          expect(running).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        },
      });
      for (let call = 1; call <= 5; call += 1) {
        runs = 0;
        const faults = new FaultyDatabase(store.database);
        faults.failAt(call, moment);
        expect(await runWithFault(faults, plain, `${moment}-${call}`)).toBe(true);
        expect(runs, `call ${call}`).toBe(1);
      }
    },
  );
});
