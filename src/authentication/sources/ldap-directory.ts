import type { Entry, SearchOptions } from 'ldapts';
import { limits } from '../../base/limits.ts';
import type { Logger } from '../../base/log.ts';
import type { LdapSource } from '../../model/sign-in-source.ts';
import { isStorableText } from '../../model/value.ts';
import type { SourceUser } from '../../repository/principals/source-users.ts';
import { isRefusal, LdapConnection, textsOf } from './ldap-connection.ts';
import { findLdapGroups, mapLdapGroups } from './ldap-groups.ts';
import { comparableDn, dnFor, filterFor } from './ldap-names.ts';

/** What a directory says about a name and a password. */
export type LdapAnswer =
  | { readonly is: 'verified'; readonly user: SourceUser }
  | { readonly is: 'wrong' }
  /** The directory has no such user, or leaves the user out because the account is closed. */
  | { readonly is: 'unknown' };

/** Active Directory writes bytes; other servers write texts. */
const binaryAttribute = /^object(?:GUID|Sid)$/i;

/** Asks a directory server about users. All of it throws when the server cannot be asked. */
export class LdapDirectory {
  readonly #source: LdapSource;
  readonly #log: Logger;

  constructor(source: LdapSource, log: Logger) {
    this.#source = source;
    this.#log = log;
  }

  verify(username: string, password: string): Promise<LdapAnswer> {
    return LdapConnection.use(this.#source, async (connection) => {
      const { userDn } = this.#source;
      const entry =
        userDn === null ? await this.#find(connection, username) : { dn: dnFor(userDn, username) };
      if (!entry) return { is: 'unknown' };
      if (!(await connection.bind(entry.dn, password))) return { is: 'wrong' };
      await connection.bindService();
      const described = await this.#read(connection, entry.dn, username);
      const user = described && (await this.#describe(connection, described));
      return user ? { is: 'verified', user } : { is: 'unknown' };
    });
  }

  /** The keys of those users that the directory still lets in; undefined if it cannot be searched. */
  async presentKeys(usernames: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    const { service, searchBase, searchFilter } = this.#source;
    if (!service || searchBase === null) return undefined;
    return LdapConnection.use(this.#source, async (connection) => {
      await connection.bindService();
      const filters = usernames.map((username) => filterFor(searchFilter, username));
      const entries = await connection.search(searchBase, {
        filter: `(|${filters.join('')})`,
        ...this.#attributes,
      });
      return new Set(entries.map((entry) => this.#keyOf(entry)));
    });
  }

  get #attributes(): Pick<SearchOptions, 'attributes' | 'explicitBufferAttributes'> {
    const { usernameAttribute, keyAttribute, memberOfAttribute, profile } = this.#source;
    return {
      attributes: [
        usernameAttribute,
        keyAttribute,
        ...(memberOfAttribute === null ? [] : [memberOfAttribute]),
        ...Object.values(profile),
      ],
      ...(binaryAttribute.test(keyAttribute) && { explicitBufferAttributes: [keyAttribute] }),
    };
  }

  async #find(connection: LdapConnection, username: string): Promise<Entry | undefined> {
    await connection.bindService();
    const { searchBase, searchFilter, name } = this.#source;
    const entries = await connection.search(searchBase ?? '', {
      filter: filterFor(searchFilter, username),
      ...this.#attributes,
      sizeLimit: 2,
    });
    if (entries.length < 2) return entries[0];
    this.#log.warn({ source: name }, 'several entries have one user name: narrow searchFilter');
    return undefined;
  }

  /** Users that are bound by their DN must be found by the filter as well, or their account is closed. */
  async #read(
    connection: LdapConnection,
    dn: string,
    username: string,
  ): Promise<Entry | undefined> {
    const filter = filterFor(this.#source.searchFilter, username);
    try {
      const [entry] = await connection.search(dn, { scope: 'base', filter, ...this.#attributes });
      return entry;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  async #describe(connection: LdapConnection, entry: Entry): Promise<SourceUser | undefined> {
    const source = this.#source;
    const [username] = textsOf(entry, source.usernameAttribute);
    if (username === undefined) {
      this.#log.warn({ source: source.name, dn: entry.dn }, 'an entry has no usernameAttribute');
      return undefined;
    }
    const memberOf =
      source.memberOfAttribute === null ? [] : textsOf(entry, source.memberOfAttribute);
    const groups = await findLdapGroups(connection, source, { dn: entry.dn, memberOf });
    const profile = Object.fromEntries(
      Object.entries(source.profile).map(([field, attribute]) => [
        field,
        profileText(textsOf(entry, attribute)[0]),
      ]),
    );
    return {
      source: source.name,
      key: this.#keyOf(entry),
      username,
      profile,
      groups: mapLdapGroups(source, groups),
      managedGroups: [...source.defaultGroups, ...Object.values(source.groupMapping).flat()],
    };
  }

  #keyOf(entry: Entry): string {
    return textsOf(entry, this.#source.keyAttribute)[0] ?? comparableDn(entry.dn);
  }
}

/** What cannot be stored is left out. */
function profileText(value: string | undefined): string | null {
  if (value === undefined || !isStorableText(value)) return null;
  return value.slice(0, limits.principalTextLengthMax);
}
