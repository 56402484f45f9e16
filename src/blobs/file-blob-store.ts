import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { assert } from '../base/assert.ts';
import { now } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { type BlobKey, randomId } from '../base/ids.ts';
import type { BlobSource } from './blob-source.ts';
import type {
  BlobStat,
  BlobStore,
  ByteRange,
  SetAsideBlob,
  StagedBlob,
  StageOptions,
} from './blob-store.ts';
import type { ChunkStore } from './chunk-store.ts';
import { ContentHasher, type DigestAlgorithm, isBlobKey } from './digest.ts';
import { isMissing, translateDiskError } from './disk-errors.ts';
import { DurableFolders, flushFolder } from './durable-folders.ts';
import { FileChunkStore } from './file-chunk-store.ts';
import { readPlanOf, receiveToFile, removeIfPresent } from './receive.ts';
import { StagedFile } from './staged-file.ts';

interface FileBlobStoreOptions {
  readonly root: string;
  readonly digestAlgorithm?: DigestAlgorithm;
}

/**
 * Content as files: `data/ab/cd/<key>` for what is kept, `tmp` for what is being written, `aside`
 * for what a collector has set aside and not yet removed, `uploads` for chunks, `owner` for the id
 * of the store of documents. All on one file system, so that content is moved by renaming.
 */
export class FileBlobStore implements BlobStore {
  readonly digestAlgorithm: DigestAlgorithm;
  readonly chunks: ChunkStore;
  readonly #root: string;
  readonly #data: string;
  readonly #temporary: string;
  readonly #aside: string;
  readonly #folders: DurableFolders;

  /** Use `openFileBlobStore`, which creates the folders. */
  constructor(options: FileBlobStoreOptions) {
    this.digestAlgorithm = options.digestAlgorithm ?? 'SHA-256';
    this.#root = options.root;
    this.#data = join(options.root, 'data');
    this.#temporary = join(options.root, 'tmp');
    this.#aside = join(options.root, 'aside');
    this.chunks = new FileChunkStore(join(options.root, 'uploads'));
    this.#folders = new DurableFolders(options.root);
  }

  async createFolders(): Promise<void> {
    for (const name of ['data', 'tmp', 'aside', 'uploads']) {
      await mkdir(join(this.#root, name), { recursive: true });
    }
  }

  async stage(source: BlobSource, options: StageOptions = {}): Promise<StagedBlob> {
    const hasher = new ContentHasher(this.digestAlgorithm);
    const temporary = join(this.#temporary, randomId());
    const sizeBytes = await receiveToFile(source, temporary, {
      ...options,
      observe: (chunk) => hasher.update(chunk),
    });
    const content = hasher.finish();
    return new StagedFile({
      ...content,
      sizeBytes,
      temporary,
      path: this.#pathOf(content.key),
      folder: this.#folderOf(content.key),
      folders: this.#folders,
      isFlushedLater: options.durable === 'later',
    });
  }

  async flushDirectories(keys: readonly BlobKey[]): Promise<void> {
    await translated(this.#folders.flush(keys.map((key) => this.#folderOf(key))));
  }

  async open(key: BlobKey, range?: ByteRange): Promise<Readable> {
    const file = await translated(this.#openFile(key));
    if (!file) throw new AppError('store.corrupt', `content ${key} is missing from the blob store`);
    return file.createReadStream({ ...(await translated(readPlanOf(file))), ...range });
  }

  /** Content that was just set aside can still be read: it may be restored. */
  async #openFile(key: BlobKey): Promise<FileHandle | undefined> {
    const found = await presentOnly(open(this.#pathOf(key), 'r'));
    if (found) return found;
    for (const name of await readdir(this.#aside)) {
      if (!name.startsWith(key)) continue;
      const aside = await presentOnly(open(join(this.#aside, name), 'r'));
      if (aside) return aside;
    }
    return presentOnly(open(this.#pathOf(key), 'r'));
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    const found = await translated(presentOnly(stat(this.#pathOf(key))));
    return found && { key, sizeBytes: found.size, modifiedMs: found.mtimeMs };
  }

  async exists(key: BlobKey): Promise<boolean> {
    return (await this.stat(key)) !== undefined;
  }

  remove(key: BlobKey): Promise<boolean> {
    return translated(removeIfPresent(this.#pathOf(key)));
  }

  async setAside(key: BlobKey): Promise<SetAsideBlob | undefined> {
    // A unique name, so that two collectors of one key never remove what the other has moved.
    const aside = join(this.#aside, `${key}.${randomId()}`);
    const moved = presentOnly(rename(this.#pathOf(key), aside).then(() => true));
    if (!(await translated(moved))) return undefined;
    const found = await presentOnly(stat(aside)).catch(async (error) => {
      await this.#restore(key, aside);
      throw translateDiskError(error);
    });
    return {
      // If it is missing here, another process has just restored it.
      modifiedMs: found?.mtimeMs ?? now(),
      restore: () => translated(this.#restore(key, aside)),
      drop: async () => {
        await translated(removeIfPresent(aside));
      },
    };
  }

  async *list(): AsyncIterable<BlobStat> {
    for await (const path of filesBelow(this.#data)) {
      const key = path.slice(path.length - 64);
      const found = isBlobKey(key) ? await this.stat(key) : undefined;
      if (found) yield found;
    }
  }

  async claim(ownerId: string): Promise<string> {
    const path = join(this.#root, 'owner');
    const known = await translated(presentOnly(readFile(path, 'utf8')));
    if (known) return known.trim();
    await translated(this.#writeOwner(path, ownerId));
    return ownerId;
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
    for (const name of await readdir(this.#aside)) {
      const key = name.slice(0, 64);
      if (isBlobKey(key)) await this.#restore(key, join(this.#aside, name));
    }
  }

  async #restore(key: BlobKey, aside: string): Promise<void> {
    await this.#folders.create(this.#folderOf(key));
    await presentOnly(rename(aside, this.#pathOf(key)));
    // A rename onto a hard link of the same file does nothing and leaves both names.
    await removeIfPresent(aside);
    await Promise.all([flushFolder(this.#aside), this.#folders.flush([this.#folderOf(key)])]);
  }

  #folderOf(key: BlobKey): string {
    // Keys are read from the store of documents; an invalid key must not become a path.
    assert(isBlobKey(key), 'a blob key is 64 hexadecimal digits');
    return join(this.#data, key.slice(0, 2), key.slice(2, 4));
  }

  #pathOf(key: BlobKey): string {
    return join(this.#folderOf(key), key);
  }
}

/** Creates what is missing below the root. */
export async function openFileBlobStore(options: FileBlobStoreOptions): Promise<FileBlobStore> {
  const store = new FileBlobStore(options);
  await translated(store.createFolders());
  return store;
}

async function* filesBelow(folder: string): AsyncIterable<string> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

async function presentOnly<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function translated<T>(action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    throw translateDiskError(error);
  }
}
