import { PassThrough, Readable, Writable } from 'node:stream';
import type { ZipWriter } from '@zip.js/zip.js';
import { EntryNames } from './entry-names.ts';
import { mimeTypeOfFileName } from './mime-types.ts';

export interface ZipEntry {
  /** May have folders, separated by `/`; made safe and unique by the writer. */
  readonly name: string;
  readonly modifiedMs: number;
  /** Of its content, where the name does not tell it. */
  readonly mimeType?: string | null;
  /** Called when the entry is to be written. */
  open(): Promise<Readable>;
}

type ZipEntries = AsyncIterable<ZipEntry> | Iterable<ZipEntry>;

/**
 * A zip archive of the entries in their order, as a stream. One entry is open at a time, none
 * before reading starts, and it is closed when reading stops. The stream fails when an entry cannot
 * be read.
 */
export function writeZip(entries: ZipEntries): Readable {
  return new ZipStream(entries);
}

/** A stream class and not a generator, which cannot be stopped while it waits for an entry. */
class ZipStream extends PassThrough {
  readonly #entries: ZipEntries;
  readonly #abandoned = new AbortController();
  #isBegun = false;

  constructor(entries: ZipEntries) {
    super();
    this.#entries = entries;
  }

  override _read(sizeBytes: number): void {
    if (!this.#isBegun) {
      this.#isBegun = true;
      writeEntries(this.#entries, this, this.#abandoned.signal).catch((error) =>
        this.destroy(error),
      );
    }
    super._read(sizeBytes);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#abandoned.abort();
    super._destroy(error, done);
  }
}

async function writeEntries(
  entries: ZipEntries,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  // The library is loaded only by the few requests that make an archive: as one file, as loading its
  // many modules holds the event loop for twice as long.
  const library = await import('@zip.js/zip.js/index.min.js');
  const zip = new library.ZipWriter(Writable.toWeb(output), { useWebWorkers: false, signal });
  const names = new EntryNames();
  for await (const entry of entries) {
    signal.throwIfAborted();
    await addEntry(zip, entry, { name: names.take(entry.name), signal });
  }
  await zip.close();
}

async function addEntry(
  zip: ZipWriter<unknown>,
  entry: ZipEntry,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<void> {
  const source = await entry.open();
  const close = (): void => {
    source.destroy();
  };
  // The library keeps waiting for a source without data even after the archive was aborted.
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  try {
    const readable = Readable.toWeb(source) as ReadableStream<Uint8Array>;
    const level = isCompressed(name, entry.mimeType) ? 0 : 6;
    await zip.add(name, { readable }, { level, lastModDate: new Date(entry.modifiedMs) });
  } finally {
    signal.removeEventListener('abort', close);
    close();
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
