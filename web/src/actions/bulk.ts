import type { Doc } from '../api/types.ts';

/** Documents of one request: it is done as a whole, or not at all. */
export const chunkSize = 20;

/** What must be known of a document to change it. */
export type Item = Pick<Doc, 'uid' | 'title' | 'path' | 'parentRef'>;

export interface Refusal {
  readonly document: Item;
  readonly error: unknown;
}

export interface BulkResult {
  readonly done: readonly Item[];
  /** As the server has answered for those that are done. */
  readonly results: readonly Doc[];
  readonly refused: readonly Refusal[];
  /** Not tried, since the user stopped or the server could not be asked any more. */
  readonly left: readonly Item[];
}

interface BulkWork {
  readonly documents: readonly Item[];
  readonly send: (documents: readonly Item[]) => Promise<readonly Doc[]>;
  /** Whether the next documents would fail in the same way. */
  readonly endsAll: (error: unknown) => boolean;
  readonly onProgress?: ((done: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Changes many documents by requests for some of them. Where one of these is refused nothing of it
 * is done: its documents are then tried one by one, so that only those stay that are refused.
 */
export async function changeInChunks({
  documents,
  send,
  endsAll,
  onProgress,
  signal,
}: BulkWork): Promise<BulkResult> {
  const [done, results, refused]: [Item[], Doc[], Refusal[]] = [[], [], []];
  const waiting = chunksOf(documents);
  while (waiting.length > 0 && !signal?.aborted) {
    const chunk = waiting.shift() ?? [];
    try {
      results.push(...(await send(chunk)));
      done.push(...chunk);
    } catch (error) {
      if (chunk.length > 1 && !endsAll(error)) {
        waiting.unshift(...chunk.map((each) => [each]));
        continue;
      }
      refused.push(...chunk.map((document) => ({ document, error })));
      if (endsAll(error)) break;
    }
    onProgress?.(done.length + refused.length);
  }
  return { done, results, refused, left: waiting.flat() };
}

function chunksOf(documents: readonly Item[]): (readonly Item[])[] {
  const count = Math.ceil(documents.length / chunkSize);
  return Array.from({ length: count }, (_, at) =>
    documents.slice(at * chunkSize, (at + 1) * chunkSize),
  );
}
