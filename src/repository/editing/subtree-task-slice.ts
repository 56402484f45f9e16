import { parseJson } from '../../base/json.ts';
import type { Document } from '../../model/document.ts';
import { systemPrincipal } from '../../model/principal.ts';
import type { SubtreeTaskKind } from '../../model/subtree-work.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { SubtreeTaskTable } from '../../storage/tables.ts';
import { advanceSubtreeTask, endSubtreeTask } from '../changes/subtree-tasks.ts';
import { findDocument } from '../documents/documents.ts';
import { loadPrincipal } from '../principals/principals.ts';
import { createUnit, type RepositoryContext, type WriteUnit } from '../unit/unit.ts';
import { emptyNext } from './empty-trash.ts';
import { followNext } from './follow-below.ts';
import { restoreNextName } from './restore-names.ts';
import type { SliceResult, SliceStart } from './slice-size.ts';

interface TaskDetails {
  readonly isSystem: boolean;
  readonly transition?: string;
  readonly state?: string;
  readonly lifecycle?: string;
}

type Slice = (
  unit: WriteUnit,
  folder: Document,
  options: SliceStart & { readonly details: TaskDetails },
) => Promise<SliceResult>;

const slices: Readonly<Record<SubtreeTaskKind, Slice>> = {
  emptyTrash: emptyNext,
  restoreNames: restoreNextName,
  transition: followTask,
};

interface TaskSlice {
  readonly taskId: string;
  readonly rowsMax: number;
}

/** Does the next slice of a task, and returns what it has done; undefined when the task has ended. */
export async function runTaskSlice(
  handle: WriteHandle,
  repository: RepositoryContext,
  { taskId, rowsMax }: TaskSlice,
): Promise<SliceResult | undefined> {
  const task = await handle.first(
    handle.rows.selectFrom('subtree_task').selectAll().where('id', '=', taskId),
  );
  if (!task) return undefined;
  const details = parseJson(task.details) as TaskDetails;
  const unit = await unitOf(handle, repository, { task, details });
  const folder = unit && (await findDocument(unit, { id: task.document_id }));
  // Without its folder or its user nothing is left to do.
  const result = folder
    ? await slices[task.kind as SubtreeTaskKind](unit, folder, {
        details,
        after: task.position ?? '',
        rowsMax,
      })
    : { done: 0, after: null };
  if (result.after === null) await endSubtreeTask(handle, taskId);
  else {
    const done = task.done + result.done;
    await advanceSubtreeTask(handle, { id: taskId, done, position: result.after });
  }
  return result;
}

async function unitOf(
  handle: WriteHandle,
  repository: RepositoryContext,
  { task, details }: { task: SubtreeTaskTable; details: TaskDetails },
): Promise<WriteUnit | undefined> {
  const { principal_name: name } = task;
  if (details.isSystem) {
    return { ...createUnit(handle, repository, systemPrincipal), actingFor: name };
  }
  const isServer = name === systemPrincipal.username;
  const principal = isServer ? systemPrincipal : await loadPrincipal(handle, name);
  return principal && createUnit(handle, repository, principal);
}

async function followTask(
  unit: WriteUnit,
  folder: Document,
  { details, ...start }: SliceStart & { readonly details: TaskDetails },
): Promise<SliceResult> {
  const { transition = '', state = '' } = details;
  const lifecycle = unit.model.lifecycleOf(folder.shape.type);
  if (!lifecycle || lifecycle.name !== details.lifecycle) return { done: 0, after: null };
  return followNext(unit, folder, { ...start, change: { lifecycle, transition, state } });
}
