import { copyFile, link, open, rename, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { now } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { type BlobKey, randomId } from '../base/ids.ts';
import type { StagedBlob } from './blob-store.ts';
import type { ContentPlaces } from './content-places.ts';
import { type DigestAlgorithm, isBlobKey } from './digest.ts';
import { errorCode, isMissing, translateDiskError } from './disk-errors.ts';
import type { DurableFolders } from './durable-folders.ts';
import { removeIfPresent } from './receive.ts';
import type { WrittenContent } from './small-files.ts';

interface StagedFileOptions extends WrittenContent {
  readonly places: ContentPlaces;
  readonly folders: DurableFolders;
  readonly isFlushedLater: boolean;
  /** What is at the key already is neither replaced nor marked as modified. */
  readonly isWriteOnce: boolean;
}

/** Where hard links do not exist or are not allowed: exFAT, some network and container mounts. */
export const noLinkCodes = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/**
 * A written file under a temporary name. It is put at its key as a second hard link, which takes no
 * space and keeps the temporary copy until `release`.
 */
export class StagedFile implements StagedBlob {
  readonly key: BlobKey;
  readonly digest: string;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly sizeBytes: number;
  readonly #options: StagedFileOptions;
  #temporary: string;
  /** Where its content is: chosen anew each time that it is placed. */
  #path: string;

  constructor(options: StagedFileOptions) {
    this.key = options.key;
    this.digest = options.digest;
    this.digestAlgorithm = options.digestAlgorithm;
    this.sizeBytes = options.sizeBytes;
    this.#options = options;
    this.#temporary = options.temporary;
    this.#path = options.places.pathOf(options.key);
  }

  async commit(): Promise<void> {
    try {
      await this.#announce();
      await this.#place();
      // Also when the content exists already: another transfer may not have flushed it yet.
      if (!this.#options.isFlushedLater) await this.#flushFolder();
    } catch (error) {
      throw translateDiskError(error);
    }
  }

  async release(): Promise<void> {
    try {
      if (!(await this.#isInPlace(this.#path))) {
        await this.#place();
        await this.#flushFolder();
      }
    } catch (error) {
      throw translateDiskError(error);
    }
    await this.discard();
  }

  async discard(): Promise<void> {
    await removeIfPresent(this.#temporary);
  }

  /** Before anything is done at the key. A crash leaves the name, and the content stays with it. */
  async #announce(): Promise<void> {
    if (announcedKey(basename(this.#temporary)) === this.key) return;
    const announced = join(dirname(this.#temporary), `${this.key}.${randomId()}`);
    await rename(this.#temporary, announced);
    this.#temporary = announced;
  }

  #flushFolder(): Promise<void> {
    const { folders, places } = this.#options;
    return folders.flush([places.folderOf(this.key)]);
  }

  async #place(): Promise<void> {
    const { folders, places } = this.#options;
    const folder = places.folderOf(this.key);
    await folders.create(folder);
    try {
      await this.#linkOrKeep();
    } catch (error) {
      if (!isMissing(error)) throw error;
      folders.forget(folder);
      await folders.create(folder);
      await this.#linkOrKeep();
    }
  }

  async #linkOrKeep(): Promise<void> {
    if (await this.#isKeptEarlier()) return;
    this.#path = this.#options.places.pathOf(this.key);
    const temporary = this.#temporary;
    try {
      await link(temporary, this.#path);
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (code !== 'EEXIST' && !noLinkCodes.has(code)) throw error;
      await this.#keepOrReplace(code === 'EEXIST');
    }
  }

  /** Content that an earlier version has stored is kept where it is. */
  async #isKeptEarlier(): Promise<boolean> {
    const earlier = await this.#options.places.findEarlier(this.key);
    if (earlier === undefined || !(await this.#isInPlace(earlier))) return false;
    this.#path = earlier;
    if (!this.#options.isWriteOnce) await this.#markModified(earlier);
    return true;
  }

  async #keepOrReplace(canLink: boolean): Promise<void> {
    const { isWriteOnce } = this.#options;
    const path = this.#path;
    const isInPlace = await this.#isInPlace(path);
    if (!isWriteOnce && isInPlace) return this.#markModified(path);
    if (!isWriteOnce || (!isInPlace && !canLink)) return this.#replace(canLink);
    if (isInPlace) return;
    throw new AppError(
      'store.corrupt',
      `content ${this.key} is there with another size, and a content of records is never replaced; move the file ${path} away`,
    );
  }

  /** Fails when a collector has just set the content aside: then it must be placed again. */
  async #markModified(path: string): Promise<void> {
    const seconds = now() / 1000;
    try {
      await utimes(path, seconds, seconds);
    } catch (error) {
      if (isMissing(error)) throw error;
      // The times of another user's file cannot be set, but the file can be replaced.
      await this.#replace(true);
    }
  }

  /** Equal keys mean equal content, so a file of another size is damaged. */
  async #isInPlace(path: string): Promise<boolean> {
    try {
      return (await stat(path)).size === this.sizeBytes;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Content appears at the key atomically: by renaming a second copy. */
  async #replace(canLink: boolean): Promise<void> {
    const temporary = this.#temporary;
    const second = `${temporary}.copy`;
    if (canLink) await link(temporary, second);
    else await copyDurably(temporary, second, this.#options.isWriteOnce);
    await rename(second, this.#path);
  }
}

/** The content that a file in the folder of temporary files announces. */
export function announcedKey(name: string): BlobKey | undefined {
  const key = name.slice(0, 64);
  return name[64] === '.' && isBlobKey(key) ? key : undefined;
}

async function copyDurably(from: string, to: string, isReadOnly: boolean): Promise<void> {
  await copyFile(from, to);
  const copy = await open(to, isReadOnly ? 'r' : 'r+');
  try {
    await copy.sync();
  } finally {
    await copy.close();
  }
}
