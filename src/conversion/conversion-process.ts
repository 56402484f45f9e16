import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { Confinement } from './confinement.ts';
import { type Frame, FrameReader, frameHead } from './frames.ts';
import { conversionLimits } from './limits.ts';
import { processCommand } from './process-setup.ts';
import type { ConversionReply, ConversionRequest } from './request.ts';

/** A reply with its bytes, or why the process ended. */
export type ProcessOutcome = Frame<ConversionReply> | { readonly ended: string };

/** A process that makes pictures of one file after the other. It does not inherit the environment. */
export class ConversionProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #replies: FrameReader;
  readonly #ended: Promise<{ readonly ended: string }>;
  readonly #memoryBytesMax: number;
  #hasEnded = false;
  /** Files so far. */
  files = 0;

  constructor(confinement: Confinement, memoryBytesMax: number) {
    this.#memoryBytesMax = memoryBytesMax;
    const [program = '', ...args] = processCommand(confinement, memoryBytesMax);
    this.#child = spawn(program, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#input = this.#child.stdin as Writable;
    // Writes after the process has ended; the event of its end reports that.
    this.#input.on('error', () => undefined);
    const output = this.#child.stdout as Readable;
    output.on('error', () => undefined);
    this.#replies = new FrameReader(output, conversionLimits.outputBytesMax);
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve({ ended: error.message }));
      this.#child.on('exit', (code, signal) => resolve({ ended: this.#describe(code, signal) }));
    });
    void this.#ended.then(() => {
      this.#hasEnded = true;
    });
    lowerPriority(this.#child);
    this.#unref();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** One at a time. @throws what reading the content throws; the process must not be used then */
  async ask(
    request: ConversionRequest,
    { content, sizeBytes }: { readonly content: Readable; readonly sizeBytes: number },
  ): Promise<ProcessOutcome> {
    this.files += 1;
    const failed = new Promise<never>((_resolve, reject) => content.once('error', reject));
    this.#input.write(frameHead(request, sizeBytes));
    content.pipe(this.#input, { end: false });
    try {
      return await Promise.race([this.#reply(), this.#ended, failed]);
    } finally {
      content.unpipe(this.#input);
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.#child.kill('SIGKILL');
  }

  async #reply(): Promise<ProcessOutcome> {
    try {
      return (await this.#replies.next<ConversionReply>()) ?? (await this.#ended);
    } catch (error) {
      return { ended: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The process is ended from within by its guard, or by V8 when it has no memory left. */
  #describe(code: number | null, signal: NodeJS.Signals | null): string {
    // A wrapper reports the signal of the process in it as a status.
    const isKilled = signal !== null || (code !== null && code > 128);
    if (!isKilled) return `the process that read it ended with status ${code}`;
    const megabytes = Math.round(this.#memoryBytesMax / 1024 / 1024);
    return `it needed more than ${megabytes} MB of memory, or ended its process (${signal ?? code})`;
  }

  #unref(): void {
    this.#child.unref();
    for (const stream of [this.#child.stdin, this.#child.stdout]) {
      // Sockets have it, which the type of a stream does not say.
      (stream as unknown as { unref(): void }).unref();
    }
  }
}

/** Requests come first. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or priorities may not be changed here.
  }
}
