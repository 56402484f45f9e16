import type { Properties } from '../model/value.ts';
import { requirePermission } from '../repository/access/permissions.ts';
import { getDocumentForUpdate, getUncheckedDocument } from '../repository/documents/documents.ts';
import { updateDocument } from '../repository/editing/update-document.ts';
import { saveAndCheckIn } from '../repository/editing/versioned-save.ts';
import type { OperationContext } from './operation-context.ts';
import { saveFacets } from './unsaved-facets.ts';
import type { WorkingDocument } from './values.ts';

/** The document with further unsaved changes. */
export function withUnsaved(document: WorkingDocument, changes: Properties): WorkingDocument {
  return {
    ...document,
    properties: { ...document.properties, ...changes },
    unsaved: { ...document.unsaved, ...changes },
  };
}

/**
 * The document as it is stored now, locked until the execution ends, with its unsaved changes: for
 * changes that depend on the present value, such as adding to a list.
 *
 * @throws AppError document.not-found, permission.denied
 */
export async function lockForChange(
  context: OperationContext,
  document: WorkingDocument,
): Promise<WorkingDocument> {
  const stored = await context.write(async (unit) => {
    const { id, proxyTarget } = document;
    // The content of a proxy is in its target's row.
    if (proxyTarget) await getDocumentForUpdate(unit, proxyTarget.id);
    const found = await getDocumentForUpdate(unit, id);
    await requirePermission(unit, { document: found, permission: 'Read' });
    return found;
  });
  return withPending(stored, document);
}

/** The stored document with the unsaved state of `pending`. */
export function withPending(stored: WorkingDocument, pending: WorkingDocument): WorkingDocument {
  const { unsaved, unsavedFacets, shape, lastSeenToken, nextVersion } = pending;
  const kept = unsaved ? withUnsaved(stored, unsaved) : stored;
  return {
    ...kept,
    ...(unsavedFacets === undefined ? {} : { unsavedFacets, shape }),
    ...(lastSeenToken === undefined ? {} : { lastSeenToken }),
    ...(nextVersion === undefined ? {} : { nextVersion }),
  };
}

interface SaveOptions {
  /** False keeps the changes unsaved for a later save in the same execution. */
  readonly saves: boolean;
  readonly changeToken?: string | null;
}

/**
 * Stores the changes together with the document's unsaved ones; makes the requested version.
 *
 * @throws AppError as `updateDocument`
 */
export async function saveChanges(
  context: OperationContext,
  document: WorkingDocument,
  { changes, saves, changeToken = null }: SaveOptions & { readonly changes: Properties },
): Promise<WorkingDocument> {
  const token = changeToken ?? document.lastSeenToken ?? null;
  if (!saves) {
    const changed = withUnsaved(document, changes);
    return token === null ? changed : { ...changed, lastSeenToken: token };
  }
  const { id, nextVersion } = document;
  const properties = { ...document.unsaved, ...changes };
  return context.write(async (unit) => {
    const changeToken = await saveFacets(unit, { document, changeToken: token });
    const update = { id, properties, changeToken };
    if (!nextVersion) return updateDocument(unit, update);
    await saveAndCheckIn(unit, { update, by: nextVersion });
    return getUncheckedDocument(unit, { id });
  });
}

/** The document after its unsaved changes are stored; without changes nothing is done. */
export async function saveUnsaved(
  context: OperationContext,
  document: WorkingDocument,
): Promise<WorkingDocument> {
  if (!document.unsaved && !document.unsavedFacets) return document;
  return saveChanges(context, document, { changes: {}, saves: true });
}
