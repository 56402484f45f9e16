/** What one process asks another by messages: functions with one argument at most. */
type Duties = object;
type Content<Duty> = Duty extends (content: infer Sent) => unknown ? Sent : never;
type Answer<Duty> = Duty extends (content: never) => infer Given ? Awaited<Given> : never;

/** A process at the other end of a channel of messages. */
interface MessagePort {
  send(message: object, callback: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

interface Envelope {
  readonly channel: 'cartulary';
  readonly id: number;
  readonly ask?: string;
  readonly content?: unknown;
  readonly failure?: string;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * Questions and answers between two processes. `Theirs` is what the other side does when it is asked, and
 * `duties` what this side does. Answers are JSON.
 */
export class Channel<Theirs extends Duties> {
  readonly #port: MessagePort;
  readonly #duties: Duties;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #isOpen = true;

  constructor(port: MessagePort, duties: Duties) {
    this.#port = port;
    this.#duties = duties;
    port.on('message', (message) => this.#take(message as Envelope));
    port.on('disconnect', () => this.#close());
  }

  /** Rejects when the other process ends before it has answered. */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    content?: Content<Theirs[Name]>,
  ): Promise<Answer<Theirs[Name]>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (!this.#isOpen) return Promise.reject(new Error(ended));
    this.#count += 1;
    this.#waiting.set(this.#count, { resolve, reject });
    this.#send({ id: this.#count, ask: name, content });
    return promise as Promise<Answer<Theirs[Name]>>;
  }

  #take(message: Envelope): void {
    if (message?.channel !== 'cartulary') return;
    if (message.ask !== undefined) {
      void this.#answer(message.id, message.ask, message.content);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.failure === undefined) waiting?.resolve(message.content);
    else waiting?.reject(new Error(message.failure));
  }

  async #answer(id: number, name: string, content: unknown): Promise<void> {
    const duty = (this.#duties as Readonly<Record<string, (content: unknown) => unknown>>)[name];
    try {
      this.#send({ id, content: await duty?.call(this.#duties, content) });
    } catch (error) {
      this.#send({ id, failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** What cannot be sent is for a process that has ended, whose end is noticed apart. */
  #send(message: Omit<Envelope, 'channel'>): void {
    if (!this.#isOpen) return;
    this.#port.send({ channel: 'cartulary', ...message }, () => undefined);
  }

  #close(): void {
    this.#isOpen = false;
    for (const { reject } of this.#waiting.values()) reject(new Error(ended));
    this.#waiting.clear();
  }
}

const ended = 'the other process has ended';
