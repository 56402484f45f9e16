import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now } from '../../src/base/clock.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

const list = 'GET /api/v1/management/jobs';
const runFailed = 'POST /api/v1/management/work-manager/run-works-in-failure';
const hourMs = 3_600_000;

describe.each(engines)('the management of jobs on %s', (engine) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp(engine);
  });
  afterEach(() => app.close());

  /** Of a kind that no worker has, so that it stays. */
  const enqueue = (kind = 'unknown', more: object = {}) =>
    app.services.database.write((handle) =>
      enqueueJob(handle, { kind, payload: { secret: 'x' }, runAtMs: now() + hourMs, ...more }),
    );
  const fail = (id: string, lastError = 'broken', failedAtMs = now()) =>
    app.services.database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('job')
          .set({ failed_at: failedAtMs, last_error: lastError, due_at: null, attempts: 3 })
          .where('id', '=', id),
      ),
    );
  const claim = (id: string) =>
    app.services.database.write((handle) =>
      handle.run(handle.builder.updateTable('job').set({ lease_id: 'other' }).where('id', '=', id)),
    );
  const listed = async (query = '') => {
    const response = await app.request(`${list}${query}`);
    expect(response.status, response.text).toBe(200);
    return response.json;
  };
  const idsOf = (json: { entries: { id: string }[] }) => json.entries.map(({ id }) => id);
  const auditOf = async (event: string) => {
    const rows = await app.services.database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('audit_entry').selectAll().where('event_id', '=', event),
      ),
    );
    return rows.map(({ category, principal_name, extended }) => ({
      category,
      principal_name,
      ...JSON.parse(extended),
    }));
  };

  test('lists them with their state, and counts them by kind', async () => {
    const [waiting, failed, running, other] = [
      await enqueue('unknown', { key: 'k' }),
      await enqueue(),
      await enqueue(),
      await enqueue('another'),
    ];
    await fail(failed);
    await claim(running);
    const json = await listed();
    expect(json).toMatchObject({ pageSize: 50, offset: 0, isNextPageAvailable: false });
    expect(json.counts).toEqual([
      { kind: 'another', waiting: 1, running: 0, failed: 0 },
      { kind: 'unknown', waiting: 1, running: 1, failed: 1 },
    ]);
    expect(idsOf(json).sort()).toEqual([waiting, failed, running, other].sort());
    const byId = (id: string) => json.entries.find((each: { id: string }) => each.id === id);
    const date = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(byId(waiting)).toEqual({
      'entity-type': 'job',
      id: waiting,
      kind: 'unknown',
      key: 'k',
      state: 'waiting',
      attempts: 0,
      created: date,
      due: date,
      failed: null,
      lastError: null,
      isCancelled: false,
    });
    const failure = { state: 'failed', attempts: 3, due: null, failed: date, lastError: 'broken' };
    expect(byId(failed)).toMatchObject(failure);
    expect(byId(running)).toMatchObject({ state: 'running' });
    expect(JSON.stringify(json)).not.toContain('secret');
    expect(idsOf(await listed('?kind=another'))).toEqual([other]);
    expect(idsOf(await listed('?state=failed'))).toEqual([failed]);
    expect(idsOf(await listed('?state=running&kind=unknown'))).toEqual([running]);
    expect(idsOf(await listed('?state=waiting&kind=unknown'))).toEqual([waiting]);
    expect(idsOf(await listed('?kind=none'))).toEqual([]);
  });

  test('lists failed ones a page at a time, the latest failure first', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const id = await enqueue();
      await fail(id, 'broken', now() - index * 1_000);
      ids.push(id);
    }
    const pages = await Promise.all(
      [0, 1, 2].map((page) => listed(`?state=failed&pageSize=2&currentPageIndex=${page}`)),
    );
    expect(pages.map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(pages.map(({ isNextPageAvailable }) => isNextPageAvailable)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each(['?state=done', '?pageSize=-1', '?pageSize=x', '?offset=99999999999'])(
    'refuses %s',
    async (query) => {
      const response = await app.request(`${list}${query}`);
      expect([response.status, response.json['entity-type']]).toEqual([400, 'exception']);
    },
  );

  test('retries a failed job, and tells the audit', async () => {
    const id = await enqueue('unknown', { key: 'k' });
    await fail(id);
    const { status, json } = await app.request(`PUT /api/v1/management/jobs/${id}/retry`);
    const fresh = { state: 'waiting', attempts: 0, failed: null, lastError: null };
    expect([status, json]).toEqual([200, expect.objectContaining({ id, ...fresh })]);
    expect(Date.parse(json.due)).toBeLessThan(now() + 60_000);
    expect(await auditOf('jobRetried')).toEqual([
      {
        category: 'management',
        principal_name: 'Administrator',
        id,
        kind: 'unknown',
        key: 'k',
        lastError: 'broken',
      },
    ]);
  });

  test('lets a waiting job begin at once, and leaves a running one alone', async () => {
    const waiting = await enqueue();
    const { json } = await app.request(`PUT /api/v1/management/jobs/${waiting}/retry`);
    expect(Date.parse(json.due)).toBeLessThan(now() + 60_000);
    await claim(waiting);
    const response = await app.request(`PUT /api/v1/management/jobs/${waiting}/retry`);
    expect([response.status, response.json.message]).toEqual([
      409,
      `The job ${waiting} is running`,
    ]);
  });

  test('discards a job that waits or has failed, and asks a running one to stop', async () => {
    const [waiting, failed, running] = [await enqueue(), await enqueue(), await enqueue()];
    await fail(failed);
    await claim(running);
    const discard = async (id: string) =>
      (await app.request(`DELETE /api/v1/management/jobs/${id}`)).status;
    expect([await discard(waiting), await discard(failed), await discard(running)]).toEqual([
      204, 204, 202,
    ]);
    const { entries } = await listed();
    expect(entries).toMatchObject([{ id: running, isCancelled: true }]);
    expect((await auditOf('jobDiscarded')).map(({ id }) => id)).toEqual([waiting, failed, running]);
  });

  test('answers 404 for jobs that do not exist', async () => {
    for (const line of [
      'PUT /api/v1/management/jobs/x/retry',
      'DELETE /api/v1/management/jobs/x',
    ]) {
      const { status, json } = await app.request(line);
      expect([status, json.message]).toEqual([404, 'There is no job x']);
    }
  });

  test('is for administrators only', async () => {
    await createUser(app, 'alice');
    const id = await enqueue();
    const lines = [list, `PUT /api/v1/management/jobs/${id}/retry`, runFailed].concat(
      `DELETE /api/v1/management/jobs/${id}`,
    );
    for (const line of lines) {
      expect((await app.request(line, { user: null })).status, line).toBe(401);
      expect((await app.request(line, { user: 'alice' })).status, line).toBe(403);
    }
    expect(idsOf(await listed())).toEqual([id]);
  });

  test('ends the status of an operation whose job is discarded', async () => {
    const body = { params: { value: '/' } };
    const response = await app.request('POST /api/v1/automation/Document.Fetch/@async', { body });
    const address = new URL(String(response.headers.location)).pathname.replace('/nuxeo', '');
    await vi.waitUntil(async () => (await app.request(`GET ${address}`)).status === 303, {
      timeout: 60_000,
    });
    const executionId = address.split('/').at(-2);
    await app.services.database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('operation_execution')
          .set({ result: null })
          .where('id', '=', executionId ?? ''),
      ),
    );
    // As after a crash: its caller would wait for its result.
    const jobId = await enqueue('operation', {
      payload: {
        executionId,
        operation: 'Document.Fetch',
        username: 'Administrator',
        baseUrl: '',
        timeoutMs: 1,
        keepsBatches: false,
        sealedRequest: '',
        leases: [],
      },
    });
    expect((await app.request(`GET ${address}`)).status).toBe(200);
    await app.request(`DELETE /api/v1/management/jobs/${jobId}`);
    expect((await app.request(`GET ${address}`)).status).toBe(303);
    const result = await app.request(`GET ${address.replace('/status', '')}`);
    expect([result.status, result.json.message]).toEqual([
      400,
      'An administrator has removed the call',
    ]);
  });

  describe('runs failed jobs', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const run = (timeoutSeconds: string) =>
      app.request(runFailed, { headers: form, body: `timeoutSeconds=${timeoutSeconds}` });

    test('and counts those that succeed in time', async () => {
      const works = await enqueue('purge-failed-jobs');
      const hangs = await enqueue();
      await fail(works);
      await fail(hangs);
      const { status, json } = await run('1');
      expect([status, json]).toEqual([200, { total: 2, success: 1, filtered: 0 }]);
      expect(idsOf(await listed())).toEqual([hangs]);
      expect(await auditOf('failedJobsRetried')).toMatchObject([{ count: 2 }]);
    });

    test('and ends at once when they have failed again', async () => {
      const id = await enqueue('scheduled-operation', { payload: { scheduleId: 'gone' } });
      await fail(id);
      expect((await run('600')).json).toEqual({ total: 1, success: 0, filtered: 0 });
      const { entries } = await listed('?state=failed');
      expect(entries).toMatchObject([{ id, lastError: expect.stringMatching(/gone/) }]);
    });

    test('of which there are none', async () => {
      expect((await app.request(runFailed)).json).toEqual({ total: 0, success: 0, filtered: 0 });
      expect(await auditOf('failedJobsRetried')).toEqual([]);
    });

    test.each(['-1', 'x', '1.5', '99999999'])('but not with timeoutSeconds=%s', async (text) => {
      const id = await enqueue();
      await fail(id);
      const response = await run(text);
      expect([response.status, response.json.message]).toEqual([
        400,
        'timeoutSeconds: send a whole number from 0 to 3600',
      ]);
      expect(idsOf(await listed('?state=failed'))).toEqual([id]);
    });
  });

  test('removes those that failed long ago', async () => {
    const [old, recent] = [await enqueue(), await enqueue()];
    await fail(old, 'broken', now() - 31 * 24 * hourMs);
    await fail(recent, 'broken', now() - 29 * 24 * hourMs);
    await enqueue('purge-failed-jobs', { runAtMs: now() });
    await vi.waitFor(async () => expect(idsOf(await listed())).toEqual([recent]), {
      timeout: 60_000,
    });
  });

  test('shows them in the metrics, with one statement for all kinds', async () => {
    await enqueue();
    await fail(await enqueue());
    const { text } = await app.request('GET /metrics');
    expect(text).toContain('cartulary_jobs{kind="unknown",state="waiting"} 1');
    expect(text).toContain('cartulary_jobs{kind="unknown",state="running"} 0');
    expect(text).toContain('cartulary_jobs{kind="unknown",state="failed"} 1');
  });

  test('refuses operations in the background beyond the bound', async () => {
    await app.close();
    app = await startTestApp(engine, { waitingOperationsMax: '2' });
    await enqueue('operation');
    await enqueue('operation');
    const body = { params: { value: '/' } };
    const response = await app.request('POST /api/v1/automation/Document.Fetch/@async', { body });
    expect([response.status, response.json.message]).toEqual([
      429,
      '2 jobs of the kind operation wait already; try again when some are done',
    ]);
    expect(response.headers['retry-after']).toBe('5');
    const executions = await app.services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('operation_execution').select('id')),
    );
    expect(executions).toEqual([]);
  });
});
