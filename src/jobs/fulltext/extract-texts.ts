import { createReadStream } from 'node:fs';
import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import {
  isOldOffice,
  type OldOfficeFormat,
  textFormatOf,
} from '../../content/text-extraction/formats.ts';
import { type Extraction, TextExtractor } from '../../content/text-extraction/text-extractor.ts';
import { openDocumentOf } from '../../conversion/old-office.ts';
import { type WorkInput, Workshop } from '../../conversion/workshop.ts';
import { hasWaitingTexts, type WantedText } from '../../repository/fulltext/blob-texts.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import { readTexts, type TextReading, type TextServices } from './unread-texts.ts';

export interface ExtractionOptions extends Pick<TextServices, 'repository' | 'textCounts'> {
  readonly blobs: BlobStore;
  /** Whether the texts of files are read at all. */
  readonly readsFiles: boolean;
  /** Whether pages and pictures without text are left to another job. */
  readonly recognizes?: boolean;
}

interface Readers {
  readonly blobs: BlobStore;
  readonly textExtractor: TextExtractor;
  readonly workshop: Workshop;
  readonly recognizes: boolean;
  readonly signal: AbortSignal;
}

/** Milliseconds for a file that LibreOffice reads. */
const officeTimeMs = 60_000;

/** Extracts the text of every waiting blob, one after the other. */
export function extractTextsKind(options: ExtractionOptions): JobKind {
  const { blobs, readsFiles, recognizes = false } = options;
  const textExtractor = new TextExtractor();
  const workshop = new Workshop({ processesMax: 1, timeMs: officeTimeMs });
  return defineJobKind({
    kind: 'extract-texts',
    concurrency: 1,
    priority: 'bulk',
    attemptsMax: 10,
    isWanted: async (handle) => readsFiles && hasWaitingTexts(handle),
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      // Stopping must not take as long as a large file.
      const stopReading = (): void => textExtractor.close();
      signal.addEventListener('abort', stopReading);
      const readers = { blobs, textExtractor, workshop, recognizes, signal };
      try {
        const read = (wanted: WantedText): Promise<TextReading> => readText(readers, wanted);
        await readTexts({ ...options, database, log }, { state: 'waiting', signal, read });
      } finally {
        signal.removeEventListener('abort', stopReading);
      }
    },
    close: () => {
      textExtractor.close();
      workshop.close();
    },
  });
}

async function readText(readers: Readers, wanted: WantedText): Promise<TextReading> {
  const { blobs, textExtractor, recognizes } = readers;
  const { blob_key, mime_type: mimeType, name, encoding } = wanted;
  const format = textFormatOf({ mimeType, name });
  if (!format) return { is: 'failed', reason: `of files of type ${mimeType} no text is read` };
  if (format === 'picture') return { is: 'text', text: '', isLeftToRecognition: recognizes };
  const key = blob_key as BlobKey;
  const stat = await blobs.stat(key);
  if (!stat) return { is: 'failed', reason: 'the content is missing from the store' };
  const content: WorkInput = { sizeBytes: stat.sizeBytes, open: () => blobs.open(key) };
  if (isOldOffice(format)) return readingOf(await readOldOffice(readers, content, format), false);
  return readingOf(await textExtractor.extract({ format, encoding, ...content }), recognizes);
}

function readingOf(extraction: Extraction, recognizes: boolean): TextReading {
  if (extraction.is !== 'text') return extraction;
  const { text, hasUnreadPages } = extraction;
  return { is: 'text', text, isLeftToRecognition: recognizes && hasUnreadPages === true };
}

/** @throws NothingMade when LibreOffice is not installed or cannot read it */
function readOldOffice(
  { textExtractor, workshop, signal }: Readers,
  content: WorkInput,
  format: OldOfficeFormat,
): Promise<Extraction> {
  const extract = async ({ path, sizeBytes }: { path: string; sizeBytes: number }) =>
    textExtractor.extract({
      format: 'odf',
      encoding: null,
      sizeBytes,
      open: async () => createReadStream(path),
    });
  return workshop.work([content], async (place) => extract(await openDocumentOf(place, format)), {
    signal,
  });
}
