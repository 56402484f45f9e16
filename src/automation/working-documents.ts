import type { Properties } from '../model/value.ts';
import { getDocumentForUpdate } from '../repository/documents.ts';
import { requirePermission } from '../repository/permissions.ts';
import { updateDocument } from '../repository/update-document.ts';
import type { OperationContext } from './operation-context.ts';
import type { WorkingDocument } from './values.ts';

/** The document with further changes that nobody has saved yet. */
export function withUnsaved(document: WorkingDocument, changes: Properties): WorkingDocument {
  return {
    ...document,
    properties: { ...document.properties, ...changes },
    unsaved: { ...document.unsaved, ...changes },
  };
}

/**
 * The document as it is stored now, locked until the execution ends, with its unsaved changes on
 * top: for changes that depend on the present value, such as adding to a list.
 *
 * @throws AppError document.not-found, permission.denied
 */
export async function lockForChange(
  context: OperationContext,
  document: WorkingDocument,
): Promise<WorkingDocument> {
  const stored = await context.write(async (handle) => {
    const found = await getDocumentForUpdate(handle, context.session, document.id);
    await requirePermission(handle, context.session, { document: found, permission: 'Read' });
    return found;
  });
  return document.unsaved ? withUnsaved(stored, document.unsaved) : stored;
}

export interface SaveOptions {
  /** False keeps the changes with the document for a later save in the same execution. */
  readonly saves: boolean;
  readonly changeToken?: string | null;
}

/**
 * Stores the changes together with those the document already carries.
 *
 * @throws AppError as `updateDocument`
 */
export async function saveChanges(
  context: OperationContext,
  document: WorkingDocument,
  { changes, saves, changeToken = null }: SaveOptions & { readonly changes: Properties },
): Promise<WorkingDocument> {
  if (!saves) return withUnsaved(document, changes);
  const properties = { ...document.unsaved, ...changes };
  return context.write((handle) =>
    updateDocument(handle, context.session, { id: document.id, properties, changeToken }),
  );
}
