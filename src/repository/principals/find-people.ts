import { sql } from 'kysely';
import { slicesOf } from '../../base/slices.ts';
import { membersGroup } from '../../model/principal.ts';
import type { User } from '../../model/user.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import {
  type SearchResult,
  searchUsers,
  type UserSearchField,
  type UserTerm,
  userNameFields,
} from './search-principals.ts';
import { findUsers } from './users.ts';

interface PeopleSearch {
  /** User input: the beginning of a name, or of two; empty or `*` finds all users. */
  readonly text: string;
  readonly limit: number;
  /** Only its members. */
  readonly group?: { readonly name: string; readonly includesSubgroups: boolean } | undefined;
}

/** Users by the names that people search for, sorted by username. */
export async function findPeople(
  handle: ReadHandle,
  { text, limit, group }: PeopleSearch,
): Promise<SearchResult<User>> {
  const readings = readingsOf(text);
  // All users are members of it without being listed.
  if (group && !(group.name === membersGroup && group.includesSubgroups)) {
    return findMembers(handle, { readings, limit, group });
  }
  const found = new Map<string, User>();
  let hasMore = false;
  for (const terms of readings) {
    const result = await searchUsers(handle, { terms, limit });
    hasMore ||= result.hasMore;
    for (const user of result.entries) found.set(user.username, user);
  }
  const users = [...found.values()].sort((a, b) => (a.username < b.username ? -1 : 1));
  return { entries: users.slice(0, limit), hasMore: hasMore || users.length > limit };
}

type Reading = readonly UserTerm[];

/** `Mary Ann` may be the beginning of one name, or of a first and a last name in any order. */
function readingsOf(text: string): readonly Reading[] {
  const whole = text.trim();
  if (whole === '' || whole === '*') return [[]];
  const term = (prefix: string): UserTerm => ({ prefix, fields: userNameFields });
  const space = whole.search(/\s/);
  if (space < 0) return [[term(whole)]];
  return [[term(whole)], [term(whole.slice(0, space)), term(whole.slice(space).trimStart())]];
}

interface MemberSearch {
  readonly readings: readonly Reading[];
  readonly limit: number;
  readonly group: NonNullable<PeopleSearch['group']>;
}

/** The members are read and compared here: they are fewer than all users. */
async function findMembers(
  handle: ReadHandle,
  { readings, limit, group }: MemberSearch,
): Promise<SearchResult<User>> {
  const names = await listMembers(handle, group);
  const found: User[] = [];
  for (const some of slicesOf(names, usersPerQuery)) {
    const users = await findUsers(handle, some);
    for (const name of some) {
      const user = users.get(name);
      if (!user || !readings.some((terms) => isMatch(user, terms))) continue;
      if (found.length === limit) return { entries: found, hasMore: true };
      found.push(user);
    }
  }
  return { entries: found, hasMore: false };
}

const usersPerQuery = 500;

/** Names of the users in a group, sorted; cycles of groups end where they began. */
async function listMembers(
  handle: ReadHandle,
  { name, includesSubgroups }: MemberSearch['group'],
): Promise<readonly string[]> {
  if (!isStorableText(name)) return [];
  const inner = sql`
      union
      select member.member_name from inside join group_member member
        on member.member_kind = 'group' and member.groupname = inside.groupname`;
  const query = sql<{ username: string }>`
    with recursive inside(groupname) as (
      select cast(${name} as text)${includesSubgroups ? inner : sql``}
    )
    select distinct member.member_name as username from inside join group_member member
      on member.member_kind = 'user' and member.groupname = inside.groupname`;
  const rows = await handle.all(compilable(handle.builder, query));
  return rows.map(({ username }) => username).sort();
}

function isMatch(user: User, terms: Reading): boolean {
  return terms.every(({ prefix, fields }) =>
    fields.some((field) => startsWith(fieldOf(user, field), prefix)),
  );
}

function fieldOf({ username, profile }: User, field: UserSearchField): string {
  return field === 'username' ? username : (profile[field] ?? '');
}

function startsWith(text: string, prefix: string): boolean {
  return text.toLowerCase().startsWith(prefix.toLowerCase());
}
