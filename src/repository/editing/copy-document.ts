import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { parseJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import type { Acl } from '../../model/acl.ts';
import { isPartOfThread } from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import { validateDocumentName } from '../../model/document-name.ts';
import { isSelfOrBelow, joinPath } from '../../model/document-path.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { documentColumns } from '../../storage/tables.ts';
import { internAcl } from '../access/acl-interning.ts';
import { requirePermission } from '../access/permissions.ts';
import { auditedRow } from '../audit/audit-events.ts';
import { announce } from '../changes/hooks.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { copyMembers } from '../changes/member-copies.ts';
import { documentNotFound, getDocument, getUncheckedDocument } from '../documents/documents.ts';
import type { DocumentRow } from '../sql/document-row.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';
import { nextPosition } from './child-position.ts';
import { copyOf } from './copied-document.ts';
import { copyDescendants } from './copy-descendants.ts';
import { alternativeName, refuseChildrenOf } from './create-document.ts';
import { withoutTrashSuffix } from './trashed-names.ts';

export interface DocumentCopy {
  readonly id: DocumentId;
  readonly targetId: DocumentId;
  /** Null keeps the source's name. */
  readonly name: string | null;
  /** The copies begin in the first state of their life cycle instead of the source's. */
  readonly resetsLifecycle: boolean;
}

/**
 * Copies a document and what the caller may read below it. The copies are checked-out documents of
 * version 0.0 with the content, the dates and the own ACLs of their sources; locks, versions, trashed
 * documents, and types that are excluded from copies are left out. A taken name gets a suffix.
 *
 * @throws AppError document.not-found, permission.denied, document.invalid-move (below itself),
 *   document.name-invalid, document.path-too-long
 */
export async function copyDocument(unit: WriteUnit, copy: DocumentCopy): Promise<Document> {
  await unit.handle.lockTree('shared');
  const plan = await planCopy(unit, copy);
  const { source, resetsLifecycle } = plan;
  const top = await insertTop(unit, plan);
  if (!source.isVersion) {
    await copyDescendants(unit, { source, top, resetsLifecycle, isStaged: false });
  }
  return getUncheckedDocument(unit, { id: top.id as DocumentId });
}

export interface CopyPlan {
  readonly source: Document;
  readonly target: Document;
  /** The name of the copy, if it is free. */
  readonly wanted: string;
  readonly resetsLifecycle: boolean;
}

/** What is to be copied to where, after the checks. */
export async function planCopy(unit: WriteUnit, copy: DocumentCopy): Promise<CopyPlan> {
  const source = await getDocument(unit, { id: copy.id });
  if (isPartOfThread(source)) {
    throw new AppError(
      'document.invalid-move',
      `Cannot copy ${source.path}: comments have no copies`,
    );
  }
  const target = await getUncheckedDocument(unit, { id: copy.targetId });
  await requirePermission(unit, { document: target, permission: 'AddChildren' });
  refuseChildrenOf(target);
  refuseCopyBelowItself(source, target);
  const wanted = copy.name === null ? nameOfCopy(source) : validateDocumentName(copy.name);
  return { source, target, wanted, resetsLifecycle: copy.resetsLifecycle };
}

function refuseCopyBelowItself(source: Document, target: Document): void {
  if (source.isVersion || !isSelfOrBelow(target.path ?? '', source.path ?? '')) return;
  throw new AppError(
    'document.invalid-move',
    `Cannot copy ${source.path} below itself, to ${target.path}: choose a target outside of it`,
  );
}

async function insertTop(
  unit: WriteUnit,
  { source, target, wanted, resetsLifecycle }: CopyPlan,
): Promise<DocumentRow> {
  const row = await readCopiedRow(unit.handle, source.id);
  const own = row.own_acl === null ? [] : (parseJson(row.own_acl) as Acl[]);
  const place = {
    parentId: target.id,
    aclId: await internAcl(unit.handle, target.aclId, own),
    position: await nextPosition(unit.handle, target),
  };
  for (let attempt = 0; attempt < limits.nameAttemptsMax; attempt += 1) {
    const name = attempt === 0 ? wanted : suffixedName(wanted, unit, attempt);
    const path = joinPath(target.path ?? '/', name);
    const made = copyOf(unit, row, { ...place, name, path, resetsLifecycle });
    if (await insertDocument(unit, { row: made, eventId: null })) {
      await copyMembers(unit, [{ source: row, copyId: made.id }]);
      await announceCopy(unit, source, made);
      return made;
    }
  }
  throw new AppError('document.too-many-collisions', `No free name like ${wanted}`);
}

/** The events of the document that was copied; those below it have their own. */
export async function announceCopy(
  unit: WriteUnit,
  source: Document,
  top: DocumentRow,
): Promise<void> {
  await announce(unit, { eventId: 'documentDuplicated', documents: [source] });
  await announce(unit, { eventId: 'documentCreatedByCopy', documents: [auditedRow(unit, top)] });
}

/** A copy of a trashed document is not in the trash, and has the name from before. */
function nameOfCopy(source: Document): string {
  return source.isTrashed ? withoutTrashSuffix(source.name) : source.name;
}

export async function readCopiedRow(handle: WriteHandle, id: DocumentId): Promise<DocumentRow> {
  const query = handle.builder.selectFrom('document').select(documentColumns).where('id', '=', id);
  const row = await handle.first(query);
  if (!row) throw documentNotFound({ id });
  return row;
}

const digitSuffix = /\.\d+$/;

/** A copy of a copy does not collect suffixes: an existing one is replaced. */
export function suffixedName(name: string, unit: UnitContext, attempt: number): string {
  return alternativeName(name.replace(digitSuffix, '') || name, unit, attempt);
}
