import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError } from '../base/errors/app-error.ts';
import type { BlobSource, ReceiveOptions } from './blob-source.ts';
import type { ContentWriter } from './content-writer.ts';
import { isMissing, translateTransferError } from './disk-errors.ts';
import { FileWriter } from './file-writer.ts';

/** Size of the pieces that are read: larger ones were no faster, 64 KiB a third slower. */
const readBytes = 512 * 1024;
const readBytesMin = 4 * 1024;

interface ReadPlan {
  readonly highWaterMark: number;
  readonly end?: number;
}

/**
 * How to read a whole file that does not change. Buffers are allocated in full: half a megabyte for
 * each of ten thousand small files cost more than all other work on them. With its end given a
 * stream ends with its last byte without another read: a client that has received all announced
 * bytes may close the connection meanwhile.
 */
export async function readPlanOf(file: FileHandle): Promise<ReadPlan> {
  try {
    const { size } = await file.stat();
    const highWaterMark = Math.min(Math.max(size, readBytesMin), readBytes);
    return size === 0 ? { highWaterMark } : { highWaterMark, end: size - 1 };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type Sink = (chunk: Buffer) => void | Promise<void>;

/** Called with each chunk while it is being written. */
type Observer = (chunk: Uint8Array) => void;

/**
 * Writes a source to a new file and flushes it. On failure there is no file.
 *
 * @returns the number of bytes
 * @throws AppError as `BlobStore.stage`
 */
export async function receiveToFile(
  source: BlobSource,
  path: string,
  options: ReceiveOptions & { readonly observe?: Observer; readonly mode?: number },
): Promise<number> {
  try {
    const file = await open(path, 'wx', options.mode);
    try {
      return await receive(source, file, options);
    } finally {
      await file.close();
    }
  } catch (error) {
    await removeIfPresent(path);
    throw translateTransferError(error, options.signal);
  }
}

function receive(
  source: BlobSource,
  file: FileHandle,
  options: ReceiveOptions & { readonly observe?: Observer },
): Promise<number> {
  return receiveTo(source, options, (known) => new FileWriter(file, { ...options, ...known }));
}

/**
 * Feeds a source to a writer and verifies its size.
 *
 * @returns the number of bytes
 */
export async function receiveTo(
  source: BlobSource,
  options: ReceiveOptions,
  open: (options: Pick<ReceiveOptions, 'ownsChunks'>) => ContentWriter,
): Promise<number> {
  const { sizeBytesMax, signal } = options;
  signal?.throwIfAborted();
  if (options.sizeBytes !== undefined) refuseLargerThan(sizeBytesMax, options.sizeBytes);
  // Chunks read here from a file are not shared with other code either.
  const writer = open({ ownsChunks: isFile(source) || (options.ownsChunks ?? false) });
  let sizeBytes = 0;
  const add = (chunk: Buffer): void | Promise<void> => {
    if (chunk.length === 0) return;
    sizeBytes += chunk.length;
    refuseLargerThan(sizeBytesMax, sizeBytes);
    return writer.add(chunk);
  };
  try {
    await feed(source, add, signal);
    refuseOtherSize(sizeBytes, options.sizeBytes);
    await writer.finish();
  } finally {
    await writer.settle();
  }
  return sizeBytes;
}

function refuseLargerThan(sizeBytesMax: number | undefined, sizeBytes: number): void {
  if (sizeBytesMax === undefined || sizeBytes <= sizeBytesMax) return;
  throw new AppError('request.too-large', `the content exceeds ${sizeBytesMax} bytes`);
}

function refuseOtherSize(sizeBytes: number, announced: number | undefined): void {
  if (announced === undefined || announced === sizeBytes) return;
  throw new AppError(
    'request.invalid',
    `the content has ${sizeBytes} bytes, announced were ${announced}: send it again`,
  );
}

async function feed(source: BlobSource, sink: Sink, signal?: AbortSignal): Promise<void> {
  if (source instanceof Uint8Array) return sink(asBuffer(source));
  if (source instanceof Readable) return feedStream(source, sink, signal);
  return isFile(source) ? feedFile(source.path, sink, signal) : feedIterable(source, sink, signal);
}

function isFile(source: BlobSource): source is { readonly path: string } {
  return !(source instanceof Uint8Array) && !(Symbol.asyncIterator in source);
}

async function feedIterable(
  source: AsyncIterable<Uint8Array>,
  sink: Sink,
  signal?: AbortSignal,
): Promise<void> {
  for await (const chunk of source) {
    signal?.throwIfAborted();
    await sink(asBuffer(chunk));
  }
}

/** A small file, the common case of an import, is one read; only others are worth a stream. */
async function feedFile(path: string, sink: Sink, signal?: AbortSignal): Promise<void> {
  const { size } = await stat(path);
  if (size > readBytes) {
    const stream = createReadStream(path, { highWaterMark: readBytes });
    try {
      return await feedStream(stream, sink, signal);
    } finally {
      stream.destroy();
    }
  }
  const file = await open(path, 'r');
  try {
    await sink(await file.readFile());
  } finally {
    await file.close();
  }
}

/**
 * Flowing mode with pauses rather than `pipeline` or `for await`: those destroy the source on
 * failure, which for a request body closes the connection before the client has its response, and
 * the iterator joins buffered chunks by copying.
 */
async function feedStream(source: Readable, sink: Sink, signal?: AbortSignal): Promise<void> {
  const failure = Promise.withResolvers<never>();
  let isOpen = true;
  const onData = (chunk: Buffer | string): void => {
    try {
      const pending = sink(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      if (!pending) return;
      source.pause();
      pending.then(() => isOpen && source.resume(), failure.reject);
    } catch (error) {
      failure.reject(error);
    }
  };
  source.on('data', onData);
  try {
    const end = finished(source, { writable: false, ...(signal && { signal }) });
    await Promise.race([end, failure.promise]);
  } finally {
    isOpen = false;
    source.off('data', onData);
    if (!source.readableEnded) source.pause();
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns whether it existed. */
export async function removeIfPresent(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
