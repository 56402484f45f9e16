import { aclListSchema, writeAclList } from '../entities/acls-entity.ts';
import { type GroupEntity, writeGroupEntity } from '../entities/group-entity.ts';
import { type UserEntity, writeUserEntity } from '../entities/user-entity.ts';
import type { AccessControl } from '../repository/editing/access-controls.ts';
import { listAccessControls } from '../repository/editing/access-controls.ts';
import { findGroups } from '../repository/principals/groups.ts';
import { findUsers } from '../repository/principals/users.ts';
import { defineEnricher, type EnricherContext } from './define.ts';

/**
 * Left out for callers who may not read permissions. `fetch.acls` replaces names (`username`,
 * `creator`) by users and groups, and adds details of each entry (`extended`).
 */
export const aclsEnricher = defineEnricher({
  name: 'acls',
  entityType: 'document',
  schema: aclListSchema,
  // The live documents of versions, what tasks allow, to the caller too; users, their groups, and groups.
  queriesMax: 6,
  async run(context, documents) {
    const { unit, fetch } = context;
    const fetched = fetch('acls');
    const found = await listAccessControls(unit, documents);
    const principals = await findPrincipals(context, { found, fetched });
    const options = {
      isExtended: fetched.includes('extended'),
      username: shown(principals, fetched.includes('username')),
      creator: shown(principals, fetched.includes('creator')),
    };
    const write = (each: AccessControl) => writeAclList({ ...each, nowMs: unit.nowMs }, options);
    const inherited = new Map<AccessControl['inherited'], ReturnType<typeof write>>();
    return found.map((each) => {
      if (!each || each.own.length > 0) return each && write(each);
      // Documents without entries of their own have the same list as others in their folder.
      const list = inherited.get(each.inherited) ?? write(each);
      inherited.set(each.inherited, list);
      return list;
    });
  },
});

type Principal = UserEntity | GroupEntity;

interface FetchedAcls {
  readonly found: readonly (AccessControl | undefined)[];
  readonly fetched: readonly string[];
}

/** Users and groups by their names, as far as they exist. */
async function findPrincipals(
  { unit: { handle } }: EnricherContext,
  { found, fetched }: FetchedAcls,
): Promise<ReadonlyMap<string, Principal>> {
  const aces = found.flatMap((each) =>
    each ? [...each.own.flatMap((acl) => acl.aces), ...each.inherited] : [],
  );
  const names = new Set<string>();
  for (const { username, creator } of aces) {
    if (fetched.includes('username')) names.add(username);
    if (fetched.includes('creator') && creator !== null) names.add(creator);
  }
  if (names.size === 0) return new Map();
  const users = await findUsers(handle, [...names]);
  const groups = await findGroups(handle, [...names]);
  return new Map<string, Principal>([
    ...[...groups].map(([name, group]) => [name, writeGroupEntity(group)] as const),
    ...[...users].map(([name, user]) => [name, writeUserEntity(user)] as const),
  ]);
}

function shown(
  principals: ReadonlyMap<string, Principal>,
  isFetched: boolean,
): (name: string) => string | Principal {
  return (name) => (isFetched ? (principals.get(name) ?? name) : name);
}
