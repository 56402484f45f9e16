import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { WorkInput, WorkPlace, Workshop } from '../../conversion/workshop.ts';
import type { BlobValue } from '../../model/value.ts';
import { stageWithLease } from '../../repository/attachments/blob-leases.ts';
import type { BlobNaming } from '../../repository/attachments/blobs.ts';
import type { MediaValues } from '../../repository/media/store-media.ts';
import type { Database } from '../../storage/database.ts';

/** The file of a document, and what the computation of its values may use. */
interface MediaFile {
  readonly blob: BlobValue;
  readonly input: WorkInput;
}

/**
 * What is computed for one kind of media, outside of any transaction.
 *
 * @throws NothingMade when the file is the reason
 */
export interface MediaHandler {
  compute(file: MediaFile, desk: MediaDesk): Promise<MediaValues>;
}

interface DeskOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly workshop: Workshop;
  readonly signal: AbortSignal;
}

/** Where one file is worked on: what it makes is held by leases until the document refers to it. */
export class MediaDesk {
  readonly leaseIds: string[] = [];
  readonly signal: AbortSignal;
  readonly #options: DeskOptions;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.signal = options.signal;
  }

  /** As `Workshop.work`, with one file. */
  work<T>(
    { input }: MediaFile,
    use: (place: WorkPlace) => Promise<T>,
    options: { readonly timeMs?: number } = {},
  ): Promise<T> {
    const { workshop, signal } = this.#options;
    return workshop.work([input], use, { ...options, signal });
  }

  /** Stores a file that was made. */
  async keep(path: string, naming: BlobNaming): Promise<BlobValue> {
    const { database, blobs, signal } = this.#options;
    const made = await stageWithLease({ database, blobs }, { path }, { ...naming, signal });
    this.leaseIds.push(made.leaseId);
    return made.blob;
  }
}

/** Undefined when the store has lost the content. */
export async function inputOf(blobs: BlobStore, key: BlobKey): Promise<WorkInput | undefined> {
  const stat = await blobs.stat(key);
  return stat && { sizeBytes: stat.sizeBytes, open: () => blobs.open(key) };
}
