import { now } from '../base/clock.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { createPrincipal, type Principal } from '../model/principal.ts';
import type { AuditTrail } from '../repository/audit/audit-trail.ts';
import { type Grant, tokenRefused } from '../repository/credentials/grant.ts';
import { loadPrincipal } from '../repository/principals/principals.ts';
import { readSecurityRevision } from '../repository/principals/security-revision.ts';
import type { Database, ReadHandle } from '../storage/database.ts';
import { CredentialCache } from './credential-cache.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RefusalNotes } from './refusal-notes.ts';
import type { Authenticated, AuthenticationRequest } from './scheme.ts';

interface VerifiedToken {
  readonly authenticated: Authenticated;
  readonly grant: Grant;
  readonly revision: number;
}

/** Finds out what a token is good for; throws `token.refused` when that is nothing. */
export type FindGrant = (handle: ReadHandle, token: string) => Promise<Grant>;

export interface TokenServices {
  readonly database: Database;
  readonly auditTrail: AuditTrail | undefined;
  readonly refusals: RefusalNotes;
  readonly rateLimits: RateLimits | undefined;
  /** The security revision, read after the request came. */
  currentRevision(): Promise<number>;
}

const verifiedMax = 10_000;

/**
 * Tokens that were found valid, with their principals. Each counts for the security revision at which it
 * was read: withdrawing a token raises it.
 */
export class VerifiedTokens {
  readonly #services: TokenServices;
  readonly #verified = new CredentialCache<VerifiedToken>(verifiedMax);

  constructor(services: TokenServices) {
    this.#services = services;
  }

  /** @throws AppError token.refused */
  async resolve(
    token: string,
    request: AuthenticationRequest,
    find: FindGrant,
  ): Promise<VerifiedToken> {
    const { rateLimits } = this.#services;
    const digest = this.#verified.digest(token);
    const revision = await this.#services.currentRevision();
    const known = this.#verified.get(digest);
    if (known?.revision === revision && isOpen(known.grant)) return known;
    try {
      const load = () => this.#load(token, find);
      const verified = await (known || !rateLimits
        ? load()
        : rateLimits.signIn(request.remoteAddress, load));
      this.#verified.set(digest, verified);
      // A change of some other credential is no sign-in.
      if (!known) {
        const { username } = verified.grant;
        this.#services.auditTrail?.signIn('loginSuccess', username, 'with a token');
      }
      return verified;
    } catch (error) {
      this.#verified.delete(digest);
      if (isAppError(error) && error.code === 'token.refused') {
        const { username } = known?.grant ?? {};
        this.#services.refusals.note(request.remoteAddress, { username, reason: error.message });
      }
      throw error;
    }
  }

  #load(token: string, find: FindGrant): Promise<VerifiedToken> {
    return this.#services.database.read(async (handle) => {
      const revision = await readSecurityRevision(handle);
      const grant = await find(handle, token);
      const principal = await principalOf(handle, grant);
      if (!principal) throw tokenRefused('its user does not exist here');
      const { isReadOnly } = grant;
      return { authenticated: { principal, token: { isReadOnly } }, grant, revision };
    });
  }
}

/** An external user is in no group. */
async function principalOf(handle: ReadHandle, grant: Grant): Promise<Principal | undefined> {
  const { username, isExternal } = grant;
  return isExternal ? createPrincipal(username, [], false) : loadPrincipal(handle, username);
}

/** A document that is removed ends the right of external users to sign in, without a new revision. */
function isOpen({ expiresAt, isExternal }: Grant): boolean {
  if (isExternal) return false;
  return expiresAt === null || expiresAt > now();
}
