/** What the records of an archive say about an entry, see the ZIP specification (APPNOTE.TXT). */
export interface ZipRecord {
  /** UTF-8. */
  readonly name: Uint8Array;
  readonly modifiedMs: number;
  readonly isDeflated: boolean;
  /** Checksum and sizes are behind the content, as they were not known before it. */
  readonly isMeasuredLater: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
}

const wordMax = 0xffff_ffff;
const halfWordMax = 0xffff;
/** Names are UTF-8. */
const nameFlag = 0x800;
const measuredLaterFlag = 8;
const version = 20;
const zip64Version = 45;
const zip64Id = 1;
const timeId = 0x5455;

/** Written before the content of an entry. */
export function localHeader(entry: ZipRecord): Buffer {
  const extra = timeExtra(entry.modifiedMs);
  const header = Buffer.alloc(30 + entry.name.length + extra.length);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(version, 4);
  writeCommon(header, 6, entry);
  const isKnown = !entry.isMeasuredLater;
  header.writeUInt32LE(isKnown ? entry.crc : 0, 14);
  header.writeUInt32LE(isKnown ? entry.packedBytes : 0, 18);
  header.writeUInt32LE(isKnown ? entry.sizeBytes : 0, 22);
  header.writeUInt16LE(entry.name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  header.set(entry.name, 30);
  header.set(extra, 30 + entry.name.length);
  return header;
}

/** Written behind the content of an entry that was not measured before. */
export function dataDescriptor({ crc, packedBytes, sizeBytes }: ZipRecord): Buffer {
  const isLarge = packedBytes > wordMax || sizeBytes > wordMax;
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (isLarge) {
    descriptor.writeBigUInt64LE(BigInt(packedBytes), 8);
    descriptor.writeBigUInt64LE(BigInt(sizeBytes), 16);
  } else {
    descriptor.writeUInt32LE(packedBytes, 8);
    descriptor.writeUInt32LE(sizeBytes, 12);
  }
  return descriptor;
}

/** Flags, method and time are in both records of an entry. */
function writeCommon(header: Buffer, at: number, entry: ZipRecord): void {
  header.writeUInt16LE(nameFlag | (entry.isMeasuredLater ? measuredLaterFlag : 0), at);
  header.writeUInt16LE(entry.isDeflated ? 8 : 0, at + 2);
  header.writeUInt32LE(dosTime(entry.modifiedMs), at + 4);
}

/** The time of the place of the server in steps of two seconds: programs without time zones show it. */
function dosTime(epochMs: number): number {
  const time = new Date(epochMs);
  const year = time.getFullYear();
  if (!(year >= 1980)) return 0x0021_0000;
  if (year > 2107) return 0xff9f_bf7d;
  const date = ((year - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}

/** The same in seconds of UTC, which most programs prefer. */
function timeExtra(epochMs: number): Buffer {
  const seconds = Math.floor(epochMs / 1000);
  if (!(Math.abs(seconds) < 2 ** 31)) return Buffer.alloc(0);
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(timeId, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(seconds, 5);
  return extra;
}

const blockBytes = 65_536;

/**
 * The list of entries at the end of an archive. It is kept as the bytes that will be written: some 150 for each
 * entry, outside of the heap.
 */
export class CentralDirectory {
  readonly #full: Buffer[] = [];
  #block = Buffer.alloc(0);
  #used = 0;
  #count = 0;
  #bytes = 0;

  /** `offset`: where the entry begins in the archive. */
  add(entry: ZipRecord, offset: number): void {
    const extra = Buffer.concat([timeExtra(entry.modifiedMs), zip64Extra(entry, offset)]);
    const length = 46 + entry.name.length + extra.length;
    const record = this.#reserve(length);
    record.writeUInt32LE(0x0201_4b50, 0);
    record.writeUInt16LE(zip64Version, 4);
    record.writeUInt16LE(isZip64(entry, offset) ? zip64Version : version, 6);
    writeCommon(record, 8, entry);
    record.writeUInt32LE(entry.crc, 16);
    record.writeUInt32LE(Math.min(entry.packedBytes, wordMax), 20);
    record.writeUInt32LE(Math.min(entry.sizeBytes, wordMax), 24);
    record.writeUInt16LE(entry.name.length, 28);
    record.writeUInt16LE(extra.length, 30);
    record.writeUInt32LE(Math.min(offset, wordMax), 42);
    record.set(entry.name, 46);
    record.set(extra, 46 + entry.name.length);
    this.#count += 1;
    this.#bytes += length;
  }

  #reserve(length: number): Buffer {
    if (this.#used + length > this.#block.length) {
      this.#full.push(this.#block.subarray(0, this.#used));
      this.#block = Buffer.alloc(Math.max(blockBytes, length));
      this.#used = 0;
    }
    this.#used += length;
    return this.#block.subarray(this.#used - length, this.#used);
  }

  /** What ends an archive whose entries end at that offset. */
  *end(offset: number): Generator<Buffer> {
    yield* this.#full;
    yield this.#block.subarray(0, this.#used);
    if (this.#count >= halfWordMax || offset + this.#bytes >= wordMax) yield this.#zip64End(offset);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x0605_4b50, 0);
    end.writeUInt16LE(Math.min(this.#count, halfWordMax), 8);
    end.writeUInt16LE(Math.min(this.#count, halfWordMax), 10);
    end.writeUInt32LE(Math.min(this.#bytes, wordMax), 12);
    end.writeUInt32LE(Math.min(offset, wordMax), 16);
    yield end;
  }

  /** The numbers that the last record has no room for, and where they are. */
  #zip64End(offset: number): Buffer {
    const end = Buffer.alloc(76);
    end.writeUInt32LE(0x0606_4b50, 0);
    end.writeBigUInt64LE(44n, 4);
    end.writeUInt16LE(zip64Version, 12);
    end.writeUInt16LE(zip64Version, 14);
    end.writeBigUInt64LE(BigInt(this.#count), 24);
    end.writeBigUInt64LE(BigInt(this.#count), 32);
    end.writeBigUInt64LE(BigInt(this.#bytes), 40);
    end.writeBigUInt64LE(BigInt(offset), 48);
    end.writeUInt32LE(0x0706_4b50, 56);
    end.writeBigUInt64LE(BigInt(offset + this.#bytes), 64);
    end.writeUInt32LE(1, 72);
    return end;
  }
}

function isZip64({ packedBytes, sizeBytes }: ZipRecord, offset: number): boolean {
  return Math.max(packedBytes, sizeBytes, offset) >= wordMax;
}

/** The numbers of an entry that its record has no room for, in their order there. */
function zip64Extra({ packedBytes, sizeBytes }: ZipRecord, offset: number): Buffer {
  const large = [sizeBytes, packedBytes, offset].filter((number) => number >= wordMax);
  if (large.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + large.length * 8);
  extra.writeUInt16LE(zip64Id, 0);
  extra.writeUInt16LE(large.length * 8, 2);
  for (const [at, number] of large.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + at * 8);
  return extra;
}
