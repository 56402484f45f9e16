import { AppError } from '../../base/errors/app-error.ts';
import { conversionError } from '../../conversion/conversion-error.ts';
import { findConversion } from '../../conversion/converters/choose.ts';
import { NothingMade } from '../../conversion/external-program.ts';
import { storableReason } from '../../jobs/file-attempts.ts';
import { convertFile } from '../../jobs/renditions/convert-file.ts';
import type { BlobValue } from '../../model/value.ts';
import { releaseLeases } from '../../repository/attachments/blob-leases.ts';
import { findRendition } from '../../repository/renditions/find-rendition.ts';
import { requestRenditions } from '../../repository/renditions/request-renditions.ts';
import type { RenditionSource } from '../../repository/renditions/thumbnail-source.ts';
import { failRendition, keepRendition } from '../../repository/renditions/waiting-renditions.ts';
import type { RequestContext } from '../route.ts';
import { workbenchOf } from '../workbench.ts';

const waitSeconds = 60;

/**
 * What a converter makes of a file, made while the request waits: once for all who ask at the same time, and kept. If
 * that takes too long it is left to the background.
 *
 * @throws AppError conversion.program-missing, conversion.not-possible, conversion.failed, conversion.busy;
 *   resource.not-found when it takes too long
 */
export async function awaitRendition(
  context: RequestContext,
  source: RenditionSource,
  converter: string,
): Promise<BlobValue> {
  const timeout = AbortSignal.timeout(waitSeconds * 1_000);
  const leaving = AbortSignal.any([context.signal, timeout]);
  try {
    return await context.services.awaitedRenditions.do(
      `${source.blob.key} ${source.name}`,
      leaving,
      (signal) => make(context, source, { converter, signal }),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    if (!timeout.aborted) throw error;
    await context.write(({ handle }) => requestRenditions(handle, [source]));
    throw new AppError('resource.not-found', `No rendition within duration ${waitSeconds}s.`);
  }
}

/** A failure of a file is recorded, and not tried again unless a caller says so. */
export function failedBefore(reason: string): AppError {
  const message = `The file cannot be converted: ${reason}; with sync=true it is tried again`;
  return new AppError('conversion.failed', message);
}

interface Making {
  readonly converter: string;
  readonly signal: AbortSignal;
}

async function recordFailure(
  { services }: RequestContext,
  source: RenditionSource,
  reason: string,
): Promise<AppError> {
  const failure = storableReason(reason);
  await services.database.write(async (handle) => {
    await requestRenditions(handle, [source]);
    await failRendition(handle, { blob_key: source.blob.key, name: source.name }, failure);
  });
  return failedBefore(failure);
}

async function make(
  context: RequestContext,
  source: RenditionSource,
  { converter, signal }: Making,
): Promise<BlobValue> {
  const { blobs, database } = context.services;
  const { key, name: file_name, mimeType: mime_type, encoding } = source.blob;
  const wanted = { blob_key: key, file_name, mime_type, encoding };
  const workbench = workbenchOf(context);
  try {
    // A missing program is no fault of the file, which would be recorded.
    await findConversion(mime_type, { converter });
    const made = await convertFile({ blobs, database, workbench, signal }, { converter, wanted });
    if (made.is === 'exhausted') throw new NothingMade(made.reason);
    if (made.is !== 'done') throw await recordFailure(context, source, made.reason);
    const { blob, leaseId } = made.leased;
    await database.write(async (handle) => {
      await keepRendition(handle, source, blob);
      await releaseLeases(handle, [leaseId]);
    });
    const kept = await database.read((handle) => findRendition(handle, source));
    return kept?.result ?? blob;
  } catch (error) {
    throw conversionError(error);
  }
}
