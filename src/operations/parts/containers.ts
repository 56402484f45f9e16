import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { isFolderish } from '../../model/document.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { findDocument, getDocumentForUpdate } from '../../repository/documents/documents.ts';
import { findLiveChild, type LiveChildQuery } from '../../repository/editing/find-live-child.ts';

/** The context variable in which clients name their current document. */
export const currentDocumentVariable = 'currentDocument';

/** @throws AppError operation.failed when it is not set; document.not-found, permission.denied */
export async function getCurrentDocument(context: OperationContext): Promise<WorkingDocument> {
  const document = await context.loadVariable(currentDocumentVariable);
  if (document) return document;
  throw operationFailed(
    `The context variable ${currentDocumentVariable} is not set: send the id or path of a document`,
  );
}

/** The document itself if it can have children, else the closest one above that can. */
export async function closestContainer(
  context: OperationContext,
  document: WorkingDocument,
): Promise<WorkingDocument> {
  let candidate: WorkingDocument = document;
  while (!isFolderish(candidate)) {
    const { parentId } = candidate;
    const parent = parentId && (await context.read((unit) => findDocument(unit, { id: parentId })));
    if (!parent) throw operationFailed(`${document.id} is not in a folder`);
    candidate = parent;
  }
  return candidate;
}

/**
 * Checks that the caller may create a document of the type there and that the type allows it.
 *
 * @throws AppError permission.denied, document.type-unknown, operation.failed
 */
export async function requireRoomFor(
  context: OperationContext,
  container: WorkingDocument,
  type: string,
): Promise<void> {
  const question = { document: container, permission: 'AddChildren' };
  if (!(await context.read((unit) => hasPermission(unit, question)))) {
    throw new AppError('permission.denied', 'Not enough rights to create document');
  }
  context.repository.model.getType(type);
  if (context.repository.model.getType(container.type).allowedSubtypes.includes(type)) return;
  throw operationFailed(
    `Cannot create document of type ${type} in container with type ${container.type}`,
  );
}

/**
 * The child that is to be used instead of a new one. Other executions that search there wait until
 * this one ends, so that two do not both create it.
 */
export async function findForOverwrite(
  context: OperationContext,
  query: LiveChildQuery,
): Promise<WorkingDocument | undefined> {
  return context.write(async (unit) => {
    await unit.handle.lockTree('shared');
    await getDocumentForUpdate(unit, query.parentId);
    return findLiveChild(unit, query);
  });
}
