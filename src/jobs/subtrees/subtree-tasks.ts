import { sleepUnlessAborted } from '../../base/clock.ts';
import { taskJobKind } from '../../repository/changes/subtree-tasks.ts';
import { nextTaskTurn, type OpenTask } from '../../repository/changes/task-order.ts';
import { SliceSize } from '../../repository/editing/slice-size.ts';
import { runTaskSlice } from '../../repository/editing/subtree-task-slice.ts';
import type { RepositoryContext } from '../../repository/unit/unit.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import { attemptSlice } from './attempt.ts';
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
    isWanted: async (handle) => {
      const { task, isMoving } = await nextTaskTurn(handle);
      return task !== undefined || isMoving;
    },
    parse: () => undefined,
    run: (context) => runAll(services, context),
  });
}

/** Until the changes that move documents of a task are written. */
const waitMs = 250;

async function runAll(services: TaskServices, context: JobContext): Promise<void> {
  const size = new SliceSize();
  for (;;) {
    context.signal.throwIfAborted();
    const { task, isMoving } = await context.database.read(nextTaskTurn);
    // Those that are held back after a failure, and those behind them, are for a later job.
    if (!task && !isMoving) return;
    if (task) await runNext(services, context, { task, size });
    await sleepUnlessAborted(task ? size.pauseMs : waitMs, context.signal);
  }
}

async function runNext(
  { repository, counts }: TaskServices,
  context: JobContext,
  { task, size }: { readonly task: OpenTask; readonly size: SliceSize },
): Promise<void> {
  const { id: taskId, kind, path = null } = task;
  await attemptSlice(context, {
    key: { taskId },
    size,
    isRepeated: task.failures > 0,
    async slice(handle, rowsMax) {
      const result = await runTaskSlice(handle, repository, { taskId, rowsMax });
      handle.afterCommit(() => {
        if (counts) counts.taskDocuments += result?.done ?? 0;
      });
      return result?.done ?? 0;
    },
    onFailure: (failure) =>
      context.log.warn(
        { task: taskId, kind, path, ...failure },
        'a task for the documents of a large folder has failed; it will be tried again, and others go on',
      ),
  });
}
