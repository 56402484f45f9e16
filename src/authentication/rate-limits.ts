import { now, repeat } from '../base/clock.ts';
import { AppError, isAppError } from '../base/errors/app-error.ts';
import type { Logger } from '../base/log.ts';
import type { Config } from '../config/settings.ts';
import { addToRateLevels, type RateShare } from '../repository/rates/rate-levels.ts';
import type { Database } from '../storage/database.ts';
import { addressKey } from './guess-slowdown.ts';
import { RateLimit } from './rate-limit.ts';

export const rateLimitNames = ['caller', 'address', 'signIn'] as const;
type RateLimitName = (typeof rateLimitNames)[number];

type RateLimitConfig = Pick<
  Config,
  'rateLimitPerAddress' | 'rateLimitPerCaller' | 'rateLimitSignIns'
>;

interface RateLimitsOptions {
  readonly config: RateLimitConfig;
  readonly database: Database;
  readonly log: Logger;
}

const settleEachMs = 1_000;
const warnEachMs = 60_000;

/** How requests are refused when there are too many of them; see docs/decisions/0031-rate-limits.md. */
export class RateLimits {
  /** Requests refused by this process. */
  readonly refusals: Record<RateLimitName, number> = { caller: 0, address: 0, signIn: 0 };
  readonly #limits: ReadonlyMap<RateLimitName, RateLimit>;
  readonly #caller: RateLimit | undefined;
  readonly #address: RateLimit | undefined;
  readonly #signIn: RateLimit | undefined;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #stop: () => void;
  readonly #warnedAt = new Map<RateLimitName, number>();
  #settling: Promise<void> | undefined;

  constructor({ config, database, log }: RateLimitsOptions) {
    this.#database = database;
    this.#log = log;
    this.#caller = limitOf(config.rateLimitPerCaller);
    this.#address = limitOf(config.rateLimitPerAddress);
    this.#signIn = limitOf(config.rateLimitSignIns);
    this.#limits = new Map(
      (
        [
          ['caller', this.#caller],
          ['address', this.#address],
          ['signIn', this.#signIn],
        ] as const
      ).filter((each): each is [RateLimitName, RateLimit] => each[1] !== undefined),
    );
    const settle = (): void => void this.settle();
    this.#stop = this.#limits.size > 0 ? repeat(settleEachMs, settle) : () => undefined;
  }

  get limitsAddresses(): boolean {
    return this.#address !== undefined;
  }

  /** Counts a request, before its credentials are looked at. @throws AppError request.too-many */
  takeAddress(address: string): void {
    if (this.#address) this.#take('address', this.#address, addressKey(address));
  }

  /** Counts a request of a user. @throws AppError request.too-many */
  takeCaller(username: string): void {
    if (this.#caller) this.#take('caller', this.#caller, username);
  }

  /**
   * Counts an attempt to sign in from that address, unless it succeeds. Attempts in progress count, so that a
   * burst of guesses is counted completely.
   *
   * @throws AppError request.too-many, and what the attempt throws
   */
  async signIn<Result>(
    address: string,
    attempt: () => Promise<Result>,
    isRefused: (result: Result) => boolean = () => false,
  ): Promise<Result> {
    const limit = this.#signIn;
    if (!limit) return attempt();
    const key = addressKey(address);
    this.#take('signIn', limit, key);
    let isWrong = false;
    try {
      const result = await attempt();
      isWrong = isRefused(result);
      return result;
    } catch (error) {
      isWrong = isAppError(error) && error.status === 401;
      throw error;
    } finally {
      if (!isWrong) limit.giveBack(key);
    }
  }

  /** Tells the store what was counted here, and learns what was counted elsewhere. */
  settle(): Promise<void> {
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = undefined;
    });
    return this.#settling;
  }

  /** What was not told to the store yet is lost. */
  async close(): Promise<void> {
    this.#stop();
    await this.#settling;
  }

  #take(name: RateLimitName, limit: RateLimit, key: string): void {
    const retryAfterSeconds = limit.take(key);
    if (retryAfterSeconds === undefined) return;
    this.refusals[name] += 1;
    this.#warn(name, key);
    const message = `${meanings[name]}: ${limit.perMinute} a minute are allowed; try again in ${retryAfterSeconds} s`;
    throw new AppError('request.too-many', message, { detail: { retryAfterSeconds } });
  }

  #warn(name: RateLimitName, key: string): void {
    const warnedAt = this.#warnedAt.get(name);
    if (warnedAt !== undefined && warnedAt > now() - warnEachMs) return;
    this.#warnedAt.set(name, now());
    this.#log.warn({ limit: name, of: key }, 'requests are refused, as there are too many');
  }

  async #settle(): Promise<void> {
    const shares = this.#takeShares();
    if (shares.length === 0) return;
    try {
      const levels = await this.#database.write((handle) => addToRateLevels(handle, shares));
      for (const { limit, name, ownKey } of shares) {
        const level = levels.get(storedKey(name, ownKey));
        if (level !== undefined) limit.learn(ownKey, level);
      }
    } catch (error) {
      for (const { limit, ownKey, amount } of shares) limit.returnShare(ownKey, amount);
      this.#log.warn({ err: error }, 'the counts of the rate limits could not be shared');
    }
  }

  #takeShares(): readonly OwnShare[] {
    return [...this.#limits].flatMap(([name, limit]) =>
      [...limit.takeShares()].map(([ownKey, amount]) => {
        const { intervalMs } = limit;
        return { key: storedKey(name, ownKey), amount, intervalMs, name, limit, ownKey };
      }),
    );
  }
}

interface OwnShare extends RateShare {
  readonly name: RateLimitName;
  readonly limit: RateLimit;
  readonly ownKey: string;
}

const meanings: Readonly<Record<RateLimitName, string>> = {
  caller: 'Too many requests of this user',
  address: 'Too many requests from this address',
  signIn: 'Too many failed sign-ins from this address',
};

function limitOf(perMinute: number): RateLimit | undefined {
  return perMinute === 0 ? undefined : new RateLimit(perMinute);
}

function storedKey(name: RateLimitName, key: string): string {
  return `${name} ${key}`;
}
