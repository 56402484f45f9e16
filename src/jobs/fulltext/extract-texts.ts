import type { BlobKey } from '../../base/ids.ts';
import type { Logger } from '../../base/log.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { textFormatOf } from '../../content/text-extraction/formats.ts';
import { type Extraction, TextExtractor } from '../../content/text-extraction/text-extractor.ts';
import {
  beginNextText,
  failBlobText,
  finishBlobText,
  hasWaitingTexts,
  indexDocumentsOfBlob,
  storeBlobText,
  type WantedText,
} from '../../repository/fulltext/blob-texts.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import type { IndexingServices } from './index-documents.ts';

/** Attempts for a file that exceeds its time or memory, or ends the process. */
const attemptsPerFileMax = 3;

/** Characters of a reason that are kept: it may quote the file. */
const reasonLengthMax = 500;

/** Files whose text was requested since the start, by outcome. */
export class TextCounts {
  read = 0;
  failed = 0;
}

export interface ExtractionOptions extends Omit<IndexingServices, 'database'> {
  readonly blobs: BlobStore;
  readonly textCounts: TextCounts;
  /** Whether the texts of files are read at all. */
  readonly readsFiles: boolean;
}

interface ExtractionServices extends Omit<ExtractionOptions, 'readsFiles'>, IndexingServices {
  readonly log: Logger;
  readonly textExtractor: TextExtractor;
}

/**
 * Extracts the text of every waiting blob, one after the other. Results are stored file by file, so
 * an interrupted job continues where it stopped.
 */
export function extractTextsKind({ readsFiles, ...options }: ExtractionOptions): JobKind {
  const textExtractor = new TextExtractor();
  return defineJobKind({
    kind: 'extract-texts',
    concurrency: 1,
    priority: 'bulk',
    attemptsMax: 10,
    isWanted: async (handle) => readsFiles && hasWaitingTexts(handle),
    parse: () => undefined,
    run: ({ database, log, signal }) =>
      extractAll({ ...options, textExtractor, database, log }, signal),
    close: () => textExtractor.close(),
  });
}

async function extractAll(services: ExtractionServices, signal: AbortSignal): Promise<void> {
  // Stopping must not take as long as a large file.
  const stopReading = (): void => services.textExtractor.close();
  signal.addEventListener('abort', stopReading);
  try {
    let isTriedAgain = true;
    while (isTriedAgain) {
      isTriedAgain = false;
      let wanted = await nextText(services, '');
      while (wanted) {
        const isSettled = await settleText(services, wanted, signal);
        signal.throwIfAborted();
        isTriedAgain ||= !isSettled;
        wanted = await nextText(services, wanted.blob_key);
      }
    }
  } finally {
    signal.removeEventListener('abort', stopReading);
  }
}

function nextText(
  { database }: ExtractionServices,
  after: string,
): Promise<WantedText | undefined> {
  return database.write((handle) => beginNextText(handle, after));
}

/** Returns false when the file is to be tried again. */
async function settleText(
  services: ExtractionServices,
  wanted: WantedText,
  signal: AbortSignal,
): Promise<boolean> {
  const extraction = await extract(services, wanted);
  signal.throwIfAborted();
  if (extraction.is === 'text') {
    await publishText(services, wanted, extraction.text);
    services.textCounts.read += 1;
    return true;
  }
  if (extraction.is === 'exhausted' && wanted.attempts < attemptsPerFileMax) return false;
  await reportFailure(services, wanted, extraction.reason);
  return true;
}

async function reportFailure(
  { database, log, textCounts }: ExtractionServices,
  { blob_key: key, name, mime_type: mimeType }: WantedText,
  reason: string,
): Promise<void> {
  const failure = reason.slice(0, reasonLengthMax).replaceAll('\0', ' ').toWellFormed();
  await database.write((handle) => failBlobText(handle, key, failure));
  textCounts.failed += 1;
  log.warn(
    { key, name, mimeType, reason: failure },
    'the text of a file could not be read; searches find its document by other words only',
  );
}

async function extract(
  { blobs, textExtractor }: ExtractionServices,
  { blob_key, mime_type: mimeType, name, encoding, attempts }: WantedText,
): Promise<Extraction> {
  if (attempts > attemptsPerFileMax) {
    const reason = `the server ended during the last of ${attemptsPerFileMax} attempts`;
    return { is: 'failed', reason };
  }
  const format = textFormatOf({ mimeType, name });
  if (!format) return { is: 'failed', reason: `of files of type ${mimeType} no text is read` };
  const key = blob_key as BlobKey;
  const stat = await blobs.stat(key);
  if (!stat) return { is: 'failed', reason: 'the content is missing from the store' };
  const { sizeBytes } = stat;
  return textExtractor.extract({ format, encoding, sizeBytes, open: () => blobs.open(key) });
}

/** The text first: units that store a document meanwhile find it, other documents are found here. */
async function publishText(
  { database, repository }: ExtractionServices,
  { blob_key: key, hasText }: WantedText,
  text: string,
): Promise<void> {
  if (text !== '' || hasText) {
    await database.write((handle) => storeBlobText(handle, key, text || null));
    let after: string | undefined = '';
    while (after !== undefined) {
      const last: string = after;
      after = await database.write((handle) =>
        indexDocumentsOfBlob(createSystemUnit(handle, repository), { key, after: last }),
      );
    }
  }
  await database.write((handle) => finishBlobText(handle, key));
}
