import { sql } from 'kysely';
import { mapInTurns } from '../../base/turns.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { documentFromRow } from '../sql/document-row.ts';
import { withinBytes } from '../sql/within-bytes.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { hasOlderAnalysis } from './analysis-version.ts';
import { refreshWords } from './write-index.ts';

interface ReindexBatch {
  /** Id of the last processed document. */
  readonly after: string | undefined;
  /** Also documents that have words already. */
  readonly includesIndexed: boolean;
}

/** The unit of a batch holds the writer. Documents that have words already count as well. */
const rowsPerBatch = 100;
/** Of documents that all are stored again. */
const rowsPerSlice = 25;
/** Notes are properties. */
const bytesPerBatch = 1_000_000;

/**
 * Stores the words of some documents in the order of their ids, with their rows locked, so that no
 * older words overwrite newer ones. Returns the last id, undefined when there are no more.
 */
export async function reindexBatch(
  unit: WriteUnit,
  { after, includesIndexed }: ReindexBatch,
): Promise<string | undefined> {
  const page = await nextPage(unit, after);
  if (page.length === 0) return undefined;
  const wanted = includesIndexed ? page : await withoutWords(unit, page);
  await reindexDocuments(unit, wanted);
  return page.at(-1);
}

/** As many as have few enough bytes together. */
async function nextPage({ handle }: WriteUnit, after: string | undefined): Promise<string[]> {
  const query = handle.builder
    .selectFrom('document')
    .select(['document.id', bytesOf(handle)])
    .$if(after !== undefined, (q) => q.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(rowsPerBatch);
  return withinBytes(await handle.all(query), bytesPerBatch).map(({ id }) => id);
}

function bytesOf({ dialect }: ReadHandle) {
  return dialect.byteLength(sql.ref('document.properties')).as('bytes');
}

async function withoutWords({ handle }: WriteUnit, ids: readonly string[]): Promise<string[]> {
  const query = handle.builder
    .selectFrom('document_fulltext')
    .select('document_id')
    .where('document_id', 'in', ids);
  const indexed = new Set((await handle.all(query)).map((row) => row.document_id));
  return ids.filter((id) => !indexed.has(id));
}

/** Stores the words of the documents again, with their rows locked. */
export async function reindexDocuments(unit: WriteUnit, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { handle } = unit;
  const query = handle.builder
    .selectFrom('document')
    .selectAll()
    .where('proxy_target_id', 'is', null)
    .where('id', 'in', ids)
    .orderBy('id');
  const rows = await handle.all(handle.dialect.locking(query, 'noKeyUpdate'));
  await mapInTurns(rows, (row) => refreshWords(unit, documentFromRow(unit.model, row)));
}

/** Whether there are words of an older analysis. */
export async function hasOlderWords(handle: ReadHandle): Promise<boolean> {
  const query = handle.rows.selectFrom('document_fulltext').select('document_id');
  return (await handle.first(query.where(hasOlderAnalysis).limit(1))) !== undefined;
}

export async function countOlderWords(handle: ReadHandle): Promise<number> {
  const query = handle.rows
    .selectFrom('document_fulltext')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(hasOlderAnalysis);
  return (await handle.first(query))?.count ?? 0;
}

/** Documents that have words of an older analysis, in the order of their ids. */
export async function listOlderWords(handle: ReadHandle, after: string): Promise<string[]> {
  const query = handle.rows
    .selectFrom('document_fulltext')
    .innerJoin('document', 'document.id', 'document_fulltext.document_id')
    .select(['document.id', bytesOf(handle)])
    .where(hasOlderAnalysis)
    .where('document_fulltext.document_id', '>', after)
    .orderBy('document_fulltext.document_id')
    .limit(rowsPerSlice);
  return withinBytes(await handle.all(query), bytesPerBatch).map(({ id }) => id);
}
