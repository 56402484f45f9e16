import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { exceptionSchema } from '../../entities/exception-entity.ts';
import { integer } from '../../entities/json-schema.ts';
import { tokensSchema, writeTokens } from '../../entities/token-entity.ts';
import {
  acquireToken,
  listTokens,
  revokeDeviceToken,
  revokeToken,
} from '../../repository/credentials/auth-tokens.ts';
import { ensureTokenSecret } from '../../repository/credentials/token-secret.ts';
import { inQuery } from '../parameters.ts';
import { booleanParameter } from '../requests/boolean-parameter.ts';
import { either, empty, json, plainText } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteReply,
} from '../route.ts';

const dayMs = 24 * 60 * 60_000;
const daysMax = 3_650;

const descriptionParameter = inQuery('deviceDescription', 'what the user knows the device by');
const permissionParameter = inQuery('permission', 'r for reading only; rw');
const expiryParameter = inQuery('expiresInDays', 'for ever without it', integer);

const deviceTokenRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/authentication/token',
  writes: true,
  access: 'authenticated',
  refusesTokens: true,
  summary: 'Gives an application on a device its token, or withdraws it',
  body: 'none',
  parameters: [
    inQuery('applicationName', 'the application'),
    inQuery('deviceId', 'the device, as the application knows it'),
    descriptionParameter,
    permissionParameter,
    inQuery('revoke', 'true: withdraws the token of the application on the device'),
  ],
  responses: {
    201: plainText('the token; the same for each request of the device'),
    202: plainText('withdrawn'),
    400: either(
      'a parameter is missing or wrong, or there is no token to withdraw',
      json('', exceptionSchema),
      plainText(''),
    ),
  },
  async handle(context) {
    const { query } = context;
    const device = {
      application: requiredParameter(query, 'applicationName'),
      deviceId: requiredParameter(query, 'deviceId'),
    };
    if (booleanParameter(query, 'revoke')) return revokeOf(context, device);
    const permission = requiredParameter(query, 'permission');
    return tokenReply(context, { ...device, permission, expiresAt: null });
  },
});

const listRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/token',
  access: 'authenticated',
  summary: 'The tokens of the caller',
  body: 'none',
  parameters: [inQuery('application', 'only those of this application')],
  responses: { 200: json('the tokens, without what signs in', tokensSchema) },
  async handle(context) {
    const { username } = context.principal;
    const application = context.query.get('application');
    const tokens = await context.read(({ handle }) =>
      listTokens(handle, { username, application }),
    );
    return jsonReply(200, writeTokens(tokens));
  },
});

const createRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/token',
  access: 'authenticated',
  refusesTokens: true,
  summary: 'Makes a token for an application',
  body: 'none',
  parameters: [
    inQuery('application', 'name of the token'),
    inQuery('deviceId', 'with it the same request returns the same token; else each makes one'),
    descriptionParameter,
    permissionParameter,
    expiryParameter,
  ],
  responses: { 201: plainText('the token'), 400: 'a parameter is missing or wrong' },
  async handle(context) {
    const { query } = context;
    return tokenReply(context, {
      application: requiredParameter(query, 'application'),
      deviceId: query.get('deviceId') || null,
      permission: query.get('permission') || 'rw',
      expiresAt: expiryOf(query.get('expiresInDays')),
    });
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/token/:token',
  access: 'authenticated',
  summary: 'Withdraws a token, named by its id or by itself',
  body: 'none',
  responses: { 204: empty('withdrawn'), 404: 'no such token of the caller' },
  async handle(context) {
    await context.write((unit) => revokeToken(unit, context.params.token ?? ''));
    return emptyReply();
  },
});

export const tokenRoutes = [deviceTokenRoute, listRoute, createRoute, deleteRoute];

/** @throws AppError request.invalid naming the parameter */
function requiredParameter(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value) return value;
  throw new AppError('request.invalid', `${name}: the parameter is missing`);
}

/** @throws AppError request.invalid */
function expiryOf(days: string | null): number | null {
  if (days === null || days === '') return null;
  const count = /^\d{1,4}$/.test(days) ? Number(days) : 0;
  if (count >= 1 && count <= daysMax) return now() + count * dayMs;
  throw new AppError('request.invalid', `expiresInDays: must be a number from 1 to ${daysMax}`);
}

async function tokenReply(
  context: RequestContext,
  wanted: Omit<Parameters<typeof acquireToken>[2], 'deviceDescription'>,
): Promise<RouteReply> {
  const secret = await ensureTokenSecret(context.services.database);
  const deviceDescription = context.query.get('deviceDescription') ?? '';
  const token = await context.write((unit) =>
    acquireToken(unit, secret, { ...wanted, deviceDescription }),
  );
  return textReply(201, token);
}

async function revokeOf(
  context: RequestContext,
  device: { readonly application: string; readonly deviceId: string },
): Promise<RouteReply> {
  const isRevoked = await context.write((unit) => revokeDeviceToken(unit, device));
  const what = `userName ${context.principal.username}, applicationName ${device.application} and deviceId ${device.deviceId}`;
  if (isRevoked) return textReply(202, `Token revoked for ${what}.`);
  return textReply(400, `No token found for ${what}.`);
}

function textReply(status: number, text: string): RouteReply {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return { status, headers, text };
}
