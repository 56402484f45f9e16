import type { OnConflictBuilder } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { slicesOf } from '../../base/slices.ts';
import type { BlobProvider, BlobStore, StagedBlob } from '../../blobs/blob-store.ts';
import type { ContentDigest } from '../../blobs/digest.ts';
import { isCharset, isMediaTypeOrWord } from '../../model/media-type.ts';
import type { BlobValue } from '../../model/value.ts';
import { isStorableText } from '../../model/value.ts';
import type { Database, WriteHandle } from '../../storage/database.ts';
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
      provider: p.provider,
    })
    .onConflict(updateDigest),
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
    // Also of a content that records have: the row that is there stays as it is, and with it its provider.
    provider: 'default' satisfies BlobProvider,
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
