import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/random.ts';
import {
  exchangeRaw,
  type RawRequest,
  type RawResponse,
  requestBytes,
} from '../support/raw-http.ts';
import { type Attack, nextAttack } from './attacks.ts';
import type { Findings } from './findings.ts';
import type { SoakTarget } from './soak-place.ts';

/** Texts of the 500s that the contract asks for. */
const contractFaults =
  /Versioning is not allowed|Cannot set property on a version|user does not exist: /;
const plainFaults: readonly number[] = [501, 503, 507];
/** What the buffers of the two ends surely hold. */
const unreadBytes = 60_000;
const answerTimeoutMs = 60_000;

export interface VandalOptions {
  readonly target: SoakTarget;
  readonly random: Random;
  readonly findings: Findings;
  /** Whether the server of the target is meant to run still. */
  readonly isAlive: () => boolean;
  readonly isLight: () => boolean;
}

/** Sends requests of all kinds to one server, with several connections, until it is gone. */
export class VandalClient {
  readonly #options: VandalOptions;
  readonly #running = new Map<symbol, string>();
  #target: SoakTarget;
  #isHeavy = false;
  #recentlyHeavy: string[] = [];
  readonly statuses = new Map<string, number>();

  constructor(options: VandalOptions) {
    this.#options = options;
    this.#target = options.target;
  }

  /** For one whose documents are still there. */
  set target(target: SoakTarget) {
    this.#target = target;
  }

  get running(): readonly string[] {
    return [...this.#running.values()];
  }

  /** The latest requests that were heavy: what they have started goes on in the background. */
  get recentlyHeavy(): readonly string[] {
    return this.#recentlyHeavy;
  }

  async work(connections: number): Promise<void> {
    await Promise.all(Array.from({ length: connections }, () => this.#worker()));
  }

  async #worker(): Promise<void> {
    const { random, isAlive, isLight } = this.#options;
    while (isAlive()) {
      const attack = nextAttack(this.#target, random, isLight() || this.#isHeavy);
      if (attack.isHeavy) this.#begin(attack);
      const id = Symbol();
      this.#running.set(id, attack.label.slice(0, 300));
      try {
        await this.#attack(attack);
      } finally {
        this.#running.delete(id);
        if (attack.isHeavy) this.#isHeavy = false;
      }
    }
  }

  #begin({ label }: Attack): void {
    this.#isHeavy = true;
    const time = new Date().toISOString().slice(11, 19);
    this.#recentlyHeavy = [`${time} ${label.slice(0, 150)}`, ...this.#recentlyHeavy].slice(0, 4);
  }

  async #attack(attack: Attack): Promise<void> {
    const { random, findings, isAlive } = this.#options;
    const { url } = this.#target;
    const bytes = requestBytes(attack.request);
    if (attack.isCutOff) {
      await cutOff(url, bytes, random);
      this.#count('cut off');
      return;
    }
    try {
      const response = await exchangeRaw(url, bytes, { timeoutMs: answerTimeoutMs });
      this.#count(String(response?.status ?? 'none'));
      const problem = complaint(attack, response);
      if (problem !== undefined && isAlive())
        findings.add(kindOf(attack, problem), describe(attack, problem));
    } catch (error) {
      // Without a server the next pass of the loop ends the work.
      if (isAlive())
        findings.add(`no answer to ${routeOf(attack)}`, describe(attack, String(error)));
      await sleep(20);
    }
  }

  #count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** The problem of the response; undefined when there is none. */
function complaint({ request }: Attack, response: RawResponse | undefined): string | undefined {
  if (!response) return mayMissAnswer(request) ? undefined : 'closed without an answer';
  const { status, body } = response;
  if (Number.isNaN(status)) return 'no status';
  if (status < 500 || plainFaults.includes(status)) return undefined;
  const text = body.toString('utf8');
  if (status === 500 && request.target.includes('/runningstatus')) return undefined;
  if (status === 500 && contractFaults.test(text)) return undefined;
  return `${status} ${text.slice(0, 1_500)}`;
}

/** Refused before it had sent everything, a client may be reset and never read why. */
function mayMissAnswer({ body }: RawRequest): boolean {
  return (body?.length ?? 0) > unreadBytes;
}

function kindOf(attack: Attack, problem: string): string {
  const message = /"message":"([^"]{0,80})/.exec(problem)?.[1] ?? problem.slice(0, 60);
  return `${routeOf(attack)}: ${message.replaceAll(/[0-9a-f-]{36}/g, '…')}`;
}

function routeOf({ request }: Attack): string {
  return `${request.method} ${request.target.split(/[?;]/, 1)[0]?.split('/').slice(0, 6).join('/')}`.slice(
    0,
    120,
  );
}

function describe(attack: Attack, problem: string): string {
  return `${problem} — ${attack.label}`;
}

/** Sends in pieces, waits, and goes away before or after all of it is sent. */
async function cutOff(url: string, bytes: Buffer, random: Random): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  const end = random.below(bytes.length + 1);
  const piece = Math.max(1, Math.ceil(end / (1 + random.below(4))));
  for (let at = 0; at < end; at += piece) {
    socket.write(bytes.subarray(at, Math.min(end, at + piece)));
    await sleep(random.below(50));
  }
  socket.destroy();
}
