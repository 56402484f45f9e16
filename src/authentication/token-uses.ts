import { boundedCache } from '../base/bounded-cache.ts';
import { now } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { recordTokenUses } from '../repository/credentials/auth-tokens.ts';
import type { Database } from '../storage/database.ts';

const tokensMax = 10_000;
/** How exact the stored instant is. */
const precisionMs = 10 * 60_000;

/**
 * When tokens were last used. Stored behind the requests, together, and for each token at most once in
 * ten minutes by each process.
 */
export class TokenUses {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #stored = boundedCache<string, number>(tokensMax);
  #waiting = new Map<string, number>();
  #running: Promise<void> | undefined;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  note(tokenId: string): void {
    const usedAt = now();
    const stored = this.#stored.get(tokenId);
    if (stored !== undefined && stored > usedAt - precisionMs) return;
    this.#stored.set(tokenId, usedAt);
    this.#waiting.set(tokenId, usedAt);
    this.#running ??= this.#store();
  }

  /** Resolves when all uses noted so far are stored. */
  async settle(): Promise<void> {
    await this.#running;
  }

  async #store(): Promise<void> {
    while (this.#waiting.size > 0) {
      const uses = this.#waiting;
      this.#waiting = new Map();
      try {
        await this.#database.write((handle) => recordTokenUses(handle, uses));
      } catch (error) {
        this.#log.warn({ err: error }, 'the last use of tokens could not be stored');
      }
    }
    this.#running = undefined;
  }
}
