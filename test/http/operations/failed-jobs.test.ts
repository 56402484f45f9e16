import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../../src/base/clock.ts';
import { randomId } from '../../../src/base/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';

describe.each(engines)('WorkManager.RunWorkInFailure on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    // One that succeeds, one that cannot, and one that no server knows.
    await addFailed('purge-expired', {});
    await addFailed('csv-import', { importId: 1 });
    await addFailed('unknown-kind', {});
  });
  afterAll(() => app.close());

  const addFailed = (kind: string, payload: object) =>
    app.services.database.write((handle) =>
      handle.run(
        handle.builder.insertInto('job').values({
          id: randomId(),
          kind,
          job_key: null,
          due_at: null,
          lease_id: null,
          attempts: 1,
          attempts_max: null,
          is_cancelled: 0,
          created_at: now(),
          failed_at: now(),
          last_error: 'failed',
          payload: JSON.stringify(payload),
        }),
      ),
    );
  const run = async (params: object, user = 'Administrator') => {
    const { status, text } = await callOperation(app, 'WorkManager.RunWorkInFailure', {
      params,
      user,
    });
    return status === 200 ? JSON.parse(text) : status;
  };

  test('runs the jobs of kinds again and counts those that succeed', async () => {
    expect(await run({}, 'ann')).toBe(403);
    expect(await run({ dryRun: true })).toEqual({ total: 3, success: 0, filtered: 0 });
    const categoryFilter = ['purge-expired', 'csv-import'];
    expect(await run({ categoryFilter, dryRun: true })).toMatchObject({ total: 3, filtered: 1 });
    expect(await run({ categoryFilter })).toEqual({ total: 3, success: 1, filtered: 1 });
    expect(await run({ dryRun: true })).toEqual({ total: 2, success: 0, filtered: 0 });
    const waited = await run({ categoryFilter: ['unknown-kind'], timeoutSeconds: 0 });
    expect(waited).toEqual({ total: 2, success: 0, filtered: 1 });
  });
});
