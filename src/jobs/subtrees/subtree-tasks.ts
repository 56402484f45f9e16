import { sleepUnlessAborted } from '../../base/clock.ts';
import { nextSubtreeTask, taskJobKind } from '../../repository/changes/subtree-tasks.ts';
import { SliceSize } from '../../repository/editing/slice-size.ts';
import { runTaskSlice } from '../../repository/editing/subtree-task-slice.ts';
import type { RepositoryContext } from '../../repository/unit/unit.ts';
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

async function runAll({ repository, counts }: TaskServices, context: JobContext): Promise<void> {
  const size = new SliceSize();
  for (let isLeft = true; isLeft; ) {
    context.signal.throwIfAborted();
    const result = await context.database.write((handle) =>
      size.run(handle, (rowsMax) => runTaskSlice(handle, repository, rowsMax)),
    );
    if (counts) counts.taskDocuments += result?.done ?? 0;
    isLeft = result !== undefined;
    await sleepUnlessAborted(size.pauseMs, context.signal);
  }
}
