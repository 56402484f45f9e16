import { AppError } from '../../base/errors/app-error.ts';
import { secondFactorSchema, writeSecondFactor } from '../../entities/second-factor-entity.ts';
import {
  acceptCode,
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  removeSecondFactor,
} from '../../repository/credentials/second-factors.ts';
import { ensureSessionSecret } from '../../repository/principals/session-secret.ts';
import { textsContent } from '../request-content.ts';
import { empty, json } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteDefinition,
} from '../route.ts';

const common = {
  root: 'api',
  path: '/me/second-factor',
  access: 'authenticated',
  refusesTokens: true,
} as const;

const readRoute = defineRoute({
  ...common,
  method: 'GET',
  summary: 'Whether codes of an authenticator application are required of the caller',
  body: 'none',
  responses: { 200: json('the state', secondFactorSchema) },
  async handle(context) {
    const { username } = context.principal;
    const found = await context.read(({ handle }) => findSecondFactor(handle, username));
    return jsonReply(200, writeSecondFactor(found ?? { isConfirmed: false, recoveryCodesLeft: 0 }));
  },
});

const beginRoute = defineRoute({
  ...common,
  method: 'POST',
  summary: 'Makes a secret for an authenticator application; the body has the password',
  body: 'json',
  bodyContent: textsContent('password'),
  responses: {
    201: json('the secret, and its address for the application', secondFactorSchema),
    400: 'the password is missing',
    401: 'the password is wrong',
    409: 'there is a second factor already',
  },
  async handle(context) {
    const { username } = context.principal;
    // A session that was left open must not be enough.
    await context.services.authenticator.checkPassword(username, textOf(context, 'password'));
    const owner = await ownerOf(context);
    const made = await context.write(({ handle, nowMs }) =>
      beginSecondFactor(handle, owner, nowMs),
    );
    return jsonReply(201, writeSecondFactor({ isConfirmed: false, recoveryCodesLeft: 0, ...made }));
  },
});

const confirmRoute = defineRoute({
  ...common,
  method: 'PUT',
  summary: 'Requires codes from now on; the body has a first code',
  body: 'json',
  bodyContent: textsContent('code'),
  responses: {
    200: json('recovery codes, which are shown once', secondFactorSchema),
    400: 'the code is missing or wrong',
  },
  async handle(context) {
    const owner = await ownerOf(context);
    const code = textOf(context, 'code');
    const codes = await context.write((unit) => confirmSecondFactor(unit, owner, code));
    if (codes === 'wrong') throw wrongCode();
    const state = { isConfirmed: true, recoveryCodesLeft: codes.length, recoveryCodes: codes };
    return jsonReply(200, writeSecondFactor(state));
  },
});

const endRoute = defineRoute({
  ...common,
  method: 'DELETE',
  summary: 'Ends the second factor of the caller; the body has a code or a recovery code',
  body: 'json',
  bodyContent: textsContent('code'),
  responses: { 204: empty('ended'), 400: 'the code is missing or wrong' },
  async handle(context) {
    const owner = await ownerOf(context);
    const sent = textOf(context, 'code');
    const outcome = await context.write(async (unit) => {
      const accepted = await acceptCode(unit.handle, owner, { sent, nowMs: unit.nowMs });
      if (accepted === 'accepted') await removeSecondFactor(unit, owner.username);
      return accepted;
    });
    if (outcome !== 'accepted') throw wrongCode();
    return emptyReply();
  },
});

const resetRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/management/second-factor/:username',
  access: 'administrator',
  summary: 'Ends the second factor of a user who has lost it',
  body: 'none',
  responses: { 204: empty('ended'), 404: 'the user has none' },
  async handle(context) {
    const username = context.params.username ?? '';
    const isRemoved = await context.write((unit) => removeSecondFactor(unit, username));
    if (isRemoved) return emptyReply();
    throw new AppError('resource.not-found', 'the user has no second factor');
  },
});

export const secondFactorRoutes: readonly RouteDefinition[] = [
  readRoute,
  beginRoute,
  confirmRoute,
  endRoute,
  resetRoute,
];

function wrongCode(): AppError {
  return new AppError(
    'second-factor.wrong',
    'code: wrong, used before, or too many wrong ones were sent; wait for the next code. Compare the clock of the device',
  );
}

async function ownerOf({ principal: { username }, services: { database } }: RequestContext) {
  return { username, serverSecret: await ensureSessionSecret(database) };
}

function textOf({ body }: RequestContext, name: string): string {
  const value = (body as Record<string, unknown> | null)?.[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new AppError('request.invalid', `${name}: must be a text that is not empty`);
}
