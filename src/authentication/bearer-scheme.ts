import { now } from '../base/clock.ts';
import { type Grant, tokenRefused } from '../repository/credentials/grant.ts';
import { findAccessGrant } from '../repository/credentials/oauth2-tokens.ts';
import { isJwt, verifyJwt } from './jwt.ts';
import type { Authenticated, AuthenticationRequest, SignInScheme } from './scheme.ts';
import { type FindGrant, type TokenServices, VerifiedTokens } from './verified-tokens.ts';

const bearer = /^bearer +(\S+) *$/i;
const isBearer = /^bearer\b/i;

const findAccess: FindGrant = (handle, token) => findAccessGrant(handle, token, now());

/** `Authorization: Bearer`, or the parameter `access_token`: access tokens of OAuth2, and signed JWTs. */
export class BearerScheme implements SignInScheme {
  readonly #verified: VerifiedTokens;
  readonly #jwtSecret: string | null;

  constructor(services: TokenServices, { jwtSecret }: { readonly jwtSecret: string | null }) {
    this.#verified = new VerifiedTokens(services);
    this.#jwtSecret = jwtSecret;
  }

  authenticate(request: AuthenticationRequest): Promise<Authenticated> | undefined {
    const { authorization, accessToken } = request;
    if (authorization && isBearer.test(authorization)) {
      const token = bearer.exec(authorization)?.[1];
      if (token === undefined) return Promise.reject(tokenRefused('Bearer needs one token'));
      return this.#resolve(token, request);
    }
    return accessToken && !authorization ? this.#resolve(accessToken, request) : undefined;
  }

  async #resolve(token: string, request: AuthenticationRequest): Promise<Authenticated> {
    const find: FindGrant = isJwt(token) ? () => verifyJwt(token, this.#jwtSecret) : findAccess;
    const { authenticated, grant } = await this.#verified.resolve(token, request, find);
    refuseOtherPaths(grant, request.path ?? '');
    return authenticated;
  }
}

/** @throws AppError token.refused */
function refuseOtherPaths({ paths }: Grant, path: string): void {
  if (!paths || paths.some((start) => isWithin(path, start))) return;
  throw tokenRefused(`its audience (aud) is ${paths.join(', ')}, which this address is not below`);
}

function isWithin(path: string, start: string): boolean {
  return path === start || path.startsWith(start.endsWith('/') ? start : `${start}/`);
}
