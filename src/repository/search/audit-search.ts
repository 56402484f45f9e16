import {
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { parseJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import type { AuditEntry } from '../../model/audit-entry.ts';
import type { Document } from '../../model/document.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList, type SqlDialect } from '../../storage/sql-dialect.ts';
import type { AuditEntryTable, Tables } from '../../storage/tables.ts';
import { isNothing, isReadableVersion, type Readable } from '../access/readable.ts';
import { allWithin } from '../sql/bounded-rows.ts';
import { isInTime } from '../sql/time-check.ts';

const dateColumns = ['event_date', 'log_date', 'id'] as const;
const textColumns = [
  'event_id',
  'category',
  'principal_name',
  'comment',
  'document_id',
  'document_type',
  'document_path',
  'lifecycle_state',
] as const;

type AuditColumn = (typeof dateColumns)[number] | (typeof textColumns)[number];

/** The fields of a log entry as clients name them → their columns. */
export const auditFields = {
  category: 'category',
  comment: 'comment',
  docLifeCycle: 'lifecycle_state',
  docPath: 'document_path',
  docType: 'document_type',
  docUUID: 'document_id',
  eventDate: 'event_date',
  eventId: 'event_id',
  id: 'id',
  logDate: 'log_date',
  principalName: 'principal_name',
} as const satisfies Readonly<Record<string, AuditColumn>>;

export type AuditField = keyof typeof auditFields;

/** The column of a `sortBy`. @throws AppError request.invalid for a field without sorting */
export function auditColumn(field: string): AuditColumn {
  if (Object.hasOwn(auditFields, field)) return auditFields[field as AuditField];
  const known = Object.keys(auditFields).join(', ');
  throw new AppError('request.invalid', `sortBy: ${field.slice(0, 200)} is not one of ${known}`);
}

export interface AuditSort {
  readonly by: AuditColumn;
  readonly order: 'asc' | 'desc';
}

interface AuditSearch {
  /** Only events of this document; see `aboutDocument`. */
  readonly document?: Document;
  /** Only events with this id of a document, which may be removed. */
  readonly documentId?: string | undefined;
  /** Only events of these documents, which exist; undefined for all. */
  readonly readable?: Readable | undefined;
  /** Only entries with greater numbers. */
  readonly afterId?: number | undefined;
  /** Any of them; empty for all. */
  readonly eventIds: readonly string[];
  readonly categories: readonly string[];
  readonly principalNames: readonly string[];
  /** Both inclusive. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Empty: the newest first. */
  readonly sort: readonly AuditSort[];
  readonly offset: number;
  readonly limit: number;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Counted up to `limits.countDefault`; undefined beyond. */
  readonly total: number | undefined;
}

/** One page of the entries. Without permission checks: the caller must be able to read the document. */
export async function searchAuditEntries(
  handle: ReadHandle,
  search: AuditSearch,
): Promise<AuditPage> {
  const matches = matchesOf(handle, search);
  const query = completeSort(search.sort).reduce<EntryQuery>(
    (sorted, key) => sortBy(sorted, handle.dialect, key),
    matches,
  );
  const page = query.selectAll().limit(search.limit).offset(search.offset);
  const rows = await allWithin(handle, page, {
    texts: ['comment', 'document_path', 'extended'],
    remedy: 'ask for fewer entries (pageSize)',
  });
  return { entries: rows.map(toEntry), total: await totalOf(handle, search, rows.length) };
}

/** The number breaks ties, so that every entry is on one page only. Repeated columns are dropped. */
function completeSort(sort: readonly AuditSort[]): readonly AuditSort[] {
  if (sort.length === 0) return newestFirst;
  const ties: AuditSort = { by: 'id', order: sort.at(-1)?.order ?? 'desc' };
  const byColumn = new Map<AuditColumn, AuditSort>();
  for (const key of [...sort, ties]) if (!byColumn.has(key.by)) byColumn.set(key.by, key);
  return [...byColumn.values()];
}

type EntryQuery = SelectQueryBuilder<Tables, 'audit_entry', object>;

const newestFirst: readonly AuditSort[] = [
  { by: 'event_date', order: 'desc' },
  { by: 'id', order: 'desc' },
];

function matchesOf(handle: ReadHandle, search: AuditSearch): EntryQuery {
  const { document, documentId, fromMs, toMs, afterId, readable } = search;
  const { eventIds, categories, principalNames } = search;
  return handle.builder
    .selectFrom('audit_entry')
    .where(isInTime(handle, 'audit_entry'))
    .$if(document !== undefined, (q) => q.where((e) => aboutDocument(e, document as Document)))
    .$if(documentId !== undefined, (q) =>
      q.where(isAmong(handle, 'document_id', [documentId ?? ''])),
    )
    .$if(readable !== undefined, (q) => q.where(aboutReadable(handle, readable as Readable)))
    .$if(afterId !== undefined, (q) => q.where('id', '>', afterId ?? 0))
    .$if(fromMs !== undefined, (q) => q.where('event_date', '>=', fromMs ?? 0))
    .$if(toMs !== undefined, (q) => q.where('event_date', '<=', toMs ?? 0))
    .$if(eventIds.length > 0, (q) => q.where(isAmong(handle, 'event_id', eventIds)))
    .$if(categories.length > 0, (q) => q.where(isAmong(handle, 'category', categories)))
    .$if(principalNames.length > 0, (q) =>
      q.where(isAmong(handle, 'principal_name', principalNames)),
    );
}

/** For a version, the ACL of its live document; without one, no entry matches. */
function aboutReadable(handle: ReadHandle, readable: Readable): RawBuilder<SqlBool> {
  if (isNothing(readable)) return sql`1 = 0`;
  const id = sql.ref('audit_entry.document_id');
  const documents = sql.table('document');
  return sql`exists (select 1 from ${documents} as d
    join ${documents} as l on l.id = case when d.is_version = 1 then d.series_id else d.id end
    where d.id = ${id} and ${isReadableVersion(handle, readable, { row: 'd', live: 'l' })})`;
}

/** Entries of a live document up to the instant a version was made belong to the version, too. */
function aboutDocument(e: ExpressionBuilder<Tables, 'audit_entry'>, document: Document) {
  const own = e('document_id', '=', document.id);
  const shown = document.proxyTarget ?? document;
  if (document.seriesId === document.id) return own;
  const past = e('document_id', '=', document.seriesId);
  const untilMs = shown.versionCreatedMs;
  return e.or([own, untilMs === null ? past : e.and([past, e('event_date', '<=', untilMs)])]);
}

/** Text that cannot be stored is in no entry. */
function isAmong(
  { dialect }: ReadHandle,
  column: 'document_id' | 'event_id' | 'category' | 'principal_name',
  names: readonly string[],
): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} in ${keyList(dialect, names.filter(isStorableText))}`;
}

/** The same order on both engines: by bytes, and null first. */
function sortBy(query: EntryQuery, dialect: SqlDialect, { by, order }: AuditSort): EntryQuery {
  if (dateColumns.some((column) => column === by)) return query.orderBy(by, order);
  return query.orderBy(dialect.inByteOrder(sql.ref(by)), (direction) =>
    order === 'asc' ? direction.asc().nullsFirst() : direction.desc().nullsLast(),
  );
}

/** A page that is not full determines the total. */
async function totalOf(
  handle: ReadHandle,
  search: AuditSearch,
  count: number,
): Promise<number | undefined> {
  if (count < search.limit && (count > 0 || search.offset === 0)) return search.offset + count;
  const some = matchesOf(handle, search)
    .select('id')
    .limit(limits.countDefault + 1)
    .as('some');
  const row = await handle.first(
    handle.builder.selectFrom(some).select((e) => e.fn.countAll<number>().as('total')),
  );
  const total = Number(row?.total ?? 0);
  return total > limits.countDefault ? undefined : total;
}

export function toEntry(row: Selectable<AuditEntryTable>): AuditEntry {
  return {
    id: row.id,
    eventId: row.event_id,
    category: row.category,
    principalName: row.principal_name,
    comment: row.comment,
    documentId: row.document_id,
    documentType: row.document_type,
    documentPath: row.document_path,
    lifecycleState: row.lifecycle_state,
    eventMs: row.event_date,
    loggedMs: row.log_date,
    extended: parseJson(row.extended) as Record<string, unknown>,
  };
}

/** Bounded, as the unit holds the writer and SQLite the event loop. */
const entriesPerPurge = 500;
const dayMs = 24 * 60 * 60 * 1_000;

/** For the periodic purge: removes some older entries; returns how many. Null keeps all. */
export function auditPurge(
  retentionDays: number | null,
): (handle: WriteHandle, nowMs: number) => Promise<number> {
  return async (handle, nowMs) => {
    if (retentionDays === null) return 0;
    const old = handle.builder
      .selectFrom('audit_entry')
      .select('id')
      .where('event_date', '<', nowMs - retentionDays * dayMs)
      .orderBy('event_date')
      .limit(entriesPerPurge);
    return handle.run(handle.builder.deleteFrom('audit_entry').where('id', 'in', old));
  };
}
