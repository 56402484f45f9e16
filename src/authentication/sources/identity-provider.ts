import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { isWithin } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { Logger } from '../../base/log.ts';
import type { OidcSource } from '../../model/sign-in-source.ts';
import { isStorableText } from '../../model/value.ts';
import type { SourceUser } from '../../repository/principals/source-users.ts';
import { Circuit } from './circuit.ts';
import { sourceAway } from './source-away.ts';

/** What the server must know again when the browser comes back. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** One configured provider. Its addresses and keys are read when the first user signs in. */
export class IdentityProvider {
  readonly name: string;
  readonly label: string;
  readonly #source: OidcSource;
  readonly #log: Logger;
  readonly #circuit = new Circuit();
  #isAway = false;
  #configuration: Promise<Configuration> | undefined;

  constructor(source: OidcSource, log: Logger) {
    this.name = source.name;
    this.label = source.label;
    this.#source = source;
    this.#log = log;
  }

  /** Whether it did not answer when it was last asked. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Where to send the browser. @throws AppError authentication.source-away */
  async begin(redirectUri: string): Promise<{ url: string; attempt: OidcAttempt }> {
    const configuration = await this.#discovered();
    const attempt = {
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
    };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#source.scope,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /**
   * The user whom the provider has sent back: exchanges the code, and checks signature, issuer, audience,
   * nonce and times of the token.
   *
   * @throws AppError authentication.source-away, authentication.refused
   */
  async finish(callback: URL, attempt: OidcAttempt): Promise<SourceUser> {
    const configuration = await this.#discovered();
    const claims = await this.#claimsOf(configuration, callback, attempt);
    return this.#describe(claims);
  }

  async #claimsOf(
    configuration: Configuration,
    callback: URL,
    { state, nonce, verifier }: OidcAttempt,
  ): Promise<Claims> {
    try {
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() ?? { sub: '' };
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
      const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (error) {
      if (isUnreachable(error)) throw this.#failed(error);
      this.#log.warn({ err: error, source: this.name }, 'a sign-in of a provider was refused');
      throw refused(`the answer of ${this.name} could not be verified; sign in again`, error);
    }
  }

  #describe(claims: Claims): SourceUser {
    const { usernameClaim, groupsClaim, groupMapping, defaultGroups, profile } = this.#source;
    const key = textOf(claims.sub);
    const username = textOf(claims[usernameClaim]);
    if (key === undefined || username === undefined) {
      throw refused(`${this.name} says nothing about you as ${usernameClaim}`);
    }
    if (usernameClaim === 'email' && claims.email_verified !== true) {
      throw refused(`${this.name} has not verified your mail address`);
    }
    const names = groupsClaim === null ? [] : [claims[groupsClaim] ?? []].flat();
    const mapped = names.flatMap((name) =>
      typeof name === 'string' && Object.hasOwn(groupMapping, name)
        ? (groupMapping[name] ?? [])
        : [],
    );
    return {
      source: this.name,
      key,
      username,
      profile: Object.fromEntries(
        Object.entries(profile).map(([field, claim]) => [field, textOf(claims[claim]) ?? null]),
      ),
      groups: [...new Set([...defaultGroups, ...mapped])],
      managedGroups: [...defaultGroups, ...Object.values(groupMapping).flat()],
    };
  }

  /** Its addresses, read once; a failure is not remembered beyond the pause of the circuit. */
  async #discovered(): Promise<Configuration> {
    if (!this.#configuration && !this.#circuit.isOpen) throw sourceAway(this.name);
    this.#configuration ??= this.#discover();
    const running = this.#configuration;
    try {
      // The limit of the library is for each of its requests.
      if (!(await isWithin(running, this.#source.timeLimitMs))) throw new Error('no answer');
      const configuration = await running;
      this.#circuit.succeed();
      this.#isAway = false;
      return configuration;
    } catch (error) {
      this.#configuration = undefined;
      throw this.#failed(error);
    }
  }

  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, clockToleranceSeconds, timeLimitMs } = this.#source;
    return discovery(
      new URL(issuer),
      clientId,
      { [clockTolerance]: clockToleranceSeconds },
      clientSecret === null ? None() : ClientSecretPost(clientSecret),
      {
        timeout: Math.max(1, timeLimitMs / 1_000),
        execute: [
          // Otherwise the library trusts the connection, and does not look at the signature.
          enableNonRepudiationChecks,
          ...(this.#source.allowsPlainHttp ? [allowInsecureRequests] : []),
        ],
      },
    );
  }

  #failed(error: unknown): AppError {
    this.#isAway = true;
    if (this.#circuit.fail()) {
      this.#log.warn({ err: error, source: this.name }, 'a sign-in source does not answer');
    }
    return sourceAway(this.name, error);
  }
}

/** No connection, no answer in time, or an error of the provider itself. */
function isUnreachable(error: unknown): boolean {
  const { code, status, cause } = error as { code?: string; status?: number; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT' || (status !== undefined && status >= 500)) return true;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  return cause instanceof Error && isUnreachable(cause);
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('authentication.refused', message, { cause });
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || !isStorableText(value)) return undefined;
  return value.slice(0, limits.principalTextLengthMax);
}
