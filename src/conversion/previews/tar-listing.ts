import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ArchiveEntry, ArchiveListing } from './archive-listing.ts';
import { fragmentLimits } from './fragment-limits.ts';

const blockBytes = 512;
const { entriesMax, inflatedBytesMax } = fragmentLimits;
/** Of a long name, which is the content of an entry of its own. */
const nameBytesMax = 64 * 1024;

/** Reads heads of entries from the stream of a tar archive, and passes over their contents. */
class TarHeads {
  readonly entries: ArchiveEntry[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #passed = 0;
  #readBytes = 0;
  #longName: string | undefined;
  isEnded = false;
  isShortened = false;

  add(chunk: Buffer): void {
    this.#readBytes += chunk.length;
    const skipped = Math.min(this.#passed, chunk.length);
    this.#passed -= skipped;
    if (skipped < chunk.length) this.#rest = Buffer.concat([this.#rest, chunk.subarray(skipped)]);
    while (!this.isEnded && this.#readHead()) {
      // Until more is needed.
    }
    if (this.#readBytes > inflatedBytesMax) this.#stop();
  }

  #stop(): void {
    this.isEnded = true;
    this.isShortened = true;
  }

  /** Returns whether there was a whole head. */
  #readHead(): boolean {
    if (this.#rest.length < blockBytes) return false;
    const head = this.#rest.subarray(0, blockBytes);
    if (head.every((byte) => byte === 0)) {
      this.isEnded = true;
      return false;
    }
    if (!hasChecksum(head)) throw new Error('it is not an archive that can be read');
    const sizeBytes = numberAt(head, 124, 12);
    const type = String.fromCharCode(head[156] ?? 0);
    const paddedBytes = Math.ceil(sizeBytes / blockBytes) * blockBytes;
    if (type === 'L' && sizeBytes <= nameBytesMax) {
      if (this.#rest.length < blockBytes + paddedBytes) return false;
      this.#longName = textAt(this.#rest, blockBytes, sizeBytes);
    } else if (!'LKxg'.includes(type)) {
      if (this.entries.length >= entriesMax) {
        this.#stop();
        return false;
      }
      const isFolder = type === '5';
      const name = this.#longName ?? nameOf(head);
      const modifiedMs = numberAt(head, 136, 12) * 1000;
      this.entries.push({ name, sizeBytes: isFolder ? undefined : sizeBytes, modifiedMs });
      this.#longName = undefined;
    }
    this.#pass(blockBytes + paddedBytes);
    return true;
  }

  #pass(bytes: number): void {
    const present = Math.min(bytes, this.#rest.length);
    this.#rest = this.#rest.subarray(present);
    this.#passed = bytes - present;
  }
}

/** A tar archive, which may be compressed by gzip. */
export async function listTar(path: string, head: Buffer): Promise<ArchiveListing> {
  const heads = new TarHeads();
  const isCompressed = head[0] === 0x1f && head[1] === 0x8b;
  const stages = isCompressed ? [createGunzip()] : [];
  await pipeline([
    createReadStream(path),
    ...stages,
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        heads.add(chunk);
        if (heads.isEnded) return;
      }
    },
  ]).catch((error: unknown) => {
    // Ends early when enough is known.
    if (!heads.isEnded) throw error;
  });
  const { entries, isShortened } = heads;
  if (entries.length === 0 && !heads.isEnded) throw new Error('it is not an archive');
  return { entries, isWhole: !isShortened };
}

function textAt(bytes: Buffer, start: number, length: number): string {
  const text = bytes.toString('utf8', start, start + length);
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

function nameOf(head: Buffer): string {
  const name = textAt(head, 0, 100);
  const prefix = head.toString('latin1', 257, 262) === 'ustar' ? textAt(head, 345, 155) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Octal digits; larger numbers are binary and begin with a bit that is set. */
function numberAt(head: Buffer, start: number, length: number): number {
  if (((head[start] ?? 0) & 0x80) !== 0) {
    const value = Number(head.readBigUInt64BE(start + length - 8));
    if (Number.isSafeInteger(value)) return value;
    throw new Error('it has an entry of an impossible size');
  }
  const value = Number.parseInt(textAt(head, start, length).trim(), 8);
  return Number.isNaN(value) ? 0 : value;
}

/** The sum of all bytes of the head, with its own field as blanks. */
function hasChecksum(head: Buffer): boolean {
  let sum = 0;
  for (const [at, byte] of head.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum === numberAt(head, 148, 8);
}
