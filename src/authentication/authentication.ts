import { setImmediate as nextTurn } from 'node:timers/promises';
import { now } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { Logger } from '../base/log.ts';
import type { Config } from '../config/settings.ts';
import type { PasswordPolicy } from '../model/password-policy.ts';
import { administratorUser, type Principal } from '../model/principal.ts';
import type { AuditTrail } from '../repository/audit/audit-trail.ts';
import { findPasswordProblems } from '../repository/principals/password-rule.ts';
import { isPossiblePassword, verifyPassword } from '../repository/principals/passwords.ts';
import { findSignInAccount, loadPrincipal } from '../repository/principals/principals.ts';
import { readSecurityRevision } from '../repository/principals/security-revision.ts';
import type { Database } from '../storage/database.ts';
import {
  type BasicCredentials,
  readBasicCredentials,
  writeBasicCredentials,
} from './basic-credentials.ts';
import { BearerScheme } from './bearer-scheme.ts';
import { CredentialCache, type CredentialDigest } from './credential-cache.ts';
import { type GuessCounts, GuessSlowdown } from './guess-slowdown.ts';
import {
  authenticationFailed,
  type OtherPasswords,
  type PasswordAttempt,
  PasswordVerifier,
  type Proof,
} from './password-verifier.ts';
import { PortalScheme } from './portal-scheme.ts';
import type { RateLimits } from './rate-limits.ts';
import { RefusalNotes } from './refusal-notes.ts';
import type { Authenticated, AuthenticationRequest, SignInScheme } from './scheme.ts';
import { SessionService } from './session-service.ts';
import {
  type CookieScope,
  clearSessionCookie,
  clearTokenCookie,
  cookieValues,
  sessionTokens,
  tokenCookieName,
  writeSessionCookie,
} from './sessions.ts';
import { passwordNotEnough, SignInCodes } from './sign-in-codes.ts';
import { TokenScheme } from './token-scheme.ts';
import { TokenUses } from './token-uses.ts';
import { VerificationLane } from './verification-lane.ts';

export interface Authenticator {
  /** @throws AppError authentication.failed (401), token.refused (401), authentication.slowed (429) */
  authenticate(request: AuthenticationRequest): Promise<Authenticated>;
  /**
   * Asks a user who is signed in for the password once more.
   *
   * @throws AppError authentication.failed, authentication.slowed
   */
  checkPassword(username: string, password: string): Promise<void>;
  /**
   * With a form: opens a session.
   *
   * @throws AppError authentication.failed, authentication.refused, authentication.code-needed,
   *   authentication.slowed, authentication.source-away
   */
  signIn(form: SignInForm): Promise<string>;
  /** A Set-Cookie value with a new session, for a user whose password was just changed. */
  openSession(username: string, scope: CookieScope): Promise<string>;
  /** Ends the sessions of a Cookie header; returns Set-Cookie values that clear its cookies. */
  endSession(cookie: string | undefined, scope: CookieScope): Promise<readonly string[]>;
  /**
   * Whether that is the secret of an OAuth2 client.
   *
   * @throws AppError authentication.slowed
   */
  checkClientSecret(secretHash: string, secret: string, address: string): Promise<boolean>;
  /** Resolves when what is stored behind requests is stored. */
  settle(): Promise<void>;
}

interface AuthenticatorOptions {
  readonly config: Pick<Config, 'sessionLifetimeSeconds'> &
    Partial<Pick<Config, 'jwtSecret' | 'portalSecret'>>;
  readonly database: Database;
  readonly log: Logger;
  /** Those of this process, unless several share theirs. */
  readonly guesses?: GuessCounts | undefined;
  /** Limits failed sign-ins of an address, besides the slowdown. */
  readonly rateLimits?: RateLimits;
  /** Records every verified password and every ended session. */
  readonly auditTrail?: AuditTrail;
  /** Requirements that the Administrator's password must meet to be accepted. */
  readonly passwords?: PasswordPolicy;
  /** Verifies users of other servers. */
  readonly others?: OtherPasswords;
}

/** What a user sends with a form. */
interface SignInForm extends BasicCredentials {
  /** Of the second factor; empty for users without one. */
  readonly code: string;
  readonly remoteAddress: string;
  readonly cookieScope: CookieScope;
}

/** Verified credentials. */
interface VerifiedEntry extends Proof {
  readonly principal: Principal;
  readonly revision: number;
  /** Afterwards the password is verified again. */
  readonly verifiedUntil: number;
  readonly token: string;
  /** The possible results, built once: this is the hottest path of the server. */
  readonly withoutCookie: Authenticated;
  /** For the latest requested scope; clients usually use one address. */
  withCookie: { readonly scope: CookieScope; readonly authenticated: Authenticated } | undefined;
}

const verifiedMax = 10_000;
const verifiedForMs = 5 * 60_000;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  return new StoreAuthenticator(options);
}

const basic = /^basic\b/i;

/**
 * A table of schemes, in the order in which they are asked. Credentials win over a cookie in the same
 * request, so wrong ones always fail. All cached data is checked against the store's security revision at each
 * request; docs/decisions/0004-authentication.md has the reasons.
 */
class StoreAuthenticator implements Authenticator {
  readonly #database: Database;
  readonly #verifier: PasswordVerifier;
  readonly #sessions: SessionService;
  #revision: Promise<number> | undefined;
  readonly #passwords: PasswordPolicy;
  readonly #log: Logger;
  readonly #schemes: readonly SignInScheme[];
  readonly #uses: TokenUses;
  readonly #rateLimits: RateLimits | undefined;
  readonly #codes: SignInCodes;
  /** One at a time: guesses at secrets of clients leave the processor to others. */
  readonly #clientLane = new VerificationLane({
    concurrency: 1,
    waitingPerCallerMax: 100,
    waitingMax: 1_000,
  });
  readonly #verified = new CredentialCache<VerifiedEntry>(verifiedMax);

  constructor(options: AuthenticatorOptions) {
    const { config, database, log, guesses, auditTrail, others, rateLimits } = options;
    this.#rateLimits = rateLimits;
    this.#passwords = options.passwords ?? { minLength: 0, administratorMinLength: 0 };
    this.#log = log;
    this.#database = database;
    this.#verifier = new PasswordVerifier({
      database,
      log,
      guesses: guesses ?? new GuessSlowdown(),
      auditTrail,
      others,
    });
    this.#sessions = new SessionService({
      database,
      lifetimeMs: config.sessionLifetimeSeconds * 1_000,
      auditTrail,
    });
    const services = {
      database,
      auditTrail,
      rateLimits,
      refusals: new RefusalNotes(auditTrail),
      currentRevision: () => this.#currentRevision(),
    };
    this.#codes = new SignInCodes(services);
    this.#uses = new TokenUses(database, log);
    this.#schemes = [
      { authenticate: (request) => this.#byBasic(request) },
      new TokenScheme(services, this.#uses),
      new BearerScheme(services, { jwtSecret: config.jwtSecret ?? null }),
      new PortalScheme(services, { portalSecret: config.portalSecret ?? null }),
      { authenticate: ({ authorization }) => refuseOther(authorization) },
      { authenticate: (request) => this.#bySession(request) },
    ];
  }

  authenticate(request: AuthenticationRequest): Promise<Authenticated> {
    for (const scheme of this.#schemes) {
      const authenticated = scheme.authenticate(request);
      if (authenticated) return authenticated;
    }
    return Promise.reject(authenticationFailed());
  }

  async checkClientSecret(secretHash: string, secret: string, address: string): Promise<boolean> {
    if (!isPossiblePassword(secret)) return false;
    return this.#clientLane.run(address, () => verifyPassword(secretHash, secret));
  }

  settle(): Promise<void> {
    return this.#uses.settle();
  }

  #bySession({ cookie }: AuthenticationRequest): Promise<Authenticated> | undefined {
    const tokens = sessionTokens(cookie);
    return tokens.length === 0 ? undefined : this.#openSession(tokens);
  }

  async #openSession(tokens: readonly string[]): Promise<Authenticated> {
    const revision = await this.#currentRevision();
    for (const token of tokens) {
      const principal = await this.#sessions.resolve(token, revision);
      if (principal) return { principal };
    }
    throw authenticationFailed();
  }

  /**
   * Read once for all requests that arrive in one turn of the event loop, after the last of them:
   * what any process acknowledged before a request was sent is seen, here and in the request's reads.
   */
  #currentRevision(): Promise<number> {
    this.#revision ??= nextTurn().then(() => {
      this.#revision = undefined;
      return this.#database.readLatest(readSecurityRevision);
    });
    return this.#revision;
  }

  async checkPassword(username: string, password: string): Promise<void> {
    await this.#prove({ username, password }, `session of ${username}`);
  }

  async signIn(form: SignInForm): Promise<string> {
    const { username, stamp } = await this.#prove(form, form.remoteAddress);
    const account = await this.#database.read((handle) => findSignInAccount(handle, username));
    if (account?.needsCode) await this.#codes.require(username, form);
    const token = await this.#sessions.issue(username, stamp);
    return writeSessionCookie(token, form.cookieScope);
  }

  async #prove({ username, password }: BasicCredentials, address: string): Promise<Proof> {
    const digest = this.#verified.digest(writeBasicCredentials({ username, password }));
    const credentials = { username, password };
    const wasRightBefore = this.#verified.get(digest) !== undefined;
    return this.#proved({ digest, credentials, address, wasRightBefore });
  }

  /** An attempt to sign in, which counts for the limit of its address until it succeeds. */
  async #proved(attempt: PasswordAttempt): Promise<Proof> {
    const { credentials, address } = attempt;
    const verify = () => this.#verifier.verify(attempt);
    const proof = await (this.#rateLimits?.signIn(address, verify) ?? verify());
    await this.#refuseWeakAdministrator({ ...credentials, username: proof.username });
    return proof;
  }

  async openSession(username: string, scope: CookieScope): Promise<string> {
    const account = await this.#database.read((handle) => findSignInAccount(handle, username));
    if (account?.stamp === undefined) throw authenticationFailed();
    const token = await this.#sessions.issue(username, account.stamp);
    return writeSessionCookie(token, scope);
  }

  async endSession(cookie: string | undefined, scope: CookieScope): Promise<readonly string[]> {
    await this.#sessions.end(sessionTokens(cookie));
    const hasToken = cookieValues(cookie, tokenCookieName).length > 0;
    return [clearSessionCookie(scope), ...(hasToken ? [clearTokenCookie(scope)] : [])];
  }

  /** A malformed value does not hide other credentials of the request; alone it is refused. */
  #byBasic(request: AuthenticationRequest): Promise<Authenticated> | undefined {
    const { authorization, token } = request;
    if (!authorization || !basic.test(authorization)) return undefined;
    if (token !== undefined && !readBasicCredentials(authorization)) return undefined;
    return this.#byCredentials(authorization, request);
  }

  async #byCredentials(
    authorization: string,
    { cookie, cookieScope, remoteAddress }: AuthenticationRequest,
  ): Promise<Authenticated> {
    const entry = await this.#entryOf(authorization, remoteAddress);
    if (cookie !== undefined && (await this.#holdsSession(cookie, entry))) {
      return entry.withoutCookie;
    }
    if (entry.withCookie?.scope !== cookieScope) {
      const setCookie = writeSessionCookie(entry.token, cookieScope);
      const authenticated = { principal: entry.principal, setCookie };
      entry.withCookie = { scope: cookieScope, authenticated };
    }
    return entry.withCookie.authenticated;
  }

  async #entryOf(authorization: string, address: string): Promise<VerifiedEntry> {
    const digest = this.#verified.digest(authorization);
    const revision = await this.#currentRevision();
    let entry = this.#verified.get(digest);
    if (entry && entry.verifiedUntil <= now()) entry = undefined;
    if (entry && entry.revision !== revision) entry = await this.#remember(digest, entry);
    return entry ?? (await this.#verify(digest, { authorization, address }));
  }

  async #verify(
    digest: CredentialDigest,
    { authorization, address }: { authorization: string; address: string },
  ): Promise<VerifiedEntry> {
    const credentials = readBasicCredentials(authorization);
    if (!credentials) throw authenticationFailed();
    const wasRightBefore = this.#verified.get(digest) !== undefined;
    const proof = await this.#proved({ digest, credentials, address, wasRightBefore });
    const verifiedUntil = now() + verifiedForMs;
    const entry = await this.#remember(digest, { ...proof, verifiedUntil });
    if (!entry) throw authenticationFailed();
    return entry;
  }

  /**
   * The store has only a hash, so the strength of a password that was set elsewhere can only be
   * checked when it is used.
   *
   * @throws AppError permission.denied
   */
  async #refuseWeakAdministrator(credentials: BasicCredentials): Promise<void> {
    if (credentials.username !== administratorUser) return;
    const problems = await findPasswordProblems(this.#passwords, credentials);
    if (problems.length === 0) return;
    const { username } = credentials;
    const message = `The password of ${username} is right, but too weak for an address that is not loopback (it ${problems.join('; ')}): change it with "cartulary user password ${username}"`;
    this.#log.warn(message);
    throw new AppError('permission.denied', message);
  }

  /**
   * The cache entry of credentials that were verified now, or before a change in the store after
   * which the stamp of the account is still the same. Undefined when the password has changed meanwhile or
   * the user is gone.
   */
  async #remember(
    digest: CredentialDigest,
    proof: Pick<VerifiedEntry, 'username' | 'stamp' | 'verifiedUntil'>,
  ): Promise<VerifiedEntry | undefined> {
    const { username, stamp, verifiedUntil } = proof;
    const current = await this.#database.read(async (handle) => {
      const revision = await readSecurityRevision(handle);
      const account = await findSignInAccount(handle, username);
      if (account?.stamp !== stamp) return undefined;
      if (account.needsCode) return 'code needed';
      const principal = await loadPrincipal(handle, username);
      return principal && { principal, revision };
    });
    if (current === undefined || current === 'code needed') {
      this.#verified.delete(digest);
      if (current) throw passwordNotEnough(username);
      return undefined;
    }
    // A new token each time, as the previous one may belong to an ended session.
    const token = await this.#sessions.issue(username, stamp);
    const entry: VerifiedEntry = {
      username,
      stamp,
      verifiedUntil,
      token,
      ...current,
      withoutCookie: { principal: current.principal },
      withCookie: undefined,
    };
    this.#verified.set(digest, entry);
    return entry;
  }

  /** Whether the client already has a session of the same user. */
  async #holdsSession(cookie: string, entry: VerifiedEntry): Promise<boolean> {
    for (const token of sessionTokens(cookie)) {
      if (token === entry.token) return true;
      const principal = await this.#sessions.resolve(token, entry.revision);
      if (principal?.username === entry.username) return true;
    }
    return false;
  }
}

/** Of a scheme that is not known here: a cookie does not hide it. */
function refuseOther(authorization: string | undefined): Promise<never> | undefined {
  return authorization ? Promise.reject(authenticationFailed()) : undefined;
}
