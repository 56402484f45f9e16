import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import { textFormatOf } from '../../content/text-extraction/formats.ts';
import { extractionLimits } from '../../content/text-extraction/limits.ts';
import { type Extraction, TextExtractor } from '../../content/text-extraction/text-extractor.ts';
import {
  beginNextText,
  finishBlobText,
  indexDocumentsOfBlob,
  storeBlobText,
  type WantedText,
} from '../../repository/fulltext/blob-texts.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { JobId } from '../job.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import { enqueueJob } from '../queue.ts';
import type { IndexingServices } from './index-documents.ts';

const kind = 'extract-texts';

/** A file that has used up its time or the memory, or ended the process, is tried again so often. */
const attemptsPerFileMax = 3;

export interface ExtractionServices extends IndexingServices {
  readonly blobs: BlobStore;
}

export function enqueueExtraction(handle: WriteHandle): Promise<JobId> {
  return enqueueJob(handle, { kind, key: kind, payload: {} });
}

/**
 * Takes the text out of every blob that waits for it, one after the other. What is done is stored file
 * by file, so one that was interrupted goes on where it was.
 */
export const extractTextsKind: JobKind<ExtractionServices> = defineJobKind({
  kind,
  concurrency: 1,
  attemptsMax: 10,
  parse: () => undefined,
  run: extractAll,
});

async function extractAll({ services, signal }: JobContext<ExtractionServices>): Promise<void> {
  const extractor = new TextExtractor();
  // Whoever stops must not wait for a large file.
  const giveUp = (): void => void extractor.close();
  signal.addEventListener('abort', giveUp);
  try {
    let isTriedAgain = true;
    while (isTriedAgain) {
      isTriedAgain = false;
      let wanted = await nextText(services, '');
      while (wanted) {
        const isSettled = await settleText({ services, signal }, extractor, wanted);
        signal.throwIfAborted();
        isTriedAgain ||= !isSettled;
        wanted = await nextText(services, wanted.blob_key);
      }
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
    await extractor.close();
  }
}

function nextText(
  { database }: ExtractionServices,
  after: string,
): Promise<WantedText | undefined> {
  return database.write((handle) => beginNextText(handle, after));
}

/** False when the file is to be tried again. */
async function settleText(
  { services, signal }: Pick<JobContext<ExtractionServices>, 'services' | 'signal'>,
  extractor: TextExtractor,
  wanted: WantedText,
): Promise<boolean> {
  const { blob_key: key, attempts } = wanted;
  const extraction =
    attempts > attemptsPerFileMax ? undefined : await extract(services, extractor, wanted);
  signal.throwIfAborted();
  if (extraction?.is === 'text') {
    await publishText(services, key, extraction.text);
    return true;
  }
  if (extraction?.is === 'exhausted' && attempts < attemptsPerFileMax) return false;
  await services.database.write((handle) => finishBlobText(handle, key, 'failed'));
  return true;
}

async function extract(
  { blobs }: ExtractionServices,
  extractor: TextExtractor,
  { blob_key, mime_type: mimeType, name }: WantedText,
): Promise<Extraction | undefined> {
  const key = blob_key as BlobKey;
  const format = textFormatOf({ mimeType, name });
  const stat = await blobs.stat(key);
  if (!format || !stat || stat.sizeBytes > extractionLimits.inputBytesMax) return undefined;
  const bytes = new Uint8Array(stat.sizeBytes);
  let at = 0;
  for await (const chunk of await blobs.open(key)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return extractor.extract(format, bytes);
}

/** The text first: who stores a document meanwhile finds it, the others are found here. */
async function publishText(
  { database, repository }: ExtractionServices,
  key: string,
  text: string,
): Promise<void> {
  if (text !== '') {
    await database.write((handle) => storeBlobText(handle, key, text));
    let after: string | undefined = '';
    while (after !== undefined) {
      const last: string = after;
      after = await database.write((handle) =>
        indexDocumentsOfBlob(handle, repository, { key, after: last }),
      );
    }
  }
  await database.write((handle) => finishBlobText(handle, key, 'done'));
}
