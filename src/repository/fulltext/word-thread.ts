import { Worker } from 'node:worker_threads';
import { sleepUnlessAborted } from '../../base/clock.ts';
import { giveTurn, isTurnOver } from '../../base/turns.ts';
import type { FulltextEntry } from './index-entry.ts';
import type { IndexedText } from './indexed-text.ts';
import type { TextPiece, WordReply, WordRequest } from './word-thread-program.ts';

/** `js` in `dist`, as the ending of this file shows. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = new URL(`./word-thread-program.${ending}`, import.meta.url);

/** Twice what the words of the longest texts take. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
const idleMsDefault = 10_000;
/** Characters that are copied to the thread at once: about a millisecond. */
const pieceLength = 262_144;

interface Running {
  readonly worker: Worker;
  readonly failed: Promise<never>;
}

/**
 * Computes the words of long texts outside of the event loop, one document after the other. The
 * thread is started for the first and ends when idle.
 */
export class WordThread {
  readonly #idleMs: number;
  #running: Running | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #idle = new AbortController();

  constructor({ idleMs = idleMsDefault }: { readonly idleMs?: number } = {}) {
    this.#idleMs = idleMs;
  }

  /** @throws Error when the words cannot be computed, for lack of memory too */
  entryOf(request: WordRequest): Promise<FulltextEntry> {
    const entry = this.#queue.then(() => this.#ask(request));
    this.#queue = entry.catch(() => undefined);
    return entry;
  }

  /** Stops the current computation; the next request starts a new thread. */
  async close(): Promise<void> {
    this.#idle.abort();
    await this.#running?.worker.terminate();
  }

  async #ask(request: WordRequest): Promise<FulltextEntry> {
    this.#idle.abort();
    this.#running ??= this.#start();
    const { worker, failed } = this.#running;
    const replied = new Promise<WordReply>((resolve) => worker.once('message', resolve));
    await sendInTurns(worker, request);
    const reply = await Promise.race([replied, failed]);
    this.#endWhenIdle(worker);
    if ('entry' in reply) return reply.entry;
    throw new Error(reply.message, { cause: reply.cause });
  }

  #start(): Running {
    const worker = new Worker(program, { resourceLimits });
    worker.unref();
    const failed = new Promise<never>((_resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => {
        this.#running = undefined;
        reject(new Error('the thread ended before the words were computed'));
      });
    });
    failed.catch(() => undefined);
    return { worker, failed };
  }

  #endWhenIdle(worker: Worker): void {
    this.#idle = new AbortController();
    const { signal } = this.#idle;
    void sleepUnlessAborted(this.#idleMs, signal).then(() => {
      if (!signal.aborted) void worker.terminate();
    });
  }
}

async function sendInTurns(worker: Worker, request: WordRequest): Promise<void> {
  const rests: IndexedText[] = [];
  for (const [index, { text, ...rest }] of request.sources.texts.entries()) {
    let from = 0;
    for (; text.length - from > pieceLength; from += pieceLength) {
      const piece: TextPiece = { index, piece: text.slice(from, from + pieceLength) };
      worker.postMessage(piece);
      if (isTurnOver()) await giveTurn();
    }
    rests.push({ ...rest, text: text.slice(from) });
  }
  worker.postMessage({ ...request, sources: { ...request.sources, texts: rests } });
}
