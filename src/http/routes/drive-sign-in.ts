import { AppError } from '../../base/errors/app-error.ts';
import { objectOf, text } from '../../entities/json-schema.ts';
import { acquireToken } from '../../repository/credentials/auth-tokens.ts';
import { ensureTokenSecret } from '../../repository/credentials/token-secret.ts';
import { deviceGrantPage } from '../pages/grant-pages.ts';
import { inQuery } from '../parameters.ts';
import { formContent } from '../request-content.ts';
import { readFormFields } from '../requests/form-fields.ts';
import { content, empty, json } from '../responses.ts';
import { defineRoute, jsonReply, type RouteReply } from '../route.ts';
import { queryOf } from '../url.ts';

const path = '/drive_browser_login.jsp';
const parameters = [
  inQuery('applicationName', 'the application; Nuxeo Drive if left out'),
  inQuery('deviceId', 'the device, as the application knows it'),
  inQuery('deviceDescription', 'what the user knows the device by'),
  inQuery('useProtocol', 'true: the token is handed over by an address of the application'),
];

const askRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path,
  access: 'authenticated',
  refusesTokens: true,
  signInPage: ({ url, publicAddress: { contextPath } }) => {
    const requestedUrl = `${path.slice(1)}?${queryOf(url)}`;
    const Location = `${contextPath}/login.jsp?${new URLSearchParams({ requestedUrl })}`;
    return { status: 302, headers: { Location, 'Cache-Control': 'no-store' } };
  },
  summary: 'Asks the user to let the synchronization client on a device sign in',
  body: 'none',
  parameters,
  responses: {
    200: content('a form', 'text/html'),
    302: empty('for browsers without a session: to the form to sign in'),
    400: 'deviceId is missing',
  },
  async handle({ query, headers, principal, publicAddress: { contextPath } }) {
    const { application, deviceId, deviceDescription } = deviceOf(query);
    const names = parameters.map(({ name }) => name).filter((name) => query.has(name));
    return deviceGrantPage({
      headers,
      contextPath,
      application,
      device: deviceDescription || deviceId,
      username: principal.username,
      fields: new Map(names.map((name) => [name, query.get(name) ?? ''])),
    });
  },
});

const grantRoute = defineRoute({
  method: 'POST',
  root: 'base',
  path,
  access: 'authenticated',
  refusesTokens: true,
  summary: 'Hands the token of the device to the synchronization client',
  body: 'stream',
  bodyContent: formContent('deviceId', 'deviceDescription', 'applicationName', 'useProtocol'),
  parameters,
  responses: {
    200: json('the token', objectOf({ username: text, token: text })),
    302: empty('to the application, with the token'),
    400: 'deviceId is missing',
  },
  async handle(context) {
    const form = await readFormFields(context);
    const { username } = context.principal;
    const secret = await ensureTokenSecret(context.services.database);
    const device = { ...deviceOf(form), permission: 'rw', expiresAt: null };
    const token = await context.write((unit) => acquireToken(unit, secret, device));
    if (form.get('useProtocol') !== 'true') return unstored(jsonReply(200, { username, token }));
    const names = [token, username].map(encodeURIComponent);
    const Location = `nxdrive://token/${names[0]}/user/${names[1]}`;
    return unstored({ status: 302, headers: { Location } });
  },
});

export const driveSignInRoutes = [askRoute, grantRoute];

/** @throws AppError request.invalid */
function deviceOf(fields: URLSearchParams) {
  const deviceId = fields.get('deviceId') ?? '';
  if (deviceId === '') throw new AppError('request.invalid', 'deviceId: the parameter is missing');
  const application = fields.get('applicationName') || 'Nuxeo Drive';
  return { application, deviceId, deviceDescription: fields.get('deviceDescription') ?? '' };
}

function unstored(reply: RouteReply): RouteReply {
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
