import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { extractionLimits } from './limits.ts';
import { type XmlReading, xmlText } from './xml-text.ts';

/** Where the text of a format is, in which order, and how its XML is read. */
interface OfficeFormat {
  readonly entries: readonly RegExp[];
  readonly reading: XmlReading;
}

/** A word may be spread over several runs, so only what begins a new place separates words. */
const inlineOfWord = ['w:r', 'w:rPr', 'w:hyperlink', 'w:ins', 'w:proofErr', 'w:smartTag'];
const propertiesOfRun = ['w:b', 'w:i', 'w:u', 'w:color', 'w:sz', 'w:szCs', 'w:lang', 'w:rFonts'];
const bookmarks = ['w:bookmarkStart', 'w:bookmarkEnd', 'w:lastRenderedPageBreak', 'w:noProof'];

export const officeFormats: Readonly<
  Record<'word' | 'excel' | 'powerpoint' | 'odf', OfficeFormat>
> = {
  word: {
    entries: [
      /^word\/document\.xml$/,
      /^word\/(?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/,
    ],
    reading: {
      textElements: new Set(['w:t']),
      inlineElements: new Set([...inlineOfWord, ...propertiesOfRun, ...bookmarks]),
    },
  },
  excel: {
    entries: [/^xl\/sharedStrings\.xml$/, /^xl\/comments\d*\.xml$/],
    reading: { textElements: new Set(['t']), inlineElements: new Set(['r', 'rPr', 'phoneticPr']) },
  },
  powerpoint: {
    entries: [/^ppt\/slides\/slide\d+\.xml$/, /^ppt\/notesSlides\/notesSlide\d+\.xml$/],
    reading: {
      textElements: new Set(['a:t']),
      inlineElements: new Set(['a:r', 'a:rPr', 'a:latin', 'a:solidFill', 'a:srgbClr']),
    },
  },
  odf: {
    entries: [/^content\.xml$/],
    reading: { inlineElements: new Set(['text:span', 'text:a', 'text:bookmark']) },
  },
};

/** @throws whatever the archive is not well formed in */
export async function officeText(bytes: Uint8Array, format: OfficeFormat): Promise<string> {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const budget = { bytesLeft: extractionLimits.inflatedBytesMax };
  const texts: { readonly rank: number; readonly name: string; readonly text: string }[] = [];
  let count = 0;
  for await (const entry of archive.getEntriesGenerator()) {
    count += 1;
    if (count > extractionLimits.archiveEntriesMax || budget.bytesLeft <= 0) break;
    const rank = format.entries.findIndex((pattern) => pattern.test(entry.filename));
    if (rank === -1 || entry.directory || !entry.getData) continue;
    const sink = new BoundedSink(budget);
    await entry.getData(sink.stream).catch((error: unknown) => {
      if (!sink.isFull) throw error;
    });
    texts.push({ rank, name: entry.filename, text: xmlText(sink.text(), format.reading) });
  }
  return texts
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map(({ text }) => text)
    .join('\n');
}

/** Takes what an archive unpacks to until there is too much of it: it may be made to be endless. */
class BoundedSink {
  readonly stream: WritableStream<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];
  isFull = false;

  constructor(budget: { bytesLeft: number }) {
    this.stream = new WritableStream({
      write: (chunk) => {
        if (chunk.length > budget.bytesLeft) {
          this.isFull = true;
          budget.bytesLeft = 0;
          throw new Error('the archive unpacks to more than is read');
        }
        budget.bytesLeft -= chunk.length;
        this.#chunks.push(chunk.slice());
      },
    });
  }

  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#chunks));
  }
}
