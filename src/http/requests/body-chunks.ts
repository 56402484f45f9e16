import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * The chunks of a request body one at a time. Unlike the stream's own iterator this neither joins
 * them by copying nor destroys the stream of a reader that stops early: destroying it would close
 * the connection before the client has the response.
 */
export class BodyChunks {
  readonly #stream: Readable;
  #waiting: PromiseWithResolvers<Buffer | undefined> | undefined;
  #ending: { readonly error?: unknown } | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.pause();
    stream.on('data', this.#take);
    finished(stream, { writable: false }).then(
      () => this.#end({}),
      (error: unknown) => this.#end({ error }),
    );
  }

  /** Undefined after the last one. Rejects when the client has disconnected. One call at a time. */
  next(): Promise<Buffer | undefined> {
    this.#waiting = Promise.withResolvers();
    const { promise } = this.#waiting;
    if (this.#ending) this.#end(this.#ending);
    else this.#stream.resume();
    return promise;
  }

  /** Reads and drops the rest, so that the client receives the response. */
  drop(): void {
    this.#stream.off('data', this.#take);
    this.#stream.resume();
  }

  readonly #take = (chunk: Buffer): void => {
    this.#stream.pause();
    this.#waiting?.resolve(chunk);
    this.#waiting = undefined;
  };

  #end(ending: { readonly error?: unknown }): void {
    this.#ending = ending;
    if ('error' in ending) this.#waiting?.reject(ending.error);
    else this.#waiting?.resolve(undefined);
    this.#waiting = undefined;
  }
}
