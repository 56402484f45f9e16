import { Readable } from 'node:stream';
import { sleepUnlessAborted } from '../base/clock.ts';
import { type Confinement, findConfinement } from './confinement.ts';
import { ConversionProcess, type ProcessOutcome } from './conversion-process.ts';
import { coverArt } from './cover-art.ts';
import { type ExternalFile, NothingInside, NothingMade } from './external-program.ts';
import { heifPicture } from './heif-picture.ts';
import { conversionLimits, type ProcessLimits } from './limits.ts';
import { officePdf } from './office-pdf.ts';
import type { ConversionRequest } from './request.ts';
import { videoFrame } from './video-frame.ts';

export interface ConvertedFile {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/**
 * `failed`: the file is damaged, too large or of another type. `exhausted`: it took too much time or memory.
 * `empty`: the file has no picture.
 */
export type Conversion =
  | { readonly is: 'done'; readonly file: ConvertedFile }
  | { readonly is: 'failed' | 'exhausted' | 'empty'; readonly reason: string };

interface ConvertibleFile extends ConversionRequest {
  readonly sizeBytes: number;
  /** @throws when the content is gone or the store cannot be read */
  open(): Promise<Readable>;
}

interface PoolOptions extends ProcessLimits {
  readonly processesMax: number;
}

/** What a program on the machine makes of files of a format, which is then converted itself. */
const externalSteps = {
  heif: { make: heifPicture, makes: 'picture', bytesMax: conversionLimits.inputBytesMax },
  office: { make: officePdf, makes: 'pdf', bytesMax: conversionLimits.inputBytesMax },
  audio: { make: coverArt, makes: 'picture', bytesMax: conversionLimits.videoBytesMax },
  video: { make: videoFrame, makes: 'picture', bytesMax: conversionLimits.videoBytesMax },
} as const satisfies Record<string, ExternalStep>;

function isExternal(format: string): format is keyof typeof externalSteps {
  return Object.hasOwn(externalSteps, format);
}

interface ExternalStep {
  readonly make: (file: ExternalFile) => Promise<Buffer>;
  readonly makes: ConversionRequest['format'];
  readonly bytesMax: number;
}

/**
 * Makes pictures of files in separate processes: a malicious file can exhaust only the time and memory
 * of one of them. They are started when there are files, replaced after a number of files and after each
 * that they did not survive, and end when idle.
 */
export class ConversionPool {
  readonly #limits: Required<ProcessLimits>;
  readonly #processesMax: number;
  readonly #busy = new Set<ConversionProcess>();
  readonly #idle = new Map<ConversionProcess, AbortController>();
  readonly #waiting: (() => void)[] = [];
  #atWork = 0;
  /** Ends programs that are installed on the machine. */
  #closing = new AbortController();
  #confinement: Promise<Confinement> | undefined;

  constructor({ processesMax, ...limits }: PoolOptions) {
    this.#processesMax = processesMax;
    this.#limits = { ...conversionLimits, ...limits };
  }

  /** How the processes are kept apart; found with the first file. */
  confinement(): Promise<Confinement> {
    this.#confinement ??= findConfinement();
    return this.#confinement;
  }

  /** The processes that run. */
  get pids(): readonly number[] {
    return [...this.#busy, ...this.#idle.keys()].flatMap(({ pid }) => pid ?? []);
  }

  /** @throws what `file.open` and its stream throw */
  async convert(file: ConvertibleFile): Promise<Conversion> {
    const { format } = file;
    const step = isExternal(format) ? externalSteps[format] : undefined;
    const bytesMax = step?.bytesMax ?? conversionLimits.inputBytesMax;
    if (file.sizeBytes > bytesMax) {
      const megabytes = bytesMax / 1024 / 1024;
      return { is: 'failed', reason: `the file is larger than ${megabytes} MB` };
    }
    if (this.#atWork >= this.#processesMax) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#atWork += 1;
    try {
      return await (step ? this.#convertExternally(file, step) : this.#convert(file));
    } finally {
      // The place is handed over to the next file.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atWork -= 1;
    }
  }

  /** Stops the work on all present files; the next one starts a new process. */
  close(): void {
    this.#closing.abort();
    this.#closing = new AbortController();
    for (const process of this.#busy) process.end();
    for (const [process, idle] of this.#idle) {
      idle.abort();
      process.end();
    }
    this.#idle.clear();
  }

  async #convertExternally(file: ConvertibleFile, step: ExternalStep): Promise<Conversion> {
    const confinement = await this.confinement();
    const content = await file.open();
    const timeout = AbortSignal.timeout(this.#limits.timeMs);
    const signal = AbortSignal.any([timeout, this.#closing.signal]);
    try {
      const made = await step.make({ content, sideMax: file.sideMax, confinement, signal });
      const open = async () => Readable.from([made]);
      const isUpright = file.format === 'heif';
      const result = { ...file, format: step.makes, isUpright, sizeBytes: made.length, open };
      return await this.#convert(result);
    } catch (error) {
      if (timeout.aborted) return { is: 'exhausted', reason: 'it took too long' };
      if (signal.aborted) return { is: 'exhausted', reason: 'it was given up' };
      if (error instanceof NothingInside) return { is: 'empty', reason: error.message };
      if (error instanceof NothingMade) return { is: 'failed', reason: error.message };
      throw error;
    } finally {
      content.destroy();
    }
  }

  async #convert(file: ConvertibleFile): Promise<Conversion> {
    const confinement = await this.confinement();
    const content = await file.open();
    const process = this.#takeProcess(confinement);
    const ended = new AbortController();
    const timeout = sleepUnlessAborted(this.#limits.timeMs, ended.signal).then(() => undefined);
    try {
      const { format, sideMax, encoding, isUpright = false, sizeBytes } = file;
      const outcome = await Promise.race([
        process.ask({ format, sideMax, encoding, isUpright }, { content, sizeBytes }),
        timeout,
      ]);
      this.#putBack(process, outcome);
      return conversionOf(outcome);
    } catch (error) {
      process.end();
      throw error;
    } finally {
      this.#busy.delete(process);
      ended.abort();
      content.destroy();
    }
  }

  #takeProcess(confinement: Confinement): ConversionProcess {
    for (const [process, idle] of this.#idle) {
      idle.abort();
      this.#idle.delete(process);
      if (process.hasEnded) continue;
      this.#busy.add(process);
      return process;
    }
    const process = new ConversionProcess(confinement, this.#limits.memoryBytesMax);
    this.#busy.add(process);
    return process;
  }

  /** A process that has failed with a file may be in any state, also when it replied. */
  #putBack(process: ConversionProcess, outcome: ProcessOutcome | undefined): void {
    const isSound = outcome !== undefined && 'head' in outcome && 'mimeType' in outcome.head;
    if (!isSound || process.files >= this.#limits.filesPerProcessMax) {
      process.end();
      return;
    }
    const idle = new AbortController();
    this.#idle.set(process, idle);
    void sleepUnlessAborted(this.#limits.idleMs, idle.signal).then(() => {
      if (idle.signal.aborted) return;
      this.#idle.delete(process);
      process.end();
    });
  }
}

function conversionOf(outcome: ProcessOutcome | undefined): Conversion {
  if (outcome === undefined) return { is: 'exhausted', reason: 'it took too long' };
  if ('ended' in outcome) return { is: 'exhausted', reason: outcome.ended };
  const { head, bytes } = outcome;
  if ('failure' in head) return { is: 'failed', reason: String(head.failure) };
  const { mimeType, width, height } = head;
  return { is: 'done', file: { bytes, mimeType, width, height } };
}
