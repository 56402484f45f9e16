import { type Authenticator, createAuthenticator } from './authentication/authentication.ts';
import type { GuessCounts } from './authentication/guess-slowdown.ts';
import { isLoopback } from './authentication/known-password.ts';
import type { RateLimits } from './authentication/rate-limits.ts';
import { BrowserSignIn } from './authentication/sources/browser-sign-in.ts';
import type { IdentityProvider } from './authentication/sources/identity-provider.ts';
import { readSignInSources } from './authentication/sources/read-sources.ts';
import { type SourceDirectory, SourceVerifier } from './authentication/sources/source-verifier.ts';
import type { Logger } from './base/log.ts';
import type { Config } from './config/settings.ts';
import type { LdapSource, OidcSource } from './model/sign-in-source.ts';
import type { AuditTrail } from './repository/audit/audit-trail.ts';
import type { OpenedStore } from './store.ts';

interface SignInOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly auditTrail: AuditTrail;
  readonly rateLimits: RateLimits;
  /** Those of this process by default. */
  readonly guesses?: GuessCounts | undefined;
}

interface SignIn {
  readonly authenticator: Authenticator;
  readonly sourceVerifier: SourceVerifier;
  readonly browserSignIn: BrowserSignIn;
}

/** Builds what finds out who sends a request. @throws ConfigError for files of sources with mistakes */
export async function openSignIn(
  { database, repository }: Pick<OpenedStore, 'database' | 'repository'>,
  { config, log, auditTrail, rateLimits, guesses }: SignInOptions,
): Promise<SignIn> {
  const { ldap, oidc } = await readSignInSources(config.signInSourceFiles);
  const { isAudited } = repository;
  const shared = { database, log, auditTrail };
  const sourceVerifier = new SourceVerifier({
    ...shared,
    isAudited,
    directories: await openDirectories(ldap, log),
  });
  const browserSignIn = new BrowserSignIn({
    ...shared,
    isAudited,
    providers: await openProviders(oidc, log),
  });
  // From the network, a weak password that was set elsewhere is not accepted either.
  const passwords = isLoopback(config.host) ? {} : { passwords: repository.passwords };
  const authenticator = createAuthenticator({
    ...shared,
    ...passwords,
    config,
    rateLimits,
    guesses,
    others: sourceVerifier,
  });
  return { authenticator, sourceVerifier, browserSignIn };
}

// The libraries cost 20 to 30 ms and 10 MB each: a server without such sources does not load them.

async function openDirectories(
  sources: readonly LdapSource[],
  log: Logger,
): Promise<readonly SourceDirectory[]> {
  if (sources.length === 0) return [];
  const { LdapDirectory } = await import('./authentication/sources/ldap-directory.ts');
  return sources.map((source) => ({ source, directory: new LdapDirectory(source, log) }));
}

async function openProviders(
  sources: readonly OidcSource[],
  log: Logger,
): Promise<readonly IdentityProvider[]> {
  if (sources.length === 0) return [];
  const { IdentityProvider } = await import('./authentication/sources/identity-provider.ts');
  return sources.map((source) => new IdentityProvider(source, log));
}
