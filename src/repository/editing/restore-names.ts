import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { isDocumentName } from '../../model/document-name.ts';
import { findChild, getUncheckedDocument } from '../documents/documents.ts';
import { isBelowPathAfter, pathInOrder } from '../sql/tree-conditions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { freeName, relocate } from './relocation.ts';
import type { SliceResult, SliceStart } from './slice-size.ts';
import { collisionSuffix, withoutTrashSuffix } from './trashed-names.ts';

/**
 * Documents that were trashed before their folder are restored with it, and get their names back: the
 * next one below the folder. A folder comes before its content.
 */
export async function restoreNextName(
  unit: WriteUnit,
  folder: Document,
  { after, rowsMax }: SliceStart,
): Promise<SliceResult> {
  const { handle } = unit;
  const path = folder.path ?? '';
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'parent_id', 'name', 'path', 'is_trashed'])
      .where(isBelowPathAfter(handle, path, path + after))
      .orderBy(pathInOrder(handle, path))
      .limit(rowsMax),
  );
  const at = rows.findIndex(
    ({ name, is_trashed }) => is_trashed === 0 && withoutTrashSuffix(name) !== name,
  );
  const found = rows[at];
  if (!found) {
    const last = rows.length < rowsMax ? undefined : rows.at(-1)?.path;
    return { done: rows.length, after: last?.slice(path.length) ?? null };
  }
  const document = await getUncheckedDocument(unit, { id: found.id });
  const parent = await getUncheckedDocument(unit, { id: found.parent_id ?? '' });
  const name = await restoredName(unit, { parentId: parent.id, document });
  const renamed = await relocate(unit, { kind: 'untrash', document, parent, name });
  // What is below it has another path now, and comes after it.
  return { done: at + 1, after: renamed.path?.slice(path.length) ?? null };
}

/** Documents that were trashed with their folder were not renamed. */
export async function restoredName(
  unit: WriteUnit,
  { parentId, document }: { parentId: DocumentId; document: Document },
): Promise<string> {
  const plain = withoutTrashSuffix(document.name);
  if (plain === document.name) return document.name;
  const short = plain.replace(collisionSuffix, '');
  const isShorter = short !== plain && isDocumentName(short);
  if (isShorter && !(await findChild(unit, { parentId, name: short }))) return short;
  return freeName(unit, { parentId, name: plain });
}
