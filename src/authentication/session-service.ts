import { now } from '../base/clock.ts';
import { randomToken } from '../base/ids.ts';
import type { Principal } from '../model/principal.ts';
import type { AuditTrail } from '../repository/audit/audit-trail.ts';
import { findSignInAccount, loadPrincipal } from '../repository/principals/principals.ts';
import { isSessionRevoked, revokeSessions } from '../repository/principals/revoked-sessions.ts';
import { readSecurityRevision } from '../repository/principals/security-revision.ts';
import { ensureSessionSecret } from '../repository/principals/session-secret.ts';
import type { Database } from '../storage/database.ts';
import { CredentialCache } from './credential-cache.ts';
import { fingerprintPassword, readSession, type SessionClaims, signSession } from './sessions.ts';

interface OpenSession {
  readonly principal: Principal;
  readonly revision: number;
  readonly expiresAt: number;
}

const openSessionsMax = 10_000;

/**
 * Sessions without a table: a token names its user and is signed with a secret that all nodes share
 * and that never changes. Only sessions ended early are stored, until they would have expired. Open
 * sessions are cached for one security revision and read again at another.
 */
export class SessionService {
  readonly #database: Database;
  readonly #lifetimeMs: number;
  readonly #auditTrail: AuditTrail | undefined;
  readonly #open = new CredentialCache<OpenSession>(openSessionsMax);
  #secretLoad: Promise<string> | undefined;

  constructor(options: {
    database: Database;
    lifetimeMs: number;
    auditTrail?: AuditTrail | undefined;
  }) {
    this.#database = options.database;
    this.#lifetimeMs = options.lifetimeMs;
    this.#auditTrail = options.auditTrail;
  }

  /** A token for a user who was just verified; it ends when the stamp of the account changes. */
  async issue(username: string, stamp: string): Promise<string> {
    const secret = await this.#secret();
    const issuedAt = now();
    return signSession(secret, {
      id: randomToken(16),
      username,
      issuedAt,
      expiresAt: issuedAt + this.#lifetimeMs,
      passwordFingerprint: fingerprintPassword(secret, stamp),
    });
  }

  /**
   * The user of a session; undefined when the token is invalid, has expired or was ended.
   *
   * @param revision the present security revision, as just read
   */
  async resolve(token: string, revision: number): Promise<Principal | undefined> {
    const digest = this.#open.digest(token);
    const known = this.#open.get(digest);
    if (known?.revision === revision && known.expiresAt > now()) return known.principal;
    const claims = await this.#readClaims(token);
    const session = claims && (await this.#load(claims));
    if (session) this.#open.set(digest, session);
    else this.#open.delete(digest);
    return session?.principal;
  }

  /** Ends those sessions everywhere; tokens without an open session are skipped. */
  async end(tokens: readonly string[]): Promise<void> {
    const sessions: SessionClaims[] = [];
    for (const token of tokens) {
      const claims = await this.#readClaims(token);
      if (claims) sessions.push(claims);
    }
    if (sessions.length === 0) return;
    await this.#database.write((handle) => revokeSessions(handle, sessions));
    for (const { username } of sessions) this.#auditTrail?.signIn('logout', username);
  }

  async #readClaims(token: string): Promise<SessionClaims | undefined> {
    const claims = readSession(await this.#secret(), token);
    return claims && claims.expiresAt > now() ? claims : undefined;
  }

  async #load(claims: SessionClaims): Promise<OpenSession | undefined> {
    const secret = await this.#secret();
    return this.#database.read(async (handle) => {
      const revision = await readSecurityRevision(handle);
      if (await isSessionRevoked(handle, claims.id)) return undefined;
      const stamp = (await findSignInAccount(handle, claims.username))?.stamp;
      if (stamp === undefined) return undefined;
      if (fingerprintPassword(secret, stamp) !== claims.passwordFingerprint) {
        return undefined;
      }
      const principal = await loadPrincipal(handle, claims.username);
      return principal && { principal, revision, expiresAt: claims.expiresAt };
    });
  }

  /** Loaded once; a failed load is tried again by the next caller. */
  #secret(): Promise<string> {
    this.#secretLoad ??= ensureSessionSecret(this.#database).catch((error) => {
      this.#secretLoad = undefined;
      throw error;
    });
    return this.#secretLoad;
  }
}
