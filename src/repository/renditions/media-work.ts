import { sql } from 'kysely';
import { now } from '../../base/clock.ts';
import type { DocumentId } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { MediaWorkTable } from '../../storage/media-work-table.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import type { MediaWorkKind } from './media-content.ts';

/** Of seven parameters each; below the limits of both engines. */
const rowsPerInsert = 2_000;

/** A literal and not a parameter, as otherwise no engine could use the index of waiting ones. */
const waitingState = sql.lit('waiting');

export interface RequestedMedia {
  readonly documentId: DocumentId;
  readonly kind: MediaWorkKind;
  /** The file; of a note the digest of its text as the key. */
  readonly blob: Pick<BlobValue, 'key' | 'name' | 'mimeType'>;
}

interface MediaRequest {
  /** Leaves those alone that have failed with the same file. */
  readonly isOnlyNew?: boolean;
}

/** Has the values of documents computed, in place of earlier requests for other files. */
export async function requestMedia(
  handle: WriteHandle,
  requested: readonly RequestedMedia[],
  { isOnlyNew = false }: MediaRequest = {},
): Promise<void> {
  if (requested.length === 0) return;
  const rows = requested
    .map(({ documentId, kind, blob }) => ({
      document_id: documentId as string,
      kind: kind as string,
      content_key: blob.key,
      file_name: blob.name,
      mime_type: blob.mimeType,
      state: 'waiting',
      attempts: 0,
    }))
    // In one order, as otherwise two units could deadlock.
    .sort((a, b) => (idText(a) < idText(b) ? -1 : 1));
  for (const some of slicesOf(rows, rowsPerInsert)) {
    await handle.run(
      handle.builder
        .insertInto('media_work')
        .values(some)
        .onConflict((conflict) => {
          const target = conflict.columns(['document_id', 'kind']);
          const update = target.doUpdateSet((e) => ({
            content_key: e.ref('excluded.content_key'),
            file_name: e.ref('excluded.file_name'),
            mime_type: e.ref('excluded.mime_type'),
            state: 'waiting',
            attempts: 0,
            failure: null,
            failed_at: null,
          }));
          return isOnlyNew
            ? update.whereRef('media_work.content_key', '<>', 'excluded.content_key')
            : update;
        }),
    );
  }
  announceAfterCommit(handle, (listener) => listener.workLeft?.());
}

/** For a document that has no file or text of the kind any more. */
export async function cancelMedia(
  handle: WriteHandle,
  id: DocumentId,
  kind: MediaWorkKind,
): Promise<void> {
  await handle.run(
    handle.builder.deleteFrom('media_work').where('document_id', '=', id).where('kind', '=', kind),
  );
}

function idText({ document_id, kind }: MediaWorkId): string {
  return `${document_id} ${kind}`;
}

/** A document and the kind of work, which identify a row. */
type MediaWorkId = Pick<MediaWorkTable, 'document_id' | 'kind'>;

export type WantedMedia = MediaWorkId & Pick<MediaWorkTable, 'content_key' | 'attempts'>;

/** Rows are searched kind by kind, so that waiting work of other kinds costs nothing. */
export async function hasWaitingMedia(
  handle: ReadHandle,
  kinds: readonly string[],
): Promise<boolean> {
  for (const kind of kinds) if (await handle.first(waiting(handle, kind))) return true;
  return false;
}

function waiting({ builder }: ReadHandle, kind: string) {
  return builder
    .selectFrom('media_work')
    .select(['document_id', 'kind', 'content_key', 'attempts'])
    .where('state', '=', waitingState)
    .where('kind', '=', kind)
    .orderBy('document_id')
    .limit(1);
}

/** Whether it waits or has failed. */
export async function isMediaRequested(handle: ReadHandle, id: DocumentId): Promise<boolean> {
  const query = handle.builder
    .selectFrom('media_work')
    .select('kind')
    .where('document_id', '=', id);
  return (await handle.first(query.limit(1))) !== undefined;
}

/** The next one of these kinds in their order, with its attempt counted. */
export async function beginNextMedia(
  handle: WriteHandle,
  kinds: readonly string[],
  after: MediaWorkId | undefined,
): Promise<WantedMedia | undefined> {
  for (const kind of after ? kinds.slice(kinds.indexOf(after.kind)) : kinds) {
    const last = kind === after?.kind ? after.document_id : '';
    const wanted = await handle.first(waiting(handle, kind).where('document_id', '>', last));
    if (!wanted) continue;
    const attempts = wanted.attempts + 1;
    await updateMedia(handle, wanted, { attempts });
    return { ...wanted, attempts };
  }
  return undefined;
}

/** For an attempt that says nothing about the file. */
export async function takeBackMediaAttempt(
  handle: WriteHandle,
  wanted: WantedMedia,
): Promise<void> {
  await updateMedia(handle, wanted, { attempts: wanted.attempts - 1 });
}

export async function failMedia(
  handle: WriteHandle,
  wanted: WantedMedia,
  failure: string,
): Promise<void> {
  await updateMedia(handle, wanted, { state: 'failed', failure, failed_at: now() });
}

/** Has work tried again that has failed with the same content in other documents. */
export async function retryMedia(
  handle: WriteHandle,
  { kind, content_key }: WantedMedia,
): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('media_work')
      .set({ state: 'waiting', attempts: 0, failure: null, failed_at: null })
      .where('state', '=', sql.lit('failed'))
      .where('kind', '=', kind)
      .where('content_key', '=', content_key),
  );
}

/** Ends the work, unless it was requested for another file meanwhile. */
export async function finishMedia(handle: WriteHandle, wanted: WantedMedia): Promise<void> {
  await handle.run(
    handle.builder
      .deleteFrom('media_work')
      .where('document_id', '=', wanted.document_id)
      .where('kind', '=', wanted.kind)
      .where('content_key', '=', wanted.content_key),
  );
}

async function updateMedia(
  handle: WriteHandle,
  { document_id, kind, content_key }: Omit<WantedMedia, 'attempts'>,
  changes: Partial<MediaWorkTable>,
): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('media_work')
      .set(changes)
      .where('document_id', '=', document_id)
      .where('kind', '=', kind)
      .where('content_key', '=', content_key),
  );
}
