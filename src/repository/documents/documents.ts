import { AppError } from '../../base/errors/app-error.ts';
import { type DocumentId, isUuid } from '../../base/ids.ts';
import { mapInTurns } from '../../base/turns.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import { requirePermission } from '../access/permissions.ts';
import { aclKeyOf, type ContentRow, contentColumns, readDocument } from '../sql/document-row.ts';
import { isAtPath } from '../sql/tree-conditions.ts';
import type { RowFlags } from '../unit/recent-documents.ts';
import type { ReadUnit, UnitContext } from '../unit/unit.ts';
import { completeRows, ListBudget } from './complete-rows.ts';
import { type ListedContent, selectListed } from './listed-rows.ts';
import { flags } from './row-flags.ts';

const rowById = defineStatement<{ id: string }, ContentRow>((b, p) =>
  b.selectFrom('document').select(contentColumns).where('id', '=', p.id),
);

const rowByPath = defineStatement<{ path: string }, ContentRow>((b, p) =>
  b.selectFrom('document').select(contentColumns).where('path', '=', p.path),
);

function rowAtPath(handle: ReadHandle, path: string): Promise<ContentRow | undefined> {
  if (handle.tree.isEmpty) return handle.fetchFirst(rowByPath, { path });
  return handle.first(
    handle.builder
      .selectFrom('document')
      .select(contentColumns)
      .where(isAtPath(handle, [path])),
  );
}

const rowByName = defineStatement<{ parentId: string; name: string }, ContentRow>((b, p) =>
  b
    .selectFrom('document')
    .select(contentColumns)
    .where('parent_id', '=', p.parentId)
    .where('name', '=', p.name),
);

/** With what its answer depends on, so that this is not read again after the change. */
type LockedRow = ContentRow & RowFlags;

/**
 * Locks the row. Ids do not change, so children, whose rows refer to this one, can be added
 * meanwhile.
 */
const lockedRowById = defineStatement<{ id: string }, LockedRow>((b, p, dialect) =>
  dialect.locking(
    b.selectFrom('document').select(contentColumns).select(flags).where('id', '=', p.id),
    'noKeyUpdate',
  ),
);

/** How a caller refers to a document. */
export type DocumentReference = { readonly id: string } | { readonly path: string };

export function documentNotFound(reference: DocumentReference): AppError {
  const place = 'id' in reference ? `with the id ${reference.id}` : `at the path ${reference.path}`;
  return new AppError('document.not-found', `There is no document ${place}`);
}

/** Without any permission check; undefined when there is none. */
export async function findDocument(
  unit: ReadUnit,
  reference: DocumentReference,
): Promise<Document | undefined> {
  const known = 'id' in reference ? unit.known.findDocument(reference.id, unit.handle) : undefined;
  if (known) return known;
  const row = await findRow(unit.handle, reference);
  // A removal may be committed that this unit does not know of: the row has left the tree.
  if (!row || (row.path === null && row.is_version === 0)) return undefined;
  return hydrateDocument(unit, row);
}

function findRow(
  handle: ReadHandle,
  reference: DocumentReference,
): Promise<ContentRow | undefined> {
  if ('path' in reference) return rowAtPath(handle, reference.path);
  if (!isUuid(reference.id)) return Promise.resolve(undefined);
  return handle.fetchFirst(rowById, { id: reference.id });
}

/**
 * The document, which the caller may read.
 *
 * @throws AppError document.not-found, permission.denied
 */
export async function getDocument(unit: ReadUnit, reference: DocumentReference): Promise<Document> {
  const document = await getUncheckedDocument(unit, reference);
  await requirePermission(unit, { document, permission: 'Read' });
  return document;
}

/** For callers that check another permission themselves. */
export async function getUncheckedDocument(
  unit: ReadUnit,
  reference: DocumentReference,
): Promise<Document> {
  const document = await findDocument(unit, reference);
  if (!document) throw documentNotFound(reference);
  return document;
}

/** As `getUncheckedDocument`, and no other unit can change the row until this one ends. */
export async function getDocumentForUpdate(unit: ReadUnit, id: DocumentId): Promise<Document> {
  const known = unit.known.findDocument(id, unit.handle);
  if (known) return known;
  const row = await unit.handle.fetchFirst(lockedRowById, { id });
  if (!row) throw documentNotFound({ id });
  const document = await hydrateDocument(unit, row);
  unit.known.keepDocument(document, unit.handle);
  unit.known.keepRowFlags(id, row, unit.handle);
  return document;
}

export async function findChild(
  unit: ReadUnit,
  key: { parentId: DocumentId; name: string },
): Promise<Document | undefined> {
  const row = await unit.handle.fetchFirst(rowByName, key);
  return row && hydrateDocument(unit, row);
}

/** Most documents are complete, and then nothing is read. */
export function hydrateDocument(unit: ReadUnit, row: ContentRow): Document | Promise<Document> {
  if (row.is_version === 0 && row.proxy_target_id === null) {
    return readDocument(unit.model, row);
  }
  return hydrateDocuments(unit, [row]).then(([document]) => document as Document);
}

/**
 * Completes versions (path, parent and ACL of their live document) and proxies (content of their
 * target) with at most two queries for the whole list, and reads large properties with three more.
 * Several lists of one response share a budget.
 *
 * @throws AppError request.answer-too-large
 */
export async function hydrateDocuments(
  unit: ReadUnit,
  listed: readonly ListedContent[],
  budget: ListBudget = new ListBudget(unit),
): Promise<Document[]> {
  const rows = await completeRows(unit, { rows: listed, budget });
  const targets = await targetsById(unit, {
    ids: rows.flatMap((row) => row.proxy_target_id ?? []),
    budget,
  });
  const versions = [...rows, ...targets.values()].filter((row) => row.is_version === 1);
  const live = await placesById(
    unit.handle,
    versions.map((row) => row.series_id),
  );
  const complete = (row: ContentRow, document: Document): Document =>
    withLiveDocument(document, live.get(row.series_id));
  const completeProxy = async (row: ContentRow, target: ContentRow): Promise<Document> => {
    const proxy = complete(row, await readDocument(unit.model, row));
    const shown = complete(target, await readDocument(unit.model, target));
    return withProxyTarget(unit, proxy, shown);
  };
  return mapInTurns(rows, (row) => {
    const target = row.proxy_target_id === null ? undefined : targets.get(row.proxy_target_id);
    if (target) return completeProxy(row, target);
    const read = readDocument(unit.model, row);
    return read instanceof Promise ? read.then((it) => complete(row, it)) : complete(row, read);
  });
}

async function targetsById(
  unit: ReadUnit,
  { ids, budget }: { ids: readonly string[]; budget: ListBudget },
): Promise<ReadonlyMap<string, ContentRow>> {
  if (ids.length === 0) return new Map();
  const listed = await unit.handle.all(
    selectListed(unit.handle).where('id', 'in', [...new Set(ids)]),
  );
  const rows = await completeRows(unit, { rows: listed, budget });
  return new Map(rows.map((row) => [row.id, row]));
}

type Place = Pick<ContentRow, 'id' | 'parent_id' | 'path' | 'acl_id'>;

async function placesById(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Place>> {
  if (ids.length === 0) return new Map();
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'parent_id', 'path', 'acl_id'])
      .where('id', 'in', [...new Set(ids)]),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function withLiveDocument(document: Document, live: Place | undefined): Document {
  if (!document.isVersion) return document;
  const parentId = (live?.parent_id ?? null) as DocumentId | null;
  const aclId = live ? aclKeyOf(live.acl_id) : document.aclId;
  return { ...document, path: live?.path ?? null, parentId, aclId };
}

/** The proxy's own place and security with the target's content, except the proxy's own schemas. */
export function withProxyTarget(unit: UnitContext, proxy: Document, target: Document): Document {
  const ownSchemas = unit.model.definition.proxySchemas;
  const own = ownSchemas.flatMap((name) => unit.model.findSchema(name)?.prefix ?? []);
  const properties: Record<string, Properties[string]> = {};
  for (const [key, value] of Object.entries(target.properties)) {
    if (!own.includes(key.slice(0, key.indexOf(':')))) properties[key] = value;
  }
  return {
    ...proxy,
    type: target.type,
    shape: unit.model.shapeOf(target.type, target.instanceFacets),
    state: target.state,
    properties: { ...properties, ...proxy.properties },
    isCheckedOut: target.isCheckedOut,
    seriesId: target.seriesId,
    proxyTarget: target,
  };
}
