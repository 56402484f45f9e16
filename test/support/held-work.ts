import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../src/http/services.ts';
import { claimJobs } from '../../src/jobs/claims.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { settleable } from '../../src/repository/changes/settling-order.ts';
import { nextSubtreeTask } from '../../src/repository/changes/subtree-tasks.ts';
import { settleSlice } from '../../src/repository/editing/settle-slice.ts';
import type { SliceResult } from '../../src/repository/editing/slice-size.ts';
import { runTaskSlice } from '../../src/repository/editing/subtree-task-slice.ts';
import { createSystemUnit, type RepositoryContext } from '../../src/repository/unit/unit.ts';
import type { WriteHandle } from '../../src/storage/database.ts';
import type { TestApp } from './app.ts';

const kinds = ['settle-changes', 'subtree-tasks'];

/** As a worker does that was suspended: until its release, or the end of the test, no other one does this work. */
export async function holdSubtreeWork({ services }: TestApp): Promise<void> {
  for (const kind of kinds) {
    // A worker of the application may be doing this work since it started: then wait for its end.
    for (let attempt = 0; !(await isClaimed(services.database, kind)); attempt += 1) {
      if (attempt === attemptsMax) throw new Error(`A worker has kept the job ${kind}`);
      await sleep(100);
    }
  }
}

/** An hour: what begins after more than two hours is pulled to the present by a worker that has just started. */
const heldMs = 3_600_000;
/** 30 seconds. */
const attemptsMax = 300;

function isClaimed(database: Services['database'], kind: string): Promise<boolean> {
  return database.write(async (handle) => {
    await enqueueJob(handle, { kind, key: kind, payload: {} });
    return (await claimJobs(handle, { kind, leaseMs: heldMs, limit: 1 })).length === 1;
  });
}

/** The next job begins within a second. */
export async function releaseSubtreeWork({ services }: TestApp): Promise<void> {
  await services.database.write((handle) =>
    handle.run(
      handle.rows.deleteFrom('job').where('kind', 'in', kinds).where('lease_id', 'is not', null),
    ),
  );
}

/** Writes a slice of each change that can be written now. */
export async function settleEach(
  { database, repository }: Pick<Services, 'database' | 'repository'>,
  rowsMax: number,
): Promise<void> {
  const changes = await database.write(async ({ tree }) => settleable(tree.changes));
  for (const { seq, removes } of changes) {
    if (removes === 'hidden') continue;
    await database.write((handle) =>
      settleSlice(createSystemUnit(handle, repository), { seq, rowsMax }),
    );
  }
}

/** Does a slice of the oldest task, also while its documents are being moved; undefined without one. */
export async function runOldestTask(
  handle: WriteHandle,
  repository: RepositoryContext,
  rowsMax: number,
): Promise<SliceResult | undefined> {
  const task = await nextSubtreeTask(handle);
  return task && runTaskSlice(handle, repository, { taskId: task.id, rowsMax });
}
