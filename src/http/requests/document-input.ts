import { isLargeValue } from '../../base/stringify-in-turns.ts';
import { giveTurn } from '../../base/turns.ts';
import { parseOwnBlobUrl } from '../../entities/blob-url.ts';
import { flag } from '../../entities/json-schema.ts';
import { readProperties, resolvePendingBlobs } from '../../entities/property-reader.ts';
import { withStoredReferences } from '../../entities/sent-references.ts';
import { refuseUnknownProperties } from '../../entities/unknown-properties.ts';
import type { DocumentShape } from '../../model/content-model.ts';
import type { Properties } from '../../model/value.ts';
import { HeldBlobs } from '../../repository/attachments/held-blobs.ts';
import { findEntryPaths } from '../../repository/directories/entry-paths.ts';
import { createUnitContext, type WriteUnit } from '../../repository/unit/unit.ts';
import type { WriteOptions } from '../../storage/database.ts';
import { inHeader } from '../parameters.ts';
import type { RequestContext } from '../route.ts';

export const keepBatchParameter = inHeader(
  'X-Batch-No-Drop',
  'true: the upload batch can be used again',
  flag,
);

/** Properties of a request with every blob stored and held, ready for a write unit. */
interface DocumentInput {
  readonly values: Properties;
  /** Runs the unit that uses the values; the leases of their blobs are released in the same unit. */
  write<T>(work: (unit: WriteUnit) => Promise<T>, options?: WriteOptions): Promise<T>;
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
  refuseUnknownProperties(context.services.repository.model, json);
  const baseUrls = [context.baseUrl];
  const stored = await withStoredReferences(json, shape, (ids) =>
    context.read((unit) => findEntryPaths(unit, ids)),
  );
  const read = readProperties(stored, shape, {
    parseOwnBlobUrl: (text) => parseOwnBlobUrl(text, baseUrls),
  });
  const held = new HeldBlobs(
    context.services,
    createUnitContext(context.services.repository, context.principal),
  );
  const values = read.hasPendingBlobs
    ? await resolvePendingBlobs(read.values, ({ input }) => held.resolveForDocument(input))
    : (read.values as Properties);
  // Reading long lists has taken some milliseconds, and storing them takes more.
  if (isLargeValue(values)) await giveTurn();
  const keepsBatches = context.headers['x-batch-no-drop'] === 'true';
  return {
    values,
    write: (work, options) =>
      context.write(
        async (unit) => {
          const result = await work(unit);
          await held.release(unit.handle, { keepsBatches });
          return result;
        },
        // The leases of blobs are removed by statements of their own.
        read.hasPendingBlobs ? { ...options, sharesCommit: false } : options,
      ),
  };
}
