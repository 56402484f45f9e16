import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { isPartOfThread } from '../../model/comment.ts';
import { type Document, isProxy, isRoot } from '../../model/document.ts';
import { validateDocumentName } from '../../model/document-name.ts';
import { isSelfOrBelow, joinPath } from '../../model/document-path.ts';
import type { PendingKind } from '../../model/subtree-work.ts';
import { internAcl } from '../access/acl-interning.ts';
import { requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { placeRow } from '../changes/place-rows.ts';
import { freePlaces } from '../changes/tree-rows.ts';
import { findChild, getUncheckedDocument } from '../documents/documents.ts';
import { isBelowPath, isFewBelowPath, storedPath } from '../sql/tree-conditions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { nextPosition } from './child-position.ts';
import { announceCopiedOf } from './copied-rows.ts';
import { alternativeName } from './create-document.ts';
import { removalRefusal } from './remove-document.ts';
import { changeBelow } from './subtree-change.ts';

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
  const moved = await relocate(unit, { kind: 'move', document, parent: target, name });
  await announce(unit, {
    eventId: 'documentMoved',
    documents: [moved],
    extended: { previousPath: document.path },
  });
  return moved;
}

function refuseUnmovable(document: Document): void {
  if (isPartOfThread(document)) {
    throw new AppError(
      'document.invalid-move',
      `Cannot move ${document.id}: comments stay with the document that they are about`,
    );
  }
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
  readonly kind: PendingKind;
  readonly document: Document;
  readonly parent: Document;
  readonly name: string;
  /** For the document and everything below it. */
  readonly isTrashed?: boolean;
  /** For the document alone. */
  readonly isAlone?: boolean;
  /** Of proxies below the document. */
  readonly removesProxies?: boolean;
}

/**
 * Changes the path of a document and of everything below it. Without checks. Must be called with
 * the tree locked, as what it reads of the document changes only under that lock.
 */
export async function relocate(unit: WriteUnit, relocation: Relocation): Promise<Document> {
  const { kind, document, parent, name, isTrashed, removesProxies = false } = relocation;
  const path = joinPath(parent.path ?? '/', name);
  if (path !== document.path) await refuseLongPaths(unit, document, path);
  await announceCopiedOf(unit, [document.id]);
  const aclId = await internAcl(unit.handle, parent.aclId, document.ownAcls);
  await changeBelow(unit, {
    kind,
    document,
    path,
    aclId,
    isTrashed: relocation.isAlone ? null : (isTrashed ?? null),
    removesProxies,
  });
  await freePlaces(unit.handle, [{ parent_id: parent.id, name, path }]);
  await unit.handle.execute(placeRow, {
    id: document.id,
    parentId: parent.id,
    name,
    path,
    aclId,
    trashed: Number(isTrashed ?? document.isTrashed),
    treeSeq: unit.handle.tree.seq,
    tokenStep: 1,
    position: parent.id === document.parentId ? null : await nextPosition(unit.handle, parent),
  });
  return getUncheckedDocument(unit, { id: document.id });
}

/** Paths with more bytes are in an index of their own; see the migration of pending changes. */
const longPathBytes = 512;

/** @throws AppError document.path-too-long when a path below would be too long at the new place */
export async function refuseLongPaths(
  unit: WriteUnit,
  document: Document,
  path: string,
): Promise<void> {
  const { handle } = unit;
  const growth = Buffer.byteLength(path) - Buffer.byteLength(document.path ?? '');
  if (growth <= 0) return;
  const most = limits.pathBytesMax - growth;
  const oldPath = document.path ?? '';
  // Counted, as PostgreSQL expects many such rows and would look for a first one without the index.
  const long = handle.builder
    .selectFrom('document')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(sql<boolean>`octet_length(path) > ${most}`);
  // Pending changes may have made paths longer than those that are stored.
  const areFew = most - handle.tree.pathGrowth >= longPathBytes;
  const stored = sql<boolean>`octet_length(${storedPath(handle)}) > ${sql.lit(longPathBytes)}`;
  const tooLong = await handle.first(
    areFew
      ? long.where(isFewBelowPath(handle, oldPath)).where(stored)
      : long.where(isBelowPath(handle, oldPath)),
  );
  if (tooLong?.count === 0) return;
  throw new AppError(
    'document.path-too-long',
    `A path below ${path} would exceed ${limits.pathBytesMax} bytes`,
  );
}
