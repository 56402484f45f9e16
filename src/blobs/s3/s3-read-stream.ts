import { Readable } from 'node:stream';
import { jittered, sleep } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { S3Objects } from './s3-objects.ts';

interface ReadStreamOptions {
  readonly objects: S3Objects;
  readonly name: string;
  /** The answer to the first request. */
  readonly body: Readable;
  /** Where it begins in the object. */
  readonly start: number;
  readonly lengthBytes: number;
}

/** Of requests in a row that bring no byte; each is tried again by the client, too. */
const attemptsMax = 4;
const pauseMs = 200;

/** The bytes of an object. Where a connection is cut, the rest is asked for on another. */
export class S3ReadStream extends Readable {
  readonly #options: ReadStreamOptions;
  #body: Readable;
  #takenBytes = 0;
  #failures = 0;

  constructor(options: ReadStreamOptions) {
    super();
    this.#options = options;
    this.#body = options.body;
    this.#follow(options.body);
  }

  override _read(): void {
    this.#body.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#body.destroy();
    callback(error);
  }

  #follow(body: Readable): void {
    this.#body = body;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      if (this.#takenBytes === this.#options.lengthBytes) this.push(null);
      else if (!this.destroyed) this.#resume().catch((error: Error) => this.destroy(error));
    };
    body.on('data', (chunk: Buffer) => {
      this.#takenBytes += chunk.length;
      this.#failures = 0;
      if (!this.push(chunk)) body.pause();
    });
    body.on('end', end);
    body.on('error', end);
    body.on('close', end);
  }

  async #resume(): Promise<void> {
    const { objects, name, start, lengthBytes } = this.#options;
    this.#failures += 1;
    if (this.#failures > attemptsMax) {
      throw new AppError('store.unavailable', `S3 does not send the rest of ${name}`);
    }
    await sleep(jittered(pauseMs * 2 ** this.#failures));
    if (this.destroyed) return;
    const range = { start: start + this.#takenBytes, end: start + lengthBytes - 1 };
    const found = await objects.get(name, range);
    if (!found) throw new AppError('store.corrupt', `${name} was removed while it was read`);
    if (this.destroyed) found.body.destroy();
    else this.#follow(found.body);
  }
}
