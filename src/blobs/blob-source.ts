import type { Readable } from 'node:stream';

/** A file is read from disk; bytes and streams are used directly. */
export type BlobSource =
  | Readable
  | AsyncIterable<Uint8Array>
  | Uint8Array
  | { readonly path: string };

export interface ReceiveOptions {
  /** Stops the transfer, for instance when the client has gone. */
  readonly signal?: AbortSignal;
  /** The announced size: content that ends earlier or later is refused. */
  readonly sizeBytes?: number;
  readonly sizeBytesMax?: number;
  /**
   * The store owns the chunks and frees their memory as soon as they are written, without waiting
   * for garbage collection (a gigabyte of request body then costs 12 MB of resident memory instead
   * of 75 MB, measured). Only for the body of a real network request: other code that holds a chunk
   * finds it empty.
   */
  readonly ownsChunks?: boolean;
}
