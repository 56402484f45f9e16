import type { IncomingHttpHeaders } from 'node:http';
import type { PortalHeaders } from '../authentication/scheme.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { RouteDefinition } from './route.ts';

const header = 'x-authentication-token';
/** Names as they are, not escaped: the log hides what is found by them. */
const tokenParameter = /[?&]token=([^&]*)/;
const accessTokenParameter = /[?&]access_token=([^&]*)/;
const secretParameters =
  /([?&](?:token|access_token|code|state|code_verifier|client_secret|assertion)=)[^&]*/g;

interface SentTokens {
  readonly token?: string;
  readonly accessToken?: string;
}

const none: SentTokens = {};

/** Tokens in the header of applications, or in the address. */
export function tokensOf(request: {
  readonly headers: IncomingHttpHeaders;
  readonly originalUrl: string;
}): SentTokens {
  const sent = request.headers[header];
  if (typeof sent === 'string' && sent !== '') return { token: sent };
  const { originalUrl } = request;
  if (!originalUrl.includes('token=')) return none;
  const token = tokenParameter.exec(originalUrl)?.[1];
  const accessToken = accessTokenParameter.exec(originalUrl)?.[1];
  return { ...(token && { token }), ...(accessToken && { accessToken }) };
}

/** Of a portal; undefined when one is missing. */
export function portalOf(headers: IncomingHttpHeaders): PortalHeaders | undefined {
  const { nx_ts: time, nx_rd: random, nx_token: token, nx_user: username } = headers;
  if (typeof time !== 'string' || typeof random !== 'string') return undefined;
  if (typeof token !== 'string' || typeof username !== 'string') return undefined;
  return { time, random, token, username };
}

/** The address without the secrets that it may have as parameters. */
export function loggedUrl(url: string): string {
  return url.includes('=') ? url.replace(secretParameters, '$1***') : url;
}

const reading = new Set(['GET', 'HEAD']);

/**
 * What a token does not open although its user may do it.
 *
 * @throws AppError token.restricted
 */
export function refuseRestricted(
  route: RouteDefinition,
  method: string,
  { isReadOnly }: { readonly isReadOnly: boolean },
): void {
  if (route.refusesTokens) {
    const message =
      'This address is for users who sign in with their password: a token does not open it';
    throw new AppError('token.restricted', message);
  }
  if (!isReadOnly || reading.has(method) || route.isForReaders) return;
  throw new AppError(
    'token.restricted',
    `The token is for reading only, and ${method} may change something; use one with the permission rw`,
  );
}
