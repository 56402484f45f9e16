import { type DocumentId, randomId } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import type { SubtreeTaskKind } from '../../model/subtree-work.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { SubtreeTaskTable } from '../../storage/tables.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { withoutFailures } from './subtree-failures.ts';

/** The kind of the jobs that do them. */
export const taskJobKind = 'subtree-tasks';

interface NewSubtreeTask {
  readonly kind: SubtreeTaskKind;
  readonly documentId: DocumentId;
  readonly details?: object;
}

/** Stored with the change that it follows. It acts for the unit's principal, with its rights then. */
export async function addSubtreeTask(
  unit: WriteUnit,
  { kind, documentId, details = {} }: NewSubtreeTask,
): Promise<void> {
  const { handle, principal, actingFor } = unit;
  await handle.run(
    handle.rows.insertInto('subtree_task').values({
      id: randomId(),
      kind,
      document_id: documentId,
      details: stringifyJson({ ...details, isSystem: actingFor !== undefined }),
      principal_name: actingFor ?? principal.username,
      created_at: unit.nowMs,
      done: 0,
      position: null,
      ...withoutFailures,
    }),
  );
  announceAfterCommit(handle, (listener) => listener.workLeft?.());
}

/** The oldest task; undefined when none is left. */
export function nextSubtreeTask(handle: ReadHandle): Promise<SubtreeTaskTable | undefined> {
  return handle.first(
    handle.rows.selectFrom('subtree_task').selectAll().orderBy('created_at').orderBy('id').limit(1),
  );
}

export async function advanceSubtreeTask(
  handle: WriteHandle,
  { id, done, position }: Pick<SubtreeTaskTable, 'id' | 'done' | 'position'>,
): Promise<void> {
  const change = { done, position };
  await handle.run(handle.rows.updateTable('subtree_task').set(change).where('id', '=', id));
}

export async function endSubtreeTask(handle: WriteHandle, id: string): Promise<void> {
  await handle.run(handle.rows.deleteFrom('subtree_task').where('id', '=', id));
}
