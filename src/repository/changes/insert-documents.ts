import { slicesOf } from '../../base/slices.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { defineRowInsertion } from '../../storage/row-insertion.ts';
import { defineStatement, type SqlBuilder } from '../../storage/statement.ts';
import { storedAclIds } from '../access/acl-interning.ts';
import type { DocumentEventId } from '../audit/audit-events.ts';
import { type DocumentRow, documentFromRow } from '../sql/document-row.ts';
import type { WriteUnit } from '../unit/unit.ts';
import type { InsertedDocument } from './change-hook.ts';
import { announce, followInsertion } from './hooks.ts';
import { setProperties } from './stored-content.ts';
import { freePlaces } from './tree-rows.ts';

function insertionOf(b: SqlBuilder, p: DocumentRow) {
  return b.insertInto('document').values({
    id: p.id,
    parent_id: p.parent_id,
    name: p.name,
    path: p.path,
    primary_type: p.primary_type,
    instance_facets: p.instance_facets,
    lifecycle_state: p.lifecycle_state,
    position: p.position,
    properties: p.properties,
    title_key: p.title_key,
    creator: p.creator,
    created_at: p.created_at,
    modified_at: p.modified_at,
    own_acl: p.own_acl,
    acl_id: p.acl_id,
    is_trashed: p.is_trashed,
    lock_owner: p.lock_owner,
    lock_created_at: p.lock_created_at,
    system_token: p.system_token,
    user_token: p.user_token,
    is_version: p.is_version,
    is_checked_out: p.is_checked_out,
    series_id: p.series_id,
    base_version_id: p.base_version_id,
    version_created_at: p.version_created_at,
    is_latest_version: p.is_latest_version,
    is_latest_major_version: p.is_latest_major_version,
    version_description: p.version_description,
    proxy_target_id: p.proxy_target_id,
    tree_seq: p.tree_seq,
  });
}

const insertRows = defineRowInsertion<keyof DocumentRow>({
  table: 'document',
  columns: {
    id: 'text',
    parent_id: 'text',
    name: 'text',
    path: 'text',
    primary_type: 'text',
    instance_facets: 'jsonb',
    lifecycle_state: 'text',
    position: 'integer',
    properties: 'jsonb',
    title_key: 'text',
    creator: 'text',
    created_at: 'bigint',
    modified_at: 'bigint',
    own_acl: 'jsonb',
    acl_id: 'bigint',
    is_trashed: 'smallint',
    lock_owner: 'text',
    lock_created_at: 'bigint',
    system_token: 'integer',
    user_token: 'integer',
    is_version: 'smallint',
    is_checked_out: 'smallint',
    series_id: 'text',
    base_version_id: 'text',
    version_created_at: 'bigint',
    is_latest_version: 'smallint',
    is_latest_major_version: 'smallint',
    version_description: 'text',
    proxy_target_id: 'text',
    tree_seq: 'bigint',
  },
});

const insertRow = {
  likely: defineStatement<DocumentRow, unknown>(insertionOf, { ofRows: insertRows }),
  certain: defineStatement<DocumentRow, unknown>((b, p) =>
    insertionOf(b, p).onConflict((conflict) => conflict.doNothing()),
  ),
};

interface NewDocumentRow {
  readonly row: DocumentRow;
  /** The parsed properties of the row, if available: parsing takes long for large values. */
  readonly properties?: Properties;
  /** The event for the audit; null when the caller announces another one. */
  readonly eventId: DocumentEventId | null;
}

/** Undefined when the name or path is taken; nothing is stored then. */
export async function insertDocument(
  unit: WriteUnit,
  { row, properties, eventId }: NewDocumentRow,
): Promise<Document | undefined> {
  const [stored = row] = unit.handle.tree.isEmpty ? [] : await settledRows(unit.handle, [row]);
  if (!(await unit.handle.insertLikely(insertRow, stored))) return undefined;
  const document = documentFromRow(unit.model, row, properties && setProperties(properties));
  await followInsertion(unit, [insertedDocument(row, document)]);
  if (eventId !== null) await announce(unit, { eventId, documents: [document] });
  return document;
}

/**
 * While changes are pending: rows that have them all, with their paths free. The permissions of a
 * parent may be such a change.
 */
async function settledRows(
  handle: WriteHandle,
  rows: readonly DocumentRow[],
): Promise<readonly DocumentRow[]> {
  if (handle.tree.isEmpty) return rows;
  await freePlaces(handle, rows);
  const aclIds = await storedAclIds(
    handle,
    rows.map((row) => row.acl_id),
  );
  const treeSeq = handle.tree.seq;
  return rows.map((row) => ({
    ...row,
    acl_id: aclIds.get(row.acl_id) ?? row.acl_id,
    tree_seq: treeSeq,
  }));
}

/** 30 parameters each; below the limits of both engines. */
const rowsPerInsert = 500;

interface NewDocumentRows {
  readonly rows: readonly DocumentRow[];
  readonly eventId: DocumentEventId | null;
  /** In a place that no reader sees, see `staged-copy.ts`: rows without pending changes. */
  readonly isStaged?: boolean;
}

/** As `insertDocument` for many, with few statements. False when a name is taken; the unit must fail then. */
export async function insertDocuments(
  unit: WriteUnit,
  { rows, eventId, isStaged = false }: NewDocumentRows,
): Promise<boolean> {
  for (const some of slicesOf(rows, rowsPerInsert)) {
    const settled = isStaged ? some : await settledRows(unit.handle, some);
    const insertion = unit.handle.rows.insertInto('document').values([...settled]);
    const stored = await unit.handle.run(insertion.onConflict((conflict) => conflict.doNothing()));
    if (stored < some.length) return false;
  }
  const inserted = rows.map((row) => insertedDocument(row, documentFromRow(unit.model, row)));
  await followInsertion(unit, inserted);
  if (eventId !== null) {
    await announce(unit, { eventId, documents: inserted.map(({ document }) => document) });
  }
  return true;
}

function insertedDocument(row: DocumentRow, document: Document): InsertedDocument {
  return { document, isProxy: row.proxy_target_id !== null };
}
