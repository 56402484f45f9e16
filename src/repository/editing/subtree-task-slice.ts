import { parseJson } from '../../base/json.ts';
import type { Document } from '../../model/document.ts';
import { systemPrincipal } from '../../model/principal.ts';
import type { SubtreeTaskKind } from '../../model/subtree-work.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { SubtreeTaskTable } from '../../storage/tables.ts';
import { advanceSubtreeTask, endSubtreeTask, nextSubtreeTask } from '../changes/subtree-tasks.ts';
import { findDocument } from '../documents/documents.ts';
import { loadPrincipal } from '../principals/principals.ts';
import { createUnit, type ReadUnit, type RepositoryContext, type WriteUnit } from '../unit/unit.ts';
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

/**
 * Whether the documents of the oldest task are being moved: their paths have no index until that is
 * written, so each slice would sort all of them.
 */
export async function isNextTaskMoving(unit: ReadUnit): Promise<boolean> {
  const { handle } = unit;
  if (handle.tree.isEmpty) return false;
  const task = await nextSubtreeTask(handle);
  const folder = task && (await findDocument(unit, { id: task.document_id }));
  return folder !== undefined && handle.tree.movesAround(folder.path ?? '');
}

/** Does the next slice of the oldest task, and returns what it has done; undefined without a task. */
export async function runTaskSlice(
  handle: WriteHandle,
  repository: RepositoryContext,
  rowsMax: number,
): Promise<SliceResult | undefined> {
  const task = await nextSubtreeTask(handle);
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
  const { id } = task;
  if (result.after === null) await endSubtreeTask(handle, id);
  else
    await advanceSubtreeTask(handle, { id, done: task.done + result.done, position: result.after });
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
