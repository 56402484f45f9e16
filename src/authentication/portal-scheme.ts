import { hash, timingSafeEqual } from 'node:crypto';
import { now } from '../base/clock.ts';
import { systemUsername } from '../model/principal.ts';
import { tokenRefused } from '../repository/credentials/grant.ts';
import { useOnce } from '../repository/credentials/used-values.ts';
import { loadPrincipal } from '../repository/principals/principals.ts';
import type {
  Authenticated,
  AuthenticationRequest,
  PortalHeaders,
  SignInScheme,
} from './scheme.ts';
import type { TokenServices } from './verified-tokens.ts';

const toleranceMs = 60 * 60_000;
const fieldLengthMax = 255;

/**
 * Portals that share a secret with this server vouch for users, as existing clients do it (MD5). Each
 * token counts once, by whatever process.
 */
export class PortalScheme implements SignInScheme {
  readonly #services: TokenServices;
  readonly #secret: string | null;

  constructor(services: TokenServices, { portalSecret }: { readonly portalSecret: string | null }) {
    this.#services = services;
    this.#secret = portalSecret;
  }

  authenticate({
    portal,
    remoteAddress,
  }: AuthenticationRequest): Promise<Authenticated> | undefined {
    const secret = this.#secret;
    if (secret === null || !portal) return undefined;
    return this.#resolve(portal, secret).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.#services.refusals.note(remoteAddress, { username: undefined, reason });
      throw error;
    });
  }

  async #resolve(portal: PortalHeaders, secret: string): Promise<Authenticated> {
    const { time, random, username } = portal;
    if ([time, random, username].some((text) => text === '' || text.length > fieldLengthMax)) {
      throw tokenRefused('NX_TS, NX_RD and NX_USER must be sent, and not be long');
    }
    if (!isRight(portal, secret)) {
      throw tokenRefused('NX_TOKEN does not match NX_TS, NX_RD, NX_USER and the secret');
    }
    if (!/^\d{1,15}$/.test(time) || Math.abs(Number(time) - now()) > toleranceMs) {
      throw tokenRefused('NX_TS is more than an hour off; compare the clocks');
    }
    const { database, auditTrail } = this.#services;
    const expiresAt = Number(time) + toleranceMs;
    if (!(await useOnce(database, `portal ${time} ${random} ${username}`, expiresAt))) {
      throw tokenRefused('it was used before; send another NX_RD with each request');
    }
    const principal =
      username === systemUsername
        ? undefined
        : await database.read((handle) => loadPrincipal(handle, username));
    if (!principal) throw tokenRefused('its user does not exist here');
    auditTrail?.signIn('loginSuccess', username, 'by a portal');
    return { principal };
  }
}

function isRight({ time, random, username, token }: PortalHeaders, secret: string): boolean {
  const expected = hash('md5', `${time}:${random}:${secret}:${username}`, 'base64');
  // Of equal length whatever was sent.
  const digests = [expected, token].map((text) => hash('sha256', text, 'buffer'));
  const [right, sent] = digests;
  return right !== undefined && sent !== undefined && timingSafeEqual(right, sent);
}
