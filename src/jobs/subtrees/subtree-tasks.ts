import { sleepUnlessAborted } from '../../base/clock.ts';
import { nextSubtreeTask, taskJobKind } from '../../repository/changes/subtree-tasks.ts';
import { SliceSize } from '../../repository/editing/slice-size.ts';
import { isNextTaskMoving, runTaskSlice } from '../../repository/editing/subtree-task-slice.ts';
import { createSystemUnit, type RepositoryContext } from '../../repository/unit/unit.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import type { SubtreeCounts } from './subtree-counts.ts';

interface TaskServices {
  readonly repository: RepositoryContext;
  /** Left out where no metrics show them. */
  readonly counts?: SubtreeCounts;
}

/** What follows from changes of large folders and is done to their documents in slices. */
export function subtreeTasksKind(services: TaskServices): JobKind {
  return defineJobKind({
    kind: taskJobKind,
    concurrency: 1,
    attemptsMax: 1_000,
    isWanted: async (handle) => (await nextSubtreeTask(handle)) !== undefined,
    parse: () => undefined,
    run: (context) => runAll(services, context),
  });
}

/** Until the changes that move documents of the next task are written. */
const waitMs = 250;

async function runAll({ repository, counts }: TaskServices, context: JobContext): Promise<void> {
  const size = new SliceSize();
  for (let isLeft = true; isLeft; ) {
    context.signal.throwIfAborted();
    if (await context.database.read((h) => isNextTaskMoving(createSystemUnit(h, repository)))) {
      await sleepUnlessAborted(waitMs, context.signal);
      continue;
    }
    const result = await context.database.write((handle) =>
      size.run(handle, (rowsMax) => runTaskSlice(handle, repository, rowsMax)),
    );
    if (counts) counts.taskDocuments += result?.done ?? 0;
    isLeft = result !== undefined;
    await sleepUnlessAborted(size.pauseMs, context.signal);
  }
}
