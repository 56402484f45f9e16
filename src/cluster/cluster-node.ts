import { isWithin, jittered, sleepUnlessAborted } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { ConfigError } from '../config/load.ts';
import { findFact } from '../repository/unit/server-facts.ts';
import type { Database } from '../storage/database.ts';
import { oldestProgramFact } from '../storage/migrations/program-revision.ts';
import { type Applicant, joinNodes, leaveProcess } from './join.ts';
import { beatNode, type NodeState, removeNode } from './node-rows.ts';

/** Four may fail, or be late, before others take the node for ended. */
const beatMs = 3_000;
/** A store that is away must not keep a process from ending. */
const leaveMs = 5_000;

interface ClusterNodeOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly applicant: Applicant;
}

/** This process among the nodes of its store. */
export class ClusterNode {
  readonly #options: ClusterNodeOptions;
  readonly #leaving = new AbortController();
  readonly #expelled = Promise.withResolvers<string>();
  #nodeId: string;
  #state: NodeState = 'starting';
  #address: string | null = null;
  #alarm = new AbortController();
  #beating: Promise<void> | undefined;
  #isFailing = false;

  private constructor(options: ClusterNodeOptions, nodeId: string) {
    this.#options = options;
    this.#nodeId = nodeId;
  }

  /** @throws ConfigError when it does not fit the nodes that live */
  static async join(options: ClusterNodeOptions): Promise<ClusterNode> {
    const { database, applicant } = options;
    const nodeId = await database.write((handle) => joinNodes(handle, applicant));
    const node = new ClusterNode(options, nodeId);
    node.#beating = node.#beat();
    return node;
  }

  get nodeId(): string {
    return this.#nodeId;
  }

  /** Resolves to the reason when the process must not go on serving the store. */
  get expelled(): Promise<string> {
    return this.#expelled.promise;
  }

  /** Lets others know at once. */
  change(state: NodeState, address: string | null = this.#address): void {
    this.#state = state;
    this.#address = address;
    this.#alarm.abort();
  }

  /** Never rejects: a row that stays is that of a process that was killed. */
  async leave(): Promise<void> {
    this.#leaving.abort();
    this.#alarm.abort();
    leaveProcess(this.#options.applicant.node.instance);
    await isWithin(this.#remove(), leaveMs);
  }

  async #remove(): Promise<void> {
    await this.#beating;
    const { database, log, applicant } = this.#options;
    const { instance } = applicant.node;
    try {
      await database.write((handle) => removeNode(handle, { nodeId: this.#nodeId, instance }));
    } catch (error) {
      log.warn({ err: error }, 'the node could not be removed from the list of nodes');
    }
  }

  async #beat(): Promise<void> {
    for (;;) {
      await sleepUnlessAborted(jittered(beatMs), this.#alarm.signal);
      if (this.#leaving.signal.aborted) return;
      this.#alarm = new AbortController();
      try {
        await this.#renew();
        this.#isFailing = false;
      } catch (error) {
        if (error instanceof ConfigError) return this.#expelled.resolve(error.problems.join('; '));
        // Logged once for each outage.
        if (!this.#isFailing) this.#options.log.error({ err: error }, 'no heartbeat of the node');
        this.#isFailing = true;
      }
    }
  }

  async #renew(): Promise<void> {
    const { database, log, applicant } = this.#options;
    const { instance, program_revision: revision } = applicant.node;
    const beat = { nodeId: this.#nodeId, instance, state: this.#state, address: this.#address };
    const { isKnown, oldest } = await database.write(async (handle) => ({
      isKnown: await beatNode(handle, beat),
      oldest: Number(await findFact(handle, oldestProgramFact)),
    }));
    if (oldest > revision) {
      throw new ConfigError([
        `the store may be used by programs of revision ${oldest} and newer only, and this one has revision ${revision}: start a newer program`,
      ]);
    }
    if (isKnown) return;
    log.warn('the node was taken for ended, and joins the others again');
    const again = { ...applicant, nodeId: this.#nodeId, isFixed: true };
    await database.write((handle) => joinNodes(handle, again));
    // With the state and address that others do not know yet.
    this.#alarm.abort();
  }
}
