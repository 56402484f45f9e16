import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import type { BlobValue } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { NoteThumbnailTable } from '../../storage/note-thumbnail-table.ts';
import { findDocument } from '../documents/documents.ts';
import { finishMedia, retryMedia, type WantedMedia } from '../renditions/media-work.ts';
import { type NoteText, noteDigest, noteTextOf } from '../renditions/note-text.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { lockDocument } from './lock-document.ts';

/** A text that is to be drawn. */
interface WantedNote {
  readonly note: NoteText;
  /** The picture of an equal text of another note. */
  readonly kept: KeptThumbnail | undefined;
}

type KeptThumbnail = Pick<NoteThumbnailTable, 'result_key' | 'result_type'>;

/** Undefined when the note has another text now, or is gone. */
export async function findWantedNote(
  unit: ReadUnit,
  wanted: WantedMedia,
): Promise<WantedNote | undefined> {
  const document = await findDocument(unit, { id: wanted.document_id as DocumentId });
  const note = document && wantedTextOf(document, wanted);
  return note && { note, kept: await findKept(unit.handle, wanted) };
}

/** Gives the note the picture of another one. False when there is none any more. */
export async function shareNoteThumbnail(unit: WriteUnit, wanted: WantedMedia): Promise<boolean> {
  // Its row holds the picture: it stays until this note has its own.
  const kept = await findKept(unit.handle, wanted, { isLocked: true });
  if (!kept) return false;
  const { result_key: key, result_type: mimeType } = kept;
  await store(unit, wanted, { key, mimeType });
  return true;
}

/** Stores a picture that was drawn. False when the note has another text now. */
export async function storeNoteThumbnail(
  unit: WriteUnit,
  wanted: WantedMedia,
  made: Pick<BlobValue, 'key' | 'mimeType'>,
): Promise<boolean> {
  const isStored = await store(unit, wanted, made);
  if (isStored) await retryMedia(unit.handle, wanted);
  return isStored;
}

/** If the note still has the text; the work ends in any case. */
async function store(
  unit: WriteUnit,
  wanted: WantedMedia,
  { key, mimeType }: Pick<BlobValue, 'key' | 'mimeType'>,
): Promise<boolean> {
  const document = await lockDocument(unit, wanted);
  const hasText = document !== undefined && wantedTextOf(document, wanted) !== undefined;
  if (hasText) {
    const made = { digest: wanted.content_key, result_key: key, result_type: mimeType };
    await putThumbnail(unit.handle, { document_id: wanted.document_id, ...made });
  }
  await finishMedia(unit.handle, wanted);
  return hasText;
}

async function putThumbnail(handle: WriteHandle, row: NoteThumbnailTable): Promise<void> {
  const { document_id, ...made } = row;
  await handle.run(
    handle.builder
      .insertInto('note_thumbnail')
      .values({ document_id, ...made })
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet(made)),
  );
}

/** A note that has a picture of its own is to get a new one. */
async function findKept(
  handle: ReadHandle,
  { document_id: id, content_key: digest }: WantedMedia,
  { isLocked = false } = {},
): Promise<KeptThumbnail | undefined> {
  const rows = handle.builder.selectFrom('note_thumbnail');
  const own = await handle.first(rows.select('digest').where('document_id', '=', id));
  if (own) return undefined;
  const kept = rows.select(['result_key', 'result_type']).where('digest', '=', digest).limit(1);
  return handle.first(isLocked ? handle.dialect.locking(kept, 'share') : kept);
}

function wantedTextOf(document: Document, { content_key: digest }: WantedMedia) {
  const note = noteTextOf(document);
  return note && noteDigest(note) === digest ? note : undefined;
}
