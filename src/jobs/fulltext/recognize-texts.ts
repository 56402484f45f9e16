import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { textFormatOf } from '../../content/text-extraction/formats.ts';
import { extractionLimits } from '../../content/text-extraction/limits.ts';
import { recognizeText } from '../../conversion/text-recognition.ts';
import { NothingMade, Workshop } from '../../conversion/workshop.ts';
import {
  hasWaitingTexts,
  readBlobText,
  type WantedText,
} from '../../repository/fulltext/blob-texts.ts';
import type { Database } from '../../storage/database.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import { readTexts, type TextReading, type TextServices } from './unread-texts.ts';

interface RecognitionOptions extends Pick<TextServices, 'repository' | 'textCounts'> {
  readonly blobs: BlobStore;
  /** None: nothing is recognized. */
  readonly languages: readonly string[];
  readonly pagesMax: number;
}

/** Milliseconds for all pages of a file. */
const fileTimeMs = 15 * 60_000;

/** Recognizes the text on the pages of scans and on pictures, one file after the other. */
export function recognizeTextsKind(options: RecognitionOptions): JobKind {
  const workshop = new Workshop({
    processesMax: 1,
    timeMs: fileTimeMs,
    inputBytesMax: extractionLimits.inputBytesMax,
  });
  return defineJobKind({
    kind: 'recognize-texts',
    concurrency: 1,
    priority: 'bulk',
    attemptsMax: 10,
    isWanted: async (handle) => options.languages.length > 0 && hasWaitingTexts(handle, 'scanned'),
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      const services = { ...options, database, workshop, signal };
      const read = (wanted: WantedText): Promise<TextReading> => recognize(services, wanted);
      await readTexts({ ...options, database, log }, { state: 'scanned', signal, read });
    },
    close: () => workshop.close(),
  });
}

interface RecognitionServices extends RecognitionOptions {
  readonly database: Database;
  readonly workshop: Workshop;
  readonly signal: AbortSignal;
}

/** An attempt that ended before its result was published may have stored it. */
function joined(known: string, recognized: string): string {
  const text = known.endsWith(recognized) ? known : `${known} ${recognized}`;
  return text.trim().slice(0, extractionLimits.textLengthMax).toWellFormed();
}

/** @throws NothingMade when tesseract or a language is not installed, or it can read no page */
async function recognize(
  { blobs, database, languages, pagesMax, workshop, signal }: RecognitionServices,
  { blob_key, mime_type: mimeType, name }: WantedText,
): Promise<TextReading> {
  const key = blob_key as BlobKey;
  const stat = await blobs.stat(key);
  if (!stat) throw new NothingMade('the content is missing from the store');
  const content = { sizeBytes: stat.sizeBytes, open: () => blobs.open(key) };
  const isPdf = textFormatOf({ mimeType, name }) === 'pdf';
  const recognized = await workshop.work(
    [content],
    (place) => recognizeText(place, { languages, isPdf, pagesMax }),
    { signal },
  );
  const known = isPdf ? await database.read((handle) => readBlobText(handle, key)) : '';
  return { is: 'text', text: joined(known, recognized) };
}
