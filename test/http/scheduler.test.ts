import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { compose } from '../../src/compose.ts';
import { fireDue } from '../../src/jobs/schedules/firing.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';

const list = 'GET /api/v1/management/scheduler';
const stop = 'PUT /api/v1/management/scheduler/stop';
const start = 'PUT /api/v1/management/scheduler/start';

const schedulerOf = async (app: TestApp) => {
  const row = await app.services.database.read((handle) =>
    handle.first(handle.builder.selectFrom('scheduler_state').selectAll()),
  );
  return row?.is_stopped === 1 ? 'stopped' : 'running';
};

const auditOf = async (app: TestApp, ...events: string[]) => {
  const rows = await app.services.database.read((handle) =>
    handle.all(
      handle.builder
        .selectFrom('audit_entry')
        .select(['event_id', 'category', 'principal_name'])
        .where('event_id', 'in', events)
        .orderBy('id'),
    ),
  );
  return rows.map((row) => [row.event_id, row.category, row.principal_name]);
};

describe.each(engines)('the scheduler on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'alice');
  });
  afterAll(() => app.close());

  test('lists its schedules with every field', async () => {
    const { status, json, headers } = await app.request(list);
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/json/)]);
    expect(Object.keys(json)).toEqual(['entity-type', 'entries']);
    expect(json['entity-type']).toBe('schedules');
    expect(json.entries[0]).toEqual({
      'entity-type': 'schedule',
      id: 'aceScheduler',
      jobFactoryClass: 'org.nuxeo.ecm.core.scheduler.DefaultEventJobFactory',
      eventId: 'updateACEStatus',
      eventCategory: null,
      cronExpression: '0 0/5 * * * ?',
      username: null,
      isEnabled: true,
      enabled: true,
      timeZone: null,
    });
    const byId = Object.fromEntries(json.entries.map((each: { id: string }) => [each.id, each]));
    expect(Object.keys(byId)).toEqual([
      'aceScheduler',
      'escalationScheduler',
      'failedJobsCleanup',
      'transientStoreGC',
    ]);
    expect(byId.transientStoreGC).toMatchObject({
      eventId: 'transientStoreGCStart',
      eventCategory: 'default',
      cronExpression: '0 0/15 * * * ?',
    });
  });

  test('writes the same in both dialects', async () => {
    const native = await app.request(list, { headers: { 'X-Cartulary-Dialect': 'native' } });
    expect(native.json).toEqual((await app.request(list)).json);
  });

  test('is stopped and started with 204, however often, and the audit has each change', async () => {
    const seen: string[] = [];
    for (const line of [stop, stop, start, start, stop, start]) {
      const response = await app.request(line);
      expect([response.status, response.text]).toEqual([204, '']);
      seen.push(await schedulerOf(app));
      expect((await app.request(list)).json.entries[0].isEnabled).toBe(true);
    }
    expect(seen).toEqual(['stopped', 'stopped', 'running', 'running', 'stopped', 'running']);
    const event = (name: string) => [name, 'management', 'Administrator'];
    expect(await auditOf(app, 'schedulerStopped', 'schedulerStarted')).toEqual([
      event('schedulerStopped'),
      event('schedulerStarted'),
      event('schedulerStopped'),
      event('schedulerStarted'),
    ]);
  });

  test('is for administrators only', async () => {
    for (const line of [list, stop, start]) {
      expect((await app.request(line, { user: null })).status, line).toBe(401);
      expect((await app.request(line, { user: 'alice' })).status, line).toBe(403);
    }
    expect(await schedulerOf(app)).toBe('running');
  });

  test('ignores bodies and parameters, and has no other methods', async () => {
    const body = { any: 'thing' };
    expect((await app.request(`${start}?x=1`, { body })).status).toBe(204);
    expect((await app.request('GET /api/v1/management/scheduler/stop')).status).toBe(405);
    expect((await app.request('PUT /api/v1/management/scheduler/pause')).status).toBe(404);
  });

  test('stays stopped on other servers of the store, and after a restart', async () => {
    await app.request(stop);
    const { config, log } = app.services;
    const other = await compose({ ...config, schedulerEnabled: true }, log);
    await createPlan(app);
    try {
      shiftClock(3_600_000);
      const { database, scheduler } = other.services;
      const fired = await database.write((handle) => fireDue(handle, scheduler.schedules));
      expect([fired, await firedAt(app)]).toEqual([[], null]);
      await app.request(start);
      other.services.scheduler.wake();
      await vi.waitFor(async () => expect(await firedAt(app)).not.toBeNull(), { timeout: 60_000 });
    } finally {
      shiftClock(-3_600_000);
      await other.close();
    }
  });
});

/** As if the schedule had been planned before and its instant come. */
async function createPlan(app: TestApp): Promise<void> {
  const plan = { next_at: now() + 1_000, planned_at: now(), expression: '0 0/15 * * * ?' };
  await app.services.database.write((handle) =>
    handle.run(
      handle.builder
        .insertInto('schedule')
        .values({ id: 'transientStoreGC', fired_at: null, ...plan })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(plan)),
    ),
  );
}

async function firedAt(app: TestApp): Promise<number | null | undefined> {
  const row = await app.services.database.read((handle) =>
    handle.first(
      handle.builder.selectFrom('schedule').selectAll().where('id', '=', 'transientStoreGC'),
    ),
  );
  return row?.fired_at;
}

describe('schedules from files', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let app: TestApp | undefined;
  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    await folder.remove();
  });

  async function fileOf(content: unknown, name = 'schedules.json'): Promise<string> {
    const path = join(folder.path, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }
  const open = async (schedules: readonly object[], more: object = {}) => {
    const scheduleFiles = [await fileOf({ schedules })];
    app = await startTestApp('sqlite', { scheduleFiles, schedulerEnabled: true, ...more });
    return app;
  };
  const create = {
    id: 'nightly',
    cronExpression: '* * * * * ?',
    username: 'Administrator',
    operation: 'Document.Create',
    input: 'doc:/default-domain/workspaces',
    params: { type: 'Note', name: 'made', properties: 'dc:title=Made' },
  };

  test('run an operation as their user, and a failure of it is listed', async () => {
    const failing = { ...create, id: 'failing', input: 'doc:/nowhere' };
    const server = await open([create, failing]);
    await vi.waitFor(
      async () => {
        const { status, json } = await server.request(
          'GET /api/v1/path/default-domain/workspaces/made',
          { headers: { properties: '*' } },
        );
        expect(status).toBe(200);
        expect(json.properties['dc:creator']).toBe('Administrator');
      },
      { timeout: 60_000 },
    );
    await vi.waitFor(
      async () => {
        const { json } = await server.request(
          'GET /api/v1/management/jobs?kind=scheduled-operation',
        );
        const job = json.entries.find(({ key }: { key: string }) => key === 'failing');
        expect(job?.lastError).toMatch(/nowhere/);
      },
      { timeout: 60_000 },
    );
  });

  test('run a chain', async () => {
    const steps = [
      { operation: 'Repository.GetDocument', params: { value: '/default-domain/workspaces' } },
      { operation: 'Document.Create', params: { type: 'Folder', name: 'chained' } },
    ];
    const operationFiles = [await fileOf({ chains: [{ id: 'makeFolder', steps }] }, 'chains.json')];
    const chained = { ...create, operation: 'makeFolder', input: undefined, params: undefined };
    const server = await open([chained], { operationFiles });
    await vi.waitFor(
      async () => {
        const line = 'GET /api/v1/path/default-domain/workspaces/chained';
        expect((await server.request(line)).status).toBe(200);
      },
      { timeout: 60_000 },
    );
  });

  test('run a bulk command', async () => {
    const params = {
      action: 'setProperties',
      query: "SELECT * FROM Document WHERE ecm:path = '/default-domain/workspaces'",
      parameters: JSON.stringify({ 'dc:description': 'from a schedule' }),
    };
    const server = await open([
      { ...create, operation: 'Bulk.RunAction', input: undefined, params },
    ]);
    await vi.waitFor(
      async () => {
        const line = 'GET /api/v1/path/default-domain/workspaces';
        const { json } = await server.request(line, { headers: { properties: '*' } });
        expect(json.properties['dc:description']).toBe('from a schedule');
      },
      { timeout: 60_000 },
    );
  });

  test('are listed with their user and zone, and change the built-in ones', async () => {
    const server = await open(
      [
        { ...create, timeZone: 'Europe/Paris', eventId: 'nightly', eventCategory: 'mine' },
        { id: 'aceScheduler', cronExpression: '0 0 * * * ?', timeZone: 'UTC' },
        { id: 'transientStoreGC', isEnabled: false },
        { ...create, id: 'off', isEnabled: false },
      ],
      { schedulerEnabled: false, auditRetentionDays: '3', collectionIntervalHours: '5' },
    );
    const { entries } = (await server.request(list)).json;
    expect(entries.map(({ id }: { id: string }) => id)).toEqual([
      'aceScheduler',
      'auditRetention',
      'escalationScheduler',
      'failedJobsCleanup',
      'nightly',
      'orphanedContentsCollection',
    ]);
    expect(entries[0]).toMatchObject({ cronExpression: '0 0 * * * ?', timeZone: 'UTC' });
    expect(entries[4]).toMatchObject({
      eventId: 'nightly',
      eventCategory: 'mine',
      cronExpression: '* * * * * ?',
      username: 'Administrator',
      timeZone: 'Europe/Paris',
    });
  });

  test('fail for a user who is removed', async () => {
    app = await startTestApp('sqlite');
    await createUser(app, 'robot');
    const scheduleFiles = [await fileOf({ schedules: [{ ...create, username: 'robot' }] })];
    const { config, log, database } = app.services;
    const { services, close } = await compose(
      { ...config, scheduleFiles, schedulerEnabled: true },
      log,
    );
    try {
      await app.request('DELETE /api/v1/user/robot');
      services.scheduler.wake();
      await vi.waitFor(
        async () => {
          const rows = await database.read((handle) =>
            handle.all(handle.builder.selectFrom('job').selectAll()),
          );
          const job = rows.find(({ job_key }) => job_key === 'nightly');
          expect(job?.last_error).toBe('there is no user robot');
        },
        { timeout: 60_000 },
      );
    } finally {
      await close();
    }
  });

  test.each<[object, RegExp]>([
    [{ ...create, cronExpression: '0 0 0 L-3 * ?' }, /schedule nightly: cronExpression 0 0 0 L-3/],
    [{ ...create, timeZone: 'Mars/Olympus' }, /schedule nightly: .*no time zone Mars\/Olympus/],
    [{ ...create, username: 'ghost' }, /schedule nightly: there is no user ghost/],
    [{ ...create, username: undefined }, /schedule nightly: username: name the user/],
    [{ ...create, operation: 'No.Such' }, /schedule nightly: .*No\.Such/],
    [{ ...create, cronExpression: undefined }, /schedule nightly: cronExpression: write when/],
    [{ id: 'nightly', cronExpression: '0 0 0 * * ?' }, /schedule nightly: operation: name/],
    [{ id: 'aceScheduler', username: 'Administrator' }, /schedule aceScheduler: username/],
    [{ ...create, id: 'a b' }, /schedules\.0\.id: use 1 to 100/],
    [{ ...create, input: 'blob:x' }, /schedule nightly: .*blob/],
    [{ ...create, bulk: {} }, /bulk/],
  ])('are refused at the start when they cannot run: %j', async (schedule, message) => {
    await expect(open([schedule])).rejects.toThrow(message);
  });

  test.each(['{', '[]', '{"schedules":{}}'])('of a file with %s are refused', async (content) => {
    const scheduleFiles = [await fileOf(content)];
    await expect(startTestApp('sqlite', { scheduleFiles })).rejects.toThrow(/schedules\.json/);
  });

  test('of all files are refused together, with every problem', async () => {
    const wrong = (id: string) => ({ ...create, id, cronExpression: 'x' });
    const scheduleFiles = [
      await fileOf({ schedules: [wrong('one'), wrong('two')] }),
      await fileOf({ schedules: [wrong('three')] }, 'more.json'),
      join(folder.path, 'missing.json'),
    ];
    const attempt = startTestApp('sqlite', { scheduleFiles });
    await expect(attempt).rejects.toThrow(/has 4 problem/);
  });
});

test('a restart does not start a stopped scheduler, nor forget it', async () => {
  const app = await startTestApp('sqlite');
  try {
    await app.request(stop);
    await createDocument(app, { name: 'any' });
    const again = await compose(app.services.config, app.services.log);
    await again.close();
    expect(await schedulerOf(app)).toBe('stopped');
  } finally {
    await app.close();
  }
});
