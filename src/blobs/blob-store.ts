import type { Readable } from 'node:stream';
import type { BlobKey } from '../base/ids.ts';
import type { BlobSource, ReceiveOptions } from './blob-source.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { ContentDigest, DigestAlgorithm } from './digest.ts';
import type { ContentLinks, StagingFolder, WrittenContent } from './small-files.ts';

export interface StageOptions extends ReceiveOptions {
  /** `later`: `commit` leaves the directories to one `flushDirectories` for many blobs. */
  readonly durable?: 'now' | 'later';
}

/**
 * Content that is on disk under a temporary name. The order that makes it safe:
 *
 * 1. `stage` writes, hashes and flushes the content;
 * 2. `commit` announces the key (see `findAnnounced`), puts the content there and flushes the
 *    directories (or `flushDirectories` does, for many);
 * 3. only then is a row committed that names the key: a lease, an upload or a reference;
 * 4. `release` deletes the temporary copy.
 *
 * A crash between two steps leaves at worst content that no row names. Content that was there before
 * counts as modified when it is committed again, so that collectors with a grace period spare it.
 */
export interface StagedBlob extends ContentDigest {
  readonly sizeBytes: number;
  commit(): Promise<void>;
  /**
   * To be called once the row may be committed. Identical content may have been an orphan that was
   * collected between steps 2 and 3: then it is restored from the temporary copy.
   */
  release(): Promise<void>;
  /** Deletes the temporary copy without a row; content already at the key stays for the collector. */
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

/** Content set aside until it is decided whether it is removed for good. */
export interface SetAsideBlob {
  readonly key: BlobKey;
  /** Of this setting aside: another one of the same content has another name. */
  readonly name: string;
  readonly sizeBytes: number;
  /** When it was stored, or stored again, which is not possible any more once it is set aside. */
  readonly modifiedMs: number;
  readonly setAsideMs: number;
  restore(): Promise<void>;
  /** Returns whether it was still aside. */
  drop(): Promise<boolean>;
}

/**
 * Which store has a content: that of the data folder, or that of records, in which nothing is changed
 * once it is stored.
 */
export type BlobProvider = 'default' | 'records';

/** For a thread that stages small contents as files by itself. */
export interface FileStaging {
  readonly folder: StagingFolder;
  /** Takes over what a thread has written. */
  adopt(written: WrittenContent): { readonly staged: StagedBlob; readonly links: ContentLinks };
}

/** Content by its SHA-256. The layers above decide what may be removed. */
export interface BlobStore {
  readonly digestAlgorithm: DigestAlgorithm;
  /** Chunks of unfinished uploads, on the same storage. */
  readonly chunks: ChunkStore;
  /** Whether the store, with those of all providers, can tell which contents it has. */
  readonly canList: boolean;

  /**
   * The store of the provider `default` alone. The store as a whole reads what any of its providers has;
   * it stores, lists and removes in this one.
   */
  readonly main: BlobStore;
  /** That of the provider `records` alone; undefined when records have no store of their own. */
  readonly records: BlobStore | undefined;

  /**
   * Stores content with constant memory. A failure leaves nothing behind, and a stream source is
   * left open with the rest unread, so that a response can still be sent on its connection.
   *
   * @throws AppError request.invalid when the content is cut short or is not of the announced size,
   *   request.too-large, store.full, store.unavailable
   */
  stage(source: BlobSource, options?: StageOptions): Promise<StagedBlob>;

  /** Undefined where contents are not files of this machine, and in a transaction. */
  readonly fileStaging?: FileStaging | undefined;

  /** Makes committed keys durable that were staged with `durable: 'later'`. */
  flushDirectories(keys: readonly BlobKey[]): Promise<void>;

  /**
   * The content, or a part of it. The caller must consume or destroy the stream.
   *
   * @throws AppError store.corrupt when there is no such content
   */
  open(key: BlobKey, range?: ByteRange): Promise<Readable>;

  /**
   * A small content, whole. Its length is known by what refers to it.
   *
   * @throws AppError store.corrupt when there is no such content, or one of another length
   */
  read(key: BlobKey, lengthBytes: number): Promise<Uint8Array>;

  stat(key: BlobKey): Promise<BlobStat | undefined>;
  exists(key: BlobKey): Promise<boolean>;

  /** Removes content, whether or not a row names it; returns whether it existed. */
  remove(key: BlobKey): Promise<boolean>;

  /**
   * First half of collecting an orphan; undefined when there is no such content, and where a store can tell by
   * nothing but its age that a content is announced and that is too young.
   */
  setAside(key: BlobKey): Promise<SetAsideBlob | undefined>;

  /**
   * What collectors have set aside, in the stores of all providers. Of a collector that has ended without a decision, or before it
   * could carry it out, another one has to. Where setting aside takes several steps, without what a collector may be at.
   */
  listSetAside(): AsyncIterable<SetAsideBlob>;

  /**
   * Those of the contents that are being stored again or for the first time: between `commit` and
   * `release`, in any process, and for a while after a process has died in between. Whatever is set aside
   * and not among them then is not about to be named by a row: a `commit` that begins later stores it anew.
   * A store that announces a new content by its age alone counts among them all that was stored lately.
   */
  findAnnounced(keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>>;

  /** @throws AppError server.not-implemented unless `canList` */
  list(): AsyncIterable<BlobStat>;

  /**
   * The keys of all content, each once, in ascending order and in parts of bounded size.
   *
   * @throws AppError server.not-implemented unless `canList`
   */
  listKeys(): AsyncIterable<readonly BlobKey[]>;

  /**
   * Returns the id of the store of documents that owns this content: the first that claimed it.
   * Content and rows are in two places, of which one may be replaced. Of several providers, the id of
   * one that another store owns.
   */
  claim(ownerId: string): Promise<string>;

  /**
   * At start: removes what interrupted transfers left. Where other processes share the store,
   * `olderThanMs` spares what they are writing now.
   */
  cleanTemporary(options?: { readonly olderThanMs?: number }): Promise<void>;
}

export function storeOf(blobs: BlobStore, provider: BlobProvider): BlobStore | undefined {
  return provider === 'records' ? blobs.records : blobs.main;
}
