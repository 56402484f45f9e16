import type { Readable } from 'node:stream';
import { sleepUnlessAborted } from '../../base/clock.ts';
import type { ExtractedText, ReadableFile } from './extract-text.ts';
import { ExtractionProcess, type ProcessOutcome } from './extraction-process.ts';
import { extractionLimits } from './limits.ts';

/**
 * `failed`: the file is damaged or has another type. `exhausted`: it took too much time or memory.
 */
export type Extraction =
  | ({ readonly is: 'text' } & ExtractedText)
  | { readonly is: 'failed' | 'exhausted'; readonly reason: string };

export interface StoredFile extends ReadableFile {
  readonly sizeBytes: number;
  /** @throws when the content is gone or the store cannot be read */
  open(): Promise<Readable>;
}

interface TextExtractorOptions {
  readonly timeMs?: number;
  readonly idleMs?: number;
}

const tooMuchMemory = `it needed more than ${extractionLimits.memoryBytesMax / 1024 / 1024} MB of memory`;

/**
 * Reads the text of files, one after the other, in a separate process: a malicious file can exhaust
 * only the time and memory of that process. It is started for the first file and ends when idle.
 */
export class TextExtractor {
  readonly #timeMs: number;
  readonly #idleMs: number;
  #process: ExtractionProcess | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #idle = new AbortController();

  constructor(options: TextExtractorOptions = {}) {
    this.#timeMs = options.timeMs ?? extractionLimits.timeMs;
    this.#idleMs = options.idleMs ?? extractionLimits.idleMs;
  }

  /** @throws what `file.open` and its stream throw */
  extract(file: StoredFile): Promise<Extraction> {
    const extraction = this.#queue.then(() => this.#extract(file));
    this.#queue = extraction.catch(() => undefined);
    return extraction;
  }

  /** Stops reading the current file; the next one starts a new process. */
  close(): void {
    this.#idle.abort();
    this.#process?.end();
    this.#process = undefined;
  }

  async #extract(file: StoredFile): Promise<Extraction> {
    const { format, encoding, sizeBytes } = file;
    if (sizeBytes > extractionLimits.inputBytesMax) {
      const megabytes = extractionLimits.inputBytesMax / 1024 / 1024;
      return { is: 'exhausted', reason: `the file is larger than ${megabytes} MB` };
    }
    this.#idle.abort();
    const content = await file.open();
    if (this.#process?.hasEnded !== false) this.#process = new ExtractionProcess();
    const reader = this.#process;
    const ended = new AbortController();
    const timeout = sleepUnlessAborted(this.#timeMs, ended.signal).then(() => undefined);
    try {
      const outcome = await Promise.race([
        reader.ask({ format, encoding, sizeBytes }, content),
        timeout,
      ]);
      if (isReusable(outcome)) this.#endWhenIdle(reader);
      else reader.end();
      return extractionOf(outcome);
    } catch (error) {
      reader.end();
      throw error;
    } finally {
      ended.abort();
      content.destroy();
    }
  }

  #endWhenIdle(reader: ExtractionProcess): void {
    this.#idle = new AbortController();
    const { signal } = this.#idle;
    void sleepUnlessAborted(this.#idleMs, signal).then(() => {
      if (!signal.aborted) reader.end();
    });
  }
}

function isReusable(outcome: ProcessOutcome | undefined): boolean {
  return (
    outcome !== undefined && !('ended' in outcome) && !('isShort' in outcome && outcome.isShort)
  );
}

function extractionOf(outcome: ProcessOutcome | undefined): Extraction {
  if (outcome === undefined) return { is: 'exhausted', reason: 'it took too long' };
  if ('text' in outcome) return { is: 'text', ...outcome };
  if ('ended' in outcome) return { is: 'exhausted', reason: outcome.ended };
  if (outcome.isShort) return { is: 'exhausted', reason: tooMuchMemory };
  return { is: 'failed', reason: outcome.failure };
}
