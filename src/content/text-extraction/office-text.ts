import { type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { xmlCharset } from './characters.ts';
import { extractionLimits } from './limits.ts';
import type { MarkupReader } from './markup-reader.ts';
import type { OfficeFormat } from './office-formats.ts';
import type { TextSink } from './text-sink.ts';

interface FoundPart {
  readonly rank: number;
  readonly entry: FileEntry;
}

/** @throws when the archive is not well formed or unpacks to too many bytes */
export async function readOffice(
  bytes: Uint8Array,
  format: OfficeFormat,
  sink: TextSink,
): Promise<void> {
  const parts = await findParts(bytes, format);
  if (parts.length === 0) throw new Error('the archive has none of the parts of such a document');
  const budget = { bytesLeft: extractionLimits.inflatedBytesMax };
  for (const { rank, entry } of parts) {
    const reader = format[rank]?.reader(sink);
    if (!reader || sink.isFull) return;
    sink.separate();
    await readPart(entry, { reader, sink, budget });
  }
}

/** In the order of the format, and of the numbers in their names. */
async function findParts(bytes: Uint8Array, format: OfficeFormat): Promise<FoundPart[]> {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const parts: FoundPart[] = [];
  let count = 0;
  for await (const entry of archive.getEntriesGenerator()) {
    count += 1;
    if (count > extractionLimits.archiveEntriesMax) {
      throw new Error(`the archive has more than ${extractionLimits.archiveEntriesMax} entries`);
    }
    const rank = format.findIndex(({ entries }) => entries.test(entry.filename));
    if (rank !== -1 && !entry.directory) parts.push({ rank, entry });
  }
  const compareNames = (a: FoundPart, b: FoundPart): number =>
    a.entry.filename.localeCompare(b.entry.filename, 'en', { numeric: true });
  return parts.sort((a, b) => a.rank - b.rank || compareNames(a, b));
}

interface PartReading {
  readonly reader: MarkupReader;
  readonly sink: TextSink;
  readonly budget: { bytesLeft: number };
}

async function readPart(entry: FileEntry, { reader, sink, budget }: PartReading): Promise<void> {
  let decoder: TextDecoder | undefined;
  const target = new WritableStream<Uint8Array>({
    write: (chunk) => {
      budget.bytesLeft -= chunk.length;
      // An archive may be crafted to be endless.
      if (budget.bytesLeft < 0) throw new Error(tooMuch);
      if (sink.isFull) throw new Error('enough has been read');
      decoder ??= new TextDecoder(xmlCharset(chunk));
      reader.write(decoder.decode(chunk, { stream: true }));
    },
  });
  try {
    await entry.getData(target);
    reader.end();
  } catch (error) {
    if (!sink.isFull) throw error;
  }
}

const tooMuch = `the archive unpacks to more than ${extractionLimits.inflatedBytesMax / 1024 / 1024} MB`;
