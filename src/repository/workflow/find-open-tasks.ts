import type { Document } from '../../model/document.ts';
import { plainActor } from '../../model/workflow/workflow-state.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { hasPermission } from '../access/permissions.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import { loadPrincipal } from '../principals/principals.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** More tasks of some documents are left out. */
const tasksMax = 1_000;

interface OpenTaskQuestion {
  readonly documentIds: readonly string[];
  /** Null for all users. */
  readonly username: string | null;
  readonly node: { readonly nodeId: string; readonly instanceId: string } | null;
}

/** The documents of the open tasks of documents that the caller may read, by due date. */
export async function findOpenTasks(
  unit: ReadUnit,
  { documentIds, username, node }: OpenTaskQuestion,
): Promise<readonly Document[]> {
  if (documentIds.length === 0) return [];
  const { handle } = unit;
  let query = handle.builder
    .selectFrom('task_document')
    .innerJoin('task', 'task.id', 'task_document.task_id')
    .select(['task.id', 'task.due_key'])
    .distinct()
    .where('task_document.document_id', 'in', keyList(handle.dialect, documentIds))
    .where('task_document.is_open', '=', 1)
    .orderBy('task.due_key')
    .orderBy('task.id')
    .limit(tasksMax);
  if (node) {
    query = query
      .where('task.instance_id', '=', node.instanceId)
      .where('task.node_id', '=', node.nodeId);
  }
  if (username !== null) {
    const name = plainActor(username);
    const principal = await loadPrincipal(handle, name);
    const names = [...(principal?.identities ?? [name])];
    query = query.where((e) =>
      e.exists(
        e
          .selectFrom('task_actor')
          .select('task_actor.actor')
          .whereRef('task_actor.task_id', '=', 'task.id')
          .where('task_actor.actor', 'in', keyList(handle.dialect, names)),
      ),
    );
  }
  const ids = (await handle.all(query)).map(({ id }) => id);
  const readable: Document[] = [];
  for (const document of await findDocumentsById(unit, ids)) {
    if (await hasPermission(unit, { document, permission: 'Read' })) readable.push(document);
  }
  return readable;
}
