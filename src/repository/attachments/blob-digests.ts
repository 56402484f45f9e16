import { AppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { ContentHasher, type DigestAlgorithm } from '../../blobs/digest.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';
import { isInTime } from '../sql/time-check.ts';

/** The row of a content whose digest is of another algorithm than the configured one. */
export interface OtherDigest {
  readonly key: BlobKey;
  readonly sizeBytes: number;
}

interface OtherDigests {
  readonly algorithm: DigestAlgorithm;
  /** Key of the last row of the page before; empty for the first. */
  readonly after: string;
  readonly limit: number;
}

/** Contents whose digest is of another algorithm, in the order of their keys. */
export async function listOtherDigests(
  handle: ReadHandle,
  { algorithm, after, limit }: OtherDigests,
): Promise<readonly OtherDigest[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('blob')
      .select(['key', 'size'])
      .where('digest_algorithm', '<>', algorithm)
      .where('key', '>', after)
      .where(isInTime(handle, 'blob'))
      .orderBy('key')
      .limit(limit),
  );
  return rows.map(({ key, size }) => ({ key: key as BlobKey, sizeBytes: size }));
}

export async function countOtherDigests(
  handle: ReadHandle,
  algorithm: DigestAlgorithm,
): Promise<number> {
  const query = handle.builder
    .selectFrom('blob')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('digest_algorithm', '<>', algorithm)
    .where(isInTime(handle, 'blob'));
  return Number((await handle.first(query))?.count ?? 0);
}

/** A digest by the configured algorithm. */
export interface NewDigest {
  readonly key: BlobKey;
  readonly digest: string;
}

/**
 * Reads the content with constant memory and calculates its digest. `onChunk` is called for each part
 * that was read, and may end the reading by an error.
 *
 * @throws AppError store.corrupt when the content is missing or is not what was stored
 */
export async function computeDigest(
  blobs: BlobStore,
  { key, sizeBytes }: OtherDigest,
  onChunk: () => Promise<void> | void,
): Promise<string> {
  // Keys are SHA-256 already.
  if (blobs.digestAlgorithm === 'SHA-256') return key;
  const hasher = new ContentHasher(blobs.digestAlgorithm);
  const range = sizeBytes === 0 ? undefined : { start: 0, end: sizeBytes - 1 };
  const stream = await blobs.open(key, range);
  for await (const chunk of stream) {
    hasher.update(chunk);
    await onChunk();
  }
  const found = hasher.finish();
  if (found.key === key) return found.digest;
  throw new AppError('store.corrupt', `the content ${key} is not what was stored`);
}

interface DigestParams extends NewDigest {
  readonly algorithm: string;
}

const storeDigest = defineStatement<DigestParams, unknown>((b, p) =>
  b
    .updateTable('blob')
    .set({ digest: p.digest, digest_algorithm: p.algorithm })
    .where('key', '=', p.key),
);

export async function storeDigests(
  handle: WriteHandle,
  algorithm: DigestAlgorithm,
  digests: readonly NewDigest[],
): Promise<void> {
  for (const { key, digest } of digests) {
    await handle.execute(storeDigest, { key, digest, algorithm });
  }
}

/** The digests of contents by the algorithm, by their keys. */
export async function findDigests(
  handle: ReadHandle,
  algorithm: DigestAlgorithm,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await handle.all(
    handle.builder
      .selectFrom('blob')
      .select(['key', 'digest'])
      .where('digest_algorithm', '=', algorithm)
      .where('key', 'in', keyList(handle.dialect, keys)),
  );
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}
