import { isAppError } from '../../base/errors/app-error.ts';
import {
  identityProvidersSchema,
  writeIdentityProviders,
} from '../../entities/identity-provider-entity.ts';
import { failedSignInPage } from '../pages/grant-pages.ts';
import { inQuery } from '../parameters.ts';
import { localAddress } from '../requests/requested-url.ts';
import { content, empty, json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { ownApplicationPath } from '../web-applications/own-application.ts';

const page = (description: string) => content(description, 'text/html');
const failures = {
  401: page('the sign-in was refused'),
  404: 'not a provider of this server',
  504: page('the provider does not answer'),
};

const back = 'or, where the sign-in has failed, to the web application if that was wanted';

const listRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/login/oidc',
  access: 'public',
  summary: 'The identity providers at which users may sign in, for pages that ask for a password',
  body: 'none',
  responses: { 200: json('names, labels, and where a sign-in begins', identityProvidersSchema) },
  async handle({ services, baseUrl }) {
    return jsonReply(200, writeIdentityProviders(services.browserSignIn.providers, baseUrl));
  },
});

const beginRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/login/oidc/:name',
  access: 'public',
  summary: 'Sends the browser to an identity provider to sign in (OpenID Connect)',
  body: 'none',
  parameters: [inQuery('requestedUrl', 'where to go afterwards; an address of this server')],
  responses: { 302: empty(`to the provider; ${back}`), ...failures },
  handle: (context) =>
    withPage(
      context,
      async () => targetOf(context),
      async () => {
        const { services, params, publicAddress } = context;
        const { url, setCookie } = await services.browserSignIn.begin(params.name ?? '', {
          redirectUri: redirectUriOf(context),
          target: targetOf(context),
          scope: publicAddress,
        });
        return redirectTo(url, [setCookie]);
      },
    ),
});

const callbackRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/login/oidc/:name/callback',
  writes: true,
  access: 'public',
  summary: 'Where an identity provider sends the browser back: opens a session',
  body: 'none',
  parameters: [
    inQuery('code', 'of the provider'),
    inQuery('state', 'as it was sent to the provider'),
    inQuery('iss', 'the provider'),
    inQuery('error', 'why the provider has refused'),
    inQuery('error_description', 'the same in words'),
  ],
  responses: { 302: empty(`signed in; to the requested address; ${back}`), ...failures },
  handle: (context) =>
    withPage(
      context,
      () => journeyTargetOf(context),
      async () => {
        const { services, params, publicAddress, headers } = context;
        const url = new URL(redirectUriOf(context));
        url.search = context.query.toString();
        const { username, target } = await services.browserSignIn.finish(params.name ?? '', {
          url,
          cookie: headers.cookie,
          remoteAddress: context.clientAddress,
        });
        const session = await services.authenticator.openSession(username, publicAddress);
        return redirectTo(target, [session, services.browserSignIn.endJourney(publicAddress)]);
      },
    ),
});

export const oidcSignInRoutes = [listRoute, beginRoute, callbackRoute];

function redirectUriOf({ baseUrl, params }: RequestContext): string {
  return `${baseUrl}login/oidc/${params.name}/callback`;
}

/** Another address would make an open redirect. */
function targetOf({ query, publicAddress }: RequestContext): string {
  const requested = query.get('requestedUrl') ?? '';
  return localAddress(requested, publicAddress) ?? `${publicAddress.contextPath}/`;
}

function redirectTo(location: string, cookies: readonly string[]): RouteReply {
  return {
    status: 302,
    headers: { Location: location, 'Set-Cookie': cookies, 'Cache-Control': 'no-store' },
  };
}

function journeyTargetOf({ services, headers, params }: RequestContext) {
  return services.browserSignIn.targetOf(headers.cookie, params.name ?? '');
}

/** A refusal is shown by the web application where the browser wanted to go there, else by a page. */
async function withPage(
  { headers, publicAddress: { contextPath } }: RequestContext,
  target: () => Promise<string | undefined>,
  work: () => Promise<RouteReply>,
): Promise<RouteReply> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error) || (error.status !== 401 && error.status !== 504)) throw error;
    const wanted = await target();
    if (!wanted?.startsWith(`${contextPath}${ownApplicationPath}/`)) {
      return failedSignInPage(headers, error);
    }
    const url = new URL(wanted, 'http://server');
    url.searchParams.set('signInProblem', error.status === 504 ? 'away' : 'refused');
    return redirectTo(url.pathname + url.search + url.hash, []);
  }
}
