import { documentFromRow } from '../sql/document-row.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { refreshWords } from './write-index.ts';

interface ReindexBatch {
  /** Id of the last processed document. */
  readonly after: string | undefined;
  /** Also documents that have words already. */
  readonly includesIndexed: boolean;
}

/** Notes are properties, so a batch may be large and would block other writers. */
const rowsPerBatch = 100;

/**
 * Stores the words of some documents in the order of their ids, with their rows locked, so that no
 * older words overwrite newer ones. Returns the last id, undefined when there are no more.
 */
export async function reindexBatch(
  unit: WriteUnit,
  { after, includesIndexed }: ReindexBatch,
): Promise<string | undefined> {
  const { handle } = unit;
  const query = handle.builder
    .selectFrom('document')
    .selectAll()
    .where('proxy_target_id', 'is', null)
    .$if(after !== undefined, (q) => q.where('id', '>', after ?? ''))
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
    .orderBy('id')
    .limit(rowsPerBatch);
  const rows = await handle.all(handle.dialect.locking(query, 'noKeyUpdate'));
  for (const row of rows) await refreshWords(unit, documentFromRow(unit.model, row));
  return rows.length < rowsPerBatch ? undefined : rows.at(-1)?.id;
}
