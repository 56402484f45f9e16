import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface Answer {
  readonly status: number;
  /** From the first byte written to the last byte read. */
  readonly ms: number;
}

/**
 * One keep-alive connection that sends the next request when the last response is complete. It
 * reads no more of a response than its status and length: the client must not be the bottleneck.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #next: () => string | undefined;
  readonly #onAnswer: (answer: Answer) => void;
  readonly #closed: Promise<void>;
  #head: Buffer = emptyHead;
  #status = 0;
  /** Bytes of the body still to come; undefined while the head is read. */
  #missing: number | undefined;
  #sentAt = 0;

  /** `next` returns the raw text of a request, or undefined to stop. */
  constructor(
    port: number,
    options: { next: () => string | undefined; onAnswer: (answer: Answer) => void },
  ) {
    this.#next = options.next;
    this.#onAnswer = options.onAnswer;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#closed = new Promise((resolve, reject) => {
      this.#socket.once('close', () => resolve());
      this.#socket.once('error', reject);
    });
    this.#socket.once('connect', () => this.#send());
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** Resolves when `next` has ended the connection. */
  get closed(): Promise<void> {
    return this.#closed;
  }

  #send(): void {
    const request = this.#next();
    if (request === undefined) {
      this.#socket.destroy();
      return;
    }
    this.#sentAt = performance.now();
    this.#socket.write(request, 'latin1');
  }

  #read(chunk: Buffer): void {
    if (this.#missing !== undefined) {
      this.#take(chunk.length);
      return;
    }
    const head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) {
      this.#head = head;
      return;
    }
    const text = head.toString('latin1', 0, end);
    this.#head = emptyHead;
    this.#status = Number(text.slice(9, 12));
    this.#missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    this.#take(head.length - end - 4);
  }

  #take(bytes: number): void {
    this.#missing = (this.#missing ?? 0) - bytes;
    if (this.#missing > 0) return;
    this.#missing = undefined;
    this.#onAnswer({ status: this.#status, ms: performance.now() - this.#sentAt });
    this.#send();
  }
}

const emptyHead: Buffer = Buffer.alloc(0);
