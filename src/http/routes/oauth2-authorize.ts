import { isReadOnlyPermission } from '../../repository/credentials/grant.ts';
import { issueCode } from '../../repository/credentials/oauth2-codes.ts';
import { hasGranted } from '../../repository/credentials/oauth2-tokens.ts';
import { grantPage, invalidRequestPage, signInPage } from '../pages/grant-pages.ts';
import { inQuery } from '../parameters.ts';
import { openSessionOf } from '../password-sign-in.ts';
import { formContent } from '../request-content.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
} from '../requests/authorization-request.ts';
import { readFormFields } from '../requests/form-fields.ts';
import { content, empty } from '../responses.ts';
import { defineRoute, type RequestContext, type RouteReply } from '../route.ts';
import { queryOf } from '../url.ts';

const page = (description: string) => content(description, 'text/html');
const redirect = empty('to the client, with a code or an error');
const parameters = [
  inQuery('response_type', 'code'),
  inQuery('client_id', 'the application'),
  inQuery('redirect_uri', 'one of those that it has registered; the first if left out'),
  inQuery('scope', 'read: access that changes nothing; anything else is full access'),
  inQuery('state', 'returned to the client'),
  inQuery('code_challenge', 'PKCE, required of clients without a secret'),
  inQuery('code_challenge_method', 'S256 or plain'),
];
const fieldNames = parameters.map(({ name }) => name);

const authorizeRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/oauth2/authorize',
  writes: true,
  access: 'authenticated',
  refusesTokens: true,
  signInPage: ({ headers, url, providers, publicAddress: { contextPath } }) =>
    signInPage({
      headers,
      contextPath,
      query: queryOf(url).toString(),
      providers,
    }),
  summary: 'Asks the user to grant an application access',
  body: 'none',
  parameters,
  responses: {
    200: page('a form'),
    302: redirect,
    400: page('the request is not valid'),
    401: content('a page to sign in for browsers, else the error'),
  },
  async handle(context) {
    const { headers, principal, publicAddress } = context;
    const request = await context.read(({ handle }) =>
      readAuthorizationRequest(handle, context.query),
    );
    if (typeof request === 'string') return invalidRequestPage(headers, request);
    const { client, scope } = request;
    const isGranted =
      client.isAutoGrant ||
      (await context.read((unit) => hasGranted(unit, { clientId: client.id, scope })));
    if (isGranted) return grant(context, request);
    return grantPage({
      headers,
      contextPath: publicAddress.contextPath,
      clientName: client.name,
      username: principal.username,
      redirectUri: request.redirectUri,
      isReadOnly: isReadOnlyPermission(scope),
      fields: fieldsOf(context.query),
    });
  },
});

function fieldsOf(query: URLSearchParams): ReadonlyMap<string, string> {
  const names = fieldNames.filter((name) => query.has(name));
  return new Map(names.map((name) => [name, query.get(name) ?? '']));
}

const submitRoute = defineRoute({
  method: 'POST',
  root: 'base',
  path: '/oauth2/authorize_submit',
  access: 'authenticated',
  refusesTokens: true,
  summary: 'The answer of the user to a request for access',
  body: 'stream',
  bodyContent: formContent(
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
    'grant_access',
    'deny_access',
  ),
  responses: { 302: redirect, 400: page('the request is not valid') },
  async handle(context) {
    const form = await readFormFields(context);
    // Forms of other clients leave it out.
    if (!form.has('response_type')) form.set('response_type', 'code');
    const request = await context.read(({ handle }) => readAuthorizationRequest(handle, form));
    if (typeof request === 'string') return invalidRequestPage(context.headers, request);
    if (form.has('grant_access') && !form.has('deny_access')) return grant(context, request);
    return answer(request, {
      error: 'access_denied',
      error_description: 'The user refused the access',
    });
  },
});

const signInRoute = defineRoute({
  method: 'POST',
  root: 'base',
  path: '/oauth2/sign_in',
  access: 'public',
  summary: 'Opens a session for a user who is asked for access',
  body: 'stream',
  bodyContent: formContent('user_name', 'user_password', 'user_code', 'request'),
  responses: {
    302: empty('signed in; to the request for access'),
    401: page('the user name or the password is wrong'),
  },
  async handle(context) {
    const { services, headers, publicAddress } = context;
    const { contextPath } = publicAddress;
    const form = await readFormFields(context);
    const query = form.get('request') ?? '';
    const opened = await openSessionOf(context, form);
    if ('problem' in opened) {
      const { providers } = services.browserSignIn;
      return signInPage({ headers, contextPath, query, problem: opened.problem, providers });
    }
    const Location = `${contextPath}/oauth2/authorize?${new URLSearchParams(query)}`;
    return { status: 302, headers: { Location, 'Set-Cookie': opened.setCookie } };
  },
});

export const oauth2AuthorizeRoutes = [authorizeRoute, submitRoute, signInRoute];

async function grant(context: RequestContext, request: AuthorizationRequest): Promise<RouteReply> {
  const { client, sentRedirectUri, challenge, challengeMethod, scope } = request;
  const code = await context.write((unit) =>
    issueCode(unit, {
      clientId: client.id,
      redirectUri: sentRedirectUri,
      challenge,
      challengeMethod,
      scope,
    }),
  );
  return answer(request, { code });
}

/** The registered address may have a query of its own. */
function answer(
  { redirectUri, state }: AuthorizationRequest,
  values: Readonly<Record<string, string>>,
): RouteReply {
  const parameters = new URLSearchParams({ ...values, ...(state !== null && { state }) });
  const Location = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`;
  return {
    status: 302,
    headers: { Location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  };
}
