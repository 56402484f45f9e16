import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Histogram, type Latencies } from './histogram.ts';
import { authorizationOf, type Credentials } from './load-job.ts';

/** The same small request at fixed intervals, until the load process is told to stop. */
export interface ProbeJob {
  readonly port: number;
  readonly path: string;
  readonly user: Credentials;
  readonly everyMs: number;
}

export interface ProbeResult {
  readonly requests: number;
  readonly waits: Latencies;
}

/**
 * One request at a time. While one waits, those that were due meanwhile wait as well: each counts
 * with the time from its own instant.
 */
export class Probe {
  readonly #job: ProbeJob;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #waits = new Histogram();
  readonly #ended: Promise<void>;
  #requests = 0;
  #isStopping = false;

  constructor(job: ProbeJob) {
    this.#job = job;
    this.#ended = this.#run();
  }

  async stop(): Promise<ProbeResult> {
    this.#isStopping = true;
    await this.#ended;
    this.#agent.destroy();
    return { requests: this.#requests, waits: this.#waits.latencies() };
  }

  async #run(): Promise<void> {
    const { everyMs } = this.#job;
    let dueMs = performance.now();
    while (!this.#isStopping) {
      await until(dueMs);
      // The timer may fire late; that is not a wait for the server.
      const sentMs = Math.max(dueMs, performance.now());
      await this.#send();
      const endMs = performance.now();
      this.#waits.record(endMs - sentMs);
      this.#requests += 1;
      for (dueMs = sentMs + everyMs; dueMs < endMs; dueMs += everyMs) {
        this.#waits.record(endMs - dueMs);
      }
    }
  }

  #send(): Promise<void> {
    const { port, path, user } = this.#job;
    const headers = { Authorization: authorizationOf(user) };
    return new Promise((resolve, reject) => {
      const sent = request(
        { port, host: '127.0.0.1', path, headers, agent: this.#agent },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
          answer.resume().once('end', resolve);
        },
      );
      sent.once('error', reject).end();
    });
  }
}

function until(instantMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, instantMs - performance.now())));
}
