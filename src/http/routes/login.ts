import { loginSchema, writeLoginEntity } from '../../entities/login-entity.ts';
import { inHeader, inQuery } from '../parameters.ts';
import { empty, json } from '../responses.ts';
import {
  defineRoute,
  jsonReply,
  type Method,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';

const loginRoute = defineRoute({
  method: 'POST',
  root: 'automation',
  path: '/login',
  access: 'authenticated',
  isForReaders: true,
  summary: 'Validates credentials',
  body: 'none',
  responses: { 200: json('the credentials are valid', loginSchema) },
  async handle({ principal }) {
    return jsonReply(200, writeLoginEntity(principal));
  },
});

/** Public: signing out without a session is not an error. */
function defineLogout(method: Method): RouteDefinition {
  return defineRoute({
    method,
    root: 'base',
    path: '/logout',
    access: 'public',
    writes: true,
    summary: 'Ends the session of the cookie',
    body: 'none',
    parameters: [
      inQuery('callbackURL', 'where to go then: this server, or an application on the device'),
      inHeader('X-Requested-With', 'XMLHttpRequest: sent by a script, which is not redirected'),
    ],
    responses: {
      200: empty('signed out; for scripts'),
      302: empty('signed out; to the callbackURL or the start page'),
    },
    handle: logout,
  });
}

export const loginRoutes = [loginRoute, defineLogout('GET'), defineLogout('POST')];

async function logout(context: RequestContext): Promise<RouteReply> {
  const { headers, publicAddress } = context;
  const { authenticator } = context.services;
  const setCookie = await authenticator.endSession(headers.cookie, publicAddress);
  if (headers['x-requested-with'] === 'XMLHttpRequest') {
    return { status: 200, headers: { 'Set-Cookie': setCookie } };
  }
  return { status: 302, headers: { 'Set-Cookie': setCookie, Location: afterLogout(context) } };
}

/** Only to this server or to an application on the user's device, to prevent open redirects. */
function afterLogout({ query, baseUrl, publicAddress }: RequestContext): string {
  const start = `${publicAddress.contextPath}/`;
  const callback = query.get('callbackURL');
  if (callback === null || !URL.canParse(callback)) return start;
  const url = new URL(callback);
  const isOwnPage = url.href.startsWith(new URL(baseUrl).href);
  const isApplication = url.protocol === 'nuxeo:' || url.protocol === 'nxdrive:';
  return isOwnPage || isApplication ? url.href : start;
}
