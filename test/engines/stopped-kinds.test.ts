import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findJob } from '../../src/jobs/inspect.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { switchScheduler } from '../../src/jobs/schedules/scheduler-state.ts';
import { switchKind } from '../../src/jobs/stopped-kinds.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { whenEnded } from '../support/bulk.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { createGate, namedKind, workerOf } from '../support/jobs.ts';
import { openTestRepository } from '../support/repository.ts';

describe.each(engines)('a consumer that is stopped on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ada');
  });
  afterAll(() => app.close());

  const consumer = (line: string, more: object = {}) =>
    app.request(`PUT /api/v1/management/stream/consumer/${line}`, more);
  const stopped = async () => (await app.request('GET /api/v1/management/jobs')).json.stoppedKinds;
  const enqueue = (name: string) =>
    app.services.database.write((handle) =>
      enqueueJob(handle, { kind: 'operation', payload: { name } }),
    );

  test('begins no job until it is started', async () => {
    const { database } = app.services;
    await consumer('stop?consumer=operation');
    const id = await enqueue('first');
    const stateOf = async () => (await database.read((handle) => findJob(handle, id)))?.state;
    // Later jobs of other kinds are done meanwhile.
    const { json } = await app.request('DELETE /api/v1/management/blobs/orphaned');
    await whenEnded(app, json.commandId);
    expect([await stateOf(), await stopped()]).toEqual(['waiting', ['operation']]);
    expect((await consumer('start?consumer=operation')).status).toBe(204);
    expect(await stopped()).toEqual([]);
    // It has begun: its payload is not that of an operation.
    await vi.waitFor(async () => expect(await stateOf()).toBe('failed'), { timeout: 60_000 });
  });

  test('is always 204, and in the audit where it changes something', async () => {
    const lines = ['stop', 'stop', 'start', 'start'].map((each) => `${each}?consumer=bulk-scroll`);
    for (const line of lines) expect((await consumer(line)).status).toBe(204);
    const rows = await app.services.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select(['event_id', 'extended'])
          .where('event_id', 'like', 'jobKind%')
          .where('extended', 'like', '%bulk-scroll%')
          .orderBy('id'),
      ),
    );
    expect(rows.map(({ event_id }) => event_id)).toEqual(['jobKindStopped', 'jobKindStarted']);
  });

  test.each([
    ['stop', 'Missing consumer param'],
    ['start?consumer=', 'Missing consumer param'],
    ['stop?consumer=none', 'Unknown consumer: none'],
  ])('refuses %s', async (line, message) => {
    const { status, json } = await consumer(line);
    expect([status, json.message]).toEqual([400, message]);
  });

  test('is for administrators', async () => {
    const { status } = await consumer('stop?consumer=operation', { user: 'ada' });
    expect([status, await stopped()]).toEqual([403, []]);
  });
});

describe.each(engines)('a job that runs on %s', (engine) => {
  test('goes on when its kind and the scheduler are stopped, and others of it wait', async () => {
    const repository = await openTestRepository(engine);
    const { database, system } = repository;
    const begun = createGate();
    const gate = createGate();
    const done: string[] = [];
    const kind = namedKind({
      run: async (_context, { name }) => {
        begun.open();
        await gate.opened;
        done.push(name);
      },
    });
    const workers = [1, 2].map(() => workerOf(database, { kinds: [kind] }));
    const add = (name: string) =>
      database.write((handle) => enqueueJob(handle, { kind: 'test', payload: { name } }));
    const set = (isStopped: boolean) =>
      system.write(async (unit) => {
        await switchKind(unit, { kind: 'test', isStopped });
        await switchScheduler(unit, { isStopped });
      });
    await add('first');
    for (const worker of workers) worker.start();
    await begun.opened;
    await set(true);
    await add('second');
    gate.open();
    for (const worker of workers) await worker.whenIdle();
    expect(done).toEqual(['first']);
    await set(false);
    await vi.waitFor(() => expect(done).toEqual(['first', 'second']), { timeout: 60_000 });
    await Promise.all(workers.map((worker) => worker.stop()));
    await repository.close();
  });
});
