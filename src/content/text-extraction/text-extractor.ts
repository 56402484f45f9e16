import { Worker } from 'node:worker_threads';
import { sleepUnlessAborted } from '../../base/clock.ts';
import type { ExtractionReply, ExtractionRequest } from './extraction-worker.ts';
import type { TextFormat } from './formats.ts';
import { extractionLimits } from './limits.ts';

/** `failed`: the file is damaged or not what it says. `exhausted`: it took too much time or memory. */
export type Extraction =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'failed' | 'exhausted'; readonly reason: string };

/** As in `dist`, where the ending of our own file tells. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = new URL(`./extraction-worker.${ending}`, import.meta.url);

/**
 * Reads the text of files, one after the other, in a thread of its own: a hostile file can use up the
 * thread's time and memory and nothing else. Such a thread is given up.
 */
export class TextExtractor {
  readonly #timeMs: number;
  #worker: Worker | undefined;

  constructor({ timeMs = extractionLimits.timeMs }: { readonly timeMs?: number } = {}) {
    this.#timeMs = timeMs;
  }

  /** Takes the bytes over: they cannot be used afterwards. Never rejects. */
  async extract(format: TextFormat, bytes: Uint8Array<ArrayBuffer>): Promise<Extraction> {
    if (bytes.length > extractionLimits.inputBytesMax) {
      return { is: 'exhausted', reason: 'the file is too large' };
    }
    this.#worker ??= startWorker();
    const worker = this.#worker;
    const ended = new AbortController();
    const timeout = sleepUnlessAborted(this.#timeMs, ended.signal).then(
      (): Extraction => ({ is: 'exhausted', reason: 'it took too long' }),
    );
    const result = await Promise.race([ask(worker, { format, bytes }), timeout]);
    ended.abort();
    if (result.is === 'exhausted') await this.close();
    return result;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function startWorker(): Worker {
  const worker = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: extractionLimits.heapMb },
    // What a library prints is no part of our log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  // Told to whoever waits for an answer; without anybody it must not end the process.
  worker.on('error', () => undefined);
  return worker;
}

function ask(worker: Worker, request: ExtractionRequest): Promise<Extraction> {
  return new Promise((resolve) => {
    const settle = (extraction: Extraction): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      resolve(extraction);
    };
    const onMessage = (reply: ExtractionReply): void => {
      if ('text' in reply) settle({ is: 'text', text: reply.text });
      else settle({ is: 'failed', reason: reply.failure });
    };
    const onError = (error: Error): void => settle({ is: 'exhausted', reason: error.message });
    const onExit = (): void => settle({ is: 'exhausted', reason: 'the thread ended' });
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(request, [request.bytes.buffer as ArrayBuffer]);
  });
}
