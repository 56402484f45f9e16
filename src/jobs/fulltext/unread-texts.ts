import type { Logger } from '../../base/log.ts';
import { LanguageMissing } from '../../conversion/text-recognition.ts';
import { NothingMade, ProgramMissing, WorkExhausted } from '../../conversion/workshop.ts';
import {
  beginNextText,
  failBlobText,
  finishBlobText,
  indexDocumentsOfBlob,
  leaveToRecognition,
  storeBlobText,
  type UnreadState,
  type WantedText,
} from '../../repository/fulltext/blob-texts.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
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

export interface TextServices extends IndexingServices {
  readonly textCounts: TextCounts;
  readonly log: Logger;
}

/** `failed`: the file is damaged or has another type. `exhausted`: it took too much time or memory. */
export type TextReading =
  | {
      readonly is: 'text';
      readonly text: string;
      /** More of it is on pictures of its pages. */
      readonly isLeftToRecognition?: boolean;
    }
  | { readonly is: 'failed' | 'exhausted'; readonly reason: string };

interface ReadingOptions {
  readonly state: UnreadState;
  readonly signal: AbortSignal;
  /** @throws when the store cannot be read: the job is tried again */
  read(wanted: WantedText): Promise<TextReading>;
}

/**
 * Reads every text in that state, one after the other. Results are stored file by file, so
 * an interrupted job continues where it stopped.
 */
export async function readTexts(services: TextServices, options: ReadingOptions): Promise<void> {
  const { state, signal } = options;
  const next = (after: string): Promise<WantedText | undefined> =>
    services.database.write((handle) => beginNextText(handle, { state, after }));
  let isTriedAgain = true;
  while (isTriedAgain) {
    isTriedAgain = false;
    let wanted = await next('');
    while (wanted) {
      const isSettled = await settleText(services, wanted, options);
      signal.throwIfAborted();
      isTriedAgain ||= !isSettled;
      wanted = await next(wanted.blob_key);
    }
  }
}

/** Returns false when the file is to be tried again. */
async function settleText(
  services: TextServices,
  wanted: WantedText,
  { read, signal }: ReadingOptions,
): Promise<boolean> {
  const reading = await readOnce(wanted, read);
  signal.throwIfAborted();
  if (reading.is === 'text') {
    await publishText(services, wanted, reading);
    if (!reading.isLeftToRecognition) services.textCounts.read += 1;
    return true;
  }
  if (reading.is === 'exhausted' && wanted.attempts < attemptsPerFileMax) return false;
  await reportFailure(services, wanted, reading.reason);
  return true;
}

async function readOnce(wanted: WantedText, read: ReadingOptions['read']): Promise<TextReading> {
  if (wanted.attempts > attemptsPerFileMax) {
    const reason = `the server ended during the last of ${attemptsPerFileMax} attempts`;
    return { is: 'failed', reason };
  }
  try {
    return await read(wanted);
  } catch (error) {
    if (!(error instanceof NothingMade)) throw error;
    return { is: error instanceof WorkExhausted ? 'exhausted' : 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: NothingMade): string {
  const isRemediable = error instanceof ProgramMissing || error instanceof LanguageMissing;
  if (!isRemediable) return error.message;
  return `${error.message}; once it is installed, run the bulk command fixBinaryFulltext`;
}

async function reportFailure(
  { database, log, textCounts }: TextServices,
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

/** The text first: units that store a document meanwhile find it, other documents are found here. */
async function publishText(
  { database, repository }: TextServices,
  { blob_key: key, hasText }: WantedText,
  { text, isLeftToRecognition }: Extract<TextReading, { is: 'text' }>,
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
  const end = isLeftToRecognition ? leaveToRecognition : finishBlobText;
  await database.write((handle) => end(handle, key));
}
