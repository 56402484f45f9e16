import { createHmac, timingSafeEqual } from 'node:crypto';

const sessionCookieName = 'JSESSIONID';

/** The content of a session cookie; the signature proves that this server wrote it. */
export interface SessionClaims {
  readonly id: string;
  readonly username: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Fingerprint of the password hash at sign-in: a changed password ends the session. */
  readonly passwordFingerprint: string;
}

/** Keys of the short form inside the token. */
interface Payload {
  readonly s: string;
  readonly u: string;
  readonly i: number;
  readonly e: number;
  readonly f: string;
}

const version = 'v1';
const tokenPattern = /^v1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;
/** Longer than any token of this server, short enough to be parsed fast. */
const tokenLengthMax = 4_096;

export function signSession(secret: string, claims: SessionClaims): string {
  const payload: Payload = {
    s: claims.id,
    u: claims.username,
    i: claims.issuedAt,
    e: claims.expiresAt,
    f: claims.passwordFingerprint,
  };
  const encoded = Buffer.from(JSON.stringify(payload), 'utf8').toString('base64url');
  return `${version}.${encoded}.${signature(secret, encoded)}`;
}

/** The claims of a token that was signed with the secret; expiry is not checked. */
export function readSession(secret: string, token: string): SessionClaims | undefined {
  if (token.length > tokenLengthMax) return undefined;
  const [, encoded, signed] = tokenPattern.exec(token) ?? [];
  if (encoded === undefined || signed === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(signature(secret, encoded)))) {
    return undefined;
  }
  const payload = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as Payload;
  return {
    id: payload.s,
    username: payload.u,
    issuedAt: payload.i,
    expiresAt: payload.e,
    passwordFingerprint: payload.f,
  };
}

export function fingerprintPassword(secret: string, passwordHash: string): string {
  return createHmac('sha256', secret).update('password:').update(passwordHash).digest('base64url');
}

/** Every session token of a Cookie header: other applications on the host may use the same name. */
export function sessionTokens(cookieHeader: string | undefined): string[] {
  return cookieValues(cookieHeader, sessionCookieName);
}

export function cookieValues(cookieHeader: string | undefined, name: string): string[] {
  if (cookieHeader === undefined || !cookieHeader.includes(name)) return [];
  return cookieHeader.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) return [];
    return [
      pair
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ];
  });
}

/** Where a cookie is sent back to, such as a public address. */
export interface CookieScope {
  readonly contextPath: string;
  readonly isSecure: boolean;
}

export function writeSessionCookie(token: string, scope: CookieScope): string {
  return `${sessionCookieName}=${token}; ${attributes(scope)}`;
}

/** Makes the client delete its cookie. */
export function clearSessionCookie(scope: CookieScope): string {
  return `${sessionCookieName}=; ${attributes(scope)}; Max-Age=0`;
}

/** With which browsers send a token that came with a link. */
export const tokenCookieName = 'X-Authentication-Token';

export function writeTokenCookie(token: string, scope: CookieScope): string {
  return `${tokenCookieName}=${token}; ${attributes(scope)}`;
}

/** Makes the client delete its cookie. */
export function clearTokenCookie(scope: CookieScope): string {
  return `${tokenCookieName}=; ${attributes(scope)}; Max-Age=0`;
}

function attributes({ contextPath, isSecure }: CookieScope): string {
  const path = contextPath === '' ? '/' : contextPath;
  return `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

function signature(secret: string, encoded: string): string {
  return createHmac('sha256', secret).update('session:').update(encoded).digest('base64url');
}
