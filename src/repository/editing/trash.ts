import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { type Document, isFolderish, isProxy, isRoot } from '../../model/document.ts';
import { isDocumentName } from '../../model/document-name.ts';
import { subtreeRange } from '../../model/document-path.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { hasPermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { flagTrashedBelow } from '../changes/place-rows.ts';
import { findChild, getDocument, getUncheckedDocument } from '../documents/documents.ts';
import { shownId, shownPath } from '../documents/shown-names.ts';
import type { Session } from '../unit/session.ts';
import { freeName, relocate } from './relocation.ts';
import { removalRefusal, removeDocument, removeProxiesBelow } from './remove-document.ts';

const trashSuffix = /\._\d{13,}_\.trashed$/;
const collisionSuffix = /\.\d{13,}$/;

/** The name a document had before it was trashed, where that could be a name by itself. */
export function withoutTrashSuffix(name: string): string {
  const plain = name.replace(trashSuffix, '');
  return isDocumentName(plain) ? plain : name;
}

/**
 * Puts a document in the trash: it stays readable, its name becomes free for others, and everything
 * below it counts as trashed too. Proxies are removed instead, it or those below it. Undefined when it
 * was removed.
 *
 * @throws AppError permission.denied, document.root-immutable
 */
export async function trashDocument(
  handle: WriteHandle,
  session: Session,
  id: DocumentId,
): Promise<Document | undefined> {
  await handle.lockTree('exclusive');
  const document = await getUncheckedDocument(handle, session, { id });
  if (document.isTrashed) return document;
  await requireRemovable(handle, session, document);
  if (isProxy(document) || document.isVersion) {
    await removeDocument(handle, session, id);
    return undefined;
  }
  const parent = await parentOf(handle, session, document);
  const trashed = await relocate(handle, session, {
    document,
    parent,
    name: await trashedName(handle, session, { parentId: parent.id, name: document.name }),
    isTrashed: true,
  });
  await removeProxiesBelow(handle, session, trashed);
  await flagTrashedBelow(handle, { path: trashed.path ?? '', isTrashed: trashed.isTrashed });
  await announce(handle, session, { eventId: 'documentTrashed', documents: [trashed] });
  return trashed;
}

/** Takes a document out of the trash again, with its trashed ancestors. */
export async function untrashDocument(
  handle: WriteHandle,
  session: Session,
  id: DocumentId,
): Promise<Document> {
  await handle.lockTree('exclusive');
  const document = await getUncheckedDocument(handle, session, { id });
  if (!document.isTrashed) return document;
  await requireRemovable(handle, session, document);
  const ancestor = await parentOf(handle, session, document);
  const parent = ancestor.isTrashed
    ? await untrashAncestor(handle, session, ancestor.id)
    : ancestor;
  const restored = await relocate(handle, session, {
    document: await getUncheckedDocument(handle, session, { id }),
    parent,
    name: await restoredName(handle, session, { parentId: parent.id, document }),
    isTrashed: false,
  });
  await flagTrashedBelow(handle, { path: restored.path ?? '', isTrashed: restored.isTrashed });
  await restoreNamesBelow(handle, session, restored);
  await announce(handle, session, { eventId: 'documentUntrashed', documents: [restored] });
  return restored;
}

/** What was trashed before its folder comes back with it, and gets its name back as well. */
async function restoreNamesBelow(
  handle: WriteHandle,
  session: Session,
  folder: Document,
): Promise<void> {
  const { from, to } = subtreeRange(folder.path ?? '');
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select('id')
      .where('path', '>=', from)
      .where('path', '<', to)
      .where('name', 'like', '%.trashed')
      // Folders before what is in them.
      .orderBy('path'),
  );
  for (const row of rows) {
    const document = await getUncheckedDocument(handle, session, { id: row.id });
    if (withoutTrashSuffix(document.name) === document.name) continue;
    const parent = await parentOf(handle, session, document);
    const name = await restoredName(handle, session, { parentId: parent.id, document });
    await relocate(handle, session, { document, parent, name });
  }
}

/** Only the ancestor itself comes back, not its other children. */
async function untrashAncestor(
  handle: WriteHandle,
  session: Session,
  id: DocumentId,
): Promise<Document> {
  const document = await getUncheckedDocument(handle, session, { id });
  const above = await parentOf(handle, session, document);
  const parent = above.isTrashed ? await untrashAncestor(handle, session, above.id) : above;
  const restored = await relocate(handle, session, {
    document: await getUncheckedDocument(handle, session, { id }),
    parent,
    name: await restoredName(handle, session, { parentId: parent.id, document }),
    isTrashed: false,
  });
  await announce(handle, session, { eventId: 'documentUntrashed', documents: [restored] });
  return restored;
}

/**
 * Removes for good what is in the trash of one folder, as far as the caller may remove it and nobody
 * else has locked it. Who may not remove children of the folder removes nothing; neither are documents
 * removed that no list of the trash shows.
 *
 * @throws AppError document.not-found, permission.denied without Read on the folder, request.invalid
 *   when it is no folder, document.has-proxy when a trashed document is shown elsewhere
 */
export async function emptyTrash(
  handle: WriteHandle,
  session: Session,
  parentId: DocumentId,
): Promise<void> {
  await handle.lockTree('exclusive');
  const folder = await getDocument(handle, session, { id: parentId });
  if (!isFolderish(folder)) {
    throw new AppError('request.invalid', `parent: ${parentId} is not a folder and has no trash`);
  }
  const question = { document: folder, permission: 'RemoveChildren' };
  if (!(await hasPermission(handle, session, question))) return;
  for (const id of await trashedChildren(handle, session, folder)) {
    const document = await getUncheckedDocument(handle, session, { id });
    const refusal = await removalRefusal(handle, session, document);
    if (refusal === undefined) await removeDocument(handle, session, id);
  }
}

/** Administrators too leave alone what somebody else has locked. */
async function trashedChildren(
  handle: WriteHandle,
  session: Session,
  folder: Document,
): Promise<DocumentId[]> {
  const hiddenTypes = session.model.typesWithFacet('HiddenInNavigation');
  const { username } = session.principal;
  const rows = await handle.all(
    handle.builder
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

async function requireRemovable(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<void> {
  if (isRoot(document)) {
    throw new AppError('document.root-immutable', 'The root cannot be put in the trash');
  }
  const isRemovable = (await removalRefusal(handle, session, document)) === undefined;
  if (isRemovable && (await mayRename(handle, session, document))) return;
  const { username } = session.principal;
  const [shown, path] = [
    await shownId(handle, session, document),
    await shownPath(handle, session, document),
  ];
  throw new AppError(
    'permission.denied',
    `User ${username} does not have the permission to remove the document ${shown} (${path})`,
  );
}

/** The trash is a new name in the same place, so it needs what a move within the parent needs. */
async function mayRename(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<boolean> {
  if (isProxy(document) || document.isVersion) return true;
  const parent = await parentOf(handle, session, document);
  return hasPermission(handle, session, { document: parent, permission: 'AddChildren' });
}

/**
 * A document of the same name may have gone in the same millisecond. One that came back with its
 * folder may still have its suffix, and gets no second one.
 */
async function trashedName(
  handle: WriteHandle,
  session: Session,
  { parentId, name }: { parentId: DocumentId; name: string },
): Promise<string> {
  const plain = withoutTrashSuffix(name);
  for (let attempt = 0; attempt < limits.nameAttemptsMax; attempt += 1) {
    const trashed = `${plain}._${session.nowMs + attempt}_.trashed`;
    if (!(await findChild(handle, session, { parentId, name: trashed }))) return trashed;
  }
  throw new AppError('document.too-many-collisions', `No free name like ${name} in the trash`);
}

async function parentOf(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<Document> {
  const id = present(document.parentId, 'a trashed document has a parent');
  return getUncheckedDocument(handle, session, { id });
}

/** What went along with its folder was not renamed then. */
async function restoredName(
  handle: WriteHandle,
  session: Session,
  { parentId, document }: { parentId: DocumentId; document: Document },
): Promise<string> {
  const plain = withoutTrashSuffix(document.name);
  if (plain === document.name) return document.name;
  const short = plain.replace(collisionSuffix, '');
  const isShorter = short !== plain && isDocumentName(short);
  if (isShorter && !(await findChild(handle, session, { parentId, name: short }))) return short;
  return freeName(handle, session, { parentId, name: plain });
}
