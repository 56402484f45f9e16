import { AppError } from '../../base/errors/app-error.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import { requirePermission } from '../access/permissions.ts';
import { type ChildOrder, renumberChildren } from '../changes/place-rows.ts';
import { getUncheckedDocument } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';

/**
 * Moves a document among its siblings, which needs the permissions to change the folder.
 *
 * @throws AppError document.not-found, permission.denied, request.invalid when the folder is not
 *   ordered or the other document is in another one
 */
export async function orderChild(unit: WriteUnit, order: ChildOrder): Promise<void> {
  // No other unit adds or moves siblings meanwhile, so the positions that are read stay valid.
  await unit.handle.lockTree('exclusive');
  const document = await getUncheckedDocument(unit, { id: order.id });
  await requirePermission(unit, { document, permission: 'Read' });
  const folder = await getOrderedFolder(unit, document);
  if (order.beforeId !== null) {
    const before = await getUncheckedDocument(unit, { id: order.beforeId });
    if (before.isVersion || before.parentId !== folder.id) {
      throw new AppError(
        'request.invalid',
        `before: ${before.id} is not in the folder of ${document.id}; name one of its siblings`,
      );
    }
    if (before.id === document.id) return;
  }
  await renumberChildren(unit.handle, { ...order, folderId: folder.id });
}

async function getOrderedFolder(unit: WriteUnit, document: Document): Promise<Document> {
  const folder =
    document.isVersion || document.parentId === null
      ? undefined
      : await getUncheckedDocument(unit, { id: document.parentId });
  if (!folder || !hasFacet(folder, 'Orderable')) {
    throw new AppError(
      'request.invalid',
      `${document.id} is not in an ordered folder: move it to one first`,
    );
  }
  await requirePermission(unit, { document: folder, permission: 'WriteProperties' });
  return folder;
}
