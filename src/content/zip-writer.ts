import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { giveTurn, isTurnOver } from '../base/turns.ts';
import { EntryNames } from './entry-names.ts';
import { mimeTypeOfFileName } from './mime-types.ts';
import { CentralDirectory, dataDescriptor, localHeader, type ZipRecord } from './zip-records.ts';

/** In pieces; a stream is destroyed when reading stops. */
type ZipContent = Readable | Iterable<Uint8Array>;

export interface ZipEntry {
  /** May have folders, separated by `/`; made safe and unique by the writer. */
  readonly name: string;
  readonly modifiedMs: number;
  /** Of its content, where the name does not tell it. */
  readonly mimeType?: string | null;
  /** Called when the entry is to be written. */
  open(): Promise<ZipContent>;
}

type ZipEntries = AsyncIterable<ZipEntry> | Iterable<ZipEntry>;

interface ZipOptions {
  /** The names are safe and differ in more than case: they need not be kept in memory. */
  readonly hasSafeNames?: boolean;
}

/**
 * A zip archive of the entries in their order, as a stream. One entry is open at a time, none
 * before reading starts, and it is closed when reading stops. The stream fails when an entry cannot
 * be read.
 */
export function writeZip(entries: ZipEntries, options: ZipOptions = {}): Readable {
  return new ZipStream(entries, options);
}

/** A stream class and not a generator, which cannot be stopped while it waits for an entry. */
class ZipStream extends PassThrough {
  readonly #entries: ZipEntries;
  readonly #options: ZipOptions;
  readonly #abandoned = new AbortController();
  #isBegun = false;

  constructor(entries: ZipEntries, options: ZipOptions) {
    super();
    this.#entries = entries;
    this.#options = options;
  }

  override _read(sizeBytes: number): void {
    if (!this.#isBegun) {
      this.#isBegun = true;
      const writer = new ArchiveWriter(this, this.#abandoned.signal);
      writeEntries(writer, this.#entries, this.#options).catch((error) => this.destroy(error));
    }
    super._read(sizeBytes);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#abandoned.abort();
    super._destroy(error, done);
  }
}

async function writeEntries(
  writer: ArchiveWriter,
  entries: ZipEntries,
  { hasSafeNames }: ZipOptions,
): Promise<void> {
  const names = hasSafeNames ? undefined : new EntryNames();
  for await (const entry of entries) {
    await writer.add(entry, names ? names.take(entry.name) : entry.name);
  }
  await writer.end();
}

/** Contents up to this size are compressed at once, in some milliseconds at most. */
const smallBytes = 65_536;
const blockBytes = 65_536;

/** Small pieces are sent together: an archive of many small files is mostly such pieces. */
class ArchiveWriter {
  readonly #output: PassThrough;
  readonly #signal: AbortSignal;
  readonly #directory = new CentralDirectory();
  #pieces: Uint8Array[] = [];
  #piecesBytes = 0;
  #offset = 0;

  constructor(output: PassThrough, signal: AbortSignal) {
    this.#output = output;
    this.#signal = signal;
  }

  async add(entry: ZipEntry, name: string): Promise<void> {
    this.#signal.throwIfAborted();
    const content = await entry.open();
    const source = content instanceof Readable ? content : undefined;
    // A source without data would be waited for.
    const close = (): unknown => source?.destroy();
    this.#signal.addEventListener('abort', close);
    if (this.#signal.aborted) close();
    try {
      const packs = !isCompressed(name, entry.mimeType);
      const given = { name: Buffer.from(name), modifiedMs: entry.modifiedMs };
      await this.#write({ ...given, isDeflated: packs }, content);
    } finally {
      this.#signal.removeEventListener('abort', close);
      close();
    }
    if (isTurnOver()) await giveTurn();
  }

  async end(): Promise<void> {
    for (const part of this.#directory.end(this.#offset)) await this.#put(part);
    await this.#flush();
    this.#output.end();
  }

  async #write(given: GivenRecord, content: ZipContent): Promise<void> {
    const pieces = piecesOf(content);
    const first: Uint8Array[] = [];
    let bytes = 0;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      first.push(next.value);
      bytes += next.value.length;
      if (bytes <= smallBytes) continue;
      return this.#writeLarge(given, chained(first, pieces));
    }
    return this.#writeSmall(given, Buffer.concat(first));
  }

  async #writeSmall(given: GivenRecord, content: Buffer): Promise<void> {
    const offset = this.#offset;
    const deflated = given.isDeflated ? deflateSmall(content) : content;
    const isSmaller = deflated.length < content.length;
    const packed = isSmaller ? deflated : content;
    const record: ZipRecord = {
      ...given,
      isDeflated: isSmaller,
      isMeasuredLater: false,
      crc: crc32(content),
      packedBytes: packed.length,
      sizeBytes: content.length,
    };
    await this.#put(localHeader(record));
    await this.#put(packed);
    this.#directory.add(record, offset);
  }

  /** Compressed by a thread, and measured while it is written. */
  async #writeLarge(given: GivenRecord, content: AsyncIterable<Uint8Array>): Promise<void> {
    const unknown = { crc: 0, packedBytes: 0, sizeBytes: 0, isMeasuredLater: true } as const;
    const offset = this.#offset;
    await this.#put(localHeader({ ...given, ...unknown }));
    const begin = this.#offset;
    const measured = { crc: 0, sizeBytes: 0 };
    const source = measuring(content, measured);
    const write = async (packed: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const piece of packed) await this.#put(piece);
    };
    const options = { signal: this.#signal };
    if (given.isDeflated) await pipeline(source, createDeflateRaw(), write, options);
    else await write(source);
    const packedBytes = this.#offset - begin;
    const record = { ...given, ...measured, isMeasuredLater: true, packedBytes };
    await this.#put(dataDescriptor(record));
    this.#directory.add(record, offset);
  }

  async #put(piece: Uint8Array): Promise<void> {
    this.#offset += piece.length;
    this.#pieces.push(piece);
    this.#piecesBytes += piece.length;
    if (this.#piecesBytes >= blockBytes) await this.#flush();
  }

  async #flush(): Promise<void> {
    this.#signal.throwIfAborted();
    const block = this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#piecesBytes = 0;
    if (this.#output.write(block)) return;
    await once(this.#output, 'drain', { signal: this.#signal });
  }
}

type GivenRecord = Pick<ZipRecord, 'name' | 'modifiedMs' | 'isDeflated'>;

/** Less does not get smaller. */
const deflatedBytesMin = 64;

/** With tables that fit the content: setting up those for any content takes longer than a small one. */
function deflateSmall(content: Buffer): Buffer {
  if (content.length < deflatedBytesMin) return content;
  const bits = Math.ceil(Math.log2(content.length));
  const windowBits = Math.min(Math.max(bits, 9), 15);
  return deflateRawSync(content, { windowBits, memLevel: Math.min(Math.max(bits - 6, 4), 8) });
}

function piecesOf(content: ZipContent): Iterator<Uint8Array> | AsyncIterator<Uint8Array> {
  return content instanceof Readable ? content[Symbol.asyncIterator]() : content[Symbol.iterator]();
}

async function* chained(
  first: readonly Uint8Array[],
  rest: Iterator<Uint8Array> | AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    yield next.value;
    if (isTurnOver()) await giveTurn();
  }
}

async function* measuring(
  content: AsyncIterable<Uint8Array>,
  measured: { crc: number; sizeBytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    measured.crc = crc32(piece, measured.crc);
    measured.sizeBytes += piece.length;
    yield piece;
  }
}

const compressedTypes =
  /^(?:image\/(?!svg|bmp|tiff|x-portable|x-emf)|audio\/(?!x-wav|x-aiff|x-mpegurl)|video\/|application\/(?:zip|java-archive|x-gtar|ogg|vnd\.(?:openxmlformats|oasis|sun\.xml)))/;
const compressedExtensions =
  /\.(?:7z|apk|avif|br|bz2|cab|deb|dmg|docx|epub|gz|heic|heif|jar|jxl|lz4|lzma|odt|pptx|rar|rpm|tbz2?|tgz|txz|war|webp|woff2?|xlsx|xz|zip|zst)$/i;

/** Media and archives do not get smaller, so they are not compressed. */
function isCompressed(name: string, mimeType?: string | null): boolean {
  const type = mimeType ?? mimeTypeOfFileName(name) ?? '';
  return compressedExtensions.test(name) || compressedTypes.test(type);
}
