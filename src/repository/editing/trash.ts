import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { type Document, isFolderish, isProxy, isRoot } from '../../model/document.ts';
import { isDocumentName } from '../../model/document-name.ts';
import { hasPermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { findChild, getDocument, getUncheckedDocument } from '../documents/documents.ts';
import { shownId, shownPath } from '../documents/shown-names.ts';
import { isBelowPath } from '../sql/tree-conditions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { freeName, relocate } from './relocation.ts';
import { removalRefusal, removeDocument } from './remove-document.ts';

const trashSuffix = /\._\d{13,}_\.trashed$/;
const collisionSuffix = /\.\d{13,}$/;

/** The name that a document had before it was trashed, if that is a valid name. */
export function withoutTrashSuffix(name: string): string {
  const plain = name.replace(trashSuffix, '');
  return isDocumentName(plain) ? plain : name;
}

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

/** Documents that were trashed before their folder are restored with it, and get their names back. */
async function restoreNamesBelow(unit: WriteUnit, folder: Document): Promise<void> {
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document')
      .select('id')
      .where(isBelowPath(unit.handle, folder.path ?? ''))
      .where('name', 'like', '%.trashed')
      // Folders before their content.
      .orderBy('path'),
  );
  for (const row of rows) {
    const document = await getUncheckedDocument(unit, { id: row.id });
    if (withoutTrashSuffix(document.name) === document.name) continue;
    const parent = await parentOf(unit, document);
    const name = await restoredName(unit, { parentId: parent.id, document });
    await relocate(unit, { kind: 'untrash', document, parent, name });
  }
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

/**
 * Removes for good the trashed children of one folder that the caller may remove and that no other
 * user has locked. A caller who may not remove children of the folder removes nothing. Documents
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
  for (const id of await trashedChildren(unit, folder)) {
    const document = await getUncheckedDocument(unit, { id });
    const refusal = await removalRefusal(unit, document);
    if (refusal === undefined) await removeDocument(unit, id);
  }
}

/** Documents that another user has locked stay, also for administrators. */
async function trashedChildren(unit: WriteUnit, folder: Document): Promise<DocumentId[]> {
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
      .orderBy('id'),
  );
  return rows.map((row) => row.id as DocumentId);
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

/** Documents that were trashed with their folder were not renamed. */
async function restoredName(
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
