import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './disk-errors.ts';

/** A folder cannot be opened or flushed everywhere (Windows, some network mounts). */
const unflushableCodes = new Set(['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EBADF']);

/**
 * Folders below a root, created on demand. A name in a folder survives a power failure only once
 * the folder itself is flushed, and so on up to the root; flushed folders are remembered, because
 * the program never removes them.
 */
export class DurableFolders {
  readonly #root: string;
  readonly #created = new Set<string>();
  /** Folders whose own name is durable in their parent. */
  readonly #anchored = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    this.#anchored.add(root);
  }

  async create(folder: string): Promise<void> {
    if (this.#created.has(folder)) return;
    await mkdir(folder, { recursive: true });
    this.#created.add(folder);
  }

  /** Called when the folder was removed from outside the program. */
  forget(folder: string): void {
    for (let path = folder; path.length > this.#root.length; path = dirname(path)) {
      this.#created.delete(path);
      this.#anchored.delete(path);
    }
  }

  /** Makes the names now in the folders durable. */
  async flush(folders: Iterable<string>): Promise<void> {
    const wanted = new Set<string>();
    for (const folder of folders) {
      for (let path = folder; ; path = dirname(path)) {
        wanted.add(path);
        if (this.#anchored.has(path) || path.length <= this.#root.length) break;
      }
    }
    await Promise.all([...wanted].map(flushFolder));
    for (const folder of wanted) this.#anchored.add(folder);
  }
}

export async function flushFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!unflushableCodes.has(errorCode(error) ?? '')) throw error;
  }
}
