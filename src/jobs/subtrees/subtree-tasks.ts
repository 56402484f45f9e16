import { monotonicMs } from '../../base/clock.ts';
import { nextSubtreeTask } from '../../repository/changes/subtree-tasks.ts';
import { SliceSize } from '../../repository/editing/slice-size.ts';
import { runTaskSlice } from '../../repository/editing/subtree-task-slice.ts';
import type { RepositoryContext } from '../../repository/unit/unit.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';

interface TaskServices {
  readonly repository: RepositoryContext;
}

/** What follows from changes of large folders and is done to their documents in slices. */
export function subtreeTasksKind(services: TaskServices): JobKind {
  return defineJobKind({
    kind: 'subtree-tasks',
    concurrency: 1,
    attemptsMax: 1_000,
    isWanted: async (handle) => (await nextSubtreeTask(handle)) !== undefined,
    parse: () => undefined,
    run: (context) => runAll(services, context),
  });
}

async function runAll({ repository }: TaskServices, context: JobContext): Promise<void> {
  const size = new SliceSize();
  for (let isLeft = true; isLeft; ) {
    context.signal.throwIfAborted();
    isLeft = await context.database.write(async (handle) => {
      const startMs = monotonicMs();
      const isDone = await runTaskSlice(handle, repository, size.rowsMax);
      size.took(monotonicMs() - startMs);
      return isDone;
    });
  }
}
