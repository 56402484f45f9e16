import { createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { repeat } from '../base/clock.ts';
import { presentOnly } from '../base/file-errors.ts';
import { type Confinement, findConfinement } from './confinement.ts';
import {
  findProgram,
  NothingMade,
  outputOf,
  ProgramMissing,
  withFolder,
} from './external-program.ts';
import { workLimits } from './limits.ts';
import { programFiles, taskCommand } from './process-setup.ts';
import type { TaskName } from './tasks/index.ts';
import type { TaskReply } from './tasks/task.ts';

export { NothingMade, ProgramMissing };

/** A content that is to be read. */
export interface WorkInput {
  readonly sizeBytes: number;
  /** @throws when the content is gone or the store cannot be read */
  open(): Promise<Readable>;
}

/** More time, memory or space was needed than a conversion may take. */
export class WorkExhausted extends NothingMade {}

/** The server is stopping: this says nothing about the file. */
export class WorkshopClosed extends NothingMade {}

/** Too many conversions wait already. */
export class WorkshopBusy extends Error {}

type WorkLimits = { readonly [Name in keyof typeof workLimits]: number };

interface WorkshopOptions extends Partial<WorkLimits> {
  readonly processesMax: number;
}

interface WorkOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds for all of it, without the time that it waits for its turn. */
  readonly timeMs?: number;
}

/**
 * Conversions of a few files at a time, each in a folder of its own that is removed whatever happens. What reads the
 * files runs in processes apart from the server, one for each step: see `WorkPlace`. Many small files of one kind
 * are converted by `ConversionPool`, which keeps its processes.
 */
export class Workshop {
  readonly #processesMax: number;
  readonly #limits: WorkLimits;
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  #atWork = 0;
  #confinement: Promise<Confinement> | undefined;

  constructor({ processesMax, ...limits }: WorkshopOptions) {
    this.#processesMax = Math.max(processesMax, 1);
    this.#limits = { ...workLimits, ...limits };
  }

  /** How the processes are kept apart; found once. */
  confinement(): Promise<Confinement> {
    this.#confinement ??= findConfinement();
    return this.#confinement;
  }

  /**
   * Copies the contents to a folder and calls `use`, which takes what it needs from the folder before it ends.
   *
   * @throws NothingMade, of which are ProgramMissing and WorkExhausted; WorkshopBusy; what `use` and `open` throw
   */
  async work<T>(
    inputs: readonly WorkInput[],
    use: (place: WorkPlace) => Promise<T>,
    { signal = new AbortController().signal, timeMs = this.#limits.timeMs }: WorkOptions = {},
  ): Promise<T> {
    const sizeBytes = inputs.reduce((sum, input) => sum + input.sizeBytes, 0);
    if (sizeBytes > this.#limits.inputBytesMax) {
      const megabytes = this.#limits.inputBytesMax / 1024 / 1024;
      throw new NothingMade(`the files have more than ${megabytes} MB`);
    }
    await this.#takeTurn(signal);
    try {
      const timeout = AbortSignal.timeout(timeMs);
      const stopped = AbortSignal.any([signal, timeout, this.#closing.signal]);
      return await this.#inFolder(inputs, use, stopped).catch((error: unknown) => {
        signal.throwIfAborted();
        this.#closing.signal.throwIfAborted();
        if (timeout.aborted) throw new WorkExhausted('it took too long');
        throw error;
      });
    } finally {
      // The turn is handed over to the next one.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atWork -= 1;
    }
  }

  /** Stops all work. */
  close(): void {
    this.#closing.abort(new WorkshopClosed('the server is stopping'));
  }

  async #takeTurn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#atWork < this.#processesMax) {
      this.#atWork += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waitingMax) {
      throw new WorkshopBusy(`${this.#waiting.length} conversions wait already`);
    }
    await new Promise<void>((resolve, reject) => {
      const take = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      this.#waiting.push(take);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #inFolder<T>(
    inputs: readonly WorkInput[],
    use: (place: WorkPlace) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    return withFolder(async (folder) => {
      const place = new WorkPlace(folder, {
        limits: this.#limits,
        confinement: await this.confinement(),
        signal,
      });
      for (const input of inputs) await place.add(input);
      return use(place);
    });
  }
}

interface PlaceOptions {
  readonly limits: WorkLimits;
  readonly confinement: Confinement;
  readonly signal: AbortSignal;
}

const watchMs = 200;

/** The folder of one conversion. Its steps run one after the other. */
export class WorkPlace {
  readonly folder: string;
  /** Where programs and tasks write to. */
  readonly out: string;
  readonly signal: AbortSignal;
  readonly #inputs: string[] = [];
  readonly #limits: WorkLimits;
  readonly #confinement: Confinement;

  constructor(folder: string, { limits, confinement, signal }: PlaceOptions) {
    this.folder = folder;
    this.out = join(folder, 'out');
    this.signal = signal;
    this.#limits = limits;
    this.#confinement = confinement;
  }

  /** Paths of the contents, in their order: names of users are never names of files. */
  get inputs(): readonly string[] {
    return this.#inputs;
  }

  async add(input: WorkInput): Promise<string> {
    await mkdir(this.out, { recursive: true });
    const path = join(this.folder, `in${this.#inputs.length}`);
    await pipeline(await input.open(), createWriteStream(path), { signal: this.signal });
    this.#inputs.push(path);
    return path;
  }

  /**
   * Runs code of this program (`tasks`) in a process that may read the folder and write to `out`. Its inputs are
   * the contents, unless files that an earlier step has made are given.
   *
   * @throws NothingMade with the reason when the task refuses the file; WorkExhausted
   */
  async runTask(
    name: TaskName,
    params: object,
    inputs: readonly string[] = this.#inputs,
  ): Promise<object> {
    const { memoryBytesMax } = this.#limits;
    const command = taskCommand({
      task: { name, params, inputs, out: this.out },
      folder: this.folder,
      memoryBytesMax,
    });
    const output = await this.#run(command, { isNode: true });
    if (output.length === 0) {
      const megabytes = Math.round(memoryBytesMax / 1024 / 1024);
      throw new WorkExhausted(
        `it needed more than ${megabytes} MB of memory or too much time, or ended its process`,
      );
    }
    const reply = JSON.parse(output.toString('utf8')) as TaskReply;
    if ('failure' in reply) throw new NothingMade(reply.failure);
    return reply.result;
  }

  /**
   * Runs a program of the machine; returns what it writes to its standard output, of which there is nothing when
   * it fails. It may write to the folder.
   *
   * @throws ProgramMissing, WorkExhausted
   */
  async runProgram(name: string, args: readonly string[]): Promise<Buffer> {
    const program = await findProgram(name);
    if (program === undefined) throw new ProgramMissing(name);
    return this.#run([program, ...args], { isNode: false });
  }

  async #run(
    command: readonly string[],
    { isNode }: { readonly isNode: boolean },
  ): Promise<Buffer> {
    const full = new AbortController();
    // What fails here fails again in the look after the run.
    const look = () => void this.#stopWhenFull(full).catch(() => undefined);
    const stopWatching = repeat(watchMs, look);
    try {
      const output = await outputOf({
        command,
        folder: this.folder,
        signal: AbortSignal.any([this.signal, full.signal]),
        confinement: this.#confinement,
        readable: isNode ? [process.execPath, ...programFiles()] : [],
        isBoundByAddresses: !isNode,
        cpuSeconds: this.#limits.cpuSeconds,
        fileBytesMax: this.#limits.outputBytesMax,
        outputBytesMax: this.#limits.replyBytesMax,
      });
      this.signal.throwIfAborted();
      await this.#stopWhenFull(full);
      full.signal.throwIfAborted();
      return output;
    } finally {
      stopWatching();
    }
  }

  /** The limit of the system is for each file only. */
  async #stopWhenFull(full: AbortController): Promise<void> {
    if ((await sizeOf(this.out)) <= this.#limits.outputBytesMax) return;
    const megabytes = Math.round(this.#limits.outputBytesMax / 1024 / 1024);
    full.abort(new WorkExhausted(`it made more than ${megabytes} MB`));
  }
}

/** Bytes of all files in a folder, some of which may just be removed; 0 when there is no folder. */
async function sizeOf(folder: string): Promise<number> {
  let sum = 0;
  const entries = await presentOnly(readdir(folder, { recursive: true, withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    sum += found?.size ?? 0;
  }
  return sum;
}
