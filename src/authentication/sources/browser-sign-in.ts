import { now } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { Logger } from '../../base/log.ts';
import { openSealedText, sealText } from '../../base/sealing.ts';
import type { AuditTrail } from '../../repository/audit/audit-trail.ts';
import { useOnce } from '../../repository/credentials/used-values.ts';
import { ensureSessionSecret } from '../../repository/principals/session-secret.ts';
import type { Database } from '../../storage/database.ts';
import { RefusalNotes } from '../refusal-notes.ts';
import { type CookieScope, cookieValues } from '../sessions.ts';
import { admitSourceUser } from './admit-user.ts';
import type { IdentityProvider, OidcAttempt } from './identity-provider.ts';

interface BrowserSignInOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly auditTrail: AuditTrail;
  readonly isAudited: boolean;
  readonly providers: readonly IdentityProvider[];
}

/** What the browser keeps for the server while the user is at the provider. */
interface Journey extends OidcAttempt {
  readonly source: string;
  readonly expiresAt: number;
  /** Where the user wanted to go: a path of this server. */
  readonly target: string;
}

const journeyMs = 10 * 60_000;
const purpose = 'sign-in at an identity provider';
const cookieName = 'CARTULARY_SIGN_IN';

interface Callback {
  readonly url: URL;
  readonly cookie: string | undefined;
  readonly remoteAddress: string;
}

/** Signs users in by sending their browsers to an identity provider. */
export class BrowserSignIn {
  readonly providers: readonly IdentityProvider[];
  readonly #options: BrowserSignInOptions;
  readonly #refusals: RefusalNotes;

  constructor(options: BrowserSignInOptions) {
    this.#options = options;
    this.#refusals = new RefusalNotes(options.auditTrail);
    this.providers = options.providers;
  }

  /** Where to send the browser, and the cookie for it. @throws AppError authentication.source-away */
  async begin(
    name: string,
    { redirectUri, target, scope }: { redirectUri: string; target: string; scope: CookieScope },
  ): Promise<{ url: string; setCookie: string }> {
    const { url, attempt } = await this.#provider(name).begin(redirectUri);
    const journey: Journey = { ...attempt, source: name, target, expiresAt: now() + journeyMs };
    const secret = await ensureSessionSecret(this.#options.database);
    const sealed = sealText(JSON.stringify(journey), { secret, purpose });
    return { url, setCookie: writeCookie(sealed, scope, journeyMs / 1_000) };
  }

  /** The user who has come back. @throws AppError authentication.refused, authentication.source-away */
  async finish(name: string, callback: Callback): Promise<{ username: string; target: string }> {
    const { database, auditTrail } = this.#options;
    const provider = this.#provider(name);
    try {
      const journey = await this.#journeyOf(callback.cookie, name);
      if (!(await useOnce(database, `journey ${journey.state}`, journey.expiresAt))) {
        throw refused('this sign-in was completed before; sign in again');
      }
      const user = await provider.finish(callback.url, journey);
      const { username } = await admitSourceUser(this.#options, user);
      auditTrail.signIn('loginSuccess', username, `at ${name}`);
      return { username, target: journey.target };
    } catch (error) {
      if (isAppError(error))
        this.#refusals.note(callback.remoteAddress, { username: undefined, reason: error.message });
      throw error;
    }
  }

  /** Where a browser with this cookie wanted to go; undefined for none that has begun here. */
  async targetOf(cookie: string | undefined, source: string): Promise<string | undefined> {
    return (await this.#findJourney(cookie, source))?.target;
  }

  endJourney(scope: CookieScope): string {
    return writeCookie('', scope, 0);
  }

  /** @throws AppError resource.not-found */
  #provider(name: string): IdentityProvider {
    const found = this.providers.find((provider) => provider.name === name);
    if (found) return found;
    throw new AppError('resource.not-found', `${name} is not an identity provider of this server`);
  }

  async #journeyOf(cookie: string | undefined, source: string): Promise<Journey> {
    const journey = await this.#findJourney(cookie, source);
    if (journey) return journey;
    throw refused('this sign-in was not begun here, or it took too long; sign in again');
  }

  async #findJourney(cookie: string | undefined, source: string): Promise<Journey | undefined> {
    const secret = await ensureSessionSecret(this.#options.database);
    for (const value of cookieValues(cookie, cookieName)) {
      const text = openSealedText(value, { secret, purpose });
      const journey = text === undefined ? undefined : (JSON.parse(text) as Journey);
      if (journey?.source === source && journey.expiresAt > now()) return journey;
    }
    return undefined;
  }
}

function refused(message: string): AppError {
  return new AppError('authentication.refused', message);
}

/** Lax: the provider sends the browser back from another site. */
function writeCookie(value: string, scope: CookieScope, seconds: number): string {
  const secure = scope.isSecure ? '; Secure' : '';
  return `${cookieName}=${value}; Path=${scope.contextPath}/login/oidc; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
