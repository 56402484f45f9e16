import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore, StagedBlob } from '../../blobs/blob-store.ts';
import { ContentHasher } from '../../blobs/digest.ts';
import { type BlobServices, commitStaged } from './blobs.ts';
import { requireOwnContents } from './content-owner.ts';
import { removeOrphans } from './orphan-removal.ts';
import { contentsIn, findUnreferenced } from './orphans.ts';
import {
  endRequest,
  postponeRequest,
  type RecordRequest,
  switchToRecords,
} from './record-requests.ts';

interface RecordServices extends BlobServices {
  readonly records: BlobStore;
}

/**
 * Moves a content to the store of records.
 *
 * 1. It is copied there, flushed, and announced until the unit of the next step is committed, so that no
 *    collector removes it.
 * 2. A unit changes the row of the content: it names the store of records.
 * 3. The file in the store of the data folder is removed in the way of a collector, as a request may be storing
 *    the same content again.
 * 4. The request ends.
 *
 * After a crash between two of them the request is still there, and the steps that were done are skipped
 * or done again. The content can be read at any moment.
 *
 * @throws AppError store.corrupt when the content, or a file in its place, is not what was stored; other store.*
 */
export async function storeRecord(
  services: RecordServices,
  request: RecordRequest,
  signal: AbortSignal,
): Promise<void> {
  const { database, blobs } = services;
  const { key } = request;
  if (!request.isStored && !(await copyContent(services, request, signal))) return;
  await removeOrphans(services, contentsIn('default', [key]));
  // A request that stores it again at this moment: tried again, so that no second copy is left.
  const isLeft = await blobs.main.exists(key);
  await database.write((handle) =>
    isLeft
      ? postponeRequest(handle, request, now() + pauseAfter(request.attempts))
      : endRequest(handle, request),
  );
}

const pauseMinMs = 5_000;
const pauseMaxMs = 60 * 60 * 1000;

/** Doubled with every attempt, up to an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(pauseMinMs * 2 ** Math.min(attempts, 20), pauseMaxMs);
}

/** False when nothing refers to the content any more, and its request has ended. */
async function copyContent(
  services: RecordServices,
  request: RecordRequest,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, blobs, records } = services;
  const { key, sizeBytes } = request;
  const held = await database.readLatest((handle) => findUnreferenced(handle, [key]));
  if (held.length > 0) {
    await database.write((handle) => endRequest(handle, request));
    return false;
  }
  await requireOwnContents(services);
  // A database that was restored from a backup does not know that it was moved already.
  const source = await blobs.open(key);
  let staged: StagedBlob;
  try {
    staged = await records.stage(source, { signal });
  } finally {
    source.destroy();
  }
  try {
    if (staged.key !== key || staged.sizeBytes !== sizeBytes) throw damaged(key, 'data folder');
    // Of an attempt that was interrupted.
    if (await records.exists(key)) await requireIntact(records, key, signal);
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return commitStaged(services, staged, (handle) => switchToRecords(handle, key));
}

async function requireIntact(records: BlobStore, key: BlobKey, signal: AbortSignal): Promise<void> {
  const hasher = new ContentHasher('SHA-256');
  for await (const chunk of await records.open(key)) {
    signal.throwIfAborted();
    hasher.update(chunk);
  }
  if (hasher.finish().key !== key) throw damaged(key, 'folder of records');
}

function damaged(key: BlobKey, place: string): AppError {
  return new AppError('store.corrupt', `the content ${key} in the ${place} is not what was stored`);
}
