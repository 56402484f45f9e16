import { parentPort } from 'node:worker_threads';
import type { EngineName } from '../../storage/sql-dialect.ts';
import { type FulltextEntry, fulltextEntry, indexedWords } from './index-entry.ts';
import type { SourceTexts } from './write-index.ts';

/** What the words are computed of; see `WordThread`. */
export interface WordRequest {
  readonly engine: EngineName;
  readonly id: string;
  readonly sources: SourceTexts;
}

/** Long texts come before their request, in pieces: to copy one whole would hold up the sender. */
export interface TextPiece {
  /** Of the text in the texts of the request, where what the pieces have is missing. */
  readonly index: number;
  readonly piece: string;
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

let pieces: TextPiece[] = [];

function withPieces({ texts, files }: SourceTexts): SourceTexts {
  const whole = texts.map((text, at) => {
    const received = pieces.filter(({ index }) => index === at);
    return { ...text, text: received.map(({ piece }) => piece).join('') + text.text };
  });
  pieces = [];
  return { texts: whole, files };
}

parentPort?.on('message', (message: WordRequest | TextPiece) => {
  if ('piece' in message) pieces.push(message);
  else parentPort?.postMessage(answer({ ...message, sources: withPieces(message.sources) }));
});
