import { now } from '../base/clock.ts';
import { findTokenGrant } from '../repository/credentials/auth-tokens.ts';
import { findExternalGrant, isExternalToken } from '../repository/credentials/external-tokens.ts';
import type { Authenticated, AuthenticationRequest, SignInScheme } from './scheme.ts';
import { cookieValues, tokenCookieName, writeTokenCookie } from './sessions.ts';
import type { TokenUses } from './token-uses.ts';
import { type FindGrant, type TokenServices, VerifiedTokens } from './verified-tokens.ts';

const find: FindGrant = (handle, token) =>
  isExternalToken(token)
    ? findExternalGrant(handle, token, now())
    : findTokenGrant(handle, token, now());

/** Tokens of applications and of external users: in a header, a parameter or a cookie. */
export class TokenScheme implements SignInScheme {
  readonly #verified: VerifiedTokens;
  readonly #uses: TokenUses;

  constructor(services: TokenServices, uses: TokenUses) {
    this.#verified = new VerifiedTokens(services);
    this.#uses = uses;
  }

  authenticate(request: AuthenticationRequest): Promise<Authenticated> | undefined {
    const { authorization, cookie } = request;
    // A cookie does not hide what was sent with intent.
    const token =
      request.token ?? (authorization ? undefined : cookieValues(cookie, tokenCookieName)[0]);
    return token ? this.#resolve(token, request) : undefined;
  }

  async #resolve(token: string, request: AuthenticationRequest): Promise<Authenticated> {
    const { authenticated, grant } = await this.#verified.resolve(token, request, find);
    if (grant.tokenId !== undefined) this.#uses.note(grant.tokenId);
    if (!grant.isExternal || request.token === undefined) return authenticated;
    // Browsers follow a link of a mail once; the pages behind it need the token as well.
    return { ...authenticated, setCookie: writeTokenCookie(token, request.cookieScope) };
  }
}
