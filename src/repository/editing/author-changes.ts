import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { stampModification } from '../changes/dublincore.ts';
import { iconOfFile } from '../changes/file-icon.ts';
import { announce, requireAcceptable } from '../changes/hooks.ts';
import { type ContentChange, saveContent } from '../changes/save-content.ts';
import { requireRoom } from '../changes/stored-content.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { versionAfterSave, versionBeforeSave } from '../versions/automatic-versioning.ts';
import { changeOfCheckOut } from '../versions/versions.ts';

/** A change of a document by a user, unlike those that the server makes itself. */
interface AuthorChange {
  readonly document: Document;
  /** Properties with other values than the document has; see `changedProperties`. */
  readonly given?: Properties;
  readonly instanceFacets?: readonly string[];
  /** The author's comment on the change, for the audit. */
  readonly comment?: string | null | undefined;
  readonly byTokenHolder?: boolean | undefined;
  /** The caller itself checks the document in: the type's automatic version is not made. */
  readonly isCheckedInNext?: boolean | undefined;
  /** No version is made by itself, neither of the state before nor of the one after. */
  readonly isUnversioned?: boolean | undefined;
  /** What is given has been checked, see `acceptUpdate`. */
  readonly isAccepted?: boolean | undefined;
  /** Dates and names of authors in place of those of this change. */
  readonly kept?: Properties;
}

/**
 * Stores a change of a live document or a version with its consequences: checks, automatic
 * versions, check-out, dates and contributors, audit. The document must have been read for update.
 *
 * @throws AppError property.read-only, property.violation, document.too-large
 */
export async function saveAuthorChange(unit: WriteUnit, change: AuthorChange): Promise<Document> {
  // A version shows who changed the document before it; the few changes allowed on it do not count.
  if (change.document.isVersion) return saveInPlace(unit, change);
  const { isCheckedInNext = false, isUnversioned = false, kept } = change;
  const given = kept ? { ...change.given, ...kept } : change.given;
  const before = isUnversioned ? change.document : await versionBeforeSave(unit, change.document);
  const checkOut: ContentChange = before.isCheckedOut ? {} : await changeOfCheckOut(unit, before);
  const stamped = stampModification(before.shape, unit, {
    ...before.properties,
    ...checkOut.properties,
    ...given,
    ...iconOfFile(before.shape, given ?? {}),
  });
  const content = { ...checkOut, properties: kept ? { ...stamped, ...kept } : stamped };
  const saved = await saveChecked(unit, {
    ...change,
    given: given ?? {},
    document: before,
    content,
  });
  return isCheckedInNext || isUnversioned ? saved : versionAfterSave(unit, saved);
}

/**
 * As `saveAuthorChange`, for the own properties of a proxy: it has no versions and no dates.
 * `document` has the proxy's own properties only.
 */
export function saveInPlace(unit: WriteUnit, change: AuthorChange): Promise<Document> {
  const properties = { ...change.document.properties, ...change.given };
  return saveChecked(unit, { ...change, content: { properties } });
}

async function saveChecked(
  unit: WriteUnit,
  change: AuthorChange & { readonly content: ContentChange & { readonly properties: Properties } },
): Promise<Document> {
  const { document, given = {}, instanceFacets, comment, byTokenHolder = false, content } = change;
  const { shape } = document;
  const { properties } = content;
  if (!change.isAccepted) {
    await requireAcceptable(unit, { shape, given, properties, before: document.properties });
  }
  requireRoom(unit, { given, properties });
  const saved = await saveContent(unit, {
    document,
    change: { ...content, byTokenHolder, ...(instanceFacets && { instanceFacets }) },
  });
  await announce(unit, { eventId: 'documentModified', comment, documents: [saved] });
  return saved;
}
