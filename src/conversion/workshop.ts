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
import { FairTurns, WorkshopBusy } from './fair-turns.ts';
import { workLimits } from './limits.ts';
import { niceness } from './priority.ts';
import { programFiles, taskCommand } from './process-setup.ts';
import type { TaskName } from './tasks/index.ts';
import type { TaskReply } from './tasks/task.ts';

export { NothingMade, ProgramMissing, WorkshopBusy };

/** A content that is to be read. */
export interface WorkInput {
  readonly sizeBytes: number;
  /** @throws when the content is gone or the store cannot be read */
  open(): Promise<Readable>;
}

/** More time, memory or space was needed than a conversion may take. */
export class WorkExhausted extends NothingMade {}

/** The server is stopping: this says nothing about the file. */
export class WorkshopClosed extends Error {}

type WorkLimits = { readonly [Name in keyof typeof workLimits]: number };

interface WorkshopOptions extends Partial<WorkLimits> {
  /** At the same time, in the background. */
  readonly processesMax: number;
  /** At the same time, for requests; as many as in the background when it is not set. */
  readonly requestProcessesMax?: number;
}

/** A request waits for work of the one class, and nothing waits for the other. */
type WorkClass = keyof typeof niceness;

/** For whom work is done. */
interface WorkOrder {
  readonly is: WorkClass;
  readonly user: string;
}

/** Work of the server itself, such as the views of pictures. */
const ownWork: WorkOrder = { is: 'background', user: '' };

interface WorkOptions {
  readonly order?: WorkOrder;
  readonly signal?: AbortSignal;
  /** Milliseconds for all of it, without the time that it waits for its turn. */
  readonly timeMs?: number;
}

/** Where work of one order is done. */
export type Workbench = Pick<Workshop, 'work'>;

/**
 * Conversions of a few files at a time, each in a folder of its own that is removed whatever happens. What reads the
 * files runs in processes apart from the server, one for each step: see `WorkPlace`. Many small files of one kind
 * are converted by `ConversionPool`, which keeps its processes. Requests and the background have turns of their own,
 * so no request waits for work of the background.
 */
export class Workshop {
  readonly #turns: Readonly<Record<WorkClass, FairTurns>>;
  readonly #limits: WorkLimits;
  readonly #closing = new AbortController();
  #confinement: Promise<Confinement> | undefined;

  constructor({ processesMax, requestProcessesMax = processesMax, ...limits }: WorkshopOptions) {
    this.#limits = { ...workLimits, ...limits };
    const { waitingMax } = this.#limits;
    const turns = (most: number) => new FairTurns({ atOnce: Math.max(most, 1), waitingMax });
    this.#turns = { request: turns(requestProcessesMax), background: turns(processesMax) };
  }

  /** How the processes are kept apart; found once. */
  confinement(): Promise<Confinement> {
    this.#confinement ??= findConfinement();
    return this.#confinement;
  }

  /** How much is done, and waits to be done. */
  get counts(): Readonly<Record<WorkClass, WorkCounts>> {
    return this.#turns;
  }

  for(order: WorkOrder): Workbench {
    return { work: (inputs, use, options) => this.work(inputs, use, { ...options, order }) };
  }

  /**
   * Copies the contents to a folder and calls `use`, which takes what it needs from the folder before it ends.
   *
   * @throws NothingMade, of which are ProgramMissing and WorkExhausted; WorkshopBusy; WorkshopClosed; what `use`
   *   and `open` throw
   */
  async work<T>(
    inputs: readonly WorkInput[],
    use: (place: WorkPlace) => Promise<T>,
    options: WorkOptions = {},
  ): Promise<T> {
    const { order = ownWork, signal = new AbortController().signal } = options;
    const { timeMs = this.#limits.timeMs } = options;
    const sizeBytes = inputs.reduce((sum, input) => sum + input.sizeBytes, 0);
    if (sizeBytes > this.#limits.inputBytesMax) {
      const megabytes = this.#limits.inputBytesMax / 1024 / 1024;
      throw new NothingMade(`the files have more than ${megabytes} MB`);
    }
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    return this.#turns[order.is].inTurn(order.user, stopped, async () => {
      const timeout = AbortSignal.timeout(timeMs);
      const ended = AbortSignal.any([stopped, timeout]);
      return this.#inFolder(inputs, use, { signal: ended, is: order.is }).catch((error) => {
        stopped.throwIfAborted();
        if (timeout.aborted) throw new WorkExhausted('it took too long');
        throw error;
      });
    });
  }

  /** Stops all work. */
  close(): void {
    this.#closing.abort(new WorkshopClosed('the server is stopping'));
  }

  #inFolder<T>(
    inputs: readonly WorkInput[],
    use: (place: WorkPlace) => Promise<T>,
    run: Pick<PlaceOptions, 'signal' | 'is'>,
  ): Promise<T> {
    return withFolder(async (folder) => {
      const limits = this.#limits;
      const place = new WorkPlace(folder, {
        ...run,
        limits,
        confinement: await this.confinement(),
      });
      for (const input of inputs) await place.add(input);
      return use(place);
    });
  }
}

/** Of one class. */
interface WorkCounts {
  readonly running: number;
  readonly waiting: number;
}

interface PlaceOptions {
  readonly limits: WorkLimits;
  readonly confinement: Confinement;
  readonly signal: AbortSignal;
  readonly is: WorkClass;
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
  readonly #niceness: number;

  constructor(folder: string, { limits, confinement, signal, is }: PlaceOptions) {
    this.folder = folder;
    this.out = join(folder, 'out');
    this.signal = signal;
    this.#limits = limits;
    this.#confinement = confinement;
    this.#niceness = niceness[is];
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
        niceness: this.#niceness,
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
