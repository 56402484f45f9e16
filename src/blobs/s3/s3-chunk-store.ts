import type { Readable } from 'node:stream';
import { AppError } from '../../base/errors/app-error.ts';
import { randomId } from '../../base/ids.ts';
import type { BlobSource, ReceiveOptions } from '../blob-source.ts';
import type { ChunkStore, StoredChunk } from '../chunk-store.ts';
import { batchFolder, chunkName, chunksFolder, isSafeName } from './s3-names.ts';
import { S3ReadStream } from './s3-read-stream.ts';
import { receiveToS3, type UploadServices } from './s3-upload.ts';

/** Chunks as objects `chunks/<batch>/<name>`. */
export class S3ChunkStore implements ChunkStore {
  readonly #services: UploadServices;

  constructor(services: UploadServices) {
    this.#services = services;
  }

  async write(
    batchId: string,
    source: BlobSource,
    options: ReceiveOptions = {},
  ): Promise<StoredChunk> {
    const id = randomId();
    const name = chunkName(batchId, id);
    const upload = { ...options, name, digestAlgorithm: 'SHA-256' } as const;
    const { bytes, key, sizeBytes } = await receiveToS3(source, this.#services, upload);
    if (bytes) await this.#services.objects.put(name, { bytes, sha256: key });
    return { name: id, sizeBytes };
  }

  async open(batchId: string, id: string): Promise<Readable> {
    const { objects } = this.#services;
    const name = chunkName(batchId, id);
    const found = await objects.get(name);
    if (!found) throw new AppError('store.corrupt', `chunk ${id} of ${batchId} is missing`);
    const { body, sizeBytes } = found;
    return new S3ReadStream({ objects, name, body, start: 0, lengthBytes: sizeBytes });
  }

  async remove(batchId: string, ids: readonly string[]): Promise<void> {
    await this.#services.objects.removeAll(ids.map((id) => chunkName(batchId, id)));
  }

  /** Where objects cannot be listed, a rule of the bucket has to remove those of batches that expired. */
  async removeBatch(batchId: string): Promise<void> {
    const { objects } = this.#services;
    const folder = batchFolder(batchId);
    if (!objects.options.canList) return;
    for await (const page of objects.list(folder)) {
      await objects.removeAll(page.map(({ name }) => name));
    }
  }

  async listBatches(): Promise<readonly string[]> {
    const { objects } = this.#services;
    if (!objects.options.canList) return [];
    return (await objects.listFolders(chunksFolder)).filter(isSafeName);
  }
}
