import type { Readable } from 'node:stream';

interface WatchedSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Why the source could not be read; undefined when a failure was that of the target. */
  readonly failure: string | undefined;
}

/** A stream of the source that is read by the target, so that the failures of both can be told apart. */
export function readWatched(open: () => Promise<Readable>): WatchedSource {
  let failure: string | undefined;
  const watched = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      failure = describe(error);
      throw error;
    }
  };
  const readAll = async function* (): AsyncGenerator<Uint8Array> {
    const stream = await watched(open());
    const chunks = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await watched(chunks.next());
        if (done) return;
        // Where the target fails, it throws its error in here.
        yield value;
      }
    } finally {
      stream.destroy();
    }
  };
  return {
    bytes: readAll(),
    get failure() {
      return failure;
    },
  };
}

function describe(error: unknown): string {
  return `cannot be read in the source: ${error instanceof Error ? error.message : String(error)}`;
}
