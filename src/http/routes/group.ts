import { AppError } from '../../base/errors/app-error.ts';
import {
  type GroupInput,
  groupRelationNames,
  groupSchema,
  readGroupEntity,
  writeGroupEntity,
} from '../../entities/group-entity.ts';
import { anyOf } from '../../entities/json-schema.ts';
import { userSchema } from '../../entities/user-entity.ts';
import type { Group } from '../../model/user.ts';
import {
  requireEditorOf,
  requirePrincipalEditor,
} from '../../repository/access/principal-rights.ts';
import {
  createGroup,
  type GroupChanges,
  getGroup,
  listGroupRelations,
  removeGroup,
  updateGroup,
} from '../../repository/principals/groups.ts';
import type { ReadHandle } from '../../storage/database.ts';
import {
  groupsSchema,
  listParameters,
  memberListReply,
  searchGroupsReply,
  usersSchema,
} from '../replies/principal-lists.ts';
import {
  findPrincipalAddress,
  getMembershipAddress,
  getPrincipalId,
  parseMemberListAddress,
} from '../requests/principal-address.ts';
import { fetchParameter } from '../requests/wire-options.ts';
import { empty, json, plainText } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteReply,
} from '../route.ts';
import { addMembership, removeMembership, requireEditor } from './user.ts';

const fetchRelations = fetchParameter('group', groupRelationNames.join(', '));
const denied = 'the caller may not edit this group';
const badField = 'a field has a wrong type or is too long';

const createRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/group',
  access: 'authenticated',
  summary: 'Creates a group',
  body: 'json',
  bodyEntity: 'group',
  parameters: [fetchRelations],
  responses: {
    201: json('the group', groupSchema),
    400: `the name is missing or cannot be used, or ${badField}`,
    403: `${denied}, or a parent group does not exist`,
    409: 'a group of that name exists',
  },
  authorize: requireEditor,
  async handle(context) {
    const { principal: caller } = context;
    const input = readGroupEntity(context.body as Record<string, unknown>);
    const { groupname } = input;
    if (groupname === undefined) {
      throw new AppError('group.invalid', 'Group MUST have a name: send id or groupname');
    }
    return context.write(async (unit) => {
      await requireEditorOf(unit.handle, caller, {
        groups: [groupname, ...(input.parentGroups ?? [])],
      });
      const group = await createGroup(unit.handle, { ...changesOf(input), groupname, by: unit });
      return groupReply(context, unit.handle, { status: 201, group });
    });
  },
});

const readRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/group/*',
  access: 'authenticated',
  summary: 'Reads a group, or with /@users or /@groups a page of its members',
  body: 'none',
  parameters: [...listParameters, fetchRelations],
  responses: {
    200: json('the group, or a page of members', anyOf(groupSchema, usersSchema, groupsSchema)),
    400: 'bad paging',
    404: 'group not found',
  },
  async handle(context) {
    const members = parseMemberListAddress(context);
    if (members) return memberListReply(context, members);
    const name = await getPrincipalId(context, 'group');
    return context.read(async (unit) =>
      groupReply(context, unit.handle, { status: 200, group: await getGroup(unit.handle, name) }),
    );
  },
});

const searchRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/group/search',
  access: 'authenticated',
  summary: 'Finds groups by the beginning of their name or label',
  body: 'none',
  parameters: [...listParameters, fetchRelations],
  responses: { 200: json('a page of groups', groupsSchema), 400: 'bad paging' },
  handle: searchGroupsReply,
});

const updateRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/group/*',
  access: 'authenticated',
  summary: 'Changes a group: only what is sent; a list of members or parents is replaced',
  body: 'json',
  bodyEntity: 'group',
  parameters: [fetchRelations],
  responses: {
    200: json('the updated group', groupSchema),
    400: badField,
    403: `${denied}, or a parent group does not exist`,
    404: 'group not found',
  },
  authorize: requireEditor,
  async handle(context) {
    const { principal: caller } = context;
    const name = await getPrincipalId(context, 'group');
    const input = readGroupEntity(context.body as Record<string, unknown>);
    return context.write(async (unit) => {
      await getGroup(unit.handle, name);
      refuseRename(name, input);
      await requireEditorOf(unit.handle, caller, { groups: [name, ...(input.parentGroups ?? [])] });
      const group = await updateGroup(unit.handle, name, { ...changesOf(input), by: unit });
      return groupReply(context, unit.handle, { status: 200, group });
    });
  },
});

const addUserRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/group/*',
  access: 'authenticated',
  summary: 'Adds a user to a group: /group/{group}/user/{user}',
  body: 'none',
  responses: {
    201: json('the user added to the group', userSchema),
    403: denied,
    404: 'group or user not found',
  },
  async handle(context) {
    const { id: group, member: username } = await getMembershipAddress(context, 'group');
    return addMembership(context, { username, group, subject: 'group' });
  },
});

const removeRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/group/*',
  access: 'authenticated',
  summary: 'Removes a group, or with /user/{user} takes a user out of it',
  body: 'none',
  responses: {
    200: plainText('user removed from the group; the user name'),
    204: empty('group removed'),
    403: denied,
    404: 'group or user not found',
  },
  async handle(context) {
    const { id, member: username } = await findPrincipalAddress(context, 'group');
    if (username !== undefined)
      return removeMembership(context, { username, group: id, subject: 'group' });
    const { principal: caller } = context;
    requirePrincipalEditor(caller);
    await context.write(async (unit) => {
      await requireEditorOf(unit.handle, caller, { groups: [id] });
      await removeGroup(unit.handle, id, unit);
    });
    return emptyReply();
  },
});

export const groupRoutes = [
  createRoute,
  searchRoute,
  readRoute,
  updateRoute,
  addUserRoute,
  removeRoute,
];

async function groupReply(
  context: RequestContext,
  handle: ReadHandle,
  { status, group }: { status: number; group: Group },
): Promise<RouteReply> {
  const fetch = context.wire.fetch('group');
  if (!groupRelationNames.some((name) => fetch.includes(name))) {
    return jsonReply(status, writeGroupEntity(group));
  }
  const values = await listGroupRelations(handle, group.groupname);
  return jsonReply(status, writeGroupEntity(group, { fetch, values }));
}

/** Contract of the entity: members are kept as sent, also names that no user or group has. */
function changesOf(input: GroupInput): GroupChanges {
  const { label, description, tenantId, memberUsers, memberGroups, parentGroups } = input;
  const lists = { memberUsers, memberGroups, parentGroups };
  return { label, description, tenantId, ...lists, keepsUnknownMembers: true };
}

function refuseRename(name: string, { groupname }: GroupInput): void {
  if (groupname !== undefined && groupname !== name) {
    throw new AppError(
      'group.invalid',
      `groupname: a group cannot be renamed; send ${name} or leave it out`,
    );
  }
}
