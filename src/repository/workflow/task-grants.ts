import { slicesOf } from '../../base/slices.ts';
import { everything } from '../../model/acl.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import type { TaskGrantTable } from '../../storage/workflow-tables.ts';

/** Six parameters each; below the limits of both engines. */
const rowsPerInsert = 4_000;

/** The task and its actors, in the form in which rights name them. */
interface Grantees {
  readonly taskId: string;
  readonly principals: readonly string[];
}

/** Lets its initiator and its actors read and end the task. */
export function taskGrants({ taskId, principals }: Grantees): readonly TaskGrantTable[] {
  return grantsOn([taskId], { taskId, principals, permission: everything, kind: 'task' });
}

/** What the task allows on its documents. */
export function documentGrants(
  { taskId, principals }: Grantees,
  {
    documentIds,
    permission,
    kind,
  }: {
    readonly documentIds: readonly string[];
    readonly permission: string;
    readonly kind: 'routing' | 'delegation';
  },
): readonly TaskGrantTable[] {
  return grantsOn(documentIds, { taskId, principals, permission, kind });
}

function grantsOn(
  documentIds: readonly string[],
  { taskId, principals, permission, kind }: Grantees & Pick<TaskGrantTable, 'permission' | 'kind'>,
): readonly TaskGrantTable[] {
  return documentIds.flatMap((documentId) =>
    [...new Set(principals)].map((principal) => ({
      task_id: taskId,
      document_id: documentId,
      principal,
      permission,
      kind,
      is_listed: 1,
    })),
  );
}

/** Those that are there already stay. */
export async function insertGrants(
  handle: WriteHandle,
  grants: readonly TaskGrantTable[],
): Promise<void> {
  for (const some of slicesOf(grants, rowsPerInsert)) {
    const insertion = handle.builder.insertInto('task_grant').values([...some]);
    await handle.run(insertion.onConflict((conflict) => conflict.doNothing()));
  }
}

/** What the tasks allow on their documents ends. */
export async function endDocumentGrants(
  handle: WriteHandle,
  taskIds: readonly string[],
): Promise<void> {
  if (taskIds.length === 0) return;
  await handle.run(
    handle.builder
      .deleteFrom('task_grant')
      .where('task_id', 'in', keyList(handle.dialect, taskIds))
      .where('kind', '!=', 'task'),
  );
}

/** All that the task allows, also on itself: before others get it. */
export async function removeGrants(handle: WriteHandle, taskId: string): Promise<void> {
  await handle.run(handle.builder.deleteFrom('task_grant').where('task_id', '=', taskId));
}
