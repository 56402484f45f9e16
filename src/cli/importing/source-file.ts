import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ContentHasher } from '../../blobs/digest.ts';

/** Larger files are streamed. */
const wholeBytesMax = 512 * 1024;
const chunkBytes = 512 * 1024;

/**
 * The file itself cannot be read, which concerns this file only. Other errors while content is
 * staged are those of the store and end the import.
 */
export class SourceError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** An opened file of the folder that is imported. Each method reads it from its start. */
export class SourceFile {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** All bytes; only for files that are known to be small. */
  async read(sizeBytes: number): Promise<Buffer> {
    // One byte more, to detect the end when the file has the expected size.
    const bytes = Buffer.allocUnsafe(sizeBytes + 1);
    let filled = 0;
    while (filled < bytes.length) {
      const bytesRead = await this.#readAt(bytes.subarray(filled), filled);
      if (bytesRead === 0) return bytes.subarray(0, filled);
      filled += bytesRead;
    }
    // It has grown meanwhile.
    return Buffer.concat(await Array.fromAsync(this.#chunks()));
  }

  /** As much of the beginning as there is. */
  async head(bytesMax: number): Promise<Buffer> {
    const bytes = Buffer.alloc(bytesMax);
    return bytes.subarray(0, await this.#readAt(bytes, 0));
  }

  /** The content: as one buffer when it is small. */
  async content(sizeBytes: number): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
    return sizeBytes <= wholeBytesMax ? this.read(sizeBytes) : this.#chunks();
  }

  /** The key that the content has in a blob store. */
  async key(sizeBytes: number): Promise<string> {
    const hasher = new ContentHasher('SHA-256');
    const content = await this.content(sizeBytes);
    if (content instanceof Uint8Array) hasher.update(content);
    else for await (const chunk of content) hasher.update(chunk);
    return hasher.finish().key;
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; ) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const bytesRead = await this.#readAt(chunk, position);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      position += bytesRead;
    }
  }

  async #readAt(buffer: Buffer, position: number): Promise<number> {
    return (await attempt(this.#file.read(buffer, 0, buffer.length, position))).bytesRead;
  }
}

/** Opens a file that must not be a symbolic link. @throws SourceError */
export async function withSourceFile<T>(
  path: string,
  work: (file: SourceFile) => Promise<T>,
): Promise<T> {
  const file = await attempt(open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)));
  try {
    return await work(new SourceFile(file));
  } finally {
    await file.close();
  }
}

async function attempt<T>(action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    throw new SourceError(error);
  }
}

/** The text of the bytes without a byte order mark; undefined when they are not storable text. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return new TextDecoder().decode(bytes);
}
