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

/** Whether the document has rows of each kind. */
type RowFlags = Pick<RecentRow, 'in_collection' | 'has_subscribers'>;

/** Without properties if the row has the stamp that was passed. */
type ShownRow = Omit<RecentRow, 'properties'> & { readonly properties: string | null };

const inCollection = sql<number>`case when exists (select 1 from collection_member as item
  where item.member_id = document.id and item.removed_after is null) then 1 else 0 end`;
const hasSubscribers = sql<number>`case when exists (select 1 from subscription as item
  where item.document_id = document.id) then 1 else 0 end`;
const flags = [inCollection.as('in_collection'), hasSubscribers.as('has_subscribers')] as const;

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

const flagsById = defineStatement<{ id: string }, RowFlags>((b, p) =>
  b.selectFrom('document').select(flags).where('id', '=', p.id),
);

/** Documents that were in no collection when they were read. */
const inNone = new WeakSet<Document>();
/** Documents that had no subscribers when they were read. */
const unsubscribed = new WeakSet<Document>();

function note(document: Document, row: RowFlags): void {
  if (row.in_collection === 0) inNone.add(document);
  if (row.has_subscribers === 0) unsubscribed.add(document);
}

/** Finds out, in the unit that changes a document, which rows it has. */
export async function noteRows(unit: ReadUnit, document: Document): Promise<void> {
  const row = await unit.handle.fetchFirst(flagsById, { id: document.id });
  if (row) note(document, row);
}

/** For a document that was just created. */
export function noteNew(document: Document): void {
  note(document, { in_collection: 0, has_subscribers: 0 });
}

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

/** False for documents of which it is known that they are in no collection. */
export function mayBeMember(document: Document): boolean {
  return !inNone.has(document);
}

/** False for documents of which it is known that they have no subscribers. */
export function mayHaveSubscribers(document: Document): boolean {
  return !unsubscribed.has(document);
}
