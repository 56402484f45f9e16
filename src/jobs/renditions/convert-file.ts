import { isAppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { convertIn } from '../../conversion/converters/convert.ts';
import { NothingMade } from '../../conversion/external-program.ts';
import { type Workbench, WorkExhausted } from '../../conversion/workshop.ts';
import { type LeasedBlob, stageWithLease } from '../../repository/attachments/blob-leases.ts';
import type { WantedRendition } from '../../repository/renditions/waiting-renditions.ts';
import type { Database } from '../../storage/database.ts';

/** The result is held by a lease. */
export type MadeFile =
  | { readonly is: 'done'; readonly leased: LeasedBlob }
  | { readonly is: 'failed'; readonly reason: string }
  | { readonly is: 'exhausted'; readonly reason: string };

interface ConverterServices {
  readonly blobs: BlobStore;
  readonly database: Database;
  readonly workbench: Workbench;
  readonly signal: AbortSignal;
}

type ConvertedContent = Pick<WantedRendition, 'blob_key' | 'file_name' | 'mime_type' | 'encoding'>;

/** @throws when the store cannot be read or written */
export async function convertFile(
  { blobs, database, workbench, signal }: ConverterServices,
  { converter, wanted }: { readonly converter: string; readonly wanted: ConvertedContent },
): Promise<MadeFile> {
  const { file_name: name, mime_type: mimeType, encoding } = wanted;
  const key = wanted.blob_key as BlobKey;
  const stat = await blobs.stat(key);
  if (!stat) return { is: 'failed', reason: 'the content is missing from the store' };
  const input = { sizeBytes: stat.sizeBytes, open: () => blobs.open(key) };
  try {
    const leased = await workbench.work(
      [input],
      async (place) => {
        const source = { path: String(place.inputs[0]), name, mimeType, encoding };
        const made = await convertIn(place, source, { converter });
        const naming = { name: null, mimeType: made.mimeType, encoding: made.encoding };
        return stageWithLease({ blobs, database }, { path: made.path }, { ...naming, signal });
      },
      { signal },
    );
    return { is: 'done', leased };
  } catch (error) {
    signal.throwIfAborted();
    const isOfFile = error instanceof NothingMade || isAppError(error, 'conversion.not-possible');
    if (!isOfFile) throw error;
    return { is: error instanceof WorkExhausted ? 'exhausted' : 'failed', reason: error.message };
  }
}
