import type { Document } from '../../model/document.ts';
import type { ShownTask } from '../../model/workflow/shown-workflow.ts';
import { hasPermission } from '../access/permissions.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import { type ReadUnit, withoutLargeValues } from '../unit/unit.ts';
import { listOpenTasks } from './read-tasks.ts';

/** A task with the first of its documents that the caller may read. */
export interface AssignedTask {
  readonly task: ShownTask;
  readonly document: Document | undefined;
}

/** A page of the open tasks of the caller, of groups or of delegation as well, by their due dates. */
export async function listAssignedTasks(
  unit: ReadUnit,
  page: { readonly offset: number; readonly size: number },
): Promise<{ readonly tasks: readonly AssignedTask[]; readonly total: number }> {
  const actors = [...unit.principal.identities];
  const { tasks, total } = await listOpenTasks(unit, { actors }, page);
  const ids = new Set(tasks.flatMap(({ documentIds }) => documentIds));
  const documents = await findDocumentsById(withoutLargeValues(unit), [...ids]);
  const readable = new Map<string, Document>();
  for (const document of documents) {
    if (await hasPermission(unit, { document, permission: 'Read' })) {
      readable.set(document.id, document);
    }
  }
  return {
    tasks: tasks.map((task) => ({
      task,
      document: task.documentIds.map((id) => readable.get(id)).find((each) => each !== undefined),
    })),
    total,
  };
}
