import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadJob, LoadResult } from './load-job.ts';
import type { ProbeJob, ProbeResult } from './probe.ts';
import type { TransferJob, TransferResult } from './transfer.ts';

/** The load generator, in a child process that lives for one scenario. */
export class LoadClient {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'load-process.ts'));

  run(job: LoadJob): Promise<LoadResult> {
    return this.#perform(job, job.port);
  }

  transfer(job: TransferJob): Promise<TransferResult> {
    return this.#perform(job, job.port);
  }

  /** Sends requests until the returned function is called. */
  probe(job: ProbeJob): () => Promise<ProbeResult> {
    this.#child.send(job);
    return () => this.#perform('stop', job.port);
  }

  close(): void {
    this.#child.kill();
  }

  async #perform<Result extends object>(
    job: LoadJob | TransferJob | 'stop',
    port: number,
  ): Promise<Result> {
    this.#child.send(job);
    const [answer] = (await once(this.#child, 'message')) as [Result | { error: string }];
    if ('error' in answer) throw new Error(`load on port ${port}: ${answer.error}`);
    return answer;
  }
}
