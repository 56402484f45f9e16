import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ExtractionReply, ExtractionRequest } from './extraction-program.ts';
import { extractionLimits } from './limits.ts';
import type { GuardSetup } from './process-guard.ts';

/** `js` in `dist`, as the ending of this file shows. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = fileURLToPath(new URL(`./extraction-program.${ending}`, import.meta.url));

/** The outcome of a request: a reply, or why the process ended. */
export type ProcessOutcome = ExtractionReply | { readonly ended: string };

/** A process that reads one file after the other. It does not inherit the environment. */
export class ExtractionProcess {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  #settle: ((outcome: ProcessOutcome) => void) | undefined;
  #end: string | undefined;

  constructor() {
    this.#child = spawn(process.execPath, programArguments(), {
      env: {},
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    this.#input = this.#child.stdin as Writable;
    // Writes after the process has ended; the event of its end reports that.
    this.#input.on('error', () => undefined);
    this.#child.on('error', (error) => this.#hasEnded(error.message));
    this.#child.on('exit', (code, signal) => this.#hasEnded(describeEnd(code, signal)));
    this.#child.on('message', (reply: ExtractionReply) => this.#answer(reply));
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** One at a time. @throws what reading the content throws; the process must not be used then */
  async ask(request: ExtractionRequest, content: Readable): Promise<ProcessOutcome> {
    if (this.#end !== undefined) return { ended: this.#end };
    const outcome = new Promise<ProcessOutcome>((resolve, reject) => {
      this.#settle = resolve;
      content.once('error', reject);
    });
    this.#child.send(request, () => undefined);
    content.pipe(this.#input, { end: false });
    try {
      return await outcome;
    } finally {
      this.#settle = undefined;
      content.unpipe(this.#input);
    }
  }

  end(): void {
    this.#hasEnded('it was given up while it was read');
    this.#child.kill('SIGKILL');
  }

  #answer(reply: ProcessOutcome): void {
    this.#settle?.(reply);
  }

  #hasEnded(how: string): void {
    this.#end ??= how;
    this.#answer({ ended: this.#end });
  }
}

/** The process is ended from within by its guard, or by V8 when it has no memory left. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  const megabytes = extractionLimits.memoryBytesMax / 1024 / 1024;
  if (signal !== null) return `it needed more than ${megabytes} MB of memory (${signal})`;
  return `the process that read it ended with status ${code}`;
}

function programArguments(): string[] {
  const { memoryBytesMax, heapMb } = extractionLimits;
  const setup: GuardSetup = { parentPid: process.pid, memoryBytesMax, ending };
  return [
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
    program,
    JSON.stringify(setup),
  ];
}
