import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../base/errors/app-error.ts';
import type { ContentWriter } from './content-writer.ts';

/** Bytes of one write: 256 KiB was a tenth slower over a gigabyte, 1 MiB no faster. */
const batchBytes = 512 * 1024;
const batchChunksMax = 256;
/**
 * Flushed in the background every so often, so that the flush at the end of a large file is short
 * and other writers do not queue behind it.
 */
const flushBytes = 64 * 1024 * 1024;

interface FileWriterOptions {
  readonly ownsChunks?: boolean;
  readonly observe?: (chunk: Uint8Array) => void;
}

/**
 * Collects chunks without copying them and writes a batch on the thread pool while the next one is
 * collected and observed (hashed); at most two batches are held.
 */
export class FileWriter implements ContentWriter {
  readonly #file: FileHandle;
  readonly #options: FileWriterOptions;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #writing: Promise<void> | undefined;
  #flushing: Promise<void> | undefined;
  #unflushedBytes = 0;

  constructor(file: FileHandle, options: FileWriterOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** A promise when the sender has to wait. */
  add(chunk: Buffer): void | Promise<void> {
    this.#gathered.push(chunk);
    this.#gatheredBytes += chunk.length;
    if (this.#gatheredBytes < batchBytes && this.#gathered.length < batchChunksMax) return;
    return this.#writeGathered();
  }

  /** Everything is on disk when this resolves. */
  async finish(): Promise<void> {
    if (this.#gathered.length > 0) await this.#writeGathered();
    await this.#writing;
    await this.#flushing;
    await this.#file.sync();
  }

  /** Waits until no write is running, also after failures; the file can then be closed. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#writing, this.#flushing]);
  }

  async #writeGathered(): Promise<void> {
    const batch = this.#gathered;
    this.#unflushedBytes += this.#gatheredBytes;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    await this.#writing;
    this.#writing = this.#writeBatch(batch);
    // The next batch, or `finish`, awaits it and throws its failure.
    this.#writing.catch(() => undefined);
    this.#flushNowAndThen();
  }

  /** The write runs on the thread pool while this thread observes the same bytes. */
  async #writeBatch(batch: readonly Buffer[]): Promise<void> {
    const written = writeFully(this.#file, batch);
    for (const chunk of batch) this.#options.observe?.(chunk);
    await written;
    if (this.#options.ownsChunks) for (const chunk of batch) freeChunk(chunk);
  }

  #flushNowAndThen(): void {
    if (this.#unflushedBytes < flushBytes || this.#flushing) return;
    this.#unflushedBytes = 0;
    this.#flushing = this.#file.datasync().then(() => {
      this.#flushing = undefined;
    });
    this.#flushing.catch(() => undefined);
  }
}

/** `writev` may write less than asked, on a disk that is nearly full for instance. */
async function writeFully(file: FileHandle, batch: readonly Buffer[]): Promise<void> {
  let rest = batch;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest);
    if (bytesWritten === 0) throw new AppError('store.unavailable', 'the disk takes no bytes');
    rest = withoutFirst(rest, bytesWritten);
  }
}

function withoutFirst(batch: readonly Buffer[], count: number): readonly Buffer[] {
  let skip = count;
  let index = 0;
  for (const chunk of batch) {
    if (skip < chunk.length) break;
    skip -= chunk.length;
    index += 1;
  }
  const [first, ...others] = batch.slice(index);
  return first === undefined ? [] : [first.subarray(skip), ...others];
}

/** Frees the memory of a chunk that no other code shares. */
export function freeChunk(chunk: Buffer): void {
  const memory = chunk.buffer;
  if (memory instanceof ArrayBuffer && memory.byteLength === chunk.byteLength) memory.transfer(0);
}
