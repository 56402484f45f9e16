import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { changeTokenOf, type Document } from '../../model/document.ts';
import { withoutRowProperties } from '../../model/row-keys.ts';
import type { Properties } from '../../model/value.ts';
import { requirePermission } from '../access/permissions.ts';
import { requireAcceptable } from '../changes/hooks.ts';
import { changedProperties } from '../changes/property-rules.ts';
import { requireRoom } from '../changes/stored-content.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { saveAuthorChange, saveInPlace } from './author-changes.ts';

export interface DocumentUpdate {
  readonly id: DocumentId;
  readonly properties: Properties;
  /** The token of the state that the author last read; null disables the check. */
  readonly changeToken: string | null;
  /** The author's comment on the change, for the audit. */
  readonly comment?: string | null;
  /** The caller itself checks the document in: the type's automatic version is not made. */
  readonly isCheckedInNext?: boolean;
  /** No version is made by itself, neither of the state before nor of the one after. */
  readonly isUnversioned?: boolean;
  /** Dates and names of authors to be kept, if anything changes: those of an imported file. */
  readonly kept?: Properties;
}

/**
 * Stores the given properties that differ from the present ones; all others stay. Without a
 * difference nothing is written and the modification date stays.
 *
 * @throws AppError document.not-found, permission.denied, document.change-token-stale,
 *   document.version-immutable, property.read-only, property.violation
 */
export async function updateDocument(unit: WriteUnit, update: DocumentUpdate): Promise<Document> {
  return saveUpdate(unit, await acceptUpdate(unit, update));
}

/** An update that has been found acceptable: `saveUpdate` in the same unit stores it. */
export interface AcceptedUpdate extends DocumentUpdate {
  /** As it was when the update was accepted. */
  readonly document: Document;
  /** The properties that differ; of a proxy none, as its target decides. */
  readonly changed: Properties;
}

/**
 * Checks an update without a trace in the unit: for changes of many documents, of which those that can
 * be changed are. What a proxy hands on to its target, and the size, are checked when it is stored.
 *
 * @throws AppError as `updateDocument`
 */
export async function acceptUpdate(
  unit: WriteUnit,
  requested: DocumentUpdate,
): Promise<AcceptedUpdate> {
  // Clients send documents back as they received them; members of collections have operations.
  const update = { ...requested, properties: withoutRowProperties(requested.properties) };
  const document = await getDocumentForUpdate(unit, update.id);
  await requirePermission(unit, { document, permission: 'WriteProperties' });
  refuseStaleToken(document, update.changeToken);
  if (document.proxyTarget) return { ...update, document, changed: {} };
  const { shape, properties: before } = document;
  const changed = changedProperties(shape, before, update.properties);
  if (!hasMembers(changed)) return { ...update, document, changed };
  refuseImmutable(document, changed);
  const given = update.kept ? { ...changed, ...update.kept } : changed;
  await requireAcceptable(unit, { shape, given, properties: { ...before, ...given }, before });
  return { ...update, document, changed };
}

/**
 * Whether `saveUpdate` would refuse the size of the document.
 *
 * @throws AppError document.too-large
 */
export function requireRoomFor(unit: WriteUnit, { document, changed }: AcceptedUpdate): void {
  requireRoom(unit, { given: changed, properties: { ...document.properties, ...changed } });
}

/** Stores the update, without the checks that `acceptUpdate` has made. */
export async function saveUpdate(unit: WriteUnit, accepted: AcceptedUpdate): Promise<Document> {
  const { document, changed, kept } = accepted;
  if (document.proxyTarget) return updateThroughProxy(unit, { document, update: accepted });
  if (!hasMembers(changed)) return document;
  return saveAuthorChange(unit, {
    document,
    given: changed,
    isAccepted: true,
    byTokenHolder: accepted.changeToken !== null,
    comment: accepted.comment,
    isCheckedInNext: accepted.isCheckedInNext,
    isUnversioned: accepted.isUnversioned,
    ...(kept && { kept }),
  });
}

function hasMembers(properties: Properties): boolean {
  for (const _key in properties) return true;
  return false;
}

/** Only the second number is compared: the first also grows when the server itself changes the row. */
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

/** A proxy has a few own schemas; all other properties belong to its target. */
async function updateThroughProxy(
  unit: WriteUnit,
  { document, update }: { document: Document; update: DocumentUpdate },
): Promise<Document> {
  const ownSchemas = new Set(unit.model.definition.proxySchemas);
  const isOwn = (key: string): boolean => {
    const schema = document.shape.properties.get(key)?.schema.name;
    return schema !== undefined && ownSchemas.has(schema);
  };
  const entries = Object.entries(update.properties);
  const forTarget = Object.fromEntries(entries.filter(([key]) => !isOwn(key)));
  const forProxy = Object.fromEntries(entries.filter(([key]) => isOwn(key)));
  const target = document.proxyTarget;
  if (target && Object.keys(forTarget).length > 0) {
    await updateDocument(unit, {
      id: target.id,
      properties: forTarget,
      comment: update.comment ?? null,
      isCheckedInNext: update.isCheckedInNext ?? false,
      isUnversioned: update.isUnversioned ?? false,
      // Already checked with the proxy's token; passed to increase the target's second number.
      changeToken: update.changeToken === null ? null : changeTokenOf(target),
    });
  }
  const changed = changedProperties(document.shape, document.properties, forProxy);
  if (Object.keys(changed).length > 0) {
    const own = Object.entries(document.properties).filter(([key]) => isOwn(key));
    await saveInPlace(unit, {
      document: { ...document, properties: Object.fromEntries(own) },
      given: changed,
      byTokenHolder: update.changeToken !== null,
      comment: update.comment,
    });
  }
  return getDocumentForUpdate(unit, document.id);
}
