import { Worker } from 'node:worker_threads';
import { AppError } from '../../base/errors/app-error.ts';
import { translateDiskError } from '../../blobs/disk-errors.ts';
import type { IntakeReply, IntakeRequest, IntakeSetup } from './intake-thread-program.ts';

/** `js` in `dist`, as the ending of this file shows. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = new URL(`./intake-thread-program.${ending}`, import.meta.url);

interface Task {
  readonly request: IntakeRequest;
  readonly reply: PromiseWithResolvers<IntakeReply>;
}

/** Threads that do what is asked of them in turn, each one request at a time; started with the first one. */
export class IntakeThreads {
  readonly #setup: IntakeSetup;
  readonly #threadsMax: number;
  readonly #workers = new Map<Worker, Task | undefined>();
  readonly #waiting: Task[] = [];

  constructor(setup: IntakeSetup, threadsMax: number) {
    this.#setup = setup;
    this.#threadsMax = threadsMax;
  }

  /** @throws AppError store.* and errors of the disk */
  async run(request: IntakeRequest): Promise<readonly unknown[]> {
    const task = { request, reply: Promise.withResolvers<IntakeReply>() };
    this.#waiting.push(task);
    this.#assign();
    const reply = await task.reply.promise;
    if ('results' in reply) return reply.results;
    throw translateDiskError(Object.assign(new Error(reply.message), { code: reply.code }));
  }

  end(): void {
    for (const worker of this.#workers.keys()) worker.postMessage({ kind: 'end' });
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const idle = [...this.#workers].find(([, task]) => task === undefined)?.[0];
      if (!idle && this.#workers.size >= this.#threadsMax) return;
      const worker = idle ?? this.#start();
      const task = this.#waiting.shift() as Task;
      this.#workers.set(worker, task);
      worker.postMessage(task.request);
    }
  }

  #start(): Worker {
    const worker = new Worker(program, { workerData: this.#setup });
    this.#workers.set(worker, undefined);
    let failure: unknown;
    worker.on('message', (reply: IntakeReply) => {
      const task = this.#workers.get(worker);
      this.#workers.set(worker, undefined);
      task?.reply.resolve(reply);
      this.#assign();
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.once('exit', () => {
      const task = this.#workers.get(worker);
      this.#workers.delete(worker);
      const text = 'a thread that takes files in has ended: run the import again';
      task?.reply.reject(new AppError('store.unavailable', text, { cause: failure }));
      this.#assign();
    });
    return worker;
  }
}
