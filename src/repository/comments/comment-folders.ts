import { assert } from '../../base/assert.ts';
import type { DocumentId } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import { type Acl, everyone, everything, grantAce, localAclName } from '../../model/acl.ts';
import { commentFolder } from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import { rootPath } from '../../model/document-path.ts';
import { systemPrincipal } from '../../model/principal.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import { internAcl } from '../access/acl-interning.ts';
import { stampCreation } from '../changes/dublincore.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { storedFacets } from '../changes/save-content.ts';
import { findChild, findDocument, getUncheckedDocument } from '../documents/documents.ts';
import { newRow } from '../editing/create-document.ts';
import { removeDocument } from '../editing/remove-document.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

const folderOf = defineStatement<{ documentId: string }, { folder_id: string }>((b, p) =>
  b.selectFrom('comment_folder').select('folder_id').where('document_id', '=', p.documentId),
);

const insertFolder = defineStatement<{ folderId: string; documentId: string }, unknown>((b, p) =>
  b.insertInto('comment_folder').values({ folder_id: p.folderId, document_id: p.documentId }),
);

/**
 * The hidden folder with the comments of a document, made with the first one. Must be called with the
 * tree locked. Where several units make it at once, all but one wait for that one: it is made once.
 */
export async function ensureFolder(unit: WriteUnit, document: Document): Promise<Document> {
  const known = await findFolder(unit, document.id);
  if (known) return known;
  const { parent, name } = await placeFor(unit, document);
  const made = await insertFolderBelow(unit, { parent, name });
  if (!made) {
    // Another unit has just made it, or a document of a user has the name.
    const other = await findFolder(unit, document.id);
    if (other) return other;
  }
  const folder =
    made ?? (await insertFolderBelow(unit, { parent, name: `${name}.${document.id}` }));
  assert(folder, 'a name with the id of the document is free');
  await unit.handle.execute(insertFolder, { folderId: folder.id, documentId: document.id });
  return folder;
}

async function findFolder(unit: ReadUnit, documentId: string): Promise<Document | undefined> {
  const row = await unit.handle.fetchFirst(folderOf, { documentId });
  return row && findDocument(unit, { id: row.folder_id });
}

interface FolderPlace {
  readonly parent: Document;
  readonly name: string;
}

/**
 * Versions have no place, so those of their live document is used, whose rights they have. Proxies
 * can have nothing below them, and rights of their own: see `ensureDetachedRoot`.
 */
async function placeFor(unit: WriteUnit, document: Document): Promise<FolderPlace> {
  const { name } = commentFolder;
  if (!document.isVersion && !document.proxyTarget) return { parent: document, name };
  const live = document.isVersion && (await findDocument(unit, { id: document.seriesId }));
  if (live) return { parent: live, name: `${name}.${document.id}` };
  return { parent: await ensureDetachedRoot(unit), name: document.id };
}

async function insertFolderBelow(
  unit: WriteUnit,
  { parent, name }: FolderPlace,
  ownAcls: readonly Acl[] = [],
): Promise<Document | undefined> {
  const { model, handle } = unit;
  const type = model.getType(commentFolder.type);
  const server = { ...unit, principal: systemPrincipal };
  const properties = stampCreation(model.shapeOf(type.name), server, {});
  const row = newRow(unit, { parent, name, type, properties, position: null });
  const facets = storedFacets([commentFolder.facet]);
  const own =
    ownAcls.length === 0
      ? {}
      : {
          own_acl: stringifyJson(ownAcls),
          acl_id: await internAcl(handle, parent.aclId, ownAcls),
        };
  return insertDocument(unit, {
    row: { ...row, ...own, instance_facets: facets, is_trashed: parent.isTrashed ? 1 : 0 },
    properties,
    eventId: null,
  });
}

/** Reserved in the root, where only administrators make documents. */
const detachedName = 'DetachedComments';

const closedToAll: readonly Acl[] = [
  { name: localAclName, aces: [{ ...grantAce(everyone, everything), granted: false }] },
];

/**
 * The folder of comments that cannot be near their document. It is closed: the rights on the
 * document that is commented are checked by `@comment`, which reads them for the caller.
 */
async function ensureDetachedRoot(unit: WriteUnit): Promise<Document> {
  const root = await getUncheckedDocument(unit, { path: rootPath });
  const place = { parentId: root.id as DocumentId, name: detachedName };
  const known = await findChild(unit, place);
  if (known) return known;
  const made = await insertFolderBelow(unit, { parent: root, name: detachedName }, closedToAll);
  const folder = made ?? (await findChild(unit, place));
  assert(folder, 'the folder was made by this unit or by another one');
  return folder;
}

const leftFolder = defineStatement<object, { folder_id: string }>((b) =>
  b.selectFrom('comment_folder').select('folder_id').where('document_id', 'is', null).limit(1),
);

export async function hasLeftFolder(handle: ReadHandle): Promise<boolean> {
  return (await handle.fetchFirst(leftFolder, {})) !== undefined;
}

/**
 * Removes one folder whose document is gone: of a version or a proxy, for others are below their
 * document. False when there is none. Acts for the server.
 */
export async function removeLeftFolder(unit: WriteUnit): Promise<boolean> {
  const { handle } = unit;
  await handle.lockTree('exclusive');
  const row = await handle.fetchFirst(leftFolder, {});
  if (!row) return false;
  const { folder_id: id } = row;
  // A folder with many comments leaves the tree at once, and its row later.
  await handle.run(handle.builder.deleteFrom('comment_folder').where('folder_id', '=', id));
  const folder = await findDocument(unit, { id });
  if (folder) await removeDocument(unit, folder.id);
  return true;
}
