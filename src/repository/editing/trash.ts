import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { type Document, isProxy, isRoot } from '../../model/document.ts';
import { hasPermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { addSubtreeTask } from '../changes/subtree-tasks.ts';
import { findChild, getUncheckedDocument } from '../documents/documents.ts';
import { shownId, shownPath } from '../documents/shown-names.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { relocate } from './relocation.ts';
import { removalRefusal, removeDocument } from './remove-document.ts';
import { restoredName, restoreNextName } from './restore-names.ts';
import { hasManyBelow } from './subtree-change.ts';
import { withoutTrashSuffix } from './trashed-names.ts';

/**
 * Puts a document in the trash: it stays readable, its name becomes free for others, and everything
 * below it is trashed too. Proxies, the document itself or those below it, are removed instead.
 * Undefined when it was removed.
 *
 * @throws AppError permission.denied, document.root-immutable
 */
export async function trashDocument(
  unit: WriteUnit,
  id: DocumentId,
): Promise<Document | undefined> {
  await unit.handle.lockTree('exclusive');
  const document = await getUncheckedDocument(unit, { id });
  if (document.isTrashed) return document;
  await requireRemovable(unit, document);
  if (isProxy(document) || document.isVersion) {
    await removeDocument(unit, id);
    return undefined;
  }
  const parent = await parentOf(unit, document);
  const trashed = await relocate(unit, {
    kind: 'trash',
    document,
    parent,
    name: await trashedName(unit, { parentId: parent.id, name: document.name }),
    isTrashed: true,
    removesProxies: true,
  });
  await announce(unit, { eventId: 'documentTrashed', documents: [trashed] });
  return trashed;
}

/** Restores a document from the trash, with its trashed ancestors. */
export async function untrashDocument(unit: WriteUnit, id: DocumentId): Promise<Document> {
  await unit.handle.lockTree('exclusive');
  const document = await getUncheckedDocument(unit, { id });
  if (!document.isTrashed) return document;
  await requireRemovable(unit, document);
  const ancestor = await parentOf(unit, document);
  const parent = ancestor.isTrashed ? await untrashAncestor(unit, ancestor.id) : ancestor;
  const restored = await relocate(unit, {
    kind: 'untrash',
    document: await getUncheckedDocument(unit, { id }),
    parent,
    name: await restoredName(unit, { parentId: parent.id, document }),
    isTrashed: false,
  });
  await restoreNamesBelow(unit, restored);
  await announce(unit, { eventId: 'documentUntrashed', documents: [restored] });
  return restored;
}

async function restoreNamesBelow(unit: WriteUnit, folder: Document): Promise<void> {
  if (await hasManyBelow(unit, folder)) {
    await addSubtreeTask(unit, { kind: 'restoreNames', documentId: folder.id });
    return;
  }
  const rowsMax = unit.writtenAtOnceMax + 1;
  let after: string | null = '';
  while (after !== null) ({ after } = await restoreNextName(unit, folder, { after, rowsMax }));
}

/** Only the ancestor itself is restored, not its other children. */
async function untrashAncestor(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const document = await getUncheckedDocument(unit, { id });
  const above = await parentOf(unit, document);
  const parent = above.isTrashed ? await untrashAncestor(unit, above.id) : above;
  const restored = await relocate(unit, {
    kind: 'untrash',
    document: await getUncheckedDocument(unit, { id }),
    parent,
    name: await restoredName(unit, { parentId: parent.id, document }),
    isTrashed: false,
    isAlone: true,
  });
  await announce(unit, { eventId: 'documentUntrashed', documents: [restored] });
  return restored;
}

async function requireRemovable(unit: WriteUnit, document: Document): Promise<void> {
  if (isRoot(document)) {
    throw new AppError('document.root-immutable', 'The root cannot be put in the trash');
  }
  const isRemovable = (await removalRefusal(unit, document)) === undefined;
  if (isRemovable && (await mayRename(unit, document))) return;
  const { username } = unit.principal;
  const [shown, path] = [await shownId(unit, document), await shownPath(unit, document)];
  throw new AppError(
    'permission.denied',
    `User ${username} does not have the permission to remove the document ${shown} (${path})`,
  );
}

/** Trashing renames within the folder, so it needs the permissions of such a move. */
async function mayRename(unit: WriteUnit, document: Document): Promise<boolean> {
  if (isProxy(document) || document.isVersion) return true;
  const parent = await parentOf(unit, document);
  return hasPermission(unit, { document: parent, permission: 'AddChildren' });
}

/**
 * Another document of the same name may have been trashed in the same millisecond. One that was
 * restored with its folder may still have its suffix, and gets no second one.
 */
async function trashedName(
  unit: WriteUnit,
  { parentId, name }: { parentId: DocumentId; name: string },
): Promise<string> {
  const plain = withoutTrashSuffix(name);
  for (let attempt = 0; attempt < limits.nameAttemptsMax; attempt += 1) {
    const trashed = `${plain}._${unit.nowMs + attempt}_.trashed`;
    if (!(await findChild(unit, { parentId, name: trashed }))) return trashed;
  }
  throw new AppError('document.too-many-collisions', `No free name like ${name} in the trash`);
}

async function parentOf(unit: WriteUnit, document: Document): Promise<Document> {
  const id = present(document.parentId, 'a trashed document has a parent');
  return getUncheckedDocument(unit, { id });
}
