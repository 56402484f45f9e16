import { assert } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type DocumentId, newDocumentId } from '../../base/ids.ts';
import { type Document, isProxy } from '../../model/document.ts';
import { joinPath } from '../../model/document-path.ts';
import { requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { blankRow, derivedColumns } from '../changes/stored-content.ts';
import { getDocument, getDocumentForUpdate, withProxyTarget } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { nextPosition } from './child-position.ts';
import { refuseChildrenOf } from './create-document.ts';
import { freeName } from './relocation.ts';

/**
 * Shows a document or a version in another folder under the same name. The proxy has its own place
 * and permissions; its content is the target's.
 *
 * @throws AppError permission.denied, request.invalid when the target is a proxy itself
 */
export async function createProxy(
  unit: WriteUnit,
  { targetId, folderId }: { targetId: DocumentId; folderId: DocumentId },
): Promise<Document> {
  await unit.handle.lockTree('exclusive');
  const target = await getDocument(unit, { id: targetId });
  if (isProxy(target)) {
    throw new AppError('request.invalid', `${targetId} is a proxy; publish its target instead`);
  }
  const folder = await getDocumentForUpdate(unit, folderId);
  await requirePermission(unit, { document: folder, permission: 'AddChildren' });
  refuseChildrenOf(folder);
  return insertProxy(unit, { target, folder });
}

/** Without checks. Must be called with the tree locked, so that the name stays free. */
export async function insertProxy(
  unit: WriteUnit,
  { target, folder }: { target: Document; folder: Document },
): Promise<Document> {
  const name = await freeName(unit, { parentId: folder.id, name: target.name });
  const row = {
    ...blankRow,
    id: newDocumentId(),
    parent_id: folder.id,
    name,
    path: joinPath(folder.path ?? '/', name),
    primary_type: target.type,
    lifecycle_state: target.state,
    position: await nextPosition(unit.handle, folder),
    properties: '{}',
    ...derivedColumns(target.properties),
    acl_id: folder.aclId,
    series_id: target.seriesId,
    proxy_target_id: target.id,
  };
  const stored = await insertDocument(unit, { row, properties: {}, eventId: null });
  assert(stored, `the name ${name} was free`);
  const proxy = withProxyTarget(unit, stored, target);
  await announce(unit, { eventId: 'documentCreated', documents: [proxy] });
  return proxy;
}
