import { sql } from 'kysely';
import { documentFromRow } from '../sql/document-row.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { refreshWords } from './write-index.ts';

interface ReindexBatch {
  /** Id of the last processed document. */
  readonly after: string | undefined;
  /** Also documents that have words already. */
  readonly includesIndexed: boolean;
}

/** The unit of a batch holds the writer. Documents that have words already count as well. */
const rowsPerBatch = 100;
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
  const { handle } = unit;
  const page = await nextPage(unit, after);
  if (page.length === 0) return undefined;
  const query = handle.builder
    .selectFrom('document')
    .selectAll()
    .where('proxy_target_id', 'is', null)
    .$if(!includesIndexed, (q) =>
      q.where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('document_fulltext as indexed')
              .select('indexed.document_id')
              .whereRef('indexed.document_id', '=', 'document.id'),
          ),
        ),
      ),
    )
    .where(
      'id',
      'in',
      page.map(({ id }) => id),
    )
    .orderBy('id');
  const rows = await handle.all(handle.dialect.locking(query, 'noKeyUpdate'));
  for (const row of rows) await refreshWords(unit, documentFromRow(unit.model, row));
  return page.at(-1)?.id;
}

/** In the order of their ids, as many as have few enough bytes together. */
async function nextPage({ handle }: WriteUnit, after: string | undefined) {
  const ofProperties = handle.dialect.byteLength(sql.ref('document.properties'));
  const query = handle.builder
    .selectFrom('document')
    .select(['document.id', ofProperties.as('bytes')])
    .$if(after !== undefined, (q) => q.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(rowsPerBatch);
  let bytes = 0;
  const page: { readonly id: string }[] = [];
  for (const row of await handle.all(query)) {
    bytes += Number(row.bytes);
    if (page.length > 0 && bytes > bytesPerBatch) break;
    page.push(row);
  }
  return page;
}
