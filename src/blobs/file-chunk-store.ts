import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { assert } from '../base/assert.ts';
import { AppError } from '../base/errors/app-error.ts';
import { randomId } from '../base/ids.ts';
import type { BlobSource, ReceiveOptions } from './blob-source.ts';
import type { ChunkStore, StoredChunk } from './chunk-store.ts';
import { isMissing, translateDiskError } from './disk-errors.ts';
import { flushFolder } from './durable-folders.ts';
import { readPlanOf, receiveToFile, removeIfPresent } from './receive.ts';

const safeName = /^[A-Za-z0-9-]+$/;

/** Chunks as files `<batch>/<name>` in an existing folder. */
export class FileChunkStore implements ChunkStore {
  readonly #uploads: string;

  constructor(uploads: string) {
    this.#uploads = uploads;
  }

  async write(
    batchId: string,
    source: BlobSource,
    options: ReceiveOptions = {},
  ): Promise<StoredChunk> {
    const folder = this.#folderOf(batchId);
    const name = randomId();
    try {
      await this.#createFolder(folder);
      const sizeBytes = await receiveToFile(source, join(folder, name), options);
      await flushFolder(folder);
      return { name, sizeBytes };
    } catch (error) {
      throw translateDiskError(error);
    }
  }

  async open(batchId: string, name: string): Promise<Readable> {
    try {
      const file = await open(this.#pathOf(batchId, name), 'r');
      return file.createReadStream(await readPlanOf(file));
    } catch (error) {
      if (!isMissing(error)) throw translateDiskError(error);
      throw new AppError('store.corrupt', `chunk ${name} of ${batchId} is missing`);
    }
  }

  async remove(batchId: string, names: readonly string[]): Promise<void> {
    for (const name of names) await removeIfPresent(this.#pathOf(batchId, name));
  }

  async removeBatch(batchId: string): Promise<void> {
    await rm(this.#folderOf(batchId), { recursive: true, force: true });
  }

  async listBatches(): Promise<readonly string[]> {
    return (await readdir(this.#uploads)).filter((name) => safeName.test(name));
  }

  async #createFolder(folder: string): Promise<void> {
    const created = await mkdir(folder, { recursive: true });
    if (created !== undefined) await flushFolder(this.#uploads);
  }

  #folderOf(batchId: string): string {
    assert(safeName.test(batchId), 'a batch id is letters, digits and dashes');
    return join(this.#uploads, batchId);
  }

  #pathOf(batchId: string, name: string): string {
    assert(safeName.test(name), 'a chunk name is letters, digits and dashes');
    return join(this.#folderOf(batchId), name);
  }
}
