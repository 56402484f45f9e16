import { everyone } from './acl.ts';

/** Who acts. Built at authentication, immutable, shared between requests of the same caller. */
export interface Principal {
  readonly username: string;
  /** All groups, transitively, sorted. */
  readonly groups: readonly string[];
  readonly isAdministrator: boolean;
  /** The name, the groups and Everyone: the names whose ACEs apply to this caller. */
  readonly identities: ReadonlySet<string>;
  /** Same string ⇔ same identities: key of cached access decisions. */
  readonly identityKey: string;
}

export const administratorUser = 'Administrator';
export const administratorsGroup = 'administrators';
export const membersGroup = 'members';
export const powerUsersGroup = 'powerusers';
export const systemUsername = 'system';

export function createPrincipal(
  username: string,
  groups: Iterable<string>,
  isAdministrator: boolean,
): Principal {
  const sorted = [...new Set(groups)].sort();
  const identities = new Set([username, ...sorted, everyone]);
  return {
    username,
    groups: sorted,
    isAdministrator,
    identities,
    identityKey: JSON.stringify([username, ...sorted]),
  };
}

/** The server itself: initial content, imports, background work. */
export const systemPrincipal: Principal = createPrincipal(systemUsername, [], true);
