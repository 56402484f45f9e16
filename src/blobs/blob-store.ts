import type { Readable } from 'node:stream';
import type { BlobKey } from '../base/ids.ts';
import type { BlobSource, ReceiveOptions } from './blob-source.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { ContentDigest, DigestAlgorithm } from './digest.ts';

export interface StageOptions extends ReceiveOptions {
  /** `later`: `commit` leaves the directories to one `flushDirectories` for many blobs. */
  readonly durable?: 'now' | 'later';
}

/**
 * Content that is on disk under a temporary name. The order that makes it safe:
 *
 * 1. `stage` writes, hashes and flushes the content;
 * 2. `commit` puts it at its key and flushes the directories (or `flushDirectories` does, for many);
 * 3. only then is a row committed that names the key: a lease, an upload or a reference;
 * 4. `release` gives the temporary copy up.
 *
 * A crash between two steps leaves at worst content that no row names. Content that was there before
 * counts as modified when it is committed again, so that collectors with a grace period spare it.
 */
export interface StagedBlob extends ContentDigest {
  readonly sizeBytes: number;
  commit(): Promise<void>;
  /**
   * After the row is committed, or may be. Identical content may have been an orphan that was collected between
   * steps 2 and 3; then it is put back from the temporary copy, which is why that is kept so long.
   */
  release(): Promise<void>;
  /** Gives the temporary copy up without any row; content already at the key stays for the collector. */
  discard(): Promise<void>;
}

/** Both ends inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobStat {
  readonly key: BlobKey;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** Content taken away while it is decided whether it may go for good. */
export interface SetAsideBlob {
  /** When it was stored, or stored again: nobody can do that any more once it is set aside. */
  readonly modifiedMs: number;
  restore(): Promise<void>;
  drop(): Promise<void>;
}

/** Content by its SHA-256. It knows nothing of documents: what may go is decided above it. */
export interface BlobStore {
  readonly digestAlgorithm: DigestAlgorithm;
  /** Chunks of unfinished uploads, on the same storage. */
  readonly chunks: ChunkStore;

  /**
   * Takes content in with constant memory. A failure leaves nothing behind, and a stream source is
   * left open with the rest unread, so that an answer can still be sent on its connection.
   *
   * @throws AppError request.invalid when the content is cut short or is not of the announced size,
   *   request.too-large, store.full, store.unavailable
   */
  stage(source: BlobSource, options?: StageOptions): Promise<StagedBlob>;

  /** Makes committed keys durable that were staged with `durable: 'later'`. */
  flushDirectories(keys: readonly BlobKey[]): Promise<void>;

  /**
   * The content, or a part of it. The caller consumes or destroys the stream.
   *
   * @throws AppError store.corrupt when there is no such content
   */
  open(key: BlobKey, range?: ByteRange): Promise<Readable>;

  stat(key: BlobKey): Promise<BlobStat | undefined>;
  exists(key: BlobKey): Promise<boolean>;

  /** Removes content, whether or not anything names it; answers whether it was there. */
  remove(key: BlobKey): Promise<boolean>;

  /** First half of collecting an orphan; undefined when there is no such content. */
  setAside(key: BlobKey): Promise<SetAsideBlob | undefined>;

  /** All content, in no particular order. */
  list(): AsyncIterable<BlobStat>;

  /**
   * Says whose content this is: of whoever claimed it first, and of the caller when nobody has. Content
   * and the rows that name it are in two places, of which one may be replaced.
   */
  claim(ownerId: string): Promise<string>;

  /**
   * At start: removes what interrupted transfers left and puts back what was set aside. Where other
   * processes share the store, `olderThanMs` spares what they are writing now.
   */
  cleanTemporary(options?: { readonly olderThanMs?: number }): Promise<void>;
}
