import { AppError } from '../../base/errors/app-error.ts';
import { type DocumentId, randomDigits } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import type { Document } from '../../model/document.ts';
import { joinPath } from '../../model/document-path.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { internAcl } from '../access/acl-interning.ts';
import { insertDocuments } from '../changes/insert-documents.ts';
import { copyMembers } from '../changes/member-copies.ts';
import { addPendingChange, endPendingChange } from '../changes/pending-changes.ts';
import { placeRow } from '../changes/place-rows.ts';
import { freePlaces } from '../changes/tree-rows.ts';
import { findChild, getDocument, getUncheckedDocument } from '../documents/documents.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { nextPosition } from './child-position.ts';
import { copyOf } from './copied-document.ts';
import { stagedRoot } from './copied-rows.ts';
import { copyNext } from './copy-descendants.ts';
import {
  announceCopy,
  type CopyPlan,
  type DocumentCopy,
  planCopy,
  readCopiedRow,
  suffixedName,
} from './copy-document.ts';
import { refuseLongPaths } from './relocation.ts';
import { internDeniedAcl } from './remove-batch.ts';
import { hasManyBelow } from './subtree-change.ts';

// A large copy is made in units of its own, in a place whose path no document can have. Nothing there
// is visible until the last unit puts the copy in its place as one pending change, as a move does.

/** A copy that is being made. */
export interface StagedCopy {
  readonly copy: DocumentCopy;
  /** The pending change that hides it. */
  readonly seq: number;
  readonly path: string;
  readonly topId: DocumentId;
}

/** Longer than any pause between two units of one copy. */
const staleAfterMs = 60_000;

/** Whether there are more documents to copy than one unit may. */
export async function isLargeCopy(
  unit: ReadUnit,
  id: DocumentId,
  most = unit.writtenAtOnceMax,
): Promise<boolean> {
  const source = await getDocument(unit, { id });
  return !source.isVersion && hasManyBelow(unit, source, most);
}

/** Whether the documents to copy are being moved: until that is written each slice would sort them all. */
export async function isCopyMoving(unit: ReadUnit, id: DocumentId): Promise<boolean> {
  if (unit.handle.tree.isEmpty) return false;
  const { path } = await getDocument(unit, { id });
  return unit.handle.tree.movesAround(path ?? '');
}

/** @throws AppError as `copyDocument` */
export async function beginStagedCopy(unit: WriteUnit, copy: DocumentCopy): Promise<StagedCopy> {
  await unit.handle.lockTree('exclusive');
  const plan = await planCopy(unit, copy);
  const path = `${stagedRoot}${randomDigits(12)}`;
  const seq = await addPendingChange(unit, {
    kind: 'copy',
    documentId: plan.source.id,
    path,
    newPath: null,
    acl: { from: 0, to: await internDeniedAcl(unit.handle) },
    isTrashed: null,
    removes: 'hidden',
  });
  await keepStaged(unit.handle, seq);
  const source = await readCopiedRow(unit.handle, plan.source.id);
  const row = copyOf(unit, source, {
    parentId: null,
    name: plan.wanted,
    path: joinPath(path, plan.wanted),
    aclId: await internAcl(unit.handle, plan.target.aclId, plan.source.ownAcls),
    position: null,
    resetsLifecycle: plan.resetsLifecycle,
  });
  await insertDocuments(unit, { rows: [row], eventId: null, isStaged: true });
  await copyMembers(unit, [{ source, copyId: row.id }]);
  return { copy, seq, path: row.path ?? '', topId: row.id as DocumentId };
}

/** To be called before and between its slices: a copy that does not go on is given up. */
export async function keepStaged(handle: WriteHandle, seq: number): Promise<void> {
  const { clock } = handle.dialect;
  const kept = await handle.run(
    handle.rows
      .updateTable('pending_change')
      .set({ expires_at: clock.instant(clock.offset(staleAfterMs)) })
      .where('seq', '=', seq)
      .where('removes', '=', 'hidden'),
  );
  if (kept === 0)
    throw new AppError('store.conflict', 'the copy was given up, as it did not go on');
}

/**
 * Copies the next documents. `after` is the path of the last one, below the source, which may be moved
 * meanwhile. Returns null after the last one.
 */
export async function copyNextStaged(
  unit: WriteUnit,
  staged: StagedCopy,
  { after, rowsMax }: { readonly after: string; readonly rowsMax: number },
): Promise<string | null> {
  await unit.handle.lockTree('shared');
  await keepStaged(unit.handle, staged.seq);
  const source = await getDocument(unit, { id: staged.copy.id });
  const { resetsLifecycle } = staged.copy;
  const from = source.path ?? '';
  const last = await copyNext(
    unit,
    { source, top: { path: staged.path }, resetsLifecycle, isStaged: true },
    { after: from + after, rowsMax },
  );
  return last === null ? null : last.slice(from.length);
}

/** Puts the complete copy in its place: from now on it is visible, in this unit and with its commit. */
export async function finishStagedCopy(unit: WriteUnit, staged: StagedCopy): Promise<Document> {
  const { handle } = unit;
  await handle.lockTree('exclusive');
  await keepStaged(handle, staged.seq);
  const plan = await planCopy(unit, staged.copy);
  const name = await freeCopyName(unit, plan);
  const path = joinPath(plan.target.path ?? '/', name);
  await endPendingChange(handle, staged.seq);
  const top = await getUncheckedDocument(unit, { id: staged.topId });
  await refuseLongPaths(unit, top, path);
  const aclId = await internAcl(handle, plan.target.aclId, top.ownAcls);
  await addPendingChange(unit, {
    kind: 'copy',
    documentId: top.id,
    path: staged.path,
    newPath: path,
    acl: top.aclId === aclId ? null : { from: Number(top.aclId), to: aclId },
    isTrashed: null,
    removes: 'nothing',
  });
  await freePlaces(handle, [{ parent_id: plan.target.id, name, path }]);
  await handle.execute(placeRow, {
    id: top.id,
    parentId: plan.target.id,
    name,
    path,
    aclId,
    trashed: 0,
    treeSeq: handle.tree.seq,
    tokenStep: 0,
    position: await nextPosition(handle, plan.target),
  });
  await announceCopy(unit, plan.source, await readCopiedRow(handle, top.id));
  return getUncheckedDocument(unit, { id: top.id });
}

async function freeCopyName(unit: WriteUnit, { target, wanted }: CopyPlan): Promise<string> {
  for (let attempt = 0; attempt < limits.nameAttemptsMax; attempt += 1) {
    const name = attempt === 0 ? wanted : suffixedName(wanted, unit, attempt);
    if (!(await findChild(unit, { parentId: target.id, name }))) return name;
  }
  throw new AppError('document.too-many-collisions', `No free name like ${wanted}`);
}
