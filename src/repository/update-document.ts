import { AppError } from '../base/errors/app-error.ts';
import type { DocumentId } from '../base/ids.ts';
import { changeTokenOf, type Document } from '../model/document.ts';
import { collectBlobs } from '../model/property-access.ts';
import type { Properties } from '../model/value.ts';
import type { WriteHandle } from '../storage/database.ts';
import { recordDocumentEvent } from './audit-events.ts';
import { versionAfterSave, versionBeforeSave } from './automatic-versioning.ts';
import { syncBlobReferences } from './blobs.ts';
import { type ContentChange, saveContent } from './document-record.ts';
import { getDocumentForUpdate } from './documents.ts';
import { stampModification } from './dublincore.ts';
import { requirePermission } from './permissions.ts';
import { changedProperties, refuseSecured, requireValid } from './property-rules.ts';
import type { Session } from './session.ts';
import { changeOfCheckOut } from './versions.ts';

export interface DocumentUpdate {
  readonly id: DocumentId;
  readonly properties: Properties;
  /** What the author last saw; null switches the check off. */
  readonly changeToken: string | null;
  /** What the author says about the change; the audit keeps it. */
  readonly comment?: string | null;
  /** The caller checks the document in itself: the type's own version at every save is left out. */
  readonly isCheckedInNext?: boolean;
}

/**
 * Stores the given properties that differ from the present ones; all others stay. Without a
 * difference nothing is written and the modification date stays.
 *
 * @throws AppError document.not-found, permission.denied, document.change-token-stale,
 *   document.version-immutable, property.read-only, property.violation
 */
export async function updateDocument(
  handle: WriteHandle,
  session: Session,
  update: DocumentUpdate,
): Promise<Document> {
  const document = await getDocumentForUpdate(handle, session, update.id);
  await requirePermission(handle, session, { document, permission: 'WriteProperties' });
  refuseStaleToken(document, update.changeToken);
  if (document.proxyTarget) return updateThroughProxy(handle, session, { document, update });
  const changed = changedProperties(document.shape, document.properties, update.properties);
  if (Object.keys(changed).length === 0) return document;
  refuseImmutable(document, changed);
  refuseSecured(session, document.shape, changed);
  return store(handle, session, { document, changed, update });
}

/** Only the second number counts: the first also moves when the server itself changes something. */
function refuseStaleToken(document: Document, token: string | null): void {
  if (token === null) return;
  const userTokens = (text: string): string =>
    text
      .split('/')
      .map((part) => /^\d+-(\d+)$/.exec(part)?.[1] ?? 'invalid')
      .join('/');
  if (userTokens(token) === userTokens(changeTokenOf(document))) return;
  throw new AppError('document.change-token-stale', `${document.id}, Invalid change token`);
}

function refuseImmutable(document: Document, changed: Properties): void {
  if (!document.isVersion) return;
  for (const key of Object.keys(changed)) {
    if (key === 'dc:issued') continue;
    if (document.shape.properties.get(key)?.schema.versionWritable) continue;
    throw new AppError(
      'document.version-immutable',
      `Cannot set property on a version: ${key}; change its live document`,
    );
  }
}

/** A proxy keeps a few schemas of its own; everything else belongs to its target. */
async function updateThroughProxy(
  handle: WriteHandle,
  session: Session,
  { document, update }: { document: Document; update: DocumentUpdate },
): Promise<Document> {
  const own = new Set(session.model.definition.proxySchemas);
  const isOwn = (key: string): boolean => {
    const schema = document.shape.properties.get(key)?.schema.name;
    return schema !== undefined && own.has(schema);
  };
  const entries = Object.entries(update.properties);
  const forTarget = Object.fromEntries(entries.filter(([key]) => !isOwn(key)));
  const forProxy = Object.fromEntries(entries.filter(([key]) => isOwn(key)));
  const target = document.proxyTarget;
  if (target && Object.keys(forTarget).length > 0) {
    await updateDocument(handle, session, {
      id: target.id,
      properties: forTarget,
      comment: update.comment ?? null,
      isCheckedInNext: update.isCheckedInNext ?? false,
      // Checked above as a part of the proxy's own; given so that the target counts the change.
      changeToken: update.changeToken === null ? null : changeTokenOf(target),
    });
  }
  const changed = changedProperties(document.shape, document.properties, forProxy);
  if (Object.keys(changed).length > 0) {
    const ownProperties = Object.entries(document.properties).filter(([key]) => isOwn(key));
    await saveContent(handle, session, {
      document,
      change: {
        properties: { ...Object.fromEntries(ownProperties), ...changed },
        byTokenHolder: update.changeToken !== null,
      },
    });
    recordModification(handle, session, { document, update });
  }
  return getDocumentForUpdate(handle, session, document.id);
}

async function store(
  handle: WriteHandle,
  session: Session,
  {
    document,
    changed,
    update,
  }: { document: Document; changed: Properties; update: DocumentUpdate },
): Promise<Document> {
  const byTokenHolder = update.changeToken !== null;
  if (document.isVersion) {
    // A version shows who changed the document up to it; the few things it may take are no change.
    const properties = { ...document.properties, ...changed };
    recordModification(handle, session, { document, update });
    const content = { properties, byTokenHolder };
    return storeContent(handle, session, { document, changed, content });
  }
  const before = await versionBeforeSave(handle, session, document);
  const checkOut: ContentChange = before.isCheckedOut
    ? {}
    : await changeOfCheckOut(handle, session, before);
  const properties = stampModification(before.shape, session, {
    ...before.properties,
    ...checkOut.properties,
    ...changed,
  });
  const content = { ...checkOut, properties, byTokenHolder };
  const saved = await storeContent(handle, session, { document: before, changed, content });
  recordModification(handle, session, { document: saved, update });
  return update.isCheckedInNext ? saved : versionAfterSave(handle, session, saved);
}

function recordModification(
  handle: WriteHandle,
  session: Session,
  { document, update }: { document: Document; update: DocumentUpdate },
): void {
  const { comment = null } = update;
  recordDocumentEvent(handle, session, { eventId: 'documentModified', document, comment });
}

async function storeContent(
  handle: WriteHandle,
  session: Session,
  {
    document,
    changed,
    content,
  }: {
    document: Document;
    changed: Properties;
    content: ContentChange & { properties: Properties };
  },
): Promise<Document> {
  requireValid(document.shape, content.properties, Object.keys(changed));
  await syncBlobReferences(handle, document.id, {
    before: collectBlobs(document.properties),
    after: collectBlobs(content.properties),
  });
  return saveContent(handle, session, { document, change: content });
}
