import { isIPv6 } from 'node:net';
import { boundedCache } from '../base/bounded-cache.ts';
import { now } from '../base/clock.ts';

/** The account and the address of an attempt to sign in. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
}

export interface SlowdownPolicy {
  /** Failures before an account at one address is under suspicion. */
  readonly pairAllowance: number;
  /** Failures before an address is under suspicion, whatever the accounts. */
  readonly addressAllowance: number;
  /** Failures of an account, all addresses together, before one failure suffices for suspicion. */
  readonly accountAllowance: number;
  /** One failure is forgiven each time this much time has passed. */
  readonly forgiveEachMs: number;
  /** The reply to a failure under suspicion is delayed this long, doubled with each further failure. */
  readonly delayFirstMs: number;
  readonly delayMaxMs: number;
}

export const defaultSlowdownPolicy: SlowdownPolicy = {
  pairAllowance: 5,
  addressAllowance: 20,
  accountAllowance: 50,
  forgiveEachMs: 60_000,
  delayFirstMs: 250,
  delayMaxMs: 4_000,
};

/** The counts that decide about attempts: those of this process, or of one that several share. */
export interface GuessCounts {
  /** The delay of the first reply that is held back: then the operator is warned. */
  readonly delayFirstMs: number;
  /** Counts an attempt in advance as a failure; whether it is suspicious. */
  begin(attempt: Attempt): boolean | Promise<boolean>;
  /** The password was right. */
  succeed(attempt: Attempt): void;
  /** The password was wrong: how long to delay the reply. */
  delayAfterFailureMs(attempt: Attempt): number | Promise<number>;
}

/** Bounds memory; evicted counters start again at zero. */
const trackedMax = 20_000;

/**
 * Counts wrong passwords per account, per address and per both. It never refuses an attempt: it
 * selects the verifications for the narrow lane and delays the replies to failures. Why this slows
 * down guessers and not their victims: docs/decisions/0004-authentication.md. The processes of one
 * server share the counts of one of them, see `GuessCounts`.
 */
export class GuessSlowdown implements GuessCounts {
  readonly #policy: SlowdownPolicy;
  readonly #pairs: Counters;
  readonly #addresses: Counters;
  readonly #accounts: Counters;

  constructor(policy: SlowdownPolicy = defaultSlowdownPolicy) {
    this.#policy = policy;
    this.#pairs = new Counters(policy.forgiveEachMs);
    this.#addresses = new Counters(policy.forgiveEachMs);
    this.#accounts = new Counters(policy.forgiveEachMs);
  }

  get delayFirstMs(): number {
    return this.#policy.delayFirstMs;
  }

  isSuspicious(attempt: Attempt): boolean {
    return this.#excess(attempt, 1) > 0;
  }

  /** In advance, so that a burst of guesses is detected. */
  begin(attempt: Attempt): boolean {
    const isSuspicious = this.isSuspicious(attempt);
    this.#add(attempt, 1);
    return isSuspicious;
  }

  /** The password was right: removes the count of `begin`. */
  succeed(attempt: Attempt): void {
    this.#add(attempt, -1);
  }

  /** The password was wrong, as counted by `begin`: how long to delay the reply. */
  delayAfterFailureMs(attempt: Attempt): number {
    const excess = this.#excess(attempt, 0);
    if (excess <= 0) return 0;
    const { delayFirstMs, delayMaxMs } = this.#policy;
    return Math.min(delayMaxMs, delayFirstMs * 2 ** Math.min(excess - 1, 30));
  }

  #add(attempt: Attempt, amount: number): void {
    const address = addressKey(attempt.address);
    this.#pairs.add(pairKey(attempt.account, address), amount);
    this.#addresses.add(address, amount);
    this.#accounts.add(attempt.account, amount);
  }

  /** Failures beyond the allowance with `next` more; the strictest count decides. */
  #excess(attempt: Attempt, next: number): number {
    const { pairAllowance, addressAllowance, accountAllowance } = this.#policy;
    const address = addressKey(attempt.address);
    const pair = Math.ceil(this.#pairs.level(pairKey(attempt.account, address))) + next;
    const isAccountAttacked = this.#accounts.level(attempt.account) >= accountAllowance;
    return Math.max(
      pair - (isAccountAttacked ? 1 : pairAllowance),
      Math.ceil(this.#addresses.level(address)) + next - addressAllowance,
    );
  }
}

/** Leaky counters: each goes down by one per interval until it is empty. */
class Counters {
  readonly #levels = boundedCache<string, { level: number; atMs: number }>(trackedMax);
  readonly #intervalMs: number;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  level(key: string): number {
    const counter = this.#levels.get(key);
    if (!counter) return 0;
    return Math.max(0, counter.level - (now() - counter.atMs) / this.#intervalMs);
  }

  add(key: string, amount: number): void {
    const level = Math.max(0, this.level(key) + amount);
    if (level === 0) this.#levels.delete(key);
    else this.#levels.set(key, { level, atMs: now() });
  }
}

function pairKey(account: string, address: string): string {
  return `${address} ${account}`;
}

/** One subscriber has a whole /64 of IPv6, so that counts as one address. */
export function addressKey(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  if (plain.startsWith('::ffff:') && plain.includes('.')) return plain.slice('::ffff:'.length);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const right = tail === '' ? [] : tail.split(':');
    const missing = 8 - left.length - right.length;
    left.push(...Array.from({ length: missing }, () => '0'), ...right);
  }
  return `${left
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
