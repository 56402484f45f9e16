import type pg from 'pg';
import { isWithin, jittered, monotonicMs, repeat, sleepUnlessAborted } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Logger } from '../../base/log.ts';
import type { PostgresAddress } from '../../config/postgres-address.ts';
import { nothingStored } from '../database.ts';
import { inspectServer, isReply, labelOf, type Server, serversOf } from './server-client.ts';
import type { ServerFacts } from './server-facts.ts';
import type { ServerLineage } from './server-lineage.ts';

interface ServerSearchOptions {
  readonly address: PostgresAddress;
  /** Of the connections with which servers are asked. */
  readonly config: pg.ClientConfig;
  readonly lineage: ServerLineage;
  /** How long units wait for a search; undefined for the default. */
  readonly waitMs: number | undefined;
  readonly log: Logger | undefined;
  /** Between looks at the servers while one is in use; undefined for the default. */
  readonly watchMs: number | undefined;
  /** After another server than before has been found, or the one in use does not reply. */
  readonly onLeft: () => void;
}

interface Found {
  readonly server: Server;
  readonly facts: ServerFacts;
}

const waitMsDefault = 10_000;
/** How long a server may take to accept a connection and to tell what it is. */
const replyLimitMs = 3_000;
/** For the others, when one has been found: one of them may be on a higher timeline. */
const graceMs = 250;
const firstPauseMs = 100;
const pauseMsMax = 2_000;
const watchMsDefault = 5_000;
/** Looks at which the server in use did not reply, one after the other, before it is left. */
const silentLooksMax = 2;

/**
 * Finds the server that can write among those that the address names. All units share one search, which
 * asks all servers at once, with pauses that grow. A single server is not asked: units connect to it.
 */
export class ServerSearch {
  readonly counts = { searches: 0, failovers: 0 };
  readonly connectLimitMs: number | undefined;
  readonly #options: ServerSearchOptions;
  readonly #closed = new AbortController();
  #known: Server | undefined;
  /** The one in use before, as long as none is known. */
  #former: Server | undefined;
  #isSingle: boolean | undefined;
  #running: Promise<void> | undefined;
  #silentLooks = 0;
  #watching: Promise<void> | undefined;
  #endWatch: (() => void) | undefined;
  #beganMs = 0;
  #reason: unknown;

  constructor(options: ServerSearchOptions) {
    this.#options = options;
    const { servers, connectTimeoutMs } = options.address;
    this.connectLimitMs = connectTimeoutMs ?? (servers.length > 1 ? replyLimitMs : undefined);
  }

  /** Undefined while it is looked for. */
  get known(): Server | undefined {
    return this.#known;
  }

  /**
   * The server to connect to.
   *
   * @throws AppError store.unavailable when none was found in time; the search goes on
   */
  async find(): Promise<Server> {
    if (this.#known === undefined) {
      this.#search();
      // Without a time to wait there is one round.
      const waitMs = this.#waitMs || 2 * this.#replyLimitMs;
      const leftMs = waitMs - (monotonicMs() - this.#beganMs);
      if (leftMs > 0 && this.#running) await isWithin(this.#running, leftMs);
    }
    if (this.#known !== undefined) return this.#known;
    throw new AppError('store.unavailable', undefined, {
      detail: nothingStored,
      cause: this.#reason,
    });
  }

  /**
   * After connecting to a server has failed. Whether to ask for one again: of a single server the unit
   * itself gets the error.
   */
  forget(server: Server, reason: unknown): boolean {
    if (this.#isSingle && this.#waitMs === 0) return false;
    this.#reason = reason;
    if (this.#known === server) {
      this.#former = server;
      this.#known = undefined;
    }
    return !this.#closed.signal.aborted;
  }

  async close(): Promise<void> {
    this.#closed.abort('closed');
    this.#endWatch?.();
    await this.#running;
    await this.#watching;
  }

  get #waitMs(): number {
    return this.#options.waitMs ?? (this.#isSingle ? 0 : waitMsDefault);
  }

  get #replyLimitMs(): number {
    return this.#options.address.connectTimeoutMs ?? replyLimitMs;
  }

  #search(): void {
    if (this.#running || this.#closed.signal.aborted) return;
    this.#beganMs = monotonicMs();
    this.counts.searches += 1;
    this.#running = this.#searchUntilFound().finally(() => {
      this.#running = undefined;
    });
  }

  async #searchUntilFound(): Promise<void> {
    const { signal } = this.#closed;
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = nextPause(pauseMs)) {
      const servers = await this.#servers();
      const [only] = servers;
      this.#isSingle = servers.length === 1;
      const isNew = this.#former === undefined;
      if (only && this.#isSingle && isNew) return this.#use(only, undefined);
      const found = await this.#look(servers);
      if (found) return this.#use(found.server, found.facts);
      await sleepUnlessAborted(jittered(pauseMs), signal);
    }
  }

  /**
   * Connections tell nothing when the network between the server and its clients was cut: then statements
   * wait. And a server that was replaced may still reply, when the network between it and the others was cut.
   */
  #watch(): void {
    this.#endWatch ??= repeat(jittered(this.#options.watchMs ?? watchMsDefault), () => {
      this.#watching ??= this.#lookAround().finally(() => {
        this.#watching = undefined;
      });
    });
  }

  async #lookAround(): Promise<void> {
    const used = this.#known;
    if (used === undefined) return;
    const servers = await this.#servers();
    const others = servers.filter((each) => labelOf(each) !== labelOf(used));
    const [found, isSilent] = await Promise.all([this.#look(others), this.#isSilent(used)]);
    if (this.#known !== used) return;
    this.#silentLooks = isSilent ? this.#silentLooks + 1 : 0;
    const { lineage, onLeft } = this.#options;
    if (found?.facts.timeline !== undefined && found.facts.timeline > lineage.timeline) {
      this.#former = used;
      this.#use(found.server, found.facts);
    } else if (this.#silentLooks >= silentLooksMax) {
      this.#silentLooks = 0;
      this.forget(used, new Error(`${labelOf(used)} does not reply`));
      onLeft();
    }
  }

  /** A server that refuses a connection with a reason is there. */
  async #isSilent(server: Server): Promise<boolean> {
    try {
      await inspectServer(this.#options.config, server, { limitMs: this.#replyLimitMs });
      return false;
    } catch (error) {
      return !isReply(error);
    }
  }

  async #servers(): Promise<readonly Server[]> {
    return (await Promise.all(this.#options.address.servers.map(serversOf))).flat();
  }

  /** On the highest timeline: an older primary may come back and take itself for the present one. */
  async #look(servers: readonly Server[]): Promise<Found | undefined> {
    const found: Found[] = [];
    const first = Promise.withResolvers<void>();
    const all = Promise.all(
      servers.map(async (server) => {
        const facts = await this.#inspect(server);
        if (!facts) return;
        found.push({ server, facts });
        first.resolve();
      }),
    );
    await Promise.race([all, first.promise]);
    await isWithin(all, graceMs);
    return found.toSorted((a, b) => (b.facts.timeline ?? 0) - (a.facts.timeline ?? 0))[0];
  }

  /** Undefined of a server that cannot be used. */
  async #inspect(server: Server): Promise<ServerFacts | undefined> {
    const { config, lineage } = this.#options;
    try {
      const facts = await inspectServer(config, server, { limitMs: this.#replyLimitMs });
      const refusal = lineage.refusalOf(facts);
      if (refusal === undefined) return facts;
      this.#reason = new Error(`the database server ${labelOf(server)} ${refusal}`);
    } catch (error) {
      this.#reason = error;
    }
    return undefined;
  }

  #use(server: Server, facts: ServerFacts | undefined): void {
    this.#known = server;
    if (!this.#isSingle && !this.#closed.signal.aborted) this.#watch();
    const isPromoted = facts !== undefined && this.#options.lineage.note(facts);
    const former = this.#former;
    this.#former = undefined;
    const isOther = former !== undefined && labelOf(former) !== labelOf(server);
    if (isPromoted || isOther) this.noteMove(server);
  }

  /** Another server is in use than before, or one that was promoted has taken over the address. */
  noteMove(server: Server): void {
    const { lineage, log, onLeft } = this.#options;
    this.counts.failovers += 1;
    const { timeline } = lineage;
    log?.warn({ server: labelOf(server), timeline }, 'the database has moved to another server');
    onLeft();
  }
}

function nextPause(pauseMs: number): number {
  return Math.min(2 * pauseMs, pauseMsMax);
}
