import type { DocumentId } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import type { Document } from '../../model/document.ts';
import { collectBlobs, type LocatedBlob } from '../../model/property-access.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { BlobReferenceTable } from '../../storage/tables.ts';
import type { ChangeHook } from './change-hook.ts';

/** Parameters of one statement; below the limits of both engines. */
const rowsPerInsert = 5_000;

/** Keeps the contents that documents refer to from being collected. */
export const blobReferencesHook: ChangeHook = {
  inserted({ handle }, inserted) {
    return insertReferences(
      handle,
      inserted.flatMap(({ document }) =>
        referencesOf(document.id, collectBlobs(document.properties)),
      ),
    );
  },
  async saved({ handle }, { before, after }) {
    if (before.properties === after.properties) return;
    const old = collectBlobs(before.properties);
    const fresh = collectBlobs(after.properties);
    if (old.length === 0 && fresh.length === 0) return;
    await syncBlobReferences(handle, after.id, { before: old, after: fresh });
  },
};

function referencesOf(
  documentId: Document['id'],
  blobs: readonly LocatedBlob[],
): BlobReferenceTable[] {
  return blobs.map(({ xpath, blob }) => ({ document_id: documentId, xpath, blob_key: blob.key }));
}

async function insertReferences(
  handle: WriteHandle,
  references: readonly BlobReferenceTable[],
): Promise<void> {
  for (const rows of slicesOf(references, rowsPerInsert)) {
    await handle.run(handle.builder.insertInto('blob_reference').values(rows));
  }
}

/**
 * Updates the references of a document after a change of its blobs, in the unit that stores the
 * document. At most one delete and one insert, none when they are equal.
 */
export async function syncBlobReferences(
  handle: WriteHandle,
  documentId: DocumentId,
  {
    before,
    after,
  }: { readonly before: readonly LocatedBlob[]; readonly after: readonly LocatedBlob[] },
): Promise<void> {
  const old = new Map(before.map(({ xpath, blob }) => [xpath, blob.key]));
  const added = after.filter(({ xpath, blob }) => old.get(xpath) !== blob.key);
  const kept = new Map(after.map(({ xpath, blob }) => [xpath, blob.key]));
  const removed = [...old.keys()].filter((xpath) => kept.get(xpath) !== old.get(xpath));
  await deleteReferences(handle, documentId, { removed, isAll: removed.length === old.size });
  await insertReferences(handle, referencesOf(documentId, added));
}

async function deleteReferences(
  handle: WriteHandle,
  documentId: DocumentId,
  { removed, isAll }: { removed: readonly string[]; isAll: boolean },
): Promise<void> {
  if (removed.length === 0) return;
  const all = handle.builder.deleteFrom('blob_reference').where('document_id', '=', documentId);
  if (isAll) {
    await handle.run(all);
    return;
  }
  for (const some of slicesOf(removed, rowsPerInsert)) {
    await handle.run(all.where('xpath', 'in', some));
  }
}
