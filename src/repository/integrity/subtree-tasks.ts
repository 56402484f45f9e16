import { subtreeTaskKinds } from '../../model/subtree-work.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { SubtreeTaskTable } from '../../storage/tables.ts';
import { nextSubtreeTask, taskJobKind } from '../changes/subtree-tasks.ts';
import { nextTaskTurn } from '../changes/task-order.ts';
import { defineCheck, type Finding } from './check.ts';
import { failuresOf } from './failed-work.ts';
import { findIdle } from './idle-jobs.ts';
import { pagesOf } from './paging.ts';
import { isJson } from './stored-json.ts';

/** With the id of the document again if it exists. */
type TaskRow = SubtreeTaskTable & { readonly found: string | null };

const pageSize = 500;

/** A job can do every task. */
export const subtreeTasks = defineCheck({
  name: 'subtree-tasks',
  async *run({ database, nowMs }) {
    const pages = pagesOf<TaskRow>(database, pageSize, readPage);
    for await (const page of pages) for (const row of page) yield* inspect(row);
    const idle = await database.snapshot(async (handle) => {
      const { task, isMoving } = await nextTaskTurn(handle);
      const isOpen = task !== undefined || isMoving;
      const sinceMs = isOpen ? ((await nextSubtreeTask(handle))?.created_at ?? null) : null;
      const what = 'tasks that follow from changes of large folders';
      return Array.fromAsync(findIdle(handle, { kind: taskJobKind, what, sinceMs, nowMs }));
    });
    yield* idle;
  },
});

function readPage(handle: ReadHandle, after: TaskRow | undefined): Promise<TaskRow[]> {
  return handle.all(
    handle.rows
      .selectFrom('subtree_task')
      .leftJoin('document', 'document.id', 'subtree_task.document_id')
      .selectAll('subtree_task')
      .select('document.id as found')
      .where('subtree_task.id', '>', after?.id ?? '')
      .orderBy('subtree_task.id')
      .limit(pageSize),
  );
}

function* inspect(row: TaskRow): Generator<Finding> {
  const { id, kind, details, document_id, found } = row;
  const place = { table: 'subtree_task', id } as const;
  yield* failuresOf(place, row);
  if (!subtreeTaskKinds.some((each) => each === kind)) {
    yield { ...place, severity: 'error', text: `is of the unknown kind ${kind}` };
  }
  if (!isJson(details))
    yield { ...place, severity: 'error', text: 'has details that are not JSON' };
  if (found === null) {
    const text = `is about the document ${document_id}, which does not exist: a running server ends it`;
    yield { ...place, severity: 'warning', text };
  }
}
