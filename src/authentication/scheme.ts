import type { Principal } from '../model/principal.ts';
import type { CookieScope } from './sessions.ts';

/** The headers of a portal that has signed its user in. */
export interface PortalHeaders {
  /** Epoch milliseconds, as text. */
  readonly time: string;
  readonly random: string;
  readonly token: string;
  readonly username: string;
}

export interface AuthenticationRequest {
  readonly authorization: string | undefined;
  /** The Cookie header. */
  readonly cookie: string | undefined;
  /** Of an application: the header, or the parameter `token`. */
  readonly token?: string | undefined;
  /** The parameter `access_token`, for clients that cannot send headers. */
  readonly accessToken?: string | undefined;
  /** Of a portal, where it has sent all of its headers. */
  readonly portal?: PortalHeaders | undefined;
  /** Below the context path, with aliases resolved; tokens may be restricted to some. */
  readonly path?: string;
  readonly remoteAddress: string;
  readonly cookieScope: CookieScope;
}

export interface Authenticated {
  readonly principal: Principal;
  /** Value of a Set-Cookie header that opens a session. */
  readonly setCookie?: string;
  /** Set for tokens: they open less than a password does. */
  readonly token?: { readonly isReadOnly: boolean };
}

/** A way to sign in. */
export interface SignInScheme {
  /**
   * Undefined when the request has no credentials of this scheme: then the next one is asked.
   *
   * @throws AppError authentication.failed, authentication.slowed, token.refused
   */
  authenticate(request: AuthenticationRequest): Promise<Authenticated> | undefined;
}
