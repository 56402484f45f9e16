import type { OnConflictBuilder } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import type { BlobStore, StagedBlob } from '../../blobs/blob-store.ts';
import type { ContentDigest } from '../../blobs/digest.ts';
import { isCharset, isMediaTypeOrWord } from '../../model/media-type.ts';
import type { BlobValue } from '../../model/value.ts';
import { isStorableText } from '../../model/value.ts';
import type { Database, ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { BlobTable, Tables } from '../../storage/tables.ts';

/** The services for blobs: the rows and the content they name. */
export interface BlobServices {
  readonly database: Database;
  readonly blobs: BlobStore;
}

export interface StoredContent extends ContentDigest {
  readonly sizeBytes: number;
}

/** The name and type of a blob, apart from its content. */
export interface BlobNaming {
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly encoding: string | null;
}

/**
 * On conflict an update and not "do nothing": that locks the row on PostgreSQL, so a collector
 * cannot remove it before this transaction has referred to it.
 */
function updateDigest(conflict: OnConflictBuilder<Tables, 'blob'>) {
  return conflict.column('key').doUpdateSet((eb) => ({
    digest: eb.ref('excluded.digest'),
    digest_algorithm: eb.ref('excluded.digest_algorithm'),
  }));
}

const upsertBlob = defineStatement<BlobTable, unknown>((b, p) =>
  b
    .insertInto('blob')
    .values({
      key: p.key,
      size: p.size,
      digest: p.digest,
      digest_algorithm: p.digest_algorithm,
      created_at: p.created_at,
    })
    .onConflict(updateDigest),
);

const blobByKey = defineStatement<{ key: string }, BlobTable>((b, p) =>
  b.selectFrom('blob').selectAll().where('key', '=', p.key),
);

/** Only if nothing names it. Foreign keys of PostgreSQL detect a concurrent commit. */
const deleteOrphan = defineStatement<{ key: string }, unknown>((b, p) =>
  b
    .deleteFrom('blob')
    .where('key', '=', p.key)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blob_reference').select('blob_key').whereRef('blob_key', '=', 'blob.key'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('blob_lease').select('id').whereRef('blob_key', '=', 'blob.key'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('upload_file').select('batch_id').whereRef('blob_key', '=', 'blob.key')),
      ),
    ),
);

/**
 * Registers committed content in the store of documents. In the same unit a reference, a lease or
 * an uploaded file must refer to it, or a collector may remove it.
 */
export async function registerBlob(
  handle: WriteHandle,
  content: StoredContent,
  nowMs: number,
): Promise<void> {
  await handle.execute(upsertBlob, blobRow(content, nowMs));
}

function blobRow(content: StoredContent, nowMs: number): BlobTable {
  return {
    key: content.key,
    size: content.sizeBytes,
    digest: content.digest,
    digest_algorithm: content.digestAlgorithm,
    created_at: nowMs,
  };
}

/**
 * `registerBlob` for many with few statements. In the order of their keys: transactions that lock
 * the same rows in the same order do not deadlock.
 */
export async function registerBlobs(
  handle: WriteHandle,
  contents: readonly StoredContent[],
  nowMs: number,
): Promise<void> {
  const byKey = new Map(contents.map((content) => [content.key, blobRow(content, nowMs)]));
  const rows = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  for (const some of slicesOf(rows, rowsPerInsert)) {
    await handle.run(handle.builder.insertInto('blob').values(some).onConflict(updateDigest));
  }
}

/**
 * Puts staged content at its key, commits the rows that name it, and deletes the temporary copy.
 * `work` registers the blob and refers to it. A unit that failed may be committed nevertheless,
 * when only the reply was lost.
 */
export async function commitStaged<T>(
  services: BlobServices,
  staged: StagedBlob,
  work: (handle: WriteHandle) => Promise<T>,
): Promise<T> {
  try {
    await staged.commit();
  } catch (error) {
    await staged.discard();
    throw error;
  }
  try {
    return await services.database.write(work);
  } finally {
    await staged.release();
  }
}

export function blobValueOf(content: StoredContent, naming: BlobNaming): BlobValue {
  return {
    key: content.key,
    name: naming.name,
    mimeType: naming.mimeType,
    encoding: naming.encoding,
    digest: content.digest,
    digestAlgorithm: content.digestAlgorithm,
    length: content.sizeBytes,
  };
}

/** @throws AppError request.invalid for text that the store cannot hold */
export function checkNaming(naming: BlobNaming): void {
  for (const [field, value] of Object.entries(naming)) {
    if (value === null || isStorableText(value as string)) continue;
    throw new AppError(
      'request.invalid',
      `The ${field} of the file contains NUL or an unpaired surrogate: send another ${field}`,
    );
  }
  const { mimeType, encoding } = naming;
  if (mimeType !== null && mimeType !== '' && !isMediaTypeOrWord(mimeType)) {
    throw new AppError(
      'request.invalid',
      'The mime type of the file is no media type; send one such as image/png, or none',
    );
  }
  if (encoding !== null && encoding !== '' && !isCharset(encoding)) {
    throw new AppError(
      'request.invalid',
      'The encoding of the file is no name of a charset; send one such as UTF-8, or none',
    );
  }
}

/** Parameters of one insert; below the limits of both engines. */
const rowsPerInsert = 5_000;
const keysPerQuery = 500;
/** Blobs removed at the same time: their units share a commit. */
const removedTogether = 20;

/**
 * Removes content and row of a blob that nothing refers to; returns whether it did. The content is
 * set aside first, the row is removed only if nothing refers to it then, and otherwise the content
 * is restored. A request that stores the same content meanwhile either has its row seen here, or
 * finds the content gone after its own commit and restores it (`StagedBlob.release`). Content
 * stored since `unlessStoredSinceMs` stays: its request may not have committed the row yet, or may
 * crash before it can restore the content.
 */
export async function removeOrphanedBlob(
  services: BlobServices,
  key: BlobKey,
  { unlessStoredSinceMs }: { readonly unlessStoredSinceMs?: number } = {},
): Promise<boolean> {
  const aside = await services.blobs.setAside(key);
  if (aside && unlessStoredSinceMs !== undefined && aside.modifiedMs >= unlessStoredSinceMs) {
    await aside.restore();
    return false;
  }
  let isOrphan = false;
  try {
    isOrphan = await services.database.write((handle) => deleteOrphanRow(handle, key));
  } catch (error) {
    await aside?.restore();
    if (error instanceof AppError && error.code === 'store.foreign-key') return false;
    throw error;
  }
  await (isOrphan ? aside?.drop() : aside?.restore());
  return isOrphan;
}

/** True also when there is no row, as for content that a crash left without one. */
async function deleteOrphanRow(handle: WriteHandle, key: BlobKey): Promise<boolean> {
  if ((await handle.execute(deleteOrphan, { key })) > 0) return true;
  return (await handle.fetchFirst(blobByKey, { key })) === undefined;
}

/** Those of the contents that no document, lease or upload holds. */
export async function findUnreferenced(
  handle: ReadHandle,
  keys: readonly BlobKey[],
): Promise<readonly BlobKey[]> {
  const held = await handle.all(
    handle.builder
      .selectFrom('blob_reference')
      .select('blob_key')
      .where('blob_key', 'in', keys)
      .union((b) => b.selectFrom('blob_lease').select('blob_key').where('blob_key', 'in', keys))
      .union((b) =>
        b
          .selectFrom('upload_file')
          .select((e) => e.fn.coalesce('blob_key', e.val('')).as('blob_key'))
          .where('blob_key', 'in', keys),
      ),
  );
  const heldKeys = new Set<string>(held.map((row) => row.blob_key));
  return keys.filter((key) => !heldKeys.has(key));
}

/** Removes contents that nothing refers to: those that a request sent and did not use. */
export async function collectUnreferenced(
  services: BlobServices,
  keys: readonly BlobKey[],
): Promise<void> {
  for (const some of slicesOf(keys, keysPerQuery)) {
    const unreferenced = await services.database.read((handle) => findUnreferenced(handle, some));
    for (const keys of slicesOf(unreferenced, removedTogether)) {
      await Promise.all(keys.map((key) => removeOrphanedBlob(services, key)));
    }
  }
}
