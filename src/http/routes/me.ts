import { AppError } from '../../base/errors/app-error.ts';
import { userSchema, writeUserEntity } from '../../entities/user-entity.ts';
import { hashNewPassword } from '../../repository/principals/password-rule.ts';
import { checkPassword } from '../../repository/principals/passwords.ts';
import { getCaller, refuseForeignPassword, updateUser } from '../../repository/principals/users.ts';
import { profileParameter, writeUser } from '../replies/user-entities.ts';
import { textsContent } from '../request-content.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';

const readRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/me',
  access: 'authenticated',
  summary: 'Reads the user who asks',
  body: 'none',
  parameters: [profileParameter],
  responses: { 200: json('the caller', userSchema) },
  async handle(context) {
    const { username } = context.principal;
    const entity = await context.read(async (unit) =>
      writeUser(context, unit, await getCaller(unit.handle, username)),
    );
    return jsonReply(200, entity);
  },
});

const changePasswordRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/me/changepassword',
  access: 'authenticated',
  summary: 'Changes the password of the user who asks; other sessions of the user end',
  body: 'json',
  bodyContent: textsContent('oldPassword', 'newPassword'),
  responses: {
    200: json('the caller', userSchema),
    400: 'the new password cannot be used',
    401: 'the old password is wrong',
  },
  async handle(context) {
    const { username } = context.principal;
    const { authenticator, repository } = context.services;
    const newPassword = textOf(context.body, 'newPassword');
    checkPassword(newPassword, 'newPassword');
    await context.read(({ handle }) => refuseForeignPassword(handle, username));
    await authenticator.checkPassword(username, textOf(context.body, 'oldPassword'));
    const passwordHash = await hashNewPassword(repository.passwords, {
      username,
      password: newPassword,
      field: 'newPassword',
    });
    const user = await context.write((unit) =>
      updateUser(unit.handle, username, { passwordHash, by: unit }),
    );
    // The change ended every session of the user; the present client stays signed in.
    const setCookie = await authenticator.openSession(username, context.publicAddress);
    return { ...jsonReply(200, writeUserEntity(user)), headers: { 'Set-Cookie': setCookie } };
  },
});

export const meRoutes = [readRoute, changePasswordRoute];

function textOf(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | null)?.[name];
  if (typeof value === 'string') return value;
  throw new AppError('request.invalid', `${name}: must be a string`);
}
