import { newDocumentId } from '../../src/base/ids.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { createSystemUnit, type RepositoryContext } from '../../src/repository/unit/unit.ts';
import {
  documentGrants,
  endDocumentGrants,
  insertGrants,
  taskGrants,
} from '../../src/repository/workflow/task-grants.ts';
import { endTasks, insertTasks } from '../../src/repository/workflow/task-rows.ts';
import { ensureTaskRoot } from '../../src/repository/workflow/workflow-roots.ts';
import type { Database } from '../../src/storage/database.ts';
import type { TaskGrantTable } from '../../src/storage/workflow-tables.ts';

export interface GrantingStore {
  readonly database: Database;
  readonly context: RepositoryContext;
}

interface Granted {
  readonly documents: readonly string[];
  readonly principals: readonly string[];
  readonly permission: string;
  readonly kind?: 'routing' | 'delegation';
}

/** A task without a workflow, which allows something on its documents. Returns the id of the task. */
export async function openTask(
  { database, context }: GrantingStore,
  { documents, principals, permission, kind = 'routing' }: Granted,
): Promise<string> {
  return database.write(async (handle) => {
    const unit = createSystemUnit(handle, context);
    await handle.lockTree('exclusive');
    const root = await ensureTaskRoot(unit);
    const name = newDocumentId();
    const { id: taskId } = await createDocument(unit, {
      parentId: root.id,
      name,
      type: 'TaskDoc',
      properties: { 'dc:title': name },
    });
    await insertTasks(handle, [
      {
        id: taskId,
        instanceId: null,
        modelName: null,
        nodeId: 'Task1',
        initiator: 'Administrator',
        actors: principals,
        documentIds: documents,
        createdMs: unit.nowMs,
        dueMs: null,
      },
    ]);
    await insertGrants(handle, [
      ...taskGrants({ taskId, principals }),
      ...documentGrants({ taskId, principals }, { documentIds: documents, permission, kind }),
    ]);
    return taskId;
  });
}

/** As the engine ends a task. */
export async function endTask({ database }: GrantingStore, taskId: string): Promise<void> {
  await database.write(async (handle) => {
    await endTasks(handle, [taskId], 'ended');
    await endDocumentGrants(handle, [taskId]);
  });
}

export function readGrants({
  database,
}: Pick<GrantingStore, 'database'>): Promise<TaskGrantTable[]> {
  return database.read((handle) => handle.all(handle.rows.selectFrom('task_grant').selectAll()));
}
