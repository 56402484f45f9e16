import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/log.ts';
import { parseCronExpression } from '../../src/jobs/schedules/cron-expression.ts';
import { fireDue } from '../../src/jobs/schedules/firing.ts';
import type { Schedule } from '../../src/jobs/schedules/schedule.ts';
import { Scheduler } from '../../src/jobs/schedules/scheduler.ts';
import type { Database } from '../../src/storage/database.ts';
import { engines } from '../support/engines.ts';
import { namedKind, workerOf } from '../support/jobs.ts';
import { openSharedStore, type SharedStore } from '../support/shared-store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function scheduleOf(id: string, cronExpression: string, timeZone: string | null = null): Schedule {
  return {
    id,
    eventId: id,
    eventCategory: null,
    cronExpression,
    timeZone,
    expression: parseCronExpression(cronExpression, timeZone),
    username: null,
    kind: 'test',
    operation: null,
  };
}

const hourly = scheduleOf('hourly', '0 0 * * * ?');

describe.each(engines)('the scheduler on %s', (engine) => {
  let store: SharedStore;
  let shiftedMs: number;
  beforeEach(async () => {
    store = await openSharedStore(engine);
    shiftedMs = 0;
  });
  afterEach(async () => {
    shiftClock(-shiftedMs);
    await store.close();
  });

  const letTimePass = (ms: number): void => {
    shiftClock(ms);
    shiftedMs += ms;
  };
  const fire = (schedules: readonly Schedule[], database: Database = store.database) =>
    database.write((handle) => fireDue(handle, schedules));
  const plans = () =>
    store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('schedule').selectAll().orderBy('id')),
    );
  const jobs = () =>
    store.database.read((handle) =>
      handle.all(handle.builder.selectFrom('job').select(['kind', 'job_key', 'payload'])),
    );
  const setStopped = (isStopped: number) =>
    store.database.write((handle) =>
      handle.run(handle.builder.updateTable('scheduler_state').set({ is_stopped: isStopped })),
    );
  /** Just after the next full hour of the store's clock. */
  const toNextHour = (): void => letTimePass(hourMs - (now() % hourMs) + 5_000);

  test('plans what it sees for the first time, and runs nothing', async () => {
    expect(await fire([hourly])).toEqual([]);
    const [plan] = await plans();
    expect(plan).toMatchObject({ id: 'hourly', expression: '0 0 * * * ?', fired_at: null });
    expect((plan?.next_at ?? 0) % hourMs).toBe(0);
    expect((plan?.next_at ?? 0) - now()).toBeLessThanOrEqual(hourMs + 1_000);
    expect(await jobs()).toEqual([]);
  });

  test('fires once at its instant, as one job with the schedule as its key', async () => {
    await fire([hourly]);
    toNextHour();
    expect(await fire([hourly])).toEqual(['hourly']);
    expect(await fire([hourly])).toEqual([]);
    const job = { kind: 'test', job_key: 'hourly', payload: '{"scheduleId":"hourly"}' };
    expect(await jobs()).toEqual([job]);
    toNextHour();
    expect(await fire([hourly])).toEqual(['hourly']);
    // The first has not begun: one run is enough for both.
    expect(await jobs()).toEqual([job]);
  });

  test('makes up for any number of missed instants with one run', async () => {
    await fire([hourly]);
    letTimePass(50 * hourMs);
    expect(await fire([hourly])).toEqual(['hourly']);
    expect(await fire([hourly])).toEqual([]);
    expect((await plans())[0]?.next_at).toBeGreaterThan(now() - 1_000);
  });

  test('fires nothing while it is stopped, and then once for what was missed', async () => {
    await fire([hourly]);
    await setStopped(1);
    letTimePass(5 * hourMs);
    expect(await fire([hourly])).toEqual([]);
    expect(await jobs()).toEqual([]);
    await setStopped(0);
    expect(await fire([hourly])).toEqual(['hourly']);
    expect(await fire([hourly])).toEqual([]);
  });

  test('goes on from the present when the clock is set back', async () => {
    letTimePass(1_000 * hourMs);
    await fire([hourly]);
    letTimePass(-1_000 * hourMs);
    expect(await fire([hourly])).toEqual([]);
    expect((await plans())[0]?.next_at).toBeLessThanOrEqual(now() + hourMs + 1_000);
    toNextHour();
    expect(await fire([hourly])).toEqual(['hourly']);
  });

  test('does not fire for the same instant again when the clock is corrected a little', async () => {
    await fire([hourly]);
    toNextHour();
    expect(await fire([hourly])).toEqual(['hourly']);
    letTimePass(-10_000);
    expect(await fire([hourly])).toEqual([]);
    letTimePass(10_000);
    expect(await fire([hourly])).toEqual([]);
  });

  test('plans anew when an expression or its time zone changes', async () => {
    await fire([hourly]);
    const yearly = scheduleOf('hourly', '0 0 0 1 1 ?');
    toNextHour();
    expect(await fire([yearly])).toEqual([]);
    expect(await plans()).toMatchObject([{ expression: '0 0 0 1 1 ?' }]);
    expect(await fire([scheduleOf('hourly', '0 0 0 1 1 ?', 'Asia/Tokyo')])).toEqual([]);
    expect(await plans()).toMatchObject([{ expression: '0 0 0 1 1 ? Asia/Tokyo' }]);
  });

  test('never fires what has no instant, and says so when it starts', async () => {
    const past = scheduleOf('past', '0 0 0 1 1 ? 2020');
    const lines: string[] = [];
    const log = createLogger('info', 'json', { write: (line) => void lines.push(line) });
    const scheduler = new Scheduler({ database: store.database, log, schedules: [past] });
    scheduler.start();
    await scheduler.stop();
    expect(lines).toEqual([expect.stringContaining('schedule past: 0 0 0 1 1 ? 2020 has no')]);
    expect(await fire([past])).toEqual([]);
    letTimePass(24 * hourMs);
    expect(await fire([past])).toEqual([]);
    expect(await plans()).toMatchObject([{ id: 'past', next_at: null }]);
  });

  test('fires many that are due together, some in each unit', async () => {
    const many = Array.from({ length: 120 }, (_, index) => scheduleOf(`s${index}`, '0 0 * * * ?'));
    for (let unit = 0; unit < 3; unit += 1) await fire(many);
    expect(await plans()).toHaveLength(120);
    toNextHour();
    const fired = [await fire(many), await fire(many), await fire(many), await fire(many)];
    expect(fired.map(({ length }) => length)).toEqual([50, 50, 20, 0]);
    expect(new Set(fired.flat()).size).toBe(120);
  });

  test('fires once on several nodes that look at the same time', async () => {
    const schedules = ['a', 'b', 'c'].map((id) => scheduleOf(id, '0 0 * * * ?'));
    const nodes = [store.openNode(), store.openNode(), store.openNode(), store.database];
    await Promise.all(nodes.map((node) => fire(schedules, node)));
    expect(await plans()).toHaveLength(3);
    for (let round = 0; round < 5; round += 1) {
      toNextHour();
      const fired = await Promise.all(nodes.map((node) => fire(schedules, node)));
      expect(fired.flat().sort()).toEqual(['a', 'b', 'c']);
    }
  });

  test('of several nodes runs each firing in one of their workers', async () => {
    const each = scheduleOf('each-second', '* * * * * ?');
    const runs: string[] = [];
    const parse = (value: unknown) => ({ name: String(Object(value).scheduleId) });
    const kind = {
      ...namedKind({ run: async (_context, { name }) => void runs.push(name) }),
      prepare: (value: unknown) => async () => void runs.push(parse(value).name),
    };
    const nodes = [store.openNode(), store.openNode()];
    const log = createLogger('silent');
    const workers = nodes.map((database) => workerOf(database, { kinds: [kind] }));
    const schedulers = nodes.map(
      (database) => new Scheduler({ database, log, schedules: [each], pollMs: 50 }),
    );
    for (const node of [...workers, ...schedulers]) node.start();
    await vi.waitFor(() => expect(runs.length).toBeGreaterThan(2), { timeout: 60_000 });
    await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    const [plan] = await plans();
    await Promise.all(workers.map((worker) => worker.whenIdle()));
    expect(plan?.fired_at).not.toBeNull();
    expect(new Set(runs)).toEqual(new Set(['each-second']));
    const runsAtEnd = runs.length;
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(runs.length).toBe(runsAtEnd);
  });

  test('goes on after a time without the store', async () => {
    const each = scheduleOf('each-second', '* * * * * ?');
    let isBroken = true;
    const { database } = store;
    const read: Database['read'] = (work, meter, bounds) => {
      if (isBroken) return Promise.reject(new Error('on purpose'));
      return database.read(work, meter, bounds);
    };
    const write: Database['write'] = (work, meter, options) => database.write(work, meter, options);
    const faulty = { read, write } as unknown as Database;
    const lines: string[] = [];
    const log = createLogger('info', 'json', { write: (line) => void lines.push(line) });
    const scheduler = new Scheduler({ database: faulty, log, schedules: [each], pollMs: 20 });
    scheduler.start();
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 60_000 });
    isBroken = false;
    await vi.waitFor(async () => expect(await jobs()).toHaveLength(1), { timeout: 60_000 });
    await scheduler.stop();
    expect(lines).toHaveLength(1);
  });
});
