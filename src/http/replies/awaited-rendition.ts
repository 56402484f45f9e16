import { monotonicMs, sleepUnlessAborted } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { conversionError } from '../../conversion/conversion-error.ts';
import { findConversion } from '../../conversion/converters/choose.ts';
import type { BlobValue } from '../../model/value.ts';
import { findRendition } from '../../repository/renditions/find-rendition.ts';
import { requestRenditions } from '../../repository/renditions/request-renditions.ts';
import type { RenditionSource } from '../../repository/renditions/thumbnail-source.ts';
import type { RequestContext } from '../route.ts';

const waitSeconds = 60;
const pollMs = 150;

/**
 * What the job makes of a file, as soon as it is there. It is made also when the client does not wait for it.
 *
 * @throws AppError conversion.program-missing, conversion.not-possible, conversion.failed;
 *   resource.not-found when it takes too long
 */
export async function awaitRendition(
  context: RequestContext,
  source: RenditionSource,
  converter: string,
): Promise<BlobValue> {
  // The job would record a failure for good, although the program may be installed later.
  await findConversion(source.blob.mimeType, { converter }).catch((error: unknown) => {
    throw conversionError(error);
  });
  await context.write(({ handle }) => requestRenditions(handle, [source]));
  // Each access listens for the end of the connection.
  const { signal } = context;
  const untilMs = monotonicMs() + waitSeconds * 1_000;
  while (monotonicMs() < untilMs && !signal.aborted) {
    const found = await context.read(({ handle }) => findRendition(handle, source));
    if (found?.result) return found.result;
    if (found?.failure !== undefined) {
      const message = `The file cannot be converted: ${found.failure}; with sync=true it is tried again`;
      throw new AppError('conversion.failed', message);
    }
    await sleepUnlessAborted(pollMs, signal);
  }
  throw new AppError('resource.not-found', `No rendition within duration ${waitSeconds}s.`);
}
