import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Histogram, type Latencies } from './histogram.ts';
import { authorizationOf, type Credentials, numberMark } from './load-job.ts';

/** The same small request at fixed intervals, until the load process is told to stop. */
export interface ProbeJob {
  readonly port: number;
  readonly path: string;
  readonly user: Credentials;
  readonly everyMs: number;
  /** GET when left out. */
  readonly method?: string;
  /** Sent with each request; `numberMark` in it stands for the number of the request. */
  readonly json?: object;
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
    // `stop` reports it; a rejection without a handler would end the process before.
    this.#ended.catch(() => undefined);
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
    const { port, path, user, method = 'GET' } = this.#job;
    const body = this.#body();
    const headers = {
      Authorization: authorizationOf(user),
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        { port, host: '127.0.0.1', method, path, headers, agent: this.#agent },
        (answer) => {
          if (answer.statusCode !== 200) {
            reject(new Error(`${method} ${path}: status ${answer.statusCode}`));
          }
          answer.resume().once('end', resolve);
        },
      );
      sent.once('error', reject).end(body);
    });
  }

  #body(): string | undefined {
    const { json } = this.#job;
    return json && JSON.stringify(json).replaceAll(numberMark, String(this.#requests));
  }
}

function until(instantMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, instantMs - performance.now())));
}
