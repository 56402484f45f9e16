import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findJob } from '../../src/jobs/inspect.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { createGate, namedKind, workerOf } from '../support/jobs.ts';

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

  test('begins no job on any server until it is started, and ends those that run', async () => {
    const { database } = app.services;
    const gate = createGate();
    const done: string[] = [];
    const kind = namedKind({
      kind: 'operation',
      run: async (_context, { name }) => {
        await gate.opened;
        done.push(name);
      },
    });
    // Only workers of the test do such jobs.
    await consumer('stop?consumer=operation');
    const first = await enqueue('first');
    const workers = [1, 2].map(() => workerOf(database, { kinds: [kind] }));
    for (const worker of workers) worker.start();
    for (const worker of workers) await worker.whenIdle();
    const stateOf = async () => (await database.read((handle) => findJob(handle, first)))?.state;
    expect([await stateOf(), await stopped()]).toEqual(['waiting', ['operation']]);
    gate.open();
    for (const worker of workers) await worker.stop();
    expect(done).toEqual([]);
    // The application has a worker of its own, whose job this is then: its payload is not one.
    expect((await consumer('start?consumer=operation')).status).toBe(204);
    expect(await stopped()).toEqual([]);
    await vi.waitFor(async () => expect(await stateOf()).toBe('failed'), { timeout: 30_000 });
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
