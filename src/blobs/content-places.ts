import type { Dir } from 'node:fs';
import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../base/assert.ts';
import { presentOnly } from '../base/file-errors.ts';
import type { BlobKey } from '../base/ids.ts';
import { inParallel } from '../base/parallel.ts';
import { isBlobKey } from './digest.ts';

/** Folders that are read at the same time. */
const foldersTogether = 16;
/** Names read from disk at a time. */
const bufferSize = 1_000;

/** Of a folder without folders in it, where a file system counts them. Others tell another number. */
const linksOfLeaf = 2;

/**
 * Where content lies below a folder: `ab/<key>`. Earlier versions stored it at `ab/cd/<key>`, where it
 * stays: what is looked for is looked for in both places. See `docs/decisions/0024-import.md`.
 */
export class ContentPlaces {
  readonly #root: string;
  /** Whether a folder may have content of earlier versions, as far as it is known. */
  readonly #mayHaveEarlier = new Map<string, boolean>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The folder for new content. */
  folderOf(key: BlobKey): string {
    // Keys are read from the store of documents; an invalid key must not become a path.
    assert(isBlobKey(key), 'a blob key is 64 hexadecimal digits');
    return join(this.#root, key.slice(0, 2));
  }

  /** For new content. */
  pathOf(key: BlobKey): string {
    return join(this.folderOf(key), key);
  }

  /** Where an earlier version may have stored the content. */
  earlierPathOf(key: BlobKey): string {
    return join(this.folderOf(key), key.slice(2, 4), key);
  }

  /** What is found at the first place that has something. */
  async first<T>(
    key: BlobKey,
    find: (path: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    return (await find(this.pathOf(key))) ?? find(this.earlierPathOf(key));
  }

  /**
   * Where an earlier version may have stored the content; undefined when it has not. Without such content
   * nothing is asked of the disk, except once for each folder.
   */
  async findEarlier(key: BlobKey): Promise<string | undefined> {
    const folder = this.folderOf(key);
    let mayHave = this.#mayHaveEarlier.get(folder);
    if (mayHave === undefined) {
      const found = await presentOnly(stat(folder));
      mayHave = found !== undefined && found.nlink !== linksOfLeaf;
      this.#mayHaveEarlier.set(folder, mayHave);
    }
    return mayHave ? this.earlierPathOf(key) : undefined;
  }

  /** All keys in ascending order, each once. A 256th of the names is in memory. */
  async *listKeys(): AsyncGenerator<readonly BlobKey[]> {
    for (const first of (await namesIn(this.#root)).filter(isFolderName).sort()) {
      const bySecond = await this.#keysIn(first);
      for (const second of [...bySecond.keys()].sort()) {
        yield [...new Set(bySecond.get(second))].sort();
      }
    }
  }

  /** By their next two digits: sorting all of a large store at once would hold the event loop. */
  async #keysIn(first: string): Promise<Map<string, BlobKey[]>> {
    const bySecond = new Map<string, BlobKey[]>();
    const add = (name: string): void => {
      if (!isBlobKey(name) || !name.startsWith(first)) return;
      const second = name.slice(2, 4);
      const keys = bySecond.get(second);
      if (keys) keys.push(name);
      else bySecond.set(second, [name]);
    };
    const earlier: string[] = [];
    for await (const { name } of await entriesOf(join(this.#root, first))) {
      if (isFolderName(name)) earlier.push(name);
      else add(name);
    }
    await inParallel(earlier, foldersTogether, async (second) => {
      const names = await namesIn(join(this.#root, first, second));
      for (const name of names) if (name.startsWith(second, 2)) add(name);
    });
    return bySecond;
  }
}

function isFolderName(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}

/** None of a folder that is gone, as only an administrator removes folders. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await presentOnly(readdir(folder))) ?? [];
}

async function entriesOf(folder: string): Promise<Dir | readonly { readonly name: string }[]> {
  return (await presentOnly(opendir(folder, { bufferSize }))) ?? [];
}
