import { now } from '../base/clock.ts';
import type { BatchId } from '../base/ids.ts';
import type { DirectGrant } from '../blobs/direct-uploads.ts';
import { readDirectClaim } from '../entities/upload-entity.ts';
import { completeDirectFile, directUploadsOf } from '../repository/attachments/direct-files.ts';
import {
  newBatch,
  storeBatch,
  type UploadBatch,
  type UploadProvider,
} from '../repository/attachments/upload-batches.ts';
import type { RequestContext } from './route.ts';
import type { Services } from './services.ts';

/** The object storage first: the Python client only looks at the first of the list. */
export const knownUploadProviders: readonly UploadProvider[] = ['s3', 'default'];
const alone: readonly UploadProvider[] = ['default'];

/** The handlers that clients can open batches with. */
export function uploadProviders({ blobs }: Services): readonly UploadProvider[] {
  return blobs.directUploads === undefined ? alone : knownUploadProviders;
}

interface OpenedBatch {
  readonly batch: UploadBatch;
  /** Of a batch whose files the client puts into the object storage. */
  readonly grant: DirectGrant | undefined;
}

/** The credentials come first: a batch without them would be of no use. */
export async function openBatch(
  context: RequestContext,
  provider: UploadProvider,
): Promise<OpenedBatch> {
  const batch = newBatch(provider);
  const grant = await grantFor(context, batch);
  const caller = { principal: context.principal, nowMs: now() };
  await context.write((unit) => storeBatch(unit.handle, batch, caller));
  return { batch, grant };
}

/** New credentials for a batch of the object storage. */
export async function grantFor(
  { services }: RequestContext,
  { id, provider }: UploadBatch,
): Promise<DirectGrant | undefined> {
  return provider === 's3' ? directUploadsOf(services).grant(id) : undefined;
}

/** What a failure leaves is purged like what a client leaves. */
export async function removeDirect({ services }: RequestContext, batchId: BatchId): Promise<void> {
  await services.blobs.directUploads?.removeBatch(batchId).catch((err: unknown) => {
    services.log.warn({ err, batchId }, 'the objects of a removed upload batch stay for now');
  });
}

export async function completeDirect(
  context: RequestContext,
  batchId: BatchId,
  index: number,
): Promise<void> {
  const claim = readDirectClaim(context.body);
  await completeDirectFile(context.services, { batchId, index, claim });
}
