import type { UserProfile } from './user.ts';

/** Field of a user → attribute or claim of the source that has its value. */
type ProfileMapping = Readonly<Partial<Record<keyof UserProfile, string>>>;

interface CommonSource {
  /** In messages, in the audit and in addresses. */
  readonly name: string;
  readonly profile: ProfileMapping;
  /** Group of the source (its DN or its name) → own groups. */
  readonly groupMapping: Readonly<Record<string, readonly string[]>>;
  /** Own groups of all users of the source. */
  readonly defaultGroups: readonly string[];
}

interface LdapGroups {
  readonly base: string;
  readonly filter: string;
  readonly memberAttribute: string;
  readonly nameAttribute: string;
  /** Levels of groups that are members of groups. */
  readonly levelsMax: number;
}

/** A directory server that verifies passwords. */
export interface LdapSource extends CommonSource {
  readonly url: string;
  readonly tls: 'starttls' | 'off';
  /** PEM, as read from the configured file. */
  readonly ca: string | null;
  /** The account that searches; without one, users are bound by `userDn`. */
  readonly service: { readonly dn: string; readonly password: string } | null;
  readonly userDn: string | null;
  readonly searchBase: string | null;
  /** Has {username}, and leaves out users who may not sign in. */
  readonly searchFilter: string;
  readonly usernameAttribute: string;
  readonly keyAttribute: string;
  /** An attribute of users with the DNs of their groups. */
  readonly memberOfAttribute: string | null;
  readonly groups: LdapGroups | null;
  readonly timeLimitMs: number;
  readonly connectionsMax: number;
}

/** An identity provider to which browsers are sent (OpenID Connect). */
export interface OidcSource extends CommonSource {
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly scope: string;
  readonly usernameClaim: string;
  readonly groupsClaim: string | null;
  readonly clockToleranceSeconds: number;
  readonly timeLimitMs: number;
  /** For providers on the same machine, in tests and closed networks. */
  readonly allowsPlainHttp: boolean;
}

export interface SignInSources {
  readonly ldap: readonly LdapSource[];
  readonly oidc: readonly OidcSource[];
}

/** An identity provider on a page to sign in. */
export interface ShownProvider {
  readonly name: string;
  readonly label: string;
  /** It did not answer when it was last asked. */
  readonly isAway: boolean;
}
