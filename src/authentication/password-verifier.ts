import { sleep } from '../base/clock.ts';
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
import { findPasswordHash } from '../repository/principals/principals.ts';
import type { Database } from '../storage/database.ts';
import type { BasicCredentials } from './basic-credentials.ts';
import { CredentialCache, type CredentialDigest } from './credential-cache.ts';
import { type Attempt, GuessSlowdown, type SlowdownPolicy } from './guess-slowdown.ts';
import { VerificationLane } from './verification-lane.ts';

interface SignIn {
  readonly digest: CredentialDigest;
  readonly credentials: BasicCredentials;
  readonly address: string;
  /** The same credentials were verified before, in this process. */
  readonly wasRightBefore: boolean;
}

interface Outcome {
  readonly isRight: boolean;
  /** How long to delay the reply that the password is wrong. */
  readonly delayMs: number;
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
  readonly #slowdown: GuessSlowdown;
  readonly #auditTrail: AuditTrail | undefined;
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
   * Wrong credentials and the hash they were checked against: repeating them costs no verification.
   * The hash is read at each attempt, so a password that any process has changed is used at once.
   */
  readonly #refused = new CredentialCache<{ readonly passwordHash: string | undefined }>(
    refusedMax,
  );
  readonly #running = new Map<string, Promise<Outcome>>();
  /** Verified in place of the missing hash of an unknown user, so that both take the same time. */
  readonly #decoyHash = createDecoyHash();
  #heldReplies = 0;

  constructor(options: {
    database: Database;
    log: Logger;
    policy?: SlowdownPolicy | undefined;
    auditTrail?: AuditTrail | undefined;
  }) {
    this.#database = options.database;
    this.#log = options.log;
    this.#slowdown = new GuessSlowdown(options.policy);
    this.#auditTrail = options.auditTrail;
  }

  /**
   * The stored hash that the password is right for.
   *
   * @throws AppError authentication.failed, authentication.slowed
   */
  async verify(signIn: SignIn): Promise<string> {
    const { username, password } = signIn.credentials;
    if (username === systemUsername || !isPossiblePassword(password)) throw authenticationFailed();
    const passwordHash = await this.#database.read((handle) => findPasswordHash(handle, username));
    const refused = this.#refused.get(signIn.digest);
    if (refused && refused.passwordHash === passwordHash) throw authenticationFailed();
    const outcome = await this.#check(signIn, passwordHash);
    if (outcome.isRight && passwordHash !== undefined) return passwordHash;
    this.#refused.set(signIn.digest, { passwordHash });
    await this.#holdBack(outcome.delayMs);
    throw authenticationFailed();
  }

  /** Identical attempts that arrive together share one verification. */
  #check(signIn: SignIn, passwordHash: string | undefined): Promise<Outcome> {
    const attempt: Attempt = { account: signIn.credentials.username, address: signIn.address };
    const isNarrow = !signIn.wasRightBefore && this.#slowdown.isSuspicious(attempt);
    const key = `${isNarrow} ${signIn.digest} ${passwordHash}`;
    const running = this.#running.get(key);
    if (running) return running;
    const lane = isNarrow ? this.#narrowLane : this.#openLane;
    const fresh = this.#verifyInLane(lane, attempt, {
      password: signIn.credentials.password,
      passwordHash,
    }).finally(() => this.#running.delete(key));
    this.#running.set(key, fresh);
    return fresh;
  }

  async #verifyInLane(
    lane: VerificationLane,
    attempt: Attempt,
    { password, passwordHash }: { password: string; passwordHash: string | undefined },
  ): Promise<Outcome> {
    const slowdown = this.#slowdown;
    slowdown.begin(attempt);
    let isWrong = false;
    try {
      const stored = passwordHash ?? this.#decoyHash;
      const caller = `${attempt.address} ${attempt.account}`;
      const isMatch = await lane.run(caller, () => verifyPassword(stored, password));
      isWrong = !isMatch || passwordHash === undefined;
    } finally {
      // A refused verification is not a wrong password either.
      if (!isWrong) slowdown.succeed(attempt);
    }
    this.#recordAttempt(attempt.account, isWrong);
    if (!isWrong) return { isRight: true, delayMs: 0 };
    const delayMs = slowdown.delayAfterFailureMs(attempt);
    if (delayMs === slowdown.delayFirstMs) {
      this.#log.warn(attempt, 'many wrong passwords: replies to further ones are delayed');
    }
    return { isRight: false, delayMs };
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
