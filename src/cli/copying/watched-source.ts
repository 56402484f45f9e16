import type { Readable } from 'node:stream';

interface WatchedSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Why the source could not be read; undefined when a failure was that of the target. */
  readonly failure: string | undefined;
}

/** A stream of the source that is read by the target, so that the failures of both can be told apart. */
export function readWatched(open: () => Promise<Readable>): WatchedSource {
  let failure: string | undefined;
  const readAll = async function* (): AsyncGenerator<Uint8Array> {
    const stream = await open().catch((error: unknown) => {
      failure = describe(error);
      throw error;
    });
    stream.once('error', (error) => {
      failure = describe(error);
    });
    yield* stream;
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
