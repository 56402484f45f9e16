import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from './random.ts';

/** Ends server processes of a PostgreSQL database at random, until it is stopped. */
export class BackendVandal {
  readonly #url: string;
  readonly #random: Random;
  readonly #pauseMaxMs: number;
  #isStopped = false;
  #running: Promise<void> | undefined;
  terminated = 0;

  constructor(url: string, random: Random, { pauseMaxMs }: { readonly pauseMaxMs: number }) {
    this.#url = url;
    this.#random = random;
    this.#pauseMaxMs = pauseMaxMs;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      // A database that is being restarted refuses for a while, and has no server processes to end.
      await this.#terminateOne().catch(() => undefined);
      await sleep(this.#random.below(this.#pauseMaxMs));
    }
  }

  async #terminateOne(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const others = `select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by pid`;
      const pids = (await client.query(others)).rows.map(({ pid }) => pid as number);
      if (pids.length === 0) return;
      await client.query('select pg_terminate_backend($1)', [this.#random.pick(pids)]);
      this.terminated += 1;
    } finally {
      await client.end();
    }
  }
}
