import type { Stats } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { now } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { presentOnly } from '../base/file-errors.ts';
import { type BlobKey, randomId } from '../base/ids.ts';
import { slicesOf } from '../base/slices.ts';
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
import { ContentPlaces } from './content-places.ts';
import { ContentHasher, type DigestAlgorithm } from './digest.ts';
import { errorCode, translateDiskError } from './disk-errors.ts';
import { DurableFolders, flushFolder } from './durable-folders.ts';
import { FileChunkStore } from './file-chunk-store.ts';
import { readPlanOf, receiveToFile, removeIfPresent } from './receive.ts';
import type { WrittenContent } from './small-files.ts';
import { announcedKey, noLinkCodes, StagedFile } from './staged-file.ts';

interface FileBlobStoreOptions {
  readonly root: string;
  readonly digestAlgorithm?: DigestAlgorithm;
  /**
   * Files are read-only and are never replaced: a content that is stored again stays as it is, and one that
   * is there with another size is an error. It has no chunks.
   */
  readonly isWriteOnce?: boolean;
}

const readOnlyMode = 0o444;

const keysPerPart = 1_000;

/**
 * Content as files: `data/ab/<key>` for what is kept, `tmp` for what is being written, `aside`
 * for what a collector has set aside and not yet removed, `uploads` for chunks, `owner` for the id
 * of the store of documents. All on one file system, so that content is moved by renaming. What earlier
 * versions stored stays at `data/ab/cd/<key>`.
 */
export class FileBlobStore implements BlobStore {
  readonly digestAlgorithm: DigestAlgorithm;
  readonly chunks: ChunkStore;
  readonly canList: boolean = true;
  readonly main: BlobStore = this;
  readonly records = undefined;
  readonly #isWriteOnce: boolean;
  readonly #root: string;
  readonly #places: ContentPlaces;
  readonly #temporary: string;
  readonly #aside: string;
  readonly #folders: DurableFolders;

  /** Use `openFileBlobStore`, which creates the folders. */
  constructor(options: FileBlobStoreOptions) {
    this.digestAlgorithm = options.digestAlgorithm ?? 'SHA-256';
    this.#isWriteOnce = options.isWriteOnce ?? false;
    this.#root = options.root;
    this.#places = new ContentPlaces(join(options.root, 'data'));
    this.#temporary = join(options.root, 'tmp');
    this.#aside = join(options.root, 'aside');
    this.chunks = new FileChunkStore(join(options.root, 'uploads'));
    this.#folders = new DurableFolders(options.root);
  }

  async createFolders(): Promise<void> {
    const names = ['data', 'tmp', 'aside', ...(this.#isWriteOnce ? [] : ['uploads'])];
    for (const name of names) await mkdir(join(this.#root, name), { recursive: true });
  }

  async stage(source: BlobSource, options: StageOptions = {}): Promise<StagedBlob> {
    const hasher = new ContentHasher(this.digestAlgorithm);
    const temporary = join(this.#temporary, randomId());
    const sizeBytes = await receiveToFile(source, temporary, {
      ...options,
      ...(this.#isWriteOnce && { mode: readOnlyMode }),
      observe: (chunk) => hasher.update(chunk),
    });
    return this.#stagedFile({ ...hasher.finish(), sizeBytes, temporary }, options);
  }

  #stagedFile(written: WrittenContent, { durable }: StageOptions): StagedFile {
    return new StagedFile({
      ...written,
      places: this.#places,
      folders: this.#folders,
      isFlushedLater: durable === 'later',
      isWriteOnce: this.#isWriteOnce,
    });
  }

  get fileStaging(): FileStaging | undefined {
    if (this.#isWriteOnce) return undefined;
    return {
      folder: { path: this.#temporary, digestAlgorithm: this.digestAlgorithm },
      adopt: (written) => ({
        staged: this.#stagedFile(written, { durable: 'later' }),
        links: {
          temporary: written.temporary,
          path: this.#places.pathOf(written.key),
          earlierPath: this.#places.earlierPathOf(written.key),
          sizeBytes: written.sizeBytes,
        },
      }),
    };
  }

  async flushDirectories(keys: readonly BlobKey[]): Promise<void> {
    await translated(this.#folders.flush(keys.map((key) => this.#places.folderOf(key))));
  }

  async open(key: BlobKey, range?: ByteRange): Promise<Readable> {
    const file = await this.#openPresent(key);
    return file.createReadStream({ ...(await translated(readPlanOf(file))), ...range });
  }

  async read(key: BlobKey, lengthBytes: number): Promise<Uint8Array> {
    const file = await this.#openPresent(key);
    try {
      // One more, which a longer content has.
      const bytes = Buffer.allocUnsafeSlow(lengthBytes + 1);
      const { bytesRead } = await translated(file.read(bytes, 0, bytes.length, 0));
      if (bytesRead === lengthBytes) return bytes.subarray(0, lengthBytes);
      throw new AppError('store.corrupt', `content ${key} is not ${lengthBytes} bytes long`);
    } finally {
      // Nothing depends on when it is closed.
      file.close().catch(() => undefined);
    }
  }

  async #openPresent(key: BlobKey): Promise<FileHandle> {
    const file = await translated(this.#openFile(key));
    if (file) return file;
    throw new AppError('store.corrupt', `content ${key} is missing from the blob store`);
  }

  /** Content that was just set aside can still be read: it may be restored. */
  async #openFile(key: BlobKey): Promise<FileHandle | undefined> {
    const found = await this.#places.first(key, (path) => presentOnly(open(path, 'r')));
    if (found) return found;
    for (const name of await readdir(this.#aside)) {
      if (!name.startsWith(key)) continue;
      const aside = await presentOnly(open(join(this.#aside, name), 'r'));
      if (aside) return aside;
    }
    return presentOnly(open(this.#places.pathOf(key), 'r'));
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    const found = await translated(this.#places.first(key, (path) => presentOnly(stat(path))));
    return found && { key, sizeBytes: found.size, modifiedMs: found.mtimeMs };
  }

  async exists(key: BlobKey): Promise<boolean> {
    return (await this.stat(key)) !== undefined;
  }

  async remove(key: BlobKey): Promise<boolean> {
    const paths = [this.#places.pathOf(key), this.#places.earlierPathOf(key)];
    const removed = await translated(Promise.all(paths.map(removeIfPresent)));
    return removed.includes(true);
  }

  async setAside(key: BlobKey): Promise<SetAsideBlob | undefined> {
    // A unique name, so that two collectors of one key never remove what the other has moved.
    const name = `${key}.${randomId()}`;
    const aside = this.#asideOf(name);
    const moved = this.#places.first(key, (path) =>
      presentOnly(rename(path, aside).then(() => true)),
    );
    if (!(await translated(moved))) return undefined;
    try {
      const found = await this.#findAside(name);
      // If it is missing here, another process has just restored it.
      return found ?? this.#asideBlob(name, { size: 0, mtimeMs: now(), ctimeMs: now() });
    } catch (error) {
      await this.#restore(key, aside);
      throw translateDiskError(error);
    }
  }

  async *listSetAside(): AsyncIterable<SetAsideBlob> {
    for (const name of await translated(readdir(this.#aside))) {
      if (announcedKey(name) === undefined) continue;
      const found = await translated(this.#findAside(name));
      if (found) yield found;
    }
  }

  async findAnnounced(keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
    const names = await translated(readdir(this.#temporary));
    const announced = new Set(names.map(announcedKey));
    return new Set(keys.filter((key) => announced.has(key)));
  }

  async *list(): AsyncIterable<BlobStat> {
    for await (const keys of this.listKeys()) {
      for (const key of keys) {
        const found = await this.stat(key);
        if (found) yield found;
      }
    }
  }

  async *listKeys(): AsyncIterable<readonly BlobKey[]> {
    let keys: BlobKey[] = [];
    for await (const some of translatedEach(this.#places.listKeys())) {
      keys = keys.concat(some);
      if (keys.length < keysPerPart) continue;
      yield* slicesOf(keys, keysPerPart);
      keys = [];
    }
    if (keys.length > 0) yield keys;
  }

  /** The store of documents that has claimed the content; undefined while none has. */
  async findOwner(): Promise<string | undefined> {
    const known = await translated(presentOnly(readFile(this.#ownerPath, 'utf8')));
    return known?.trim() || undefined;
  }

  async claim(ownerId: string): Promise<string> {
    const owner = await this.findOwner();
    if (owner !== undefined) return owner;
    await translated(this.#writeOwner(this.#ownerPath, ownerId));
    return ownerId;
  }

  get #ownerPath(): string {
    return join(this.#root, 'owner');
  }

  /** Atomic. Nodes that do so at the same time write the same id. */
  async #writeOwner(path: string, ownerId: string): Promise<void> {
    const temporary = join(this.#temporary, randomId());
    await writeFile(temporary, ownerId, { flush: true });
    await rename(temporary, path);
    await flushFolder(this.#root);
  }

  async cleanTemporary(options: { readonly olderThanMs?: number } = {}): Promise<void> {
    const before = now() - (options.olderThanMs ?? 0);
    for (const name of await readdir(this.#temporary)) {
      const path = join(this.#temporary, name);
      const found = await presentOnly(stat(path));
      if (found && (options.olderThanMs === undefined || found.mtimeMs < before)) {
        await rm(path, { recursive: true, force: true });
      }
    }
  }

  async #findAside(name: string): Promise<SetAsideBlob | undefined> {
    const found = await presentOnly(stat(this.#asideOf(name)));
    return found && this.#asideBlob(name, found);
  }

  /** A rename sets the time of the last change of the file, and leaves that of its content. */
  #asideBlob(name: string, found: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs'>): SetAsideBlob {
    const key = name.slice(0, 64) as BlobKey;
    const path = this.#asideOf(name);
    return {
      key,
      name,
      sizeBytes: found.size,
      modifiedMs: found.mtimeMs,
      setAsideMs: found.ctimeMs,
      restore: () => translated(this.#restore(key, path)),
      drop: () => translated(removeIfPresent(path)),
    };
  }

  async #restore(key: BlobKey, aside: string): Promise<void> {
    const path = this.#places.pathOf(key);
    const folder = this.#places.folderOf(key);
    await this.#folders.create(folder);
    // Without replacing what was stored anew meanwhile.
    if (this.#isWriteOnce) await presentOnly(linkUnlessThere(aside, path));
    else await presentOnly(rename(aside, path));
    // A rename onto a hard link of the same file does nothing and leaves both names.
    await removeIfPresent(aside);
    await Promise.all([flushFolder(this.#aside), this.#folders.flush([folder])]);
  }

  #asideOf(name: string): string {
    return join(this.#aside, name);
  }
}

/** Creates what is missing below the root. */
export async function openFileBlobStore(options: FileBlobStoreOptions): Promise<FileBlobStore> {
  const store = new FileBlobStore(options);
  await translated(store.createFolders());
  return store;
}

async function translated<T>(action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    throw translateDiskError(error);
  }
}

async function* translatedEach<T>(items: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* items;
  } catch (error) {
    throw translateDiskError(error);
  }
}

async function linkUnlessThere(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return;
    if (!noLinkCodes.has(code)) throw error;
    await rename(from, to);
  }
}
