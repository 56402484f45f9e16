import { Worker } from 'node:worker_threads';
import { type ExtractedText, extractText, type ReadableFile } from './extract-text.ts';
import { isMemoryShort } from './memory-shortage.ts';
import type { GuardSetup } from './process-guard.ts';

/** A request to the process over its channel; the bytes of the file follow on its standard input. */
export interface ExtractionRequest extends ReadableFile {
  readonly sizeBytes: number;
}

export type ExtractionReply =
  | ExtractedText
  /** `isShort`: of memory; the process is of no further use. */
  | { readonly failure: string; readonly isShort: boolean };

/** Splits the standard input into the bytes of each file. */
class Input {
  #bytes = new Uint8Array(0);
  #length = 0;
  #done: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined;

  constructor() {
    process.stdin.on('data', (chunk: Buffer) => this.#take(chunk));
    // Bytes may come before the request that announces them.
    process.stdin.pause();
  }

  /** Never resolves when there are fewer bytes: the sending process then ends this one. */
  receive(sizeBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#bytes = new Uint8Array(sizeBytes);
    this.#length = 0;
    return new Promise((resolve) => {
      this.#done = resolve;
      process.stdin.resume();
      this.#endWhenFull();
    });
  }

  #take(chunk: Buffer): void {
    this.#bytes.set(chunk, this.#length);
    this.#length += chunk.length;
    this.#endWhenFull();
  }

  #endWhenFull(): void {
    if (this.#length < this.#bytes.length) return;
    process.stdin.pause();
    const bytes = this.#bytes;
    this.#bytes = new Uint8Array(0);
    this.#done?.(bytes);
  }
}

async function answer(request: ExtractionRequest, input: Input): Promise<ExtractionReply> {
  try {
    const bytes = await input.receive(request.sizeBytes);
    return await extractText(request, bytes);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { failure, isShort: isMemoryShort(error) };
  }
}

function start(setup: GuardSetup): void {
  // In a thread, as it must run while this one is busy with a file.
  const guard = new Worker(new URL(`./process-guard.${setup.ending}`, import.meta.url), {
    workerData: setup,
  });
  guard.unref();
  const input = new Input();
  process.on('message', (request: ExtractionRequest) => {
    void answer(request, input).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.exit());
}

start(JSON.parse(process.argv[2] ?? '') as GuardSetup);
