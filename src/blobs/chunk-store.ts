import type { Readable } from 'node:stream';
import type { BlobSource, ReceiveOptions } from './blob-source.ts';

export interface StoredChunk {
  /** The name of the chunk within its batch; new for every call. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** The chunks of unfinished uploads, by batch. They survive a restart. */
export interface ChunkStore {
  /**
   * Durable once it resolves; on failure nothing is left.
   *
   * @throws AppError as `BlobStore.stage`
   */
  write(batchId: string, source: BlobSource, options?: ReceiveOptions): Promise<StoredChunk>;
  /** @throws AppError store.corrupt when it is gone */
  open(batchId: string, name: string): Promise<Readable>;
  /** What is already gone is ignored. */
  remove(batchId: string, names: readonly string[]): Promise<void>;
  removeBatch(batchId: string): Promise<void>;
  /** Ids of the batches that have, or had, chunks here. */
  listBatches(): Promise<readonly string[]>;
}
