import { now } from '../../base/clock.ts';
import { type BlobKey, randomId } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import { slicesOf } from '../../base/slices.ts';
import type { BlobSource, ReceiveOptions } from '../../blobs/blob-source.ts';
import type { StagedBlob } from '../../blobs/blob-store.ts';
import type { BlobValue } from '../../model/value.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { BlobLeaseTable } from '../../storage/tables.ts';
import {
  type BlobNaming,
  type BlobServices,
  blobValueOf,
  checkNaming,
  commitStaged,
  registerBlob,
  registerBlobs,
} from './blobs.ts';

/** Long enough for any request; a lease is released in the commit that refers to the blob. */
export const leaseLifeMs = 24 * 60 * 60 * 1000;

const insertLease = defineStatement<BlobLeaseTable, unknown>((b, p) =>
  b.insertInto('blob_lease').values({ id: p.id, blob_key: p.blob_key, expires_at: p.expires_at }),
);

/** Keeps a registered blob until the lease is released or expires; returns the id of the lease. */
export async function leaseBlob(handle: WriteHandle, key: BlobKey, nowMs: number): Promise<string> {
  const id = randomId();
  await handle.execute(insertLease, { id, blob_key: key, expires_at: nowMs + leaseLifeMs });
  return id;
}

const idsPerQuery = 1_000;
/** Files that are renamed or removed at the same time. */
const movedTogether = 8;

/** For work that may wait longer than a request. */
export async function extendLeases(
  handle: WriteHandle,
  ids: readonly string[],
  untilMs: number,
): Promise<void> {
  for (const part of slicesOf(ids, idsPerQuery)) {
    await handle.run(
      handle.builder.updateTable('blob_lease').set({ expires_at: untilMs }).where('id', 'in', part),
    );
  }
}

/** In the unit that refers to the blobs, or when they are not needed after all. */
export async function releaseLeases(handle: WriteHandle, ids: readonly string[]): Promise<void> {
  for (const part of slicesOf(ids, idsPerQuery)) {
    await handle.run(handle.builder.deleteFrom('blob_lease').where('id', 'in', part));
  }
}

const leasesPerPurge = 500;

/** Removes some expired ones; returns how many. */
export function purgeExpiredLeases(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const expired = builder
    .selectFrom('blob_lease')
    .select('id')
    .where('expires_at', '<=', nowMs)
    .limit(leasesPerPurge);
  return handle.run(builder.deleteFrom('blob_lease').where('id', 'in', expired));
}

export interface LeasedBlob {
  readonly blob: BlobValue;
  readonly leaseId: string;
}

/**
 * Stores content and holds it until the caller's unit refers to it and releases the lease. The
 * writer is not held while the content is stored.
 *
 * @throws AppError as `BlobStore.stage`
 */
export async function stageWithLease(
  services: BlobServices,
  source: BlobSource,
  options: BlobNaming & ReceiveOptions,
): Promise<LeasedBlob> {
  checkNaming({ name: options.name, mimeType: options.mimeType, encoding: options.encoding });
  const staged = await services.blobs.stage(source, options);
  const leaseId = await commitStaged(services, staged, async (handle) => {
    await registerBlob(handle, staged, now());
    return leaseBlob(handle, staged.key, now());
  });
  return { blob: blobValueOf(staged, options), leaseId };
}

/** Content received in a request, with its name and type. */
export interface ReceivedContent {
  readonly staged: StagedBlob;
  readonly naming: BlobNaming;
}

/**
 * Commits contents that were staged with `durable: 'later'` together: directories are flushed once,
 * and all leases are in one commit. After a failure none of them is held.
 */
export async function leaseReceived(
  services: BlobServices,
  contents: readonly ReceivedContent[],
): Promise<LeasedBlob[]> {
  const blobs = contents.map(({ staged, naming }) => blobValueOf(staged, naming));
  const staged = contents.map((content) => content.staged);
  try {
    await inParallel(staged, movedTogether, (each) => each.commit());
    await services.blobs.flushDirectories(staged.map(({ key }) => key));
  } catch (error) {
    for (const each of staged) await each.discard();
    throw error;
  }
  try {
    const leaseIds = await services.database.write(async (handle) => {
      await registerBlobs(handle, staged, now());
      return leaseBlobs(handle, blobs);
    });
    return blobs.map((blob, index) => ({ blob, leaseId: leaseIds[index] as string }));
  } finally {
    await inParallel(staged, movedTogether, (each) => each.release());
  }
}

async function leaseBlobs(handle: WriteHandle, blobs: readonly BlobValue[]): Promise<string[]> {
  const rows = blobs.map(({ key }) => ({
    id: randomId(),
    blob_key: key,
    expires_at: now() + leaseLifeMs,
  }));
  for (const some of slicesOf(rows, idsPerQuery)) {
    await handle.run(handle.builder.insertInto('blob_lease').values(some));
  }
  return rows.map(({ id }) => id);
}
