import type { LdapSource } from '../../model/sign-in-source.ts';
import type { LdapConnection } from './ldap-connection.ts';
import { textsOf } from './ldap-connection.ts';
import { anyOf, comparableDn } from './ldap-names.ts';

/** A group of the directory: its DN and, where it was read, its name. */
interface LdapGroup {
  readonly dn: string;
  readonly name: string | undefined;
}

/** Of one user; further levels are not looked at. */
const groupsMax = 1_000;
/** Members that one search asks for. */
const membersAskedMax = 50;

/** Groups of the user with that DN: its own, and those of which they are members, some levels up. */
export async function findLdapGroups(
  connection: LdapConnection,
  source: LdapSource,
  user: { readonly dn: string; readonly memberOf: readonly string[] },
): Promise<readonly LdapGroup[]> {
  const found = new Map<string, LdapGroup>();
  for (const dn of user.memberOf) found.set(comparableDn(dn), { dn, name: firstValueOf(dn) });
  let members = [user.dn, ...user.memberOf];
  const levels = source.groups ? source.groups.levelsMax : -1;
  for (let level = 0; level <= levels && members.length > 0; level += 1) {
    const parents = await groupsOf(connection, source, members);
    const unknown = parents.filter(({ dn }) => !found.has(comparableDn(dn)));
    for (const group of unknown) found.set(comparableDn(group.dn), group);
    if (found.size > groupsMax) break;
    members = unknown.map(({ dn }) => dn);
  }
  return [...found.values()];
}

async function groupsOf(
  connection: LdapConnection,
  { groups }: LdapSource,
  members: readonly string[],
): Promise<readonly LdapGroup[]> {
  if (!groups) return [];
  const { base, filter, memberAttribute, nameAttribute } = groups;
  const found: LdapGroup[] = [];
  for (let start = 0; start < members.length; start += membersAskedMax) {
    const asked = anyOf(memberAttribute, members.slice(start, start + membersAskedMax));
    const entries = await connection.search(base, {
      filter: `(&${filter}${asked})`,
      attributes: [nameAttribute],
    });
    for (const entry of entries) {
      found.push({ dn: entry.dn, name: textsOf(entry, nameAttribute)[0] });
    }
  }
  return found;
}

/** Own groups of a user who has these in the directory. */
export function mapLdapGroups(
  { groupMapping, defaultGroups }: LdapSource,
  groups: readonly LdapGroup[],
): readonly string[] {
  const names = new Set(groups.flatMap(({ name }) => (name === undefined ? [] : [name])));
  const dns = new Set(groups.map(({ dn }) => comparableDn(dn)));
  const mapped = Object.entries(groupMapping).flatMap(([from, to]) =>
    (from.includes('=') ? dns.has(comparableDn(from)) : names.has(from)) ? to : [],
  );
  return [...new Set([...defaultGroups, ...mapped])];
}

/** `editors` of `cn=editors,ou=groups`. */
function firstValueOf(dn: string): string | undefined {
  return /^[^=]+=((?:\\.|[^,+\\])*)/.exec(dn)?.[1]?.trim();
}
