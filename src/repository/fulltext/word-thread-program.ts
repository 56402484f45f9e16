import { parentPort } from 'node:worker_threads';
import type { EngineName } from '../../storage/sql-dialect.ts';
import { type FulltextEntry, fulltextEntry, indexedWords } from './index-entry.ts';
import type { SourceTexts } from './write-index.ts';

/** A request to the thread; see `WordThread`. */
export interface WordRequest {
  readonly engine: EngineName;
  readonly id: string;
  readonly sources: SourceTexts;
}

export type WordReply =
  | { readonly entry: FulltextEntry }
  | { readonly message: string; readonly cause: unknown };

function answer({ engine, id, sources }: WordRequest): WordReply {
  try {
    return { entry: fulltextEntry(engine, id, indexedWords(sources.texts, sources.files)) };
  } catch (cause) {
    return { message: cause instanceof Error ? cause.message : String(cause), cause };
  }
}

parentPort?.on('message', (request: WordRequest) => {
  parentPort?.postMessage(answer(request));
});
