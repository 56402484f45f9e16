import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { hasPermission } from '../access/permissions.ts';
import { addSubtreeTask } from '../changes/subtree-tasks.ts';
import { getDocument, getUncheckedDocument } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { removalRefusal, removeDocument } from './remove-document.ts';
import type { SliceResult, SliceStart } from './slice-size.ts';

/**
 * Removes for good the trashed children of one folder that the caller may remove and that no other
 * user has locked; of very many the rest a little later. A caller who may not remove children of the folder removes nothing. Documents
 * that no list of the trash shows stay.
 *
 * @throws AppError document.not-found, permission.denied without Read on the folder, request.invalid
 *   when it is not a folder, document.has-proxy when a trashed document has a proxy elsewhere
 */
export async function emptyTrash(unit: WriteUnit, parentId: DocumentId): Promise<void> {
  await unit.handle.lockTree('exclusive');
  const folder = await getDocument(unit, { id: parentId });
  if (!isFolderish(folder)) {
    throw new AppError('request.invalid', `parent: ${parentId} is not a folder and has no trash`);
  }
  const question = { document: folder, permission: 'RemoveChildren' };
  if (!(await hasPermission(unit, question))) return;
  const ids = await trashedChildren(unit, folder, { after: '', rowsMax: emptiedAtOnceMax + 1 });
  for (const id of ids.slice(0, emptiedAtOnceMax)) await removeIfAllowed(unit, id);
  if (ids.length <= emptiedAtOnceMax) return;
  await addSubtreeTask(unit, { kind: 'emptyTrash', documentId: folder.id });
}

/** Each removal is a change of a tree. */
const emptiedAtOnceMax = 20;

async function removeIfAllowed(unit: WriteUnit, id: DocumentId): Promise<void> {
  const document = await getUncheckedDocument(unit, { id });
  const refusal = await removalRefusal(unit, document);
  if (refusal === undefined) await removeDocument(unit, id);
}

/** The next trashed children of a folder. One that has a proxy elsewhere stays. */
export async function emptyNext(
  unit: WriteUnit,
  folder: Document,
  { after, rowsMax }: SliceStart,
): Promise<SliceResult> {
  await unit.handle.lockTree('exclusive');
  const question = { document: folder, permission: 'RemoveChildren' };
  if (!(await hasPermission(unit, question))) return { done: 0, after: null };
  const most = Math.min(rowsMax, emptiedAtOnceMax);
  const ids = await trashedChildren(unit, folder, { after, rowsMax: most });
  for (const id of ids) {
    try {
      await removeIfAllowed(unit, id);
    } catch (error) {
      if (!isAppError(error, 'document.has-proxy')) throw error;
    }
  }
  return { done: ids.length, after: ids.length < most ? null : (ids.at(-1) ?? null) };
}

/** Documents that another user has locked stay, also for administrators. */
async function trashedChildren(
  unit: WriteUnit,
  folder: Document,
  { after, rowsMax }: SliceStart,
): Promise<DocumentId[]> {
  const hiddenTypes = unit.model.typesWithFacet('HiddenInNavigation');
  const { username } = unit.principal;
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document')
      .select('id')
      .where('parent_id', '=', folder.id)
      .where('is_trashed', '=', 1)
      .where((e) => e.or([e('lock_owner', 'is', null), e('lock_owner', '=', username)]))
      .$if(hiddenTypes.length > 0, (q) => q.where('primary_type', 'not in', hiddenTypes))
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsMax),
  );
  return rows.map((row) => row.id as DocumentId);
}
