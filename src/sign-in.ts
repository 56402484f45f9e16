import { type Authenticator, createAuthenticator } from './authentication/authentication.ts';
import { isLoopback } from './authentication/known-password.ts';
import type { RateLimits } from './authentication/rate-limits.ts';
import { BrowserSignIn } from './authentication/sources/browser-sign-in.ts';
import { readSignInSources } from './authentication/sources/read-sources.ts';
import { SourceVerifier } from './authentication/sources/source-verifier.ts';
import type { Logger } from './base/log.ts';
import type { Config } from './config/settings.ts';
import type { AuditTrail } from './repository/audit/audit-trail.ts';
import type { OpenedStore } from './store.ts';

interface SignInOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly auditTrail: AuditTrail;
  readonly rateLimits: RateLimits;
}

interface SignIn {
  readonly authenticator: Authenticator;
  readonly sourceVerifier: SourceVerifier;
  readonly browserSignIn: BrowserSignIn;
}

/** Builds what finds out who sends a request. @throws ConfigError for files of sources with mistakes */
export async function openSignIn(
  { database, repository }: Pick<OpenedStore, 'database' | 'repository'>,
  { config, log, auditTrail, rateLimits }: SignInOptions,
): Promise<SignIn> {
  const { ldap, oidc } = await readSignInSources(config.signInSourceFiles);
  const { isAudited } = repository;
  const shared = { database, log, auditTrail };
  const sourceVerifier = new SourceVerifier({ ...shared, isAudited, sources: ldap });
  const browserSignIn = new BrowserSignIn({ ...shared, isAudited, sources: oidc });
  // From the network, a weak password that was set elsewhere is not accepted either.
  const passwords = isLoopback(config.host) ? {} : { passwords: repository.passwords };
  const authenticator = createAuthenticator({
    ...shared,
    ...passwords,
    config,
    rateLimits,
    others: sourceVerifier,
  });
  return { authenticator, sourceVerifier, browserSignIn };
}
