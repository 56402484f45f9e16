import type { Readable } from 'node:stream';
import { isAppError } from '../base/errors/app-error.ts';
import type { BlobKey } from '../base/ids.ts';
import type { BlobSource } from './blob-source.ts';
import type {
  BlobStat,
  BlobStore,
  ByteRange,
  FileStaging,
  SetAsideBlob,
  StagedBlob,
  StageOptions,
} from './blob-store.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { DigestAlgorithm } from './digest.ts';

/**
 * The store of the data folder with the one of records beside it. A content is removed from the former only
 * once the latter has it, and never goes back: what is looked for in this order is found, and the contents
 * of records cost one more look at the disk and no query.
 */
export class BlobStoreWithRecords implements BlobStore {
  readonly digestAlgorithm: DigestAlgorithm;
  readonly chunks: ChunkStore;
  readonly canList: boolean;
  readonly main: BlobStore;
  readonly records: BlobStore;

  constructor(main: BlobStore, records: BlobStore) {
    this.main = main;
    this.records = records;
    this.digestAlgorithm = main.digestAlgorithm;
    this.chunks = main.chunks;
    this.canList = main.canList && records.canList;
  }

  open(key: BlobKey, range?: ByteRange): Promise<Readable> {
    return this.#find((store) => store.open(key, range));
  }

  read(key: BlobKey, lengthBytes: number): Promise<Uint8Array> {
    return this.#find((store) => store.read(key, lengthBytes));
  }

  async #find<T>(take: (store: BlobStore) => Promise<T>): Promise<T> {
    try {
      return await take(this.main).catch(ifMissing(() => take(this.records)));
    } catch (error) {
      // Removed there, and stored again meanwhile.
      return ifMissing(() => take(this.main))(error);
    }
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    return (await this.main.stat(key)) ?? (await this.records.stat(key));
  }

  async exists(key: BlobKey): Promise<boolean> {
    return (await this.stat(key)) !== undefined;
  }

  stage(source: BlobSource, options?: StageOptions): Promise<StagedBlob> {
    return this.main.stage(source, options);
  }

  get fileStaging(): FileStaging | undefined {
    return this.main.fileStaging;
  }

  flushDirectories(keys: readonly BlobKey[]): Promise<void> {
    return this.main.flushDirectories(keys);
  }

  remove(key: BlobKey): Promise<boolean> {
    return this.main.remove(key);
  }

  setAside(key: BlobKey): Promise<SetAsideBlob | undefined> {
    return this.main.setAside(key);
  }

  async *listSetAside(): AsyncIterable<SetAsideBlob> {
    yield* this.main.listSetAside();
    yield* this.records.listSetAside();
  }

  findAnnounced(keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
    return this.main.findAnnounced(keys);
  }

  list(): AsyncIterable<BlobStat> {
    return this.main.list();
  }

  listKeys(): AsyncIterable<readonly BlobKey[]> {
    return this.main.listKeys();
  }

  async claim(ownerId: string): Promise<string> {
    const owner = await this.main.claim(ownerId);
    return owner === ownerId ? this.records.claim(ownerId) : owner;
  }

  async cleanTemporary(options?: { readonly olderThanMs?: number }): Promise<void> {
    await this.main.cleanTemporary(options);
    await this.records.cleanTemporary(options);
  }
}

/** Continues with the next store after a failure that tells that a content is missing. */
function ifMissing<T>(otherwise: () => Promise<T>): (error: unknown) => Promise<T> {
  return async (error) => {
    if (isAppError(error, 'store.corrupt')) return otherwise();
    throw error;
  };
}
