import { sql } from 'kysely';
import { present } from '../../base/assert.ts';
import { isUuid } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { defineStatement, type SqlBuilder } from '../../storage/statement.ts';
import { requirePermission } from '../access/permissions.ts';
import { contentColumns } from '../sql/document-row.ts';
import type { RecentRow } from '../unit/recent-documents.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type DocumentReference, getDocument, hydrateDocument } from './documents.ts';
import { flags, note } from './row-flags.ts';

/** Without properties if the row has the stamp that was passed. */
type ShownRow = Omit<RecentRow, 'properties'> & { readonly properties: string | null };

const columns = contentColumns.filter((name) => name !== 'properties');

/** Where rows have stamps, the properties of a row that is known are not read again. */
function selectShown(builder: SqlBuilder, dialect: SqlDialect, knownStamp: string | null) {
  const stamp = dialect.rowStamp('document');
  const all = sql.ref<string | null>('properties');
  const properties = stamp
    ? sql`case when ${stamp} = ${knownStamp} then null else ${all} end`
    : all;
  return builder
    .selectFrom('document')
    .select(columns)
    .select(flags)
    .select(properties.$castTo<string | null>().as('properties'))
    .select(stamp ? [stamp.as('stamp')] : []);
}

const shownById = defineStatement<{ id: string; stamp: string | null }, ShownRow>((b, p, dialect) =>
  selectShown(b, dialect, p.stamp).where('id', '=', p.id),
);

const shownByPath = defineStatement<{ path: string; stamp: string | null }, ShownRow>(
  (b, p, dialect) => selectShown(b, dialect, p.stamp).where('path', '=', p.path),
);

/**
 * As `getDocument`, for a document that is shown as it is now. Most documents are in no collection and have
 * no subscribers, and are complete with this one query; those that were read before and have not changed
 * are the same object, for which the text of the answer may be known.
 */
export async function getShownDocument(
  unit: ReadUnit,
  reference: DocumentReference,
): Promise<Document> {
  const document = await findShown(unit, reference);
  if (!document) return getDocument(unit, reference);
  await requirePermission(unit, { document, permission: 'Read' });
  return document;
}

/** Undefined where it takes more than its row and what is remembered of it. */
async function findShown(
  unit: ReadUnit,
  reference: DocumentReference,
): Promise<Document | undefined> {
  const { handle, recent } = unit;
  if (!handle.tree.isEmpty) return undefined;
  // Before the row is read: other processes may change it at any time.
  const version = handle.stateVersion;
  if ('id' in reference) {
    const unchanged = recent.unchanged(reference.id, version);
    if (unchanged) return unchanged;
    if (!isUuid(reference.id)) return undefined;
  }
  const row = await readShown(unit, reference);
  // A change of the tree may have been noticed with this statement.
  if (!row || !handle.tree.isEmpty || (row.path === null && row.is_version === 0)) return undefined;
  return recent.sameAs(row, version) ?? readNew(unit, row, version);
}

async function readShown(
  { handle, recent }: ReadUnit,
  reference: DocumentReference,
): Promise<RecentRow | undefined> {
  if ('path' in reference) {
    const { path } = reference;
    return (await handle.fetchFirst(shownByPath, { path, stamp: null })) as RecentRow | undefined;
  }
  const known = recent.rowOf(reference.id);
  const stamp = known?.stamp ?? null;
  const row = await handle.fetchFirst(shownById, { id: reference.id, stamp });
  if (row?.properties === null)
    return { ...row, properties: present(known, 'the stamp is of it').properties };
  return row as RecentRow | undefined;
}

async function readNew(
  unit: ReadUnit,
  row: RecentRow,
  version: number | undefined,
): Promise<Document> {
  const document = await hydrateDocument(unit, row);
  note(document, row);
  // Versions and proxies are made of other rows as well.
  const isOwn = row.is_version === 0 && row.proxy_target_id === null;
  if (isOwn && !unit.handle.seesUncommitted) unit.recent.keep(document, row, version);
  return document;
}
