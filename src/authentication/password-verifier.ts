import { now, sleep } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import type { Logger } from '../base/log.ts';
import { systemUsername } from '../model/principal.ts';
import { isStorableText } from '../model/value.ts';
import type { AuditTrail } from '../repository/audit/audit-trail.ts';
import {
  createDecoyHash,
  isPossiblePassword,
  verifyPassword,
} from '../repository/principals/passwords.ts';
import { findSignInAccount, type SignInAccount } from '../repository/principals/principals.ts';
import type { Database } from '../storage/database.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import { CredentialCache, type CredentialDigest } from './credential-cache.ts';
import type { Attempt, GuessCounts } from './guess-slowdown.ts';
import { VerificationLane } from './verification-lane.ts';

export interface PasswordAttempt {
  readonly digest: CredentialDigest;
  readonly credentials: BasicCredentials;
  readonly address: string;
  /** The same credentials were verified before, in this process. */
  readonly wasRightBefore: boolean;
}

/** Who has signed in. */
export interface Proof {
  readonly username: string;
  /** The stamp of the account when the password was verified. */
  readonly stamp: string;
}

/** A way to verify one pair of user name and password. */
export interface PasswordCheck {
  /** What a refusal depends on: with something else the password is verified again. */
  readonly against: string | undefined;
  /** How long a refusal is remembered. */
  readonly refusalMs: number;
  /**
   * Undefined when the password is wrong.
   *
   * @throws AppError when that cannot be found out
   */
  run(attempt: Attempt, isNarrow: boolean): Promise<Proof | undefined>;
}

/** Verifies users that are not in the store, or are there without a password. */
export interface OtherPasswords {
  /** Undefined for users that no other server can know. */
  checkFor(
    account: SignInAccount | undefined,
    credentials: BasicCredentials,
  ): PasswordCheck | undefined;
}

interface Outcome {
  readonly proof: Proof | undefined;
  /** How long to delay the reply that the password is wrong. */
  readonly delayMs: number;
}

interface Refusal {
  readonly against: string | undefined;
  readonly until: number;
}

const refusedMax = 10_000;
/** Replies delayed at the same time; beyond that, attempts are refused at once. */
const heldRepliesMax = 1_000;

/**
 * Verifies passwords with argon2id, which is slow by design. All lanes together use three of the
 * four threads of the pool, so that the fourth is always free for the store and the blobs.
 */
export class PasswordVerifier {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #guesses: GuessCounts;
  readonly #auditTrail: AuditTrail | undefined;
  readonly #others: OtherPasswords | undefined;
  readonly #openLane = new VerificationLane({
    concurrency: 2,
    waitingPerCallerMax: 100,
    waitingMax: 2_000,
  });
  readonly #narrowLane = new VerificationLane({
    concurrency: 1,
    waitingPerCallerMax: 100,
    waitingMax: 2_000,
  });
  /**
   * Wrong credentials and what they were checked against: repeating them costs no verification. That is
   * read at each attempt, so a password that any process has changed is used at once.
   */
  readonly #refused = new CredentialCache<Refusal>(refusedMax);
  readonly #running = new Map<string, Promise<Outcome>>();
  /** Verified in place of the missing hash of an unknown user, so that both take the same time. */
  readonly #decoyHash = createDecoyHash();
  #heldReplies = 0;

  constructor(options: {
    database: Database;
    log: Logger;
    guesses: GuessCounts;
    auditTrail?: AuditTrail | undefined;
    others?: OtherPasswords | undefined;
  }) {
    this.#database = options.database;
    this.#log = options.log;
    this.#guesses = options.guesses;
    this.#auditTrail = options.auditTrail;
    this.#others = options.others;
  }

  /** @throws AppError authentication.failed, authentication.slowed, authentication.source-away */
  async verify(signIn: PasswordAttempt): Promise<Proof> {
    const { credentials, digest } = signIn;
    const { username, password } = credentials;
    if (username === systemUsername || !isPossiblePassword(password)) throw authenticationFailed();
    const account = await this.#database.read((handle) => findSignInAccount(handle, username));
    const check = this.#others?.checkFor(account, credentials) ?? this.#own(account, credentials);
    const { against, refusalMs } = check;
    const refused = this.#refused.get(digest);
    if (refused && refused.against === against && refused.until > now()) {
      throw authenticationFailed();
    }
    const { proof, delayMs } = await this.#check(signIn, check);
    if (proof) return proof;
    this.#refused.set(digest, { against, until: now() + refusalMs });
    await this.#holdBack(delayMs);
    throw authenticationFailed();
  }

  /** Against the stored hash; of users without one a random hash is verified instead. */
  #own(account: SignInAccount | undefined, credentials: BasicCredentials): PasswordCheck {
    const { username, password } = credentials;
    const passwordHash = account?.source === null ? account.stamp : undefined;
    return {
      against: passwordHash,
      refusalMs: Number.POSITIVE_INFINITY,
      run: async ({ account: name, address }, isNarrow) => {
        const lane = isNarrow ? this.#narrowLane : this.#openLane;
        const stored = passwordHash ?? this.#decoyHash;
        const isMatch = await lane.run(`${address} ${name}`, () =>
          verifyPassword(stored, password),
        );
        return isMatch && passwordHash !== undefined
          ? { username, stamp: passwordHash }
          : undefined;
      },
    };
  }

  /** Identical attempts that arrive together share one verification. */
  #check(signIn: PasswordAttempt, check: PasswordCheck): Promise<Outcome> {
    const attempt: Attempt = { account: signIn.credentials.username, address: signIn.address };
    const { digest, wasRightBefore } = signIn;
    const key = `${wasRightBefore} ${digest} ${check.against}`;
    const running = this.#running.get(key);
    if (running) return running;
    const fresh = this.#run(check, attempt, wasRightBefore).finally(() =>
      this.#running.delete(key),
    );
    this.#running.set(key, fresh);
    return fresh;
  }

  async #run(check: PasswordCheck, attempt: Attempt, wasRightBefore: boolean): Promise<Outcome> {
    const guesses = this.#guesses;
    const isNarrow = (await guesses.begin(attempt)) && !wasRightBefore;
    let isWrong = false;
    let proof: Proof | undefined;
    try {
      proof = await check.run(attempt, isNarrow);
      isWrong = proof === undefined;
    } finally {
      // A refused verification is not a wrong password either.
      if (!isWrong) guesses.succeed(attempt);
    }
    this.#recordAttempt(proof?.username ?? attempt.account, isWrong);
    if (proof) return { proof, delayMs: 0 };
    const delayMs = await guesses.delayAfterFailureMs(attempt);
    if (delayMs === guesses.delayFirstMs) {
      this.#log.warn(attempt, 'many wrong passwords: replies to further ones are delayed');
    }
    return { proof, delayMs };
  }

  /** Other names cannot be users and do not fit into an entry. */
  #recordAttempt(username: string, isWrong: boolean): void {
    if (username.length > limits.principalNameLengthMax || !isStorableText(username)) return;
    this.#auditTrail?.signIn(isWrong ? 'loginFailed' : 'loginSuccess', username);
  }

  async #holdBack(delayMs: number): Promise<void> {
    if (delayMs === 0) return;
    if (this.#heldReplies >= heldRepliesMax) {
      const retryAfterSeconds = Math.ceil(delayMs / 1_000);
      throw new AppError('authentication.slowed', undefined, { detail: { retryAfterSeconds } });
    }
    this.#heldReplies += 1;
    try {
      await sleep(delayMs);
    } finally {
      this.#heldReplies -= 1;
    }
  }
}

export function authenticationFailed(): AppError {
  return new AppError('authentication.failed', 'user name or password is wrong or missing');
}
