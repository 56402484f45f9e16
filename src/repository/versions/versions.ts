import { assert } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { newDocumentId } from '../../base/ids.ts';
import { parseStoredJson } from '../../base/json-in-turns.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import {
  increment,
  type VersionIncrement,
  versionNumbers,
  withVersionNumbers,
} from '../../model/version-numbers.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';
import { requirePermission } from '../access/permissions.ts';
import { checkComment } from '../audit/comment-text.ts';
import { announceCheckIn } from '../changes/announcements.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { type ContentChange, saveContent, storedFacets } from '../changes/save-content.ts';
import { blankRow, derivedColumns, storedProperties } from '../changes/stored-content.ts';
import {
  clearLatest,
  clearLatestMajor,
  isSet,
  type PreviousVersion,
} from '../changes/version-rows.ts';
import type { ReadUnit, UnitContext, WriteUnit } from '../unit/unit.ts';

const latestVersion = defineStatement<{ seriesId: string }, PreviousVersion>((b, p) =>
  b
    .selectFrom('document')
    .select(['id', 'properties', 'version_created_at'])
    .where('series_id', '=', p.seriesId)
    .where('is_version', '=', isSet)
    .where('is_latest_version', '=', isSet),
);

interface CheckedIn {
  readonly live: Document;
  readonly version: Document;
}

interface CheckIn {
  readonly document: Document;
  readonly by: VersionIncrement;
  /** Why the version is made; stored in it and in the audit. */
  readonly comment?: string | null;
  /** What the version has in addition to the properties of its document. */
  readonly ownProperties?: Properties | undefined;
}

/** @throws AppError version.not-allowed (with the caller's message), permission.denied */
export async function checkIn(unit: WriteUnit, request: CheckIn): Promise<CheckedIn> {
  const { document } = request;
  requireVersionable(document);
  await requirePermission(unit, { document, permission: 'WriteVersion' });
  return makeVersion(unit, request);
}

/** The document that is versioned: for a proxy of a live document, its target. */
export function versionedOf(document: Document): Document {
  const { proxyTarget } = document;
  return proxyTarget && !proxyTarget.isVersion ? proxyTarget : document;
}

export function requireVersionable(document: Document): void {
  if (document.isVersion || document.proxyTarget) {
    throw new AppError(
      'version.not-allowed',
      'Versions are made of live documents: this is a version, or a proxy of one',
    );
  }
  if (hasFacet(document, 'Versionable')) return;
  throw new AppError(
    'version.not-allowed',
    `Versioning is not allowed by the configuration for type=${document.type}/lifeCycleState=${document.state}`,
  );
}

/** Freezes the document's present state as a version; the live document becomes checked in. */
export async function makeVersion(
  unit: WriteUnit,
  { document, by, comment = null, ownProperties }: CheckIn,
): Promise<CheckedIn> {
  const previous = await unit.handle.fetchFirst(clearLatest, { seriesId: document.id });
  if (by === 'MAJOR') await unit.handle.execute(clearLatestMajor, { seriesId: document.id });
  const numbers = increment(await continuedNumbers(document, previous), by);
  const properties = withNumbers(document, numbers);
  const version = await insertVersion(unit, {
    document: {
      ...document,
      // The same object where nothing is added: its JSON is kept if it is large.
      properties: ownProperties ? { ...properties, ...ownProperties } : properties,
    },
    isMajor: by === 'MAJOR',
    description: descriptionOf(comment),
    // Several may be made in one millisecond, and clocks may be set back: keeps the order.
    createdMs: Math.max(unit.nowMs, (previous?.version_created_at ?? 0) + 1),
  });
  const live = await saveContent(unit, {
    document,
    change: { properties, isCheckedOut: false, baseVersionId: version.id },
  });
  await announceCheckIn(unit, { live, comment });
  return { live, version };
}

/** @throws AppError request.invalid for a text that is too long or cannot be stored */
function descriptionOf(comment: string | null): string | null {
  checkComment('comment', comment);
  return comment || null;
}

/** After an older version was restored, numbers continue from the latest one, to be unique. */
async function continuedNumbers(
  document: Document,
  latest: PreviousVersion | undefined,
): Promise<{ major: number; minor: number }> {
  const own = versionNumbers(document.properties);
  if (!latest || latest.id === document.baseVersionId) return own;
  const other = versionNumbers((await parseStoredJson(latest.properties)) as Properties);
  const isHigher =
    other.major > own.major || (other.major === own.major && other.minor > own.minor);
  return isHigher ? other : own;
}

/** Types without schema `uid` can have versions, which then have no numbers. */
function withNumbers(document: Document, numbers: { major: number; minor: number }): Properties {
  const hasNumbers = document.shape.schemas.some((schema) => schema.name === 'uid');
  return hasNumbers ? withVersionNumbers(document.properties, numbers) : document.properties;
}

interface NewVersion {
  readonly document: Document;
  readonly isMajor: boolean;
  readonly description: string | null;
  readonly createdMs: number;
}

async function insertVersion(
  unit: WriteUnit,
  { document, isMajor, description, createdMs }: NewVersion,
): Promise<Document> {
  const row = {
    ...blankRow,
    id: newDocumentId(),
    parent_id: null,
    name: document.name,
    path: null,
    primary_type: document.type,
    instance_facets: storedFacets(document.instanceFacets),
    lifecycle_state: document.state,
    properties: storedProperties(document.properties),
    ...derivedColumns(document.properties),
    acl_id: document.aclId,
    series_id: document.id,
    is_version: 1,
    is_checked_out: 0,
    version_created_at: createdMs,
    is_latest_version: 1,
    is_latest_major_version: isMajor ? 1 : 0,
    version_description: description,
  };
  const { properties } = document;
  // The check-in records it in the audit.
  const version = await insertDocument(unit, { row, properties, eventId: null });
  assert(version, 'a version has neither a path nor a name that could be taken');
  return { ...version, path: document.path, parentId: document.parentId };
}

/** Makes a checked-in document editable again; its number stays until the next check-in. */
export async function checkOut(unit: WriteUnit, document: Document): Promise<Document> {
  requireVersionable(document);
  await requirePermission(unit, { document, permission: 'WriteProperties' });
  if (document.isCheckedOut) return document;
  const change = await changeOfCheckOut(unit, document);
  return saveContent(unit, { document, change });
}

/** Before many documents are changed: `changeOfCheckOut` then has no query for most of them. */
export async function knowLatestVersions(
  { handle, known }: ReadUnit,
  documents: Iterable<Document>,
): Promise<void> {
  const ids = [...documents].flatMap(({ isCheckedOut, baseVersionId }) =>
    isCheckedOut || baseVersionId === null ? [] : baseVersionId,
  );
  if (ids.length === 0) return;
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select('id')
      .where('id', 'in', keyList(handle.dialect, ids))
      .where('is_latest_version', '=', isSet),
  );
  known.keepLatestVersions(
    rows.map(({ id }) => id),
    handle,
  );
}

/** The other changes when a checked-in document is made editable. */
export async function changeOfCheckOut(
  unit: ReadUnit,
  document: Document,
): Promise<ContentChange & { readonly properties: Properties }> {
  const isOfLatest = unit.known.isLatestVersion(document.baseVersionId, unit.handle);
  const latest = isOfLatest
    ? undefined
    : await unit.handle.fetchFirst(latestVersion, { seriesId: document.id });
  return {
    properties: withNumbers(document, await continuedNumbers(document, latest)),
    isCheckedOut: true,
    state: stateAfterCheckOut(unit, document),
  };
}

/** A changed document that is approved or obsolete returns to a working state, if possible. */
function stateAfterCheckOut(unit: UnitContext, document: Document): string {
  const lifecycle = unit.model.lifecycleOf(document.shape.type);
  const isDone = document.state === 'approved' || document.state === 'obsolete';
  if (!isDone || !lifecycle?.states[document.state]?.includes('backToProject')) {
    return document.state;
  }
  return lifecycle.transitions.backToProject ?? document.state;
}
