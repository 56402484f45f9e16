import { AppError } from '../../base/errors/app-error.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { mapInTurns } from '../../base/turns.ts';
import type { Group, GroupRelations } from '../../model/user.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { recordPrincipalEvent } from '../audit/audit-events.ts';
import type { AuditAuthor } from '../audit/audit-log.ts';
import { allWithin } from '../sql/bounded-rows.ts';
import { isInTime } from '../sql/time-check.ts';
import {
  removeMembers,
  replaceMembers,
  replaceParentGroups,
  requireGroups,
  requireUsers,
} from './memberships.ts';
import { checkNewGroupName } from './principal-names.ts';
import { beginSharedChange } from './shared-changes.ts';

type GroupFields = Omit<Group, 'groupname'>;

/** Only given fields change; each list replaces the members or parents of its kind. */
export type GroupChanges = {
  readonly [Name in keyof (GroupFields & GroupRelations)]?:
    | (GroupFields & GroupRelations)[Name]
    | undefined;
} & {
  /** Whether `memberUsers` and `memberGroups` may have unknown names; otherwise that is an error. */
  readonly keepsUnknownMembers?: boolean;
  /** The author for the audit; left out while a store is set up. */
  readonly by?: AuditAuthor;
};

export type NewGroup = GroupChanges & { readonly groupname: string };

const emptyFields: GroupFields = { label: null, description: null, tenantId: null };

const boundsOfGroups = { texts: ['properties'], remedy: 'ask for fewer groups (pageSize)' };

export const boundsOfMembers = {
  texts: ['groupname', 'member_name'],
  remedy: 'ask for fewer groups (pageSize), or for their members in pages (/group/{name}/@users)',
};

/** The groups of those names that exist. */
export async function findGroups(
  handle: ReadHandle,
  groupnames: readonly string[],
): Promise<Map<string, Group>> {
  const names = [...new Set(groupnames)].filter(isStorableText);
  if (names.length === 0) return new Map();
  const rows = await allWithin(
    handle,
    handle.builder
      .selectFrom('user_group')
      .selectAll()
      .where('groupname', 'in', keyList(handle.dialect, names)),
    boundsOfGroups,
  );
  const groups = await mapInTurns(rows, toGroup);
  return new Map(groups.map((group) => [group.groupname, group]));
}

/** Those of the names that groups have. */
export async function existingGroups(
  handle: ReadHandle,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await handle.all(
    handle.builder
      .selectFrom('user_group')
      .select('groupname')
      .where('groupname', 'in', keyList(handle.dialect, names)),
  );
  return new Set(rows.map(({ groupname }) => groupname));
}

export async function findGroup(handle: ReadHandle, name: string): Promise<Group | undefined> {
  return (await findGroups(handle, [name])).get(name);
}

/** @throws AppError group.not-found */
export async function getGroup(handle: ReadHandle, name: string): Promise<Group> {
  const group = await findGroup(handle, name);
  if (!group) throw groupNotFound();
  return group;
}

/** Every group, sorted by name. There are few: they are named in access control lists by hand. */
export async function groupExists(handle: ReadHandle, name: string): Promise<boolean> {
  return (await findGroup(handle, name)) !== undefined;
}

export async function listGroups(handle: ReadHandle): Promise<Group[]> {
  const all = handle.builder
    .selectFrom('user_group')
    .selectAll()
    .where(isInTime(handle, 'user_group'));
  const rows = await allWithin(handle, all, boundsOfGroups);
  const groups = await mapInTurns(rows, toGroup);
  return groups.sort((a, b) => (a.groupname < b.groupname ? -1 : 1));
}

/** Direct members and parents of a group; all lists are empty when it does not exist. */
export async function listGroupRelations(
  handle: ReadHandle,
  groupname: string,
): Promise<GroupRelations> {
  const relations = await listRelationsOfGroups(handle, [groupname]);
  return relations.get(groupname) ?? noRelations;
}

const noRelations: GroupRelations = { memberUsers: [], memberGroups: [], parentGroups: [] };

/** The same for several groups, with two queries for all of them; each returns at most `max` names. */
export async function listRelationsOfGroups(
  handle: ReadHandle,
  groupnames: readonly string[],
  max?: number,
): Promise<Map<string, GroupRelations>> {
  const names = [...new Set(groupnames)].filter(isStorableText);
  if (names.length === 0) return new Map();
  const wanted = keyList(handle.dialect, names);
  const memberships = handle.builder
    .selectFrom('group_member')
    .select(['groupname', 'member_kind', 'member_name'])
    .where(isInTime(handle, 'group_member'))
    .$if(max !== undefined, (q) => q.limit(max ?? 0));
  const members = Map.groupBy(
    await allWithin(handle, memberships.where('groupname', 'in', wanted), boundsOfMembers),
    (row) => row.groupname,
  );
  const parents = Map.groupBy(
    await allWithin(
      handle,
      memberships.where('member_kind', '=', 'group').where('member_name', 'in', wanted),
      boundsOfMembers,
    ),
    (row) => row.member_name,
  );
  const membersOf = (name: string, kind: string): string[] => {
    const rows = members.get(name)?.filter((row) => row.member_kind === kind) ?? [];
    return rows.map((row) => row.member_name).sort();
  };
  const relationsOf = (name: string): GroupRelations => ({
    memberUsers: membersOf(name, 'user'),
    memberGroups: membersOf(name, 'group'),
    parentGroups: (parents.get(name) ?? []).map((row) => row.groupname).sort(),
  });
  return new Map(names.map((name) => [name, relationsOf(name)]));
}

/**
 * @throws AppError group.exists when a group or user has that name, group.invalid when the name
 * cannot be used, group.reference-unknown, user.reference-unknown
 */
export async function createGroup(handle: WriteHandle, group: NewGroup): Promise<Group> {
  checkNewGroupName(group.groupname);
  await beginSharedChange(handle, 'group', [group.groupname]);
  await refuseUsername(handle, group.groupname);
  const created = await handle.run(
    handle.builder
      .insertInto('user_group')
      .values({ groupname: group.groupname, properties: writeFields(emptyFields, group) })
      .onConflict((conflict) => conflict.column('groupname').doNothing()),
  );
  if (created === 0) throw new AppError('group.exists', 'Group already exists');
  // Groups may have listed the name before the group existed; that gives it no rights.
  const parentGroups = group.parentGroups ?? [];
  await replaceRelations(handle, group.groupname, { ...group, parentGroups });
  recordPrincipalEvent(handle, group.by, { eventId: 'group_created', id: group.groupname });
  return getGroup(handle, group.groupname);
}

/** @throws AppError group.not-found, group.reference-unknown, user.reference-unknown */
export async function updateGroup(
  handle: WriteHandle,
  groupname: string,
  changes: GroupChanges,
): Promise<Group> {
  await beginSharedChange(handle, 'group', [groupname]);
  const group = await getGroup(handle, groupname);
  await handle.run(
    handle.builder
      .updateTable('user_group')
      .set({ properties: writeFields(group, changes) })
      .where('groupname', '=', groupname),
  );
  await replaceRelations(handle, groupname, changes);
  recordPrincipalEvent(handle, changes.by, { eventId: 'group_modified', id: groupname });
  return getGroup(handle, groupname);
}

/** Removes the group and every membership in it and of it. @throws AppError group.not-found */
export async function removeGroup(
  handle: WriteHandle,
  groupname: string,
  by?: AuditAuthor,
): Promise<void> {
  await beginSharedChange(handle, 'group', [groupname]);
  await getGroup(handle, groupname);
  await handle.run(
    handle.builder
      .deleteFrom('group_member')
      .where('member_kind', '=', 'group')
      .where('member_name', '=', groupname),
  );
  for (const kind of ['user', 'group'] as const)
    await removeMembers(handle, { group: groupname, kind });
  await handle.run(handle.builder.deleteFrom('user_group').where('groupname', '=', groupname));
  recordPrincipalEvent(handle, by, { eventId: 'group_deleted', id: groupname });
}

/** The label of a group's stored properties, or its name; properties are null for unknown groups. */
export function labelOf(groupname: string, properties: string | null): string {
  if (properties === null) return groupname;
  return toGroup({ groupname, properties }).label ?? groupname;
}

function groupNotFound(): AppError {
  return new AppError('group.not-found', 'group does not exist');
}

async function refuseUsername(handle: ReadHandle, name: string): Promise<void> {
  const query = handle.builder
    .selectFrom('user_account')
    .select('username')
    .where('username', '=', name);
  if (await handle.first(query)) {
    throw new AppError('group.exists', 'groupname: a user has that name; choose another one');
  }
}

async function replaceRelations(
  handle: WriteHandle,
  groupname: string,
  { memberUsers, memberGroups, parentGroups, keepsUnknownMembers = false }: GroupChanges,
): Promise<void> {
  // First, as otherwise it would remove a group that is a member of itself.
  if (parentGroups) await replaceParentGroups(handle, groupname, parentGroups);
  if (memberUsers) {
    if (!keepsUnknownMembers) await requireUsers(handle, memberUsers);
    await replaceMembers(handle, { group: groupname, kind: 'user' }, memberUsers);
  }
  if (memberGroups) {
    if (!keepsUnknownMembers) await requireGroups(handle, memberGroups);
    await replaceMembers(handle, { group: groupname, kind: 'group' }, memberGroups);
  }
}

function toGroup(row: { groupname: string; properties: string }): Group {
  const fields = parseJson(row.properties) as Partial<GroupFields>;
  return { groupname: row.groupname, ...emptyFields, ...fields };
}

function writeFields(before: GroupFields, changes: GroupChanges): string {
  return stringifyJson({
    label: changes.label === undefined ? before.label : changes.label,
    description: changes.description === undefined ? before.description : changes.description,
    tenantId: changes.tenantId === undefined ? before.tenantId : changes.tenantId,
  });
}
