import { AppError } from '../../base/errors/app-error.ts';
import {
  readUserEntity,
  type UserInput,
  userSchema,
  writeUserEntity,
} from '../../entities/user-entity.ts';
import type { User } from '../../model/user.ts';
import {
  requireEditorOf,
  requirePrincipalEditor,
} from '../../repository/access/principal-rights.ts';
import {
  addUserToGroup,
  removeUserFromGroup,
  type UserMembership,
} from '../../repository/principals/memberships.ts';
import { hashNewPassword } from '../../repository/principals/password-rule.ts';
import {
  createUser,
  getUser,
  removeUser,
  requireUser,
  updateUser,
  userExists,
} from '../../repository/principals/users.ts';
import { listParameters, searchUsersReply, usersSchema } from '../replies/principal-lists.ts';
import { profileParameter, writeUser } from '../replies/user-entities.ts';
import {
  findPrincipalAddress,
  getMembershipAddress,
  getPrincipalId,
} from '../requests/principal-address.ts';
import { empty, json, plainText } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteReply,
} from '../route.ts';

const denied = 'the caller may not edit this user';

/** Of users and of groups. */
export function requireEditor({ principal }: RequestContext): undefined {
  requirePrincipalEditor(principal);
}

const createRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/user',
  access: 'authenticated',
  summary: 'Creates a user',
  body: 'json',
  bodyEntity: 'user',
  responses: {
    201: json('the user', userSchema),
    400: 'the name is missing or cannot be used',
    403: `${denied}, or a group does not exist`,
    409: 'a user with that properties.username exists',
  },
  authorize: requireEditor,
  async handle(context) {
    const { principal: caller } = context;
    const input = readUserEntity(context.body as Record<string, unknown>);
    const { username, profile, groups } = input;
    if (username === undefined) {
      throw new AppError('user.invalid', 'User MUST have a name: send properties.username');
    }
    const passwordHash = await hashOf(context, { username, password: input.password });
    const user = await context.write(async (unit) => {
      await requireEditorOf(unit.handle, caller, { user: username, groups });
      return createUser(unit.handle, { username, profile, groups, passwordHash, by: unit });
    });
    return userReply(201, user);
  },
});

const readRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/user/*',
  access: 'authenticated',
  summary: 'Reads a user',
  body: 'none',
  parameters: [profileParameter],
  responses: { 200: json('the user', userSchema), 404: 'user not found' },
  async handle(context) {
    const id = await getPrincipalId(context, 'user');
    const entity = await context.read(async (unit) =>
      writeUser(context, unit, await getUser(unit.handle, id)),
    );
    return jsonReply(200, entity);
  },
});

const searchRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/user/search',
  access: 'authenticated',
  summary: 'Finds users by the beginning of their username, first or last name',
  body: 'none',
  parameters: listParameters,
  responses: { 200: json('a page of users', usersSchema), 400: 'bad paging' },
  handle: searchUsersReply,
});

const updateRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/user/*',
  access: 'authenticated',
  summary: 'Changes a user: only the properties that are sent',
  body: 'json',
  bodyEntity: 'user',
  responses: {
    200: json('the updated user', userSchema),
    400: 'id is missing, or a field cannot be used',
    403: `${denied}, or a group does not exist`,
    404: 'user in the path not found',
    500: 'user with the id in the body not found',
  },
  statusFor: { 'user.reference-unknown': 500 },
  authorize: requireEditor,
  async handle(context) {
    const { principal: caller } = context;
    const id = await getPrincipalId(context, 'user');
    const body = context.body as Record<string, unknown>;
    const input = readUserEntity(body, { needsId: true });
    const { profile, groups, password } = input;
    const passwordHash = await hashOf(context, { username: input.id ?? id, password });
    const user = await context.write(async (unit) => {
      await requireUser(unit.handle, id);
      const target = input.id ?? id;
      if (target !== id && !(await userExists(unit.handle, target))) {
        throw new AppError('user.reference-unknown', `user does not exist: ${target}`);
      }
      refuseRename(target, input);
      await requireEditorOf(unit.handle, caller, { user: target, groups });
      return updateUser(unit.handle, target, { profile, groups, passwordHash, by: unit });
    });
    return userReply(200, user);
  },
});

const addToGroupRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/user/*',
  access: 'authenticated',
  summary: 'Adds a user to a group: /user/{id}/group/{group}',
  body: 'none',
  responses: {
    201: json('the user added to the group', userSchema),
    403: denied,
    404: 'user or group not found',
  },
  async handle(context) {
    const { id, member: group } = await getMembershipAddress(context, 'user');
    return addMembership(context, { username: id, group });
  },
});

const removeRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/user/*',
  access: 'authenticated',
  summary: 'Removes a user, or with /group/{group} takes a user out of a group',
  body: 'none',
  responses: {
    200: plainText('user removed from the group; the user name'),
    204: empty('user removed'),
    403: denied,
    404: 'user or group not found',
  },
  async handle(context) {
    const { id, member: group } = await findPrincipalAddress(context, 'user');
    if (group !== undefined) return removeMembership(context, { username: id, group });
    const { principal: caller } = context;
    requirePrincipalEditor(caller);
    await context.write(async (unit) => {
      await requireEditorOf(unit.handle, caller, { user: id });
      await removeUser(unit.handle, id, unit);
    });
    return emptyReply();
  },
});

export const userRoutes = [
  createRoute,
  searchRoute,
  readRoute,
  updateRoute,
  addToGroupRoute,
  removeRoute,
];

type Membership = Pick<UserMembership, 'username' | 'group' | 'subject'>;

/** Shared with `/group/{group}/user/{user}`, which means the same. */
export async function addMembership(
  context: RequestContext,
  membership: Membership,
): Promise<RouteReply> {
  const { username, group } = membership;
  const { principal: caller } = context;
  requirePrincipalEditor(caller);
  const user = await context.write(async (unit) => {
    await requireEditorOf(unit.handle, caller, { user: username, groups: [group] });
    await addUserToGroup(unit.handle, { ...membership, by: unit });
    return getUser(unit.handle, username);
  });
  return userReply(201, user);
}

export async function removeMembership(
  context: RequestContext,
  membership: Membership,
): Promise<RouteReply> {
  const { username, group } = membership;
  const { principal: caller } = context;
  requirePrincipalEditor(caller);
  await context.write(async (unit) => {
    await requireEditorOf(unit.handle, caller, { user: username, groups: [group] });
    await removeUserFromGroup(unit.handle, { ...membership, by: unit });
  });
  return { status: 200, text: username };
}

function userReply(status: number, user: User): RouteReply {
  return jsonReply(status, writeUserEntity(user));
}

/** Before the write unit: hashing is slow by design. */
async function hashOf(
  { services }: RequestContext,
  { username, password }: { username: string; password: string | undefined },
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  return hashNewPassword(services.repository.passwords, { username, password });
}

function refuseRename(target: string, { username }: UserInput): void {
  if (username !== undefined && username !== target) {
    throw new AppError(
      'user.invalid',
      `properties.username: a user cannot be renamed; send ${target} or leave it out`,
    );
  }
}
