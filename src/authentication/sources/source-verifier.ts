import { now } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import type { Logger } from '../../base/log.ts';
import type { LdapSource } from '../../model/sign-in-source.ts';
import type { AuditTrail } from '../../repository/audit/audit-trail.ts';
import { findNameProblem } from '../../repository/principals/principal-names.ts';
import type { SignInAccount } from '../../repository/principals/principals.ts';
import { disableSourceUsers } from '../../repository/principals/source-users.ts';
import type { Database } from '../../storage/database.ts';
import type { BasicCredentials } from '../basic-credentials.ts';
import type { Attempt } from '../guess-slowdown.ts';
import type { OtherPasswords, PasswordCheck, Proof } from '../password-verifier.ts';
import { RefusalNotes } from '../refusal-notes.ts';
import { VerificationLane } from '../verification-lane.ts';
import { admitSourceUser } from './admit-user.ts';
import { Circuit } from './circuit.ts';
import type { LdapAnswer, LdapDirectory } from './ldap-directory.ts';
import { sourceAway } from './source-away.ts';

/** A directory server with what protects this server, and its users, from it. */
interface Place {
  readonly name: string;
  readonly directory: LdapDirectory;
  readonly circuit: Circuit;
  readonly openLane: VerificationLane;
  readonly narrowLane: VerificationLane;
}

/** A configured directory server, and how it is asked. */
export interface SourceDirectory {
  readonly source: LdapSource;
  readonly directory: LdapDirectory;
}

interface SourceVerifierOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly isAudited: boolean;
  readonly auditTrail: AuditTrail;
  readonly directories: readonly SourceDirectory[];
}

/** A password that was wrong may have been made right at the source meanwhile. */
const refusalMs = 60_000;

/**
 * Verifies passwords of users that directory servers know. Each server has lanes of its own: one that is
 * slow delays only its own users.
 */
export class SourceVerifier implements OtherPasswords {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #isAudited: boolean;
  readonly #refusals: RefusalNotes;
  readonly #places: readonly Place[];

  constructor({ database, log, isAudited, auditTrail, directories }: SourceVerifierOptions) {
    this.#database = database;
    this.#log = log;
    this.#isAudited = isAudited;
    this.#refusals = new RefusalNotes(auditTrail);
    this.#places = directories.map(placeOf);
  }

  get sourceNames(): readonly string[] {
    return this.#places.map(({ name }) => name);
  }

  checkFor(
    account: SignInAccount | undefined,
    credentials: BasicCredentials,
  ): PasswordCheck | undefined {
    if (account?.source === null) return undefined;
    const places = account
      ? this.#places.filter(({ name }) => name === account.source)
      : this.#places;
    if (places.length === 0 || findNameProblem(credentials.username)) return undefined;
    const names = places.map(({ name }) => name).join(' ');
    return {
      against: `at ${names}, ${account?.stamp}`,
      refusalMs,
      run: (attempt, isNarrow) => this.#verify(places, { credentials, attempt, isNarrow, account }),
    };
  }

  /** The keys that a source still has of those users. @throws AppError authentication.source-away */
  async presentKeys(
    source: string,
    usernames: readonly string[],
  ): Promise<ReadonlySet<string> | undefined> {
    const place = this.#places.find(({ name }) => name === source);
    return place && this.#ask(place, () => place.directory.presentKeys(usernames));
  }

  /** Asks one server after the other; one that is away matters only if no other knows the user. */
  async #verify(places: readonly Place[], given: Given): Promise<Proof | undefined> {
    let away: unknown;
    for (const place of places) {
      try {
        const answer = await this.#askInLane(place, given);
        if (answer.is === 'verified') {
          const admission = { database: this.#database, isAudited: this.#isAudited };
          return await admitSourceUser(admission, answer.user);
        }
        if (answer.is === 'unknown' && given.account) await this.#disable(given);
      } catch (error) {
        if (!isAppError(error, 'authentication.source-away')) throw error;
        const { account: username, address } = given.attempt;
        this.#refusals.note(address, { username, reason: `${place.name} does not answer` });
        away ??= error;
      }
    }
    if (away !== undefined) throw away;
    return undefined;
  }

  #askInLane(place: Place, given: Given): Promise<LdapAnswer> {
    const { credentials, attempt, isNarrow } = given;
    const lane = isNarrow ? place.narrowLane : place.openLane;
    return lane.run(`${attempt.address} ${attempt.account}`, () =>
      this.#ask(place, () => place.directory.verify(credentials.username, credentials.password)),
    );
  }

  async #ask<T>(place: Place, question: () => Promise<T>): Promise<T> {
    const { circuit, name } = place;
    if (!circuit.isOpen) throw sourceAway(name);
    try {
      const answer = await question();
      circuit.succeed();
      return answer;
    } catch (error) {
      if (circuit.fail()) {
        this.#log.warn({ err: error, source: name }, 'a sign-in source does not answer');
      }
      throw sourceAway(name, error);
    }
  }

  /** The user was removed or closed at the source: sessions and tokens end. */
  async #disable({ credentials: { username }, account }: Given): Promise<void> {
    if (account?.stamp === undefined) return;
    const by = { principal: { username }, nowMs: now(), isAudited: this.#isAudited };
    await this.#database.write((handle) => disableSourceUsers(handle, [username], by));
  }
}

interface Given {
  readonly credentials: BasicCredentials;
  readonly attempt: Attempt;
  readonly isNarrow: boolean;
  readonly account: SignInAccount | undefined;
}

function placeOf({ source, directory }: SourceDirectory): Place {
  const waiting = { waitingPerCallerMax: 20, waitingMax: 200 };
  return {
    name: source.name,
    directory,
    circuit: new Circuit(),
    openLane: new VerificationLane({ concurrency: source.connectionsMax, ...waiting }),
    narrowLane: new VerificationLane({ concurrency: 1, ...waiting }),
  };
}
