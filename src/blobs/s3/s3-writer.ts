import { createHash, type Hash } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import type { ContentWriter } from '../content-writer.ts';
import type { ContentHasher } from '../digest.ts';
import { freeChunk } from '../file-writer.ts';
import { MultipartUpload, partsPerUploadMax } from './s3-multipart.ts';
import type { S3Objects } from './s3-objects.ts';
import type { Slots } from './slots.ts';

interface S3WriterOptions {
  readonly objects: S3Objects;
  /** Of the parts that are being sent, of all writers. */
  readonly slots: Slots;
  /** Of the object that a content of several parts becomes. */
  readonly name: string;
  readonly hasher: ContentHasher;
  readonly ownsChunks: boolean;
  /** As announced. */
  readonly sizeBytes: number | undefined;
}

/**
 * Collects the chunks of a content. One that fits in a part stays in memory; of a larger one, parts are sent while
 * the next is collected, as many at a time as there are slots.
 */
export class S3Writer implements ContentWriter {
  readonly #options: S3WriterOptions;
  readonly #partBytes: number;
  readonly #sending = new Set<Promise<void>>();
  #upload: MultipartUpload | undefined;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  /** Of the part that is collected, from the second on: that of the first is that of the content so far. */
  #partHash: Hash | undefined;
  #partCount = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: S3WriterOptions) {
    this.#options = options;
    const { sizeBytes = 0, objects } = options;
    this.#partBytes = Math.max(objects.options.partBytes, Math.ceil(sizeBytes / partsPerUploadMax));
  }

  add(chunk: Buffer): void | Promise<void> {
    if (this.#failure) throw this.#failure.error;
    if (this.#gatheredBytes + chunk.length > this.#partBytes) return this.#fill(chunk);
    this.#gather(chunk);
  }

  async finish(): Promise<void> {
    if (!this.#upload) return;
    if (this.#gatheredBytes > 0) await this.#sendGathered(this.#upload);
    await this.settle();
    if (this.#failure) throw this.#failure.error;
    await this.#upload.complete();
  }

  async settle(): Promise<void> {
    await Promise.allSettled(this.#sending);
  }

  /** After a failure, once all is settled. What cannot be removed now is removed like what a killed process leaves. */
  async abort(): Promise<void> {
    await this.#upload?.abort().catch(() => undefined);
  }

  /** The whole content, unless it became an object. */
  takeBytes(): Buffer | undefined {
    return this.#upload ? undefined : this.#join();
  }

  async #fill(chunk: Buffer): Promise<void> {
    this.#upload ??= await MultipartUpload.begin(this.#options.objects, this.#options.name);
    let rest = chunk;
    while (this.#gatheredBytes + rest.length > this.#partBytes) {
      const room = this.#partBytes - this.#gatheredBytes;
      if (room > 0) this.#gather(rest.subarray(0, room));
      rest = rest.subarray(room);
      await this.#sendGathered(this.#upload);
    }
    this.#gather(rest);
  }

  #gather(chunk: Buffer): void {
    this.#options.hasher.update(chunk);
    this.#partHash?.update(chunk);
    this.#gathered.push(chunk);
    this.#gatheredBytes += chunk.length;
  }

  /** Waits for a slot, not until the part is sent. */
  async #sendGathered(upload: MultipartUpload): Promise<void> {
    const { slots, hasher } = this.#options;
    if (this.#partCount === partsPerUploadMax) {
      throw new AppError(
        'request.too-large',
        `the content has more than ${partsPerUploadMax} parts of ${this.#partBytes} bytes; announce its size`,
      );
    }
    const sha256 = this.#partHash?.digest('hex') ?? hasher.keySoFar();
    this.#partHash = createHash('sha256');
    this.#partCount += 1;
    const partNumber = this.#partCount;
    await slots.take();
    const bytes = this.#join();
    const sending = upload
      .send(partNumber, { bytes, sha256 })
      // Its memory only once S3 has it all: a connection that failed may still use it.
      .then(() => freeChunk(bytes))
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        slots.give();
        this.#sending.delete(sending);
      });
    this.#sending.add(sending);
  }

  #join(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.#gatheredBytes);
    let at = 0;
    for (const chunk of this.#gathered) {
      at += chunk.copy(bytes, at);
      if (this.#options.ownsChunks) freeChunk(chunk);
    }
    this.#gathered = [];
    this.#gatheredBytes = 0;
    return bytes;
  }
}
