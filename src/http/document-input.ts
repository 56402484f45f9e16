import { AppError } from '../base/errors/app-error.ts';
import { storedMimeType } from '../content/mime-types.ts';
import { parseOwnBlobUrl } from '../entities/blob-url.ts';
import { readProperties, resolvePendingBlobs } from '../entities/property-reader.ts';
import type { BlobInput, PendingBlob } from '../model/blob-input.ts';
import type { DocumentShape } from '../model/content-model.ts';
import { getAtXpath } from '../model/property-access.ts';
import { type BlobValue, isBlobValue, type Properties } from '../model/value.ts';
import { findXpath } from '../model/xpath.ts';
import { resolveBlobInput } from '../repository/blob-inputs.ts';
import { releaseLeases } from '../repository/blob-leases.ts';
import { getDocument } from '../repository/documents.ts';
import { dropBatches } from '../repository/upload-batches.ts';
import type { WriteHandle } from '../storage/database.ts';
import { sessionOf } from './document-reply.ts';
import type { RequestContext } from './route.ts';

/** Properties of a request with every blob stored and held, ready for a write unit. */
export interface DocumentInput {
  readonly values: Properties;
  /** Runs the unit that uses the values; what held their blobs is let go in the same unit. */
  write<T>(work: (handle: WriteHandle) => Promise<T>): Promise<T>;
}

/**
 * Reads the `properties` of a body. Contents given inline are stored before the writer is taken.
 *
 * @throws AppError property.invalid, blob.reference-invalid
 */
export async function readDocumentInput(
  context: RequestContext,
  { json, shape }: { json: unknown; shape: DocumentShape },
): Promise<DocumentInput> {
  refuseUnknownProperties(context, json);
  const baseUrls = [context.baseUrl];
  const read = readProperties(json, shape, {
    parseOwnBlobUrl: (text) => parseOwnBlobUrl(text, baseUrls),
  });
  const holds: Holds = { leaseIds: [], batchIds: [] };
  const values = read.hasPendingBlobs
    ? await resolvePendingBlobs(read.values, (pending) => resolve(context, pending, holds))
    : (read.values as Properties);
  return {
    values,
    write: (work) =>
      context.write(async (handle) => {
        const result = await work(handle);
        await letGo(context, handle, holds);
        return result;
      }),
  };
}

/** Shown or once known, and never stored: clients send them back. */
const ignoredProperties = new Set(['file:filename', 'common:size']);

/**
 * A property that no schema defines is a mistake the sender wants to hear of. One that only this
 * document's type does not have is ignored, as existing clients need.
 */
function refuseUnknownProperties(context: RequestContext, json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  const { model } = context.services.repository;
  for (const key of Object.keys(json)) {
    if (model.hasProperty(key) || ignoredProperties.has(key)) continue;
    throw new AppError(
      'property.invalid',
      `Unknown property: ${key.slice(0, 200)}; no schema defines it, use prefix:name`,
    );
  }
}

interface Holds {
  readonly leaseIds: string[];
  readonly batchIds: string[];
}

async function resolve(
  context: RequestContext,
  { input }: PendingBlob,
  holds: Holds,
): Promise<BlobValue | undefined> {
  const resolved = await resolveBlobInput(context.services, input, {
    principal: context.principal,
    readDocumentBlob: (_repository, id, xpath) => readBlob(context, id, xpath),
  });
  if (!resolved) {
    refuseUnknownBatch(input);
    return undefined;
  }
  if (resolved.leaseId !== undefined) holds.leaseIds.push(resolved.leaseId);
  if (input.kind === 'batch') holds.batchIds.push(input.batchId);
  const { blob } = resolved;
  // Uploads often come without a useful type; the name tells more.
  return { ...blob, mimeType: storedMimeType(blob) };
}

/** Ignoring it would lose a file that the client believes stored. */
function refuseUnknownBatch(input: BlobInput): void {
  if (input.kind !== 'batch') return;
  throw new AppError(
    'blob.reference-invalid',
    `upload-batch ${input.batchId} has no complete file ${input.fileId}; upload it and try again`,
  );
}

async function readBlob(
  context: RequestContext,
  id: string,
  xpathText: string,
): Promise<BlobValue | undefined> {
  const document = await context.read((handle) => getDocument(handle, sessionOf(context), { id }));
  const xpath = findXpath(document.shape, xpathText);
  const value = xpath && getAtXpath(document.properties, xpath);
  return isBlobValue(value) ? value : undefined;
}

async function letGo(context: RequestContext, handle: WriteHandle, holds: Holds): Promise<void> {
  if (holds.leaseIds.length > 0) await releaseLeases(handle, holds.leaseIds);
  const isKept = context.headers['x-batch-no-drop'] === 'true';
  if (holds.batchIds.length > 0 && !isKept) {
    await dropBatches(handle, holds.batchIds, context.principal);
  }
}
