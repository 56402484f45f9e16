import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { type Document, isProxy, isRoot } from '../../model/document.ts';
import { validateDocumentName } from '../../model/document-name.ts';
import { isSelfOrBelow, joinPath, subtreeRange } from '../../model/document-path.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { internAcl } from '../access/acl-interning.ts';
import { requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { type PathChange, placeRow, rewritePathsBelow } from '../changes/place-rows.ts';
import { findChild, getUncheckedDocument } from '../documents/documents.ts';
import { lockSubtree } from '../documents/row-locks.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { repointSubtree } from './acl-repointing.ts';
import { nextPosition } from './child-position.ts';
import { alternativeName } from './create-document.ts';
import { removalRefusal } from './remove-document.ts';

/**
 * Moves a document below another parent, under a new name if one is given. A taken name gets a
 * suffix.
 *
 * @throws AppError permission.denied, document.invalid-move, document.name-invalid,
 *   document.path-too-long
 */
export async function moveDocument(
  unit: WriteUnit,
  move: { id: DocumentId; targetId: DocumentId; name: string | null },
): Promise<Document> {
  await unit.handle.lockTree('exclusive');
  const document = await getUncheckedDocument(unit, { id: move.id });
  const target = await getUncheckedDocument(unit, { id: move.targetId });
  refuseUnmovable(document);
  await requirePermission(unit, { document: target, permission: 'AddChildren' });
  const refusal = await removalRefusal(unit, document);
  if (refusal !== undefined) throw new AppError('permission.denied', refusal);
  refuseImpossibleMove(document, target);
  const name = await freeName(unit, {
    parentId: target.id,
    name: move.name === null ? document.name : validateDocumentName(move.name),
    except: document.id,
  });
  const moved = await relocate(unit, { document, parent: target, name });
  await announce(unit, { eventId: 'documentMoved', documents: [moved] });
  return moved;
}

function refuseUnmovable(document: Document): void {
  if (!isRoot(document) && !document.isVersion) return;
  throw new AppError(
    'document.invalid-move',
    `Cannot move ${document.id}: it has no place to leave`,
  );
}

/** Called after the permission checks, as the message has the paths of both. */
function refuseImpossibleMove(document: Document, target: Document): void {
  if (target.isVersion || isProxy(target)) {
    throw new AppError('document.invalid-move', `Cannot move ${document.path} below ${target.id}`);
  }
  if (isSelfOrBelow(target.path ?? '', document.path ?? '')) {
    throw new AppError(
      'document.invalid-move',
      `Cannot move ${document.path} below itself, to ${target.path}`,
    );
  }
}

/** Must be called with the tree locked, so that the name stays free. */
export async function freeName(
  unit: WriteUnit,
  wanted: { parentId: DocumentId; name: string; except?: DocumentId },
): Promise<string> {
  for (let attempt = 0; attempt < limits.nameAttemptsMax; attempt += 1) {
    const name = attempt === 0 ? wanted.name : alternativeName(wanted.name, unit, attempt);
    const taken = await findChild(unit, { parentId: wanted.parentId, name });
    if (!taken || taken.id === wanted.except) return name;
  }
  throw new AppError('document.too-many-collisions', `No free name like ${wanted.name}`);
}

interface Relocation {
  readonly document: Document;
  readonly parent: Document;
  readonly name: string;
  readonly isTrashed?: boolean;
}

/**
 * Changes the path of a document and of everything below it. Without checks. Must be called with
 * the tree locked, as what it reads of the document changes only under that lock.
 */
export async function relocate(unit: WriteUnit, relocation: Relocation): Promise<Document> {
  const { document, parent, name, isTrashed = document.isTrashed } = relocation;
  const oldPath = document.path ?? '';
  const path = joinPath(parent.path ?? '/', name);
  if (path !== oldPath) await refuseLongPaths(unit.handle, { oldPath, path });
  const aclId = await internAcl(unit.handle, parent.aclId, document.ownAcls);
  await lockSubtree(unit.handle, document);
  await unit.handle.execute(placeRow, {
    id: document.id,
    parentId: parent.id,
    name,
    path,
    aclId,
    trashed: isTrashed ? 1 : 0,
    position: parent.id === document.parentId ? null : await nextPosition(unit.handle, parent),
  });
  await repointSubtree(unit.handle, { path: oldPath, oldAclId: document.aclId, newAclId: aclId });
  if (path !== oldPath) await rewritePathsBelow(unit.handle, { oldPath, path });
  return getUncheckedDocument(unit, { id: document.id });
}

async function refuseLongPaths(handle: WriteHandle, { oldPath, path }: PathChange): Promise<void> {
  const { from, to } = subtreeRange(oldPath);
  const growth = Buffer.byteLength(path) - Buffer.byteLength(oldPath);
  if (growth <= 0) return;
  const longest: RawBuilder<number | null> = sql`max(octet_length(path))`;
  const row = await handle.first(
    handle.builder
      .selectFrom('document')
      .select(longest.as('bytes'))
      .where('path', '>=', from)
      .where('path', '<', to),
  );
  if ((row?.bytes ?? 0) + growth <= limits.pathBytesMax) return;
  throw new AppError(
    'document.path-too-long',
    `A path below ${path} would exceed ${limits.pathBytesMax} bytes`,
  );
}
