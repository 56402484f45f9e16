import { parentPort } from 'node:worker_threads';
import { extractText } from './extract-text.ts';
import type { TextFormat } from './formats.ts';

/** What the thread is asked; see `TextExtractor`. */
export interface ExtractionRequest {
  readonly format: TextFormat;
  readonly bytes: Uint8Array;
}

export type ExtractionReply = { readonly text: string } | { readonly failure: string };

async function answer({ format, bytes }: ExtractionRequest): Promise<ExtractionReply> {
  try {
    return { text: await extractText(format, bytes) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

const port = parentPort;
port?.on('message', (request: ExtractionRequest) => {
  void answer(request).then((reply) => port.postMessage(reply));
});
