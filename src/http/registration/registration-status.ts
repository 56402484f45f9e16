import { monotonicMs } from '../../base/clock.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import type { Logger } from '../../base/log.ts';
import type { Config } from '../../config/settings.ts';
import { readRegistration, writeConnectStatus } from '../../entities/registration-entity.ts';
import { notRegistered, type Registration } from '../../model/registration.ts';
import { recordManagementEvent } from '../../repository/audit/audit-events.ts';
import { findFact, putFact } from '../../repository/unit/server-facts.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import type { Database } from '../../storage/database.ts';
import { askRegistrationServer } from './ask-server.ts';

const factName = 'registration';

interface RegistrationOptions {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}

interface StatusRequest {
  /** Asks the registration server even though its last answer is known. */
  readonly isForced: boolean;
  /** Runs a unit on behalf of the caller. */
  readonly writeAs: (work: (unit: WriteUnit) => Promise<void>) => Promise<void>;
}

/** After a failure the server is asked again no sooner, unless a caller forces it. */
const pauseAfterFailureMs = 60_000;

/**
 * The registration of this instance. Without a registration server it is registered nowhere. The last
 * answer of the server is kept in the store: it is the status until a newer one is asked for, and while
 * the server fails.
 */
export class RegistrationStatus {
  readonly #options: RegistrationOptions;
  /** Requests that come while the server is asked wait for the same answer. */
  #asking: Promise<Registration | undefined> | undefined;
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  /** Never fails because of the registration server. */
  async read({ isForced, writeAs }: StatusRequest): Promise<Registration> {
    const { registrationUrl: url } = this.#options.config;
    if (url === null) return notRegistered;
    const forced = isForced ? this.#ask(url) : undefined;
    const known = await this.#findKnown(url);
    const isPaused = monotonicMs() - this.#failedAtMs < pauseAfterFailureMs;
    if (!forced && (known || isPaused)) return known ?? notRegistered;
    const answer = await (forced ?? this.#ask(url));
    if (!answer) return known ?? notRegistered;
    const value = storedForm(url, answer);
    if (known === undefined || storedForm(url, known) !== value) {
      await writeAs((unit) => store(unit, value, answer));
    }
    return answer;
  }

  /** Undefined when there is no valid answer. Never rejects. */
  #ask(url: string): Promise<Registration | undefined> {
    this.#asking ??= this.#askOnce(url).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** The answer of another server is not the status at this one. */
  async #findKnown(url: string): Promise<Registration | undefined> {
    const value = await this.#options.database.read((handle) => findFact(handle, factName));
    if (value === undefined) return undefined;
    const stored = parseJson(value) as { readonly url?: unknown; readonly answer?: unknown };
    return stored.url === url ? readRegistration(stored.answer) : undefined;
  }

  async #askOnce(url: string): Promise<Registration | undefined> {
    const { config, log } = this.#options;
    try {
      const answer = await askRegistrationServer({
        url,
        token: config.registrationToken,
        timeLimitMs: config.registrationTimeLimitMs,
      });
      this.#failedAtMs = Number.NEGATIVE_INFINITY;
      return answer;
    } catch (error) {
      this.#failedAtMs = monotonicMs();
      log.warn({ err: error }, 'the registration server gave no valid answer');
      return undefined;
    }
  }
}

function storedForm(url: string, registration: Registration): string {
  return stringifyJson({ url, answer: writeConnectStatus(registration) });
}

async function store(unit: WriteUnit, value: string, answer: Registration): Promise<void> {
  await putFact(unit.handle, factName, value);
  recordManagementEvent(unit, {
    eventId: 'registrationChanged',
    comment: answer.contractStatus,
    extended: { registered: answer.isRegistered },
  });
}
