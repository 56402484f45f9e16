import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../src/base/errors/app-error.ts';
import { type BulkAction, defineBulkAction } from '../../src/bulk/action.ts';
import { setPropertiesAction } from '../../src/bulk/actions/set-properties.ts';
import { purgeExpiredCommands } from '../../src/bulk/clean-job.ts';
import { abort, findCommand, listErrors, readBulkFigures } from '../../src/bulk/inspect.ts';
import { bulkJobKinds } from '../../src/bulk/kinds.ts';
import { submitCommand } from '../../src/bulk/submit.ts';
import type { BulkCommand } from '../../src/model/bulk-command.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { type BulkStage, openBulkStage, queryOf } from '../support/bulk-stage.ts';
import { engines } from '../support/engines.ts';
import { FaultyDatabase } from '../support/faulty-database.ts';
import { createGate, type Gate, workerOf } from '../support/jobs.ts';
import { openSharedStore } from '../support/shared-store.ts';

/** How often each item was done, in units that were committed. */
const done = new Map<string, number>();
/** Items at which the action waits, and the gates. */
const gates = new Map<string, { readonly reached: Gate; readonly mayGoOn: Gate }>();
const order: string[] = [];

function gateAt(item: string) {
  const gate = { reached: createGate(), mayGoOn: createGate() };
  gates.set(item, gate);
  return gate;
}

const own = { description: 'For the test.', bucketSize: 10, batchSize: 4 } as const;

/** Counts items, waits at some, and fails at those that say so. */
const countAction = defineBulkAction<null>({
  ...own,
  name: 'count',
  retries: { maxRetries: 2, delayMs: 1, maxDelayMs: 2 },
  parse: () => null,
  async run({ handle }, { items }) {
    for (const item of items) {
      const gate = gates.get(item);
      gate?.reached.open();
      await gate?.mayGoOn.opened;
      if (item.startsWith('bad')) throw new AppError('request.invalid', `${item} is bad`);
      if (item.startsWith('broken')) throw new TypeError('a bug');
      if (item.startsWith('busy')) throw new AppError('store.busy');
    }
    handle.afterCommit(() => {
      for (const item of items) {
        done.set(item, (done.get(item) ?? 0) + 1);
        order.push(item);
      }
    });
    return {
      skipped: items.filter((item) => item.startsWith('skip')).length,
      result: { bytes: items.length * 10, isTest: true },
    };
  },
});

const ownItemsAction = defineBulkAction<{ readonly count: number }>({
  ...own,
  name: 'ownItems',
  isExclusive: true,
  isSequential: true,
  parse: ({ count }) => ({ count: Number(count) }),
  async *items({ params }) {
    for (let at = 0; at < params.count; at += 1) yield [`own ${String(at).padStart(3, '0')}`];
  },
  initialResult: () => ({ bytes: 0, dryRun: false }),
  run: countAction.run as NonNullable<BulkAction['run']>,
  finish: async ({ commandId }) => ({ result: { url: `file/${commandId}` } }),
});

const failingFinishAction = defineBulkAction<null>({
  ...own,
  name: 'failingFinish',
  parse: () => null,
  run: async () => ({}),
  finish: async () => {
    throw new AppError('request.invalid', 'no file could be made');
  },
});

const actions = [countAction, ownItemsAction, failingFinishAction, setPropertiesAction];

function itemsOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix} ${at}`);
}

describe.each(engines)('a bulk command on %s', (engine) => {
  let stage: BulkStage;
  beforeAll(async () => {
    done.clear();
    stage = await openBulkStage(engine, actions);
    stage.worker();
  });
  afterAll(() => stage.close());

  const ended = (id: string): Promise<BulkCommand> =>
    vi.waitFor(
      async () => {
        const status = await stage.status(id);
        if (status?.completedMs == null) throw new Error(`it is ${JSON.stringify(status)}`);
        return status;
      },
      { timeout: 60_000, interval: 10 },
    );

  const submitIds = (ids: readonly string[], action = countAction) =>
    stage.submit({ action, source: { kind: 'ids', ids } });

  test('does each item once, and sums the results of its batches', async () => {
    const ids = itemsOf('plain', 95);
    const { id } = await submitIds([...ids, 'skip 1', 'skip 2', 'plain 1']);
    const status = await ended(id);
    expect(status).toMatchObject({
      state: 'COMPLETED',
      processed: 97,
      total: 97,
      skipCount: 2,
      errorCount: 0,
      errorMessage: null,
      result: { bytes: 970, isTest: true },
    });
    await vi.waitFor(() => expect(ids.map((item) => done.get(item))).toEqual(ids.map(() => 1)), {
      timeout: 60_000,
    });
    expect(await stage.countSlices()).toBe(0);
    const { processingStartMs = 0, processingEndMs = 0, completedMs = 0 } = status;
    expect(Number(processingEndMs)).toBeGreaterThanOrEqual(Number(processingStartMs));
    expect(Number(completedMs)).toBeGreaterThanOrEqual(status.submittedMs);
  });

  test('counts and lists items that fail, and does the others of their batches', async () => {
    const ids = ['fine 1', 'bad 1', 'fine 2', 'broken 1', 'fine 3'];
    const { id } = await submitIds(ids);
    const status = await ended(id);
    expect(status).toMatchObject({ state: 'COMPLETED', processed: 5, total: 5, errorCount: 2 });
    expect(status.errorMessage).toBe('count fails on bad 1: bad 1 is bad');
    const fine = ['fine 1', 'fine 2', 'fine 3'];
    await vi.waitFor(() => expect(fine.map((item) => done.get(item))).toEqual([1, 1, 1]), {
      timeout: 60_000,
    });
    const errors = await stage.repository.database.read((handle) => listErrors(handle, id));
    expect(errors).toEqual([
      { itemId: 'bad 1', message: 'bad 1 is bad' },
      { itemId: 'broken 1', message: 'unexpected error; see the log' },
    ]);
  });

  test('of which all items fail is completed all the same', async () => {
    const status = await ended((await submitIds(['bad 5', 'bad 6'])).id);
    expect(status).toMatchObject({ state: 'COMPLETED', processed: 2, errorCount: 2 });
  });

  test('counts a batch that the store does not take in spite of retries', async () => {
    const status = await ended((await submitIds(['busy 1', 'ok 1'])).id);
    expect(status).toMatchObject({ state: 'COMPLETED', processed: 2, errorCount: 2, total: 2 });
  });

  test('stops when it is aborted, and what ran at that moment is counted', async () => {
    const gate = gateAt('stop 2');
    const { id } = await submitIds(itemsOf('stop', 30));
    await gate.reached.opened;
    // On SQLite the batch holds the writer, so the abort follows it.
    const aborting = stage.repository.database.write((handle) =>
      abort(handle, id, stage.environment),
    );
    gate.mayGoOn.open();
    const aborted = await aborting;
    expect(aborted).toMatchObject({ state: 'ABORTED', completedMs: expect.any(Number) });
    await vi.waitFor(async () => expect(await stage.countSlices()).toBe(0), { timeout: 60_000 });
    const status = await stage.status(id);
    const count = [...done.keys()].filter((item) => item.startsWith('stop')).length;
    expect(status).toMatchObject({ state: 'ABORTED', processed: count, total: 30 });
    expect(count).toBeLessThan(30);
    const again = await stage.repository.database.write((handle) =>
      abort(handle, id, stage.environment),
    );
    expect(again.completedMs).toBe(aborted.completedMs);
  });

  test('has items of its own, in their order, a first result and a last step', async () => {
    order.length = 0;
    const source = { kind: 'action' } as const;
    const { id } = await stage.submit({ action: ownItemsAction, source, params: { count: 25 } });
    const status = await ended(id);
    expect(status).toMatchObject({
      state: 'COMPLETED',
      total: 25,
      result: { bytes: 250, dryRun: false, isTest: true, url: `file/${id}` },
    });
    expect(order).toEqual([...order].sort());
    expect(order).toHaveLength(25);
  });

  test('without items has its first result and its last step too', async () => {
    const source = { kind: 'action' } as const;
    const { id } = await stage.submit({ action: ownItemsAction, source, params: { count: 0 } });
    const status = await ended(id);
    expect(status).toMatchObject({ total: 0, result: { bytes: 0, url: `file/${id}` } });
  });

  test('whose last step fails is completed with an error', async () => {
    const status = await ended((await submitIds(['one'], failingFinishAction)).id);
    expect(status).toMatchObject({ state: 'COMPLETED', processed: 1, errorCount: 1 });
    expect(status.errorMessage).toMatch(/no file could be made$/);
  });

  test('of an exclusive action runs alone', async () => {
    const gate = gateAt('own 000');
    const source = { kind: 'action' } as const;
    const call = { action: ownItemsAction, source, params: { count: 1 } };
    const { id } = await stage.submit(call);
    gates.delete('own 000');
    const second = await stage.submit(call).catch((error: unknown) => error);
    gate.mayGoOn.open();
    expect(second).toMatchObject({
      code: 'bulk.action-running',
      message: `Bulk Action: ownItems is exclusive, command: ${id} is already running`,
    });
    await ended(id);
    await ended((await stage.submit(call)).id);
  });

  test('shares the workers with others: a small one does not wait for a large one', async () => {
    const gate = gateAt('large 1499');
    const large = await submitIds(itemsOf('large', 1_500));
    const small = await ended((await submitIds(itemsOf('small', 3))).id);
    expect(small.processed).toBe(3);
    gate.mayGoOn.open();
    expect(await ended(large.id)).toMatchObject({ processed: 1_500, total: 1_500 });
  });

  test('is found in the figures, and removed once it is not kept any more', async () => {
    const { database } = stage.repository;
    const { id } = await submitIds(['kept']);
    await ended(id);
    expect((await database.read(readBulkFigures)).COMPLETED).toBeGreaterThan(0);
    await database.write((handle) => purgeExpiredCommands(handle, Date.now()));
    expect(await stage.status(id)).toBeDefined();
    const later = Date.now() + 7 * 86_400_000;
    while ((await database.write((handle) => purgeExpiredCommands(handle, later))) > 0);
    expect(await stage.status(id)).toBeUndefined();
    expect(await stage.repository.findings()).toEqual([]);
  });

  test('finds its documents in one state, and changes them', async () => {
    await stage.createFiles('scanned', 30);
    const { id } = await stage.submit({
      action: setPropertiesAction,
      source: queryOf("SELECT * FROM Document WHERE dc:title = 'scanned' AND ecm:isVersion = 0"),
      params: { 'dc:title': 'changed', VersioningOption: 'MINOR' },
      bucketSize: 7,
      batchSize: 3,
    });
    expect(await ended(id)).toMatchObject({ processed: 30, total: 30, errorCount: 0 });
    expect(await stage.repository.findings()).toEqual([]);
  });
});

describe.each(engines)('the counts of a bulk command on %s', (engine) => {
  test('are exact whichever call of its worker fails, before or after its effect', async () => {
    done.clear();
    const stage = await openBulkStage(engine, actions);
    const faulty = new FaultyDatabase(stage.repository.database);
    stage.worker(faulty);
    for (let call = 1; call <= 60; call += 3) {
      const prefix = `fault ${call}`;
      const ids = itemsOf(prefix, 9);
      const { id } = await stage.submit({ action: countAction, source: { kind: 'ids', ids } });
      faulty.failAt(call, call % 2 === 0 ? 'before' : 'after');
      await vi.waitFor(async () => expect((await stage.status(id))?.completedMs).not.toBeNull(), {
        timeout: 60_000,
        interval: 10,
      });
      faulty.heal();
      const status = await stage.status(id);
      expect(status).toMatchObject({ processed: 9, total: 9 });
      // What follows a commit may be a little later than readers of the store.
      const counts = () => ids.map((item) => done.get(item) ?? 0);
      await vi.waitFor(() => expect(Math.min(...counts())).toBeGreaterThan(0), { timeout: 60_000 });
      expect([call, status?.errorCount, counts()]).toEqual([call, 0, ids.map(() => 1)]);
    }
    expect(await stage.repository.findings()).toEqual([]);
    await stage.close();
  }, 120_000);
});

test('an item that ends its worker again and again is counted as failed', async () => {
  const stage = await openBulkStage('sqlite', actions);
  const { database } = stage.repository;
  const ids = ['ender', 'after it 1', 'after it 2'];
  const { id } = await stage.submit({ action: countAction, source: { kind: 'ids', ids } });
  // As workers that ended leave it: all items are known, and the job begins its second attempt.
  await database.write(async (handle) => {
    const { builder } = handle;
    const command = { state: 'RUNNING', total: 3, scroll_start_at: 1, scroll_end_at: 2 };
    await handle.run(builder.updateTable('bulk_command').set(command));
    const slice = { command_id: id, part: 0, number: 0, items: JSON.stringify(ids) };
    const values = { ...slice, done: 0, attempts: 3 };
    await handle.run(builder.insertInto('bulk_slice').values(values));
    const job = { kind: 'bulk-process', attempts: 1, job_key: `${id}/0` };
    const payload = JSON.stringify({ commandId: id, part: 0 });
    await handle.run(builder.updateTable('job').set({ ...job, payload }));
  });
  stage.worker();
  await vi.waitFor(async () => expect((await stage.status(id))?.state).toBe('COMPLETED'), {
    timeout: 60_000,
  });
  expect(await stage.status(id)).toMatchObject({ processed: 3, total: 3, errorCount: 1 });
  await vi.waitFor(() => expect(ids.map((item) => done.get(item))).toEqual([undefined, 1, 1]), {
    timeout: 60_000,
  });
  await stage.close();
});

describe.each(engines)('two nodes of a store on %s', (engine) => {
  test('share a command, also when one of them stops in the middle', async () => {
    done.clear();
    const stage = await openBulkStage('sqlite', actions);
    const shared = await openSharedStore(engine);
    const { environment, repository } = stage;
    const kinds = bulkJobKinds(environment);
    const nodes = [shared.openNode(), shared.openNode()];
    const [first, second] = nodes.map((database) => workerOf(database, { kinds }));
    const ids = itemsOf('shared', 600);
    const command = { action: countAction, source: { kind: 'ids' as const, ids }, params: {} };
    const { id } = await shared.database.write((handle) =>
      submitCommand(
        createSystemUnit(handle, repository.context),
        { ...command, isSystem: true },
        { standingOf: () => 'allowed' },
      ),
    );
    first?.start();
    second?.start();
    const status = () => shared.database.readLatest((handle) => findCommand(handle, id, 0));
    await vi.waitFor(async () => expect((await status())?.processed).toBeGreaterThan(50), {
      timeout: 60_000,
      interval: 5,
    });
    await first?.stop();
    await vi.waitFor(async () => expect((await status())?.state).toBe('COMPLETED'), {
      timeout: 60_000,
    });
    expect(await status()).toMatchObject({ processed: 600, total: 600, errorCount: 0 });
    await second?.stop();
    expect(ids.filter((item) => done.get(item) !== 1)).toEqual([]);
    await shared.close();
    await stage.close();
  }, 120_000);
});
