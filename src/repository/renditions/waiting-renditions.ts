import { sql } from 'kysely';
import { now } from '../../base/clock.ts';
import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { RenditionTable } from '../../storage/rendition-table.ts';
import type { RenditionSource } from './thumbnail-source.ts';

/** A literal and not a parameter, as otherwise no engine could use the index of waiting ones. */
const waitingState = sql.lit('waiting');

/** A content and the rendition, which identify a row. */
export type RenditionId = Pick<RenditionTable, 'blob_key' | 'name'>;

/** One that is to be made, with the declared properties of the content. */
export type WantedRendition = RenditionId &
  Pick<RenditionTable, 'file_name' | 'mime_type' | 'encoding' | 'attempts'>;

/** Whether there are some that no running job makes. */
export async function hasWaitingRenditions(handle: ReadHandle): Promise<boolean> {
  const row = await handle.first(
    handle.builder
      .selectFrom('rendition')
      .select('blob_key')
      .where('state', '=', waitingState)
      .where(isFree(handle))
      .limit(1),
  );
  return row !== undefined;
}

interface NextRendition {
  /** Undefined for the first one. */
  readonly after: RenditionId | undefined;
  /** What it began before a crash is its own. */
  readonly jobId: string;
}

/** The next one in their order, with its attempt counted: of those that no other job makes. */
export async function beginNextRendition(
  handle: WriteHandle,
  { after, jobId }: NextRendition,
): Promise<WantedRendition | undefined> {
  const next = handle.builder
    .selectFrom('rendition')
    .select(['blob_key', 'name', 'file_name', 'mime_type', 'encoding', 'attempts'])
    .where('state', '=', waitingState)
    .where(sql<boolean>`(blob_key, name) > (${after?.blob_key ?? ''}, ${after?.name ?? ''})`)
    .where((e) => e.or([e('job_id', '=', jobId), isFree(handle)]))
    .orderBy('blob_key')
    .orderBy('name')
    .limit(1);
  const wanted = await handle.first(handle.dialect.claiming(next));
  if (!wanted) return undefined;
  const attempts = wanted.attempts + 1;
  await update(handle, wanted, { attempts, job_id: jobId });
  return { ...wanted, attempts };
}

/** The lease of a job stands for all that it has begun: the files of a node that died are free as soon as its job is. */
function isFree({ dialect: { clock } }: ReadHandle) {
  const present = clock.instant(sql<number>`${clock.offset(0)}`);
  return sql<boolean>`(job_id is null or not exists (
    select 1 from job
    where job.id = rendition.job_id and job.lease_id is not null and job.due_at > ${present}
  ))`;
}

/** For an attempt that says nothing about the file. */
export async function takeBackAttempt(
  handle: WriteHandle,
  { attempts, ...id }: WantedRendition,
): Promise<void> {
  await update(handle, id, { attempts: attempts - 1, job_id: null });
}

interface MadeRendition {
  readonly key: string;
  readonly mimeType: string | null;
  /** Of a picture. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Refers to the result; to none when the content was removed meanwhile. */
export async function finishRendition(
  handle: WriteHandle,
  id: RenditionId,
  made: MadeRendition,
): Promise<void> {
  await update(handle, id, {
    state: 'done',
    job_id: null,
    result_key: made.key,
    result_type: made.mimeType,
    width: made.width,
    height: made.height,
    failure: null,
    failed_at: null,
  });
}

/**
 * Keeps what was made elsewhere, for all documents with that content; under a name of its own if there is one.
 */
export async function keepRendition(
  handle: WriteHandle,
  { blob, name }: RenditionSource,
  made: Pick<BlobValue, 'key' | 'mimeType'>,
  fileName: string | null = blob.name,
): Promise<void> {
  const result = { result_key: made.key, result_type: made.mimeType, file_name: fileName };
  const done = { state: 'done', failure: null, failed_at: null, ...result };
  const { mimeType: mime_type, encoding } = blob;
  await handle.run(
    handle.builder
      .insertInto('rendition')
      .values({ blob_key: blob.key, name, attempts: 1, mime_type, encoding, ...done })
      .onConflict((conflict) => conflict.columns(['blob_key', 'name']).doUpdateSet(done)),
  );
}

/** For a file without anything to show. */
export async function leaveEmpty(handle: WriteHandle, id: RenditionId): Promise<void> {
  await update(handle, id, {
    state: 'empty',
    ...noResult,
    job_id: null,
    failure: null,
    failed_at: null,
  });
}

const noResult = { result_key: null, result_type: null, width: null, height: null };

export async function failRendition(
  handle: WriteHandle,
  id: RenditionId,
  failure: string,
): Promise<void> {
  const job_id = null;
  await update(handle, id, { state: 'failed', failure, failed_at: now(), job_id, ...noResult });
}

async function update(
  handle: WriteHandle,
  { blob_key, name }: RenditionId,
  changes: Partial<RenditionTable>,
): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('rendition')
      .set(changes)
      .where('blob_key', '=', blob_key)
      .where('name', '=', name),
  );
}
