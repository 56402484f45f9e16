import { sql } from 'kysely';
import { now } from '../../base/clock.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { BlobTextTable } from '../../storage/tables.ts';
import { documentFromRow } from '../sql/document-row.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { announceWaitingTexts } from './file-texts.ts';
import { refreshWords } from './write-index.ts';

/** Of texts that a job is to read: from the file, or, where it is `scanned`, from pictures of its pages. */
export type UnreadState = 'waiting' | 'scanned';

/** A blob whose text is requested, with its declared properties. */
export type WantedText = Pick<
  BlobTextTable,
  'blob_key' | 'mime_type' | 'name' | 'encoding' | 'attempts'
> & {
  /** From an older version of the program. */
  readonly hasText: boolean;
};

export async function hasWaitingTexts(
  handle: ReadHandle,
  state: UnreadState = 'waiting',
): Promise<boolean> {
  const row = await handle.first(
    handle.builder
      .selectFrom('blob_text')
      .select('blob_key')
      .where('state', '=', literal(state))
      .limit(1),
  );
  return row !== undefined;
}

/** Not a parameter, as otherwise no engine could use the indexes of such texts. */
function literal(state: UnreadState) {
  return sql.lit(state);
}

/** The next one in the order of the keys, with its attempt counted. */
export async function beginNextText(
  handle: WriteHandle,
  { state, after }: { readonly state: UnreadState; readonly after: string },
): Promise<WantedText | undefined> {
  const wanted = await handle.first(
    handle.builder
      .selectFrom('blob_text')
      .select(['blob_key', 'mime_type', 'name', 'encoding', 'attempts'])
      .select((e) => e('text', 'is not', null).as('has_text'))
      .where('state', '=', literal(state))
      .where('blob_key', '>', after)
      .orderBy('blob_key')
      .limit(1),
  );
  if (!wanted) return undefined;
  const attempts = wanted.attempts + 1;
  await handle.run(
    handle.builder
      .updateTable('blob_text')
      .set({ attempts })
      .where('blob_key', '=', wanted.blob_key),
  );
  const { has_text, ...file } = wanted;
  return { ...file, attempts, hasText: Boolean(has_text) };
}

/** From here on, units that store a document with the blob find the text. */
export async function storeBlobText(
  handle: WriteHandle,
  key: string,
  text: string | null,
): Promise<void> {
  await handle.run(
    handle.builder.updateTable('blob_text').set({ text }).where('blob_key', '=', key),
  );
}

/** Ends the wait for a text that has been read, or that does not exist. */
export async function finishBlobText(handle: WriteHandle, key: string): Promise<void> {
  const state = { state: 'done', failure: null, failed_at: null };
  await handle.run(handle.builder.updateTable('blob_text').set(state).where('blob_key', '=', key));
}

/** What was read of the file so far. */
export async function readBlobText(handle: ReadHandle, key: string): Promise<string> {
  const query = handle.builder.selectFrom('blob_text').select('text').where('blob_key', '=', key);
  return (await handle.first(query))?.text ?? '';
}

/** Leaves pages and pictures to the job that recognizes their text. */
export async function leaveToRecognition(handle: WriteHandle, key: string): Promise<void> {
  const state = { state: 'scanned', attempts: 0, failure: null, failed_at: null };
  await handle.run(handle.builder.updateTable('blob_text').set(state).where('blob_key', '=', key));
  announceWaitingTexts(handle);
}

/** Ends the wait for a text that cannot be read. */
export async function failBlobText(
  handle: WriteHandle,
  key: string,
  failure: string,
): Promise<void> {
  const state = { state: 'failed', failure, failed_at: now() };
  await handle.run(handle.builder.updateTable('blob_text').set(state).where('blob_key', '=', key));
}

const rowsPerBatch = 50;

/**
 * Stores the words of some of the documents that have the blob, in the order of their ids. Returns
 * the last id, undefined when there are no more.
 */
export async function indexDocumentsOfBlob(
  unit: WriteUnit,
  { key, after }: { readonly key: string; readonly after: string },
): Promise<string | undefined> {
  const { handle } = unit;
  const query = handle.builder
    .selectFrom('document')
    .selectAll()
    .where('id', 'in', (e) =>
      e.selectFrom('blob_reference').select('document_id').where('blob_key', '=', key),
    )
    .where('proxy_target_id', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsPerBatch);
  const rows = await handle.all(handle.dialect.locking(query, 'noKeyUpdate'));
  for (const row of rows) await refreshWords(unit, documentFromRow(unit.model, row));
  return rows.length < rowsPerBatch ? undefined : rows.at(-1)?.id;
}
