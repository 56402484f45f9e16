import { sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { resultColumns, resultName, resultOf } from './made-result.ts';
import { cancelMedia, type RequestedMedia, requestMedia } from './media-work.ts';
import { noteDigest, noteTextOf } from './note-text.ts';

/** The text of the document as work for the job that draws it; undefined when there is none. */
export function requestedNoteOf(document: Document): RequestedMedia | undefined {
  const note = noteTextOf(document);
  if (!note) return undefined;
  const { documentId, name, mimeType } = note;
  return { documentId, kind: 'note', blob: { key: noteDigest(note), name, mimeType } };
}

/** The picture of a text, whichever note it was made for. */
export async function findNoteThumbnail(
  handle: ReadHandle,
  { blob }: RequestedMedia,
): Promise<BlobValue | undefined> {
  const row = await handle.first(
    handle.builder
      .selectFrom('note_thumbnail')
      .innerJoin('blob', 'blob.key', 'note_thumbnail.result_key')
      .select([...resultColumns, 'result_type'])
      .where('note_thumbnail.digest', '=', blob.key)
      .limit(1),
  );
  return row && resultOf(row, resultName(blob.name, row.result_type));
}

/** For a note with another text than before: the picture of the old one is not shown any more. */
export async function replaceNoteThumbnail(
  handle: WriteHandle,
  { before, after }: { readonly before: Document; readonly after: Document },
): Promise<void> {
  const old = requestedNoteOf(before);
  const fresh = requestedNoteOf(after);
  if (old?.blob.key === fresh?.blob.key) return;
  if (old) {
    const thumbnails = handle.builder.deleteFrom('note_thumbnail');
    await handle.run(thumbnails.where('document_id', '=', after.id));
  }
  if (fresh) await requestMedia(handle, [fresh]);
  else await cancelMedia(handle, after.id, 'note');
}

/**
 * Has the texts of notes drawn again; of those without a picture only if `isAll` is false. What was drawn before stays
 * until then.
 */
export async function renewNoteThumbnails(
  handle: WriteHandle,
  documents: readonly Document[],
  { isAll }: { readonly isAll: boolean },
): Promise<void> {
  const notes = documents.flatMap((document) => requestedNoteOf(document) ?? []);
  if (notes.length === 0) return;
  const ids = notes.map(({ documentId }) => documentId);
  const drawn = await handle.all(
    handle.builder
      .selectFrom('note_thumbnail')
      .select('document_id')
      .where(handle.dialect.isAmong(sql.ref('document_id'), ids)),
  );
  const drawnIds = new Set<string>(drawn.map((row) => row.document_id));
  await requestMedia(
    handle,
    notes.filter(({ documentId }) => isAll || !drawnIds.has(documentId)),
  );
}
