import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trashAction } from '../../src/bulk/actions/trash.ts';
import { bulkJobKinds } from '../../src/bulk/kinds.ts';
import { listJobs } from '../../src/jobs/inspect.ts';
import type { JobId } from '../../src/jobs/job.ts';
import { discardJob } from '../../src/jobs/manage.ts';
import { type BulkStage, openBulkStage } from '../support/bulk-stage.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('a job that an administrator removes on %s', (engine) => {
  let stage: BulkStage;
  beforeEach(async () => {
    stage = await openBulkStage(engine, [trashAction]);
  });
  afterEach(() => stage.close());

  const waiting = () =>
    stage.repository.database.read((handle) => listJobs(handle, { offset: 0, limit: 10 }));

  test('aborts its bulk command, which could not go on', async () => {
    const [first] = await stage.createFiles('mine', 1);
    const source = { kind: 'ids', ids: [first ?? ''] } as const;
    const { id } = await stage.submit({ action: trashAction, source, params: { value: true } });
    const [job] = await waiting();
    expect(job?.kind).toBe('bulk-scroll');
    const kinds = bulkJobKinds(stage.environment);
    await stage.repository.system.write((unit) => discardJob(unit, job?.id as JobId, kinds));
    expect(await stage.status(id)).toMatchObject({ state: 'ABORTED' });
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['bulk-clean']);
    const worker = stage.worker();
    worker.start();
    await worker.whenIdle();
    expect(await waiting()).toEqual([]);
    expect(await stage.countSlices()).toBe(0);
  });
});
