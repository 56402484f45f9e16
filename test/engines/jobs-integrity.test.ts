import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { claimKey, storeResponse } from '../../src/repository/unit/idempotency.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { Vandal } from '../support/vandal.ts';

describe.each(engines)('the integrity check of jobs and kept responses on %s tells', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  let jobId: string;
  let digest: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    vandal = await Vandal.open(app.services.config);
    const { database } = app.services;
    // Of a kind that no worker has, so that it stays.
    const job = { kind: 'unknown', payload: { any: 'thing' }, runAtMs: now() + 3_600_000 };
    jobId = await database.write((handle) => enqueueJob(handle, job));
    digest = await database.write(async (handle) => {
      const state = await claimKey(handle, { username: 'ann', key: 'k' });
      if (state.is !== 'new') throw new Error('the key is taken');
      const body = Buffer.from('x');
      await storeResponse(handle, state.claim, { status: 200, headers: {}, body });
      return state.claim.keyDigest;
    });
  });
  afterEach(async () => {
    await vandal.repair();
    expect(await findings()).toEqual([]);
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  const findings = (): Promise<readonly string[]> => {
    const { database, blobs, repository } = app.services;
    return storeFindings({ database, blobs, model: repository.model });
  };

  test('a job that no worker can run', async () => {
    await vandal.set('job', { id: jobId }, { due_at: null });
    expect(await findings()).toEqual([`error job ${jobId}: is never due and has not failed`]);
  });

  test('a job that has failed and runs on', async () => {
    await vandal.set('job', { id: jobId }, { failed_at: 1 });
    expect(await findings()).toEqual([`error job ${jobId}: has failed and is due all the same`]);
  });

  test('a lease without end', async () => {
    await vandal.set('job', { id: jobId }, { lease_id: 'x', due_at: null, failed_at: 1 });
    expect(await findings()).toEqual([`error job ${jobId}: is running without end`]);
  });

  test('a payload that cannot be read', async () => {
    await vandal.set('job', { id: jobId }, { payload: '{' });
    expect(await findings()).toEqual([`error job ${jobId}: has a payload that is not JSON`]);
  });

  test('a scheduler without its state', async () => {
    await vandal.remove('scheduler_state', { id: 1 });
    expect(await findings()).toEqual(['error scheduler_state 1: does not exist']);
    await vandal.repair();
    const more = { id: 2, is_stopped: 0, changed_at: 0, changed_by: null };
    await vandal.insert('scheduler_state', more);
    expect(await findings()).toEqual(['error scheduler_state 2: is one too many']);
  });

  test('a response that is kept in part', async () => {
    const where = { username: 'ann' };
    await vandal.set('idempotent_response', where, { headers: null });
    const row = `error idempotent_response ann/${digest}`;
    expect(await findings()).toEqual([`${row}: is kept in part only`]);
    await vandal.repair();
    await vandal.set('idempotent_response', where, { headers: '{' });
    expect(await findings()).toEqual([`${row}: has headers that are not JSON`]);
  });
});
