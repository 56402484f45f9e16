import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from './findings.ts';

export interface MemoryWatchOptions {
  readonly pid: number;
  readonly growthMax: number;
  readonly findings: Findings;
  /** What is being asked of the process at the moment. */
  readonly running: () => readonly string[];
}

const sampleMs = 100;

/** Follows the resident memory of a process from the state in which it is warm. */
export class MemoryWatch {
  readonly #options: MemoryWatchOptions;
  readonly #sampling: Promise<void>;
  #isStopped = false;
  #isWarm = false;
  /** The most that it took to become warm. */
  #warmBytes = 0;
  #reported = 0;
  peakGrowth = 0;

  constructor(options: MemoryWatchOptions) {
    this.#options = options;
    this.#sampling = this.#sample();
  }

  /** In megabytes. */
  get summary(): string {
    const [warm, peak] = [this.#warmBytes, this.#warmBytes + this.peakGrowth].map((bytes) =>
      Math.round(bytes / 1_000_000),
    );
    return `memory ${warm} MB when warm, at most ${peak} MB`;
  }

  /** From now on growth counts. */
  markWarm(): void {
    this.#isWarm = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#sampling;
  }

  async #sample(): Promise<void> {
    while (!this.#isStopped) {
      const bytes = await residentBytes(this.#options.pid);
      if (bytes === undefined) return;
      if (this.#isWarm) this.#judge(bytes);
      else this.#warmBytes = Math.max(this.#warmBytes, bytes);
      await sleep(sampleMs);
    }
  }

  #judge(bytes: number): void {
    const growth = bytes - this.#warmBytes;
    this.peakGrowth = Math.max(this.peakGrowth, growth);
    // Once for each further hundred megabytes, with what was asked then.
    if (growth <= this.#options.growthMax || growth < this.#reported + 100_000_000) return;
    this.#reported = growth;
    const megabytes = Math.round(growth / 1_000_000);
    const running = this.#options.running().join(' | ').slice(0, 2_000);
    const step = Math.floor(growth / 500_000_000) * 500;
    const kind = step === 0 ? 'memory grew too much' : `memory grew by ${step} MB and more`;
    this.#options.findings.add(kind, `${megabytes} MB while running: ${running}`);
  }
}

/** Linux only; undefined once the process is gone. */
async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    // Without mapped pages of the database file: the system takes those back when it needs them.
    return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  } catch {
    return undefined;
  }
}
