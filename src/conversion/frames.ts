import type { Readable } from 'node:stream';

/** A head in JSON and the bytes that follow it. */
export interface Frame<Head> {
  readonly head: Head;
  readonly bytes: Uint8Array;
}

/** Bytes of a head in JSON. */
const headBytesMax = 64 * 1024;
const sizesBytes = 8;

/** The beginning of a frame; its `sizeBytes` bytes are written after it. */
export function frameHead(head: object, sizeBytes: number): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const sizes = Buffer.alloc(sizesBytes);
  sizes.writeUInt32BE(json.length, 0);
  sizes.writeUInt32BE(sizeBytes, 4);
  return Buffer.concat([sizes, json]);
}

/** Reads frames from a stream. The writer is not trusted: what is larger than agreed is refused. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #bytesMax: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable, bytesMax: number) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#bytesMax = bytesMax;
  }

  /** Undefined at the end of the stream. @throws Error for a frame that is too large or no frame */
  async next<Head>(): Promise<Frame<Head> | undefined> {
    const sizes = await this.#take(sizesBytes);
    if (!sizes) return undefined;
    const headSize = sizes.readUInt32BE(0);
    const sizeBytes = sizes.readUInt32BE(4);
    if (headSize > headBytesMax || sizeBytes > this.#bytesMax) {
      throw new Error('more bytes were sent than agreed');
    }
    const head = await this.#take(headSize);
    const bytes = await this.#take(sizeBytes);
    return head && bytes && { head: JSON.parse(head.toString('utf8')) as Head, bytes };
  }

  async #take(length: number): Promise<Buffer | undefined> {
    if (this.#rest.length >= length) return this.#cut(length);
    const taken = Buffer.allocUnsafe(length);
    let filled = this.#rest.copy(taken);
    while (filled < length) {
      const { value, done } = await this.#chunks.next();
      if (done) return undefined;
      const used = value.copy(taken, filled);
      filled += used;
      this.#rest = value.subarray(used);
    }
    return taken;
  }

  #cut(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
