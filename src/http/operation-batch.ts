import { BlobList, OperationBlob } from '../automation/values.ts';
import { now, sleep } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { BatchId, BlobKey } from '../base/ids.ts';
import { collectUnreferenced } from '../repository/attachments/orphan-removal.ts';
import { findBatch } from '../repository/attachments/upload-batches.ts';
import {
  fileNotFound,
  listBatchBlobs,
  parseFileIndex,
} from '../repository/attachments/upload-files.ts';
import { removeBatch } from '../repository/attachments/uploads.ts';
import { callRunnable, getExposed, isAllowed } from './operation-call.ts';
import { replyOnce } from './replies/idempotent-reply.ts';
import { emptyReply, type RequestContext, type RouteReply } from './route.ts';

/** How long to wait for a file that is still being uploaded. */
const arrivalTimeoutMs = 5_000;
const arrivalPollMs = 100;

/**
 * Runs an operation on the files of an upload batch, or on one of them. The batch is removed, also
 * after a failure, unless the caller asks to keep it.
 */
export async function callOnBatch(context: RequestContext): Promise<RouteReply> {
  return replyOnce(context, () => callOnceOnBatch(context));
}

async function callOnceOnBatch(context: RequestContext): Promise<RouteReply> {
  const runnable = getExposed(context, context.params.operationId ?? '');
  if (!isAllowed(context, runnable)) {
    throw new AppError('permission.denied', 'The operation is not open to you');
  }
  const caller = { principal: context.principal, nowMs: now() };
  const batchId = await context.read((unit) =>
    findBatch(unit.handle, context.params.batchId ?? '', caller),
  );
  if (batchId === undefined) return emptyReply(404);
  const drop = () => dropBatch(context, batchId);
  try {
    const input = await inputOf(context, batchId);
    const reply = await callRunnable(context, runnable, { fixedInput: input });
    const release = async (): Promise<void> => {
      await reply.release?.();
      await drop();
    };
    return { ...reply, release };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function inputOf(
  context: RequestContext,
  batchId: BatchId,
): Promise<OperationBlob | BlobList> {
  const { fileIdx } = context.params;
  const index = fileIdx === undefined ? undefined : parseFileIndex(fileIdx);
  if (fileIdx !== undefined && index === undefined) throw fileNotFound(fileIdx);
  const untilMs = now() + arrivalTimeoutMs;
  for (;;) {
    const files = await context.read((unit) => listBatchBlobs(unit.handle, batchId));
    const wanted = index === undefined ? files : files.filter((file) => file.index === index);
    if (wanted.length === 0 && index !== undefined) throw fileNotFound(index);
    const blobs = wanted.flatMap(({ blob }) => blob ?? []);
    if (blobs.length === wanted.length) {
      const [first, ...others] = blobs.map((blob) => OperationBlob.stored(blob));
      return first && index !== undefined ? first : new BlobList(first ? [first, ...others] : []);
    }
    if (now() >= untilMs) {
      throw new AppError('batch.mismatch', 'A file of the batch has not arrived whole; finish it');
    }
    await sleep(arrivalPollMs);
  }
}

async function dropBatch(context: RequestContext, batchId: BatchId): Promise<void> {
  if (context.headers['x-batch-no-drop'] === 'true') return;
  const { services } = context;
  try {
    const files = await services.database.read((handle) => listBatchBlobs(handle, batchId));
    await removeBatch(services, batchId);
    const keys = files.flatMap(({ blob }) => (blob ? [blob.key as BlobKey] : []));
    if (keys.length > 0) await collectUnreferenced(services, keys);
  } catch (error) {
    services.log.warn({ err: error, batchId }, 'a used batch was not dropped; it will expire');
  }
}
