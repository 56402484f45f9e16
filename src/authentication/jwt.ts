import type { errors as JoseErrors } from 'jose';
import { now } from '../base/clock.ts';
import { type Grant, tokenRefused } from '../repository/credentials/grant.ts';

/** The library is loaded with the first JWT: it costs 30 ms and 10 MB. */
const loadJose = () => import('jose');

const algorithm = 'HS512';
const issuer = 'nuxeo';
const clockToleranceSeconds = 30;
const tokenLengthMax = 8_192;
const usernameLengthMax = 255;

const jwt = /^[\w-]+\.[\w-]*\.[\w-]*$/;

/** Other tokens of this server have no dots. */
export function isJwt(token: string): boolean {
  return jwt.test(token);
}

/**
 * A token that someone who has the secret of the server has signed.
 *
 * @throws AppError token.refused saying which claim is wrong
 */
export async function verifyJwt(token: string, secret: string | null): Promise<Grant> {
  if (secret === null) throw tokenRefused('this server has no jwtSecret, and accepts no JWT');
  if (token.length > tokenLengthMax) throw tokenRefused('the JWT is too long');
  const { sub, exp, aud } = await claimsOf(token, secret);
  if (typeof sub !== 'string' || sub === '' || sub.length > usernameLengthMax) {
    throw tokenRefused('the JWT has no user (sub)');
  }
  const audience = aud === undefined ? [] : [aud].flat();
  return {
    username: sub,
    isReadOnly: false,
    expiresAt: ((exp ?? 0) + clockToleranceSeconds) * 1_000,
    ...(audience.length > 0 && { paths: audience.map(pathOf) }),
  };
}

async function claimsOf(token: string, secret: string) {
  const { errors, jwtVerify } = await loadJose();
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: [algorithm],
      issuer,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now()),
      requiredClaims: ['sub', 'exp'],
    });
    return payload;
  } catch (error) {
    throw tokenRefused(reasonOf(error, errors));
  }
}

function reasonOf(error: unknown, errors: typeof JoseErrors): string {
  if (error instanceof errors.JWTExpired) return 'the JWT has expired (exp)';
  if (error instanceof errors.JOSEAlgNotAllowed) return `the JWT is not signed with ${algorithm}`;
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return 'the signature of the JWT does not match the secret of this server';
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error;
    if (claim === 'nbf') return 'the JWT is not valid yet (nbf); compare the clocks';
    if (claim === 'iss') return `the issuer (iss) of the JWT is not ${issuer}`;
    return `the claim ${claim} of the JWT is missing or wrong`;
  }
  return 'it is not a well-formed JWT';
}

/** Audiences are written with or without the first slash, and for both addresses of the API. */
function pathOf(audience: string): string {
  const path = `/${audience.replace(/^\/+/, '')}`;
  if (/^\/site\/(?:api\/v1|automation)(?:\/|$)/.test(path)) {
    return path.startsWith('/site/api')
      ? path.slice('/site'.length)
      : `/api/v1${path.slice('/site'.length)}`;
  }
  return path;
}
