import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AuditEntry } from '../../model/audit-entry.ts';
import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import type { AuditEntryTable } from '../../storage/tables.ts';
import { toEntry } from './audit-search.ts';

/** The document whose entries are read, and the requested document that they are for. */
interface Source {
  readonly at: number;
  readonly source: string;
  readonly until: number;
}

type FoundRow = Selectable<AuditEntryTable> & { readonly at: number };

/**
 * The latest entries of each document, the newest first, with one query for all. Entries of a live
 * document from before a version was made belong to the version, too. Without permission checks.
 */
export async function latestEntriesOf(
  handle: ReadHandle,
  documents: readonly Document[],
  count: number,
): Promise<readonly (readonly AuditEntry[])[]> {
  if (documents.length === 0) return [];
  const sources = documents.flatMap(sourcesOf);
  const rows = await handle.all(compilable(handle.builder, latestRows(handle, sources, count)));
  const byDocument = Map.groupBy(rows, ({ at }) => at);
  return documents.map((_document, at) =>
    (byDocument.get(at) ?? []).sort(newestFirst).slice(0, count).map(toEntry),
  );
}

const wholePast = Number.MAX_SAFE_INTEGER;

function sourcesOf(document: Document, at: number): readonly Source[] {
  const own = { at, source: document.id, until: wholePast };
  if (document.seriesId === document.id) return [own];
  const { versionCreatedMs } = document.proxyTarget ?? document;
  return [own, { at, source: document.seriesId, until: versionCreatedMs ?? wholePast }];
}

/** Each source is one short range of an index, for any number of entries. */
function latestRows(
  { dialect }: ReadHandle,
  sources: readonly Source[],
  count: number,
): RawBuilder<FoundRow> {
  const list = JSON.stringify(sources);
  if (dialect.hasLateralJoins) {
    return sql`
      select wanted.at, found.*
      from jsonb_to_recordset(cast(${list} as jsonb)) as wanted(at int, source text, until bigint)
      cross join lateral (
        select * from audit_entry a
        where a.document_id = wanted.source and a.event_date <= wanted.until
        order by a.event_date desc, a.id desc limit ${count}
      ) found`;
  }
  return sql`
    select wanted.value ->> 'at' as at, found.*
    from json_each(${list}) wanted cross join audit_entry found on found.id in (
      select a.id from audit_entry a
      where a.document_id = wanted.value ->> 'source'
        and a.event_date <= wanted.value ->> 'until'
      order by a.event_date desc, a.id desc limit ${count}
    )`;
}

function newestFirst(a: FoundRow, b: FoundRow): number {
  return b.event_date - a.event_date || b.id - a.id;
}
