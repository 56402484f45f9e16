import { setTimeout as sleep } from 'node:timers/promises';
import { BackendVandal } from '../support/backend-vandal.ts';
import { ChildServer, runCheck } from '../support/child-server.ts';
import { CrashClient } from '../support/crash-client.ts';
import type { Random } from '../support/random.ts';
import type { Findings } from './findings.ts';
import { MemoryWatch } from './memory-watch.ts';
import { makePlace } from './soak-place.ts';
import type { SoakStore } from './soak-store.ts';
import { VandalClient } from './vandal-client.ts';

export interface SoakOptions {
  readonly store: SoakStore;
  readonly random: Random;
  readonly findings: Findings;
  readonly tell: (line: string) => void;
  readonly durationMs: number;
  readonly growthMax: number;
}

/** Light requests first, then all kinds: memory counts as growth from what these took. */
const lightMs = 10_000;
const warmUpMs = 40_000;
const lifeMinMs = 75_000;
const lifeMoreMs = 90_000;
const renewalMs = 15_000;
const writers = 6;
const vandals = 4;
/** Backends end about every two seconds: most requests get through. */
const backendPauseMaxMs = 4_000;
/** Accepted calls wait for the lease of a server that was killed. */
const acceptedWithinMs = 180_000;

/** Has servers live and die on one store, and looks at what they leave. */
export class SoakRun {
  readonly #options: SoakOptions;
  readonly #client: CrashClient;
  #isDying = false;
  #lives = 0;
  #peakGrowth = 0;

  constructor(options: SoakOptions) {
    this.#options = options;
    this.#client = new CrashClient(options.random, { retriesMax: 600 });
  }

  async run(): Promise<void> {
    const endMs = performance.now() + this.#options.durationMs;
    while (performance.now() < endMs)
      await this.#live(Math.max(endMs - performance.now(), warmUpMs * 2));
    await this.#lookAtTheEnd();
    const megabytes = Math.round(this.#peakGrowth / 1_000_000);
    const { tell } = this.#options;
    tell(`${this.#lives} lives, ${this.#client.acknowledged} acknowledged writes, `);
    tell(`${this.#client.unavailable} told to try again, growth up to ${megabytes} MB`);
  }

  /** One process of the server, from its start to its end. */
  async #live(timeLeftMs: number): Promise<void> {
    const { random, store, findings, tell } = this.#options;
    this.#lives += 1;
    this.#isDying = false;
    const server = await this.#start();
    const url = await server.url;
    server.process.once('exit', (code, signal) => {
      if (this.#isDying) return;
      findings.add('the server ended', `${code ?? signal}: ${server.output.slice(-4_000)}`);
      this.#isDying = true;
    });
    await this.#verify(url);
    const vandal = await this.#startVandal(url);
    const memory = this.#watch(server, vandal);
    const backends =
      store.databaseUrl &&
      new BackendVandal(store.databaseUrl, random, { pauseMaxMs: backendPauseMaxMs });
    if (backends) backends.start();
    const work = Promise.all([
      this.#client.work(url, writers),
      vandal.work(vandals),
      this.#accept(url),
      this.#renewPlace(url, vandal),
    ]);
    const failure = work.then(
      () => undefined,
      (error: unknown) => error,
    );
    await this.#letLive(Math.min(timeLeftMs, lifeMinMs + random.below(lifeMoreMs)), memory);
    if (backends) await backends.stop();
    await memory.stop();
    this.#peakGrowth = Math.max(this.#peakGrowth, memory.peakGrowth);
    const end = await this.#end(server);
    const error = await failure;
    if (error !== undefined) findings.add('a write was refused', String(error));
    const statuses = [...vandal.statuses].sort().map(([status, count]) => `${status}: ${count}`);
    tell(`life ${this.#lives} ${end}; ${memory.summary}; ${statuses.join(', ')}`);
  }

  async #start(): Promise<ChildServer> {
    const { store } = this.#options;
    const server = new ChildServer({ data: store.data, databaseUrl: store.databaseUrl });
    await server.url;
    return server;
  }

  async #startVandal(url: string): Promise<VandalClient> {
    const { random, findings } = this.#options;
    const startMs = performance.now();
    return new VandalClient({
      target: await makePlace(url, 'soak'),
      random,
      findings,
      isAlive: () => !this.#isDying,
      isLight: () => performance.now() - startMs < lightMs,
    });
  }

  #watch(server: ChildServer, vandal: VandalClient): MemoryWatch {
    const { findings, growthMax } = this.#options;
    const pid = server.process.pid ?? 0;
    const running = () => [`lately ${vandal.recentlyHeavy.join(' ; ')}`, ...vandal.running];
    return new MemoryWatch({ pid, growthMax, findings, running });
  }

  async #letLive(lifeMs: number, memory: MemoryWatch): Promise<void> {
    const { random, store } = this.#options;
    const startMs = performance.now();
    const restartAtMs = random.below(lifeMs);
    let [isWarm, isRestarted] = [false, store.restartDatabase === undefined];
    for (
      let elapsedMs = 0;
      elapsedMs < lifeMs && !this.#isDying;
      elapsedMs = performance.now() - startMs
    ) {
      await sleep(250);
      if (!isWarm && elapsedMs > warmUpMs - 1_000) {
        memory.markWarm();
        isWarm = true;
      }
      if (isRestarted || elapsedMs < restartAtMs) continue;
      isRestarted = true;
      await store.restartDatabase?.();
    }
  }

  async #accept(url: string): Promise<void> {
    while (!this.#isDying) {
      // One that is under way when the server ends was accepted or not.
      await this.#client.accept(url).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
      });
      await sleep(1_000);
    }
  }

  /** What is sent removes much of it, and leaves other things there. */
  async #renewPlace(url: string, vandal: VandalClient): Promise<void> {
    let renewedMs = performance.now();
    while (!this.#isDying) {
      await sleep(250);
      if (performance.now() - renewedMs < renewalMs) continue;
      try {
        vandal.target = await makePlace(url, 'soak');
      } catch (error) {
        if (!(error instanceof TypeError) && !this.#isDying) throw error;
      }
      renewedMs = performance.now();
    }
  }

  /** Mostly as a power failure, now and then as an administrator ends it. */
  async #end(server: ChildServer): Promise<string> {
    const { random, findings } = this.#options;
    if (this.#isDying) return 'ended by itself';
    this.#isDying = true;
    if (random.below(3) > 0) {
      await server.kill();
      return 'killed';
    }
    this.#client.stop();
    const status = await server.stop();
    if (status !== 0)
      findings.add('a stop ended badly', `${status}: ${server.output.slice(-2_000)}`);
    return 'stopped';
  }

  async #verify(url: string): Promise<void> {
    const wrong = await this.#client.verify(url);
    for (const text of wrong) this.#options.findings.add('an acknowledged write is lost', text);
  }

  async #lookAtTheEnd(): Promise<void> {
    const { findings, store } = this.#options;
    this.#isDying = true;
    const server = await this.#start();
    const url = await server.url;
    await this.#verify(url);
    const endMs = performance.now() + acceptedWithinMs;
    let wrong = await this.#client.verifyNames(url);
    while (wrong.length > 0 && performance.now() < endMs) {
      await sleep(2_000);
      wrong = await this.#client.verifyNames(url);
    }
    for (const text of wrong) findings.add(text.replaceAll(/\d+/g, 'N'), text);
    const health = await fetch(`${url}/runningstatus`);
    if (health.status !== 200) findings.add('not healthy', await health.text());
    await server.stop();
    const { status, text } = await runCheck({ data: store.data, databaseUrl: store.databaseUrl });
    if (status !== 0 || /^error/m.test(text))
      findings.add('cartulary check', `${status}: ${text.slice(0, 4_000)}`);
  }
}
