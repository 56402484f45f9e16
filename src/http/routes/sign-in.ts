import { AppError, isAppError } from '../../base/errors/app-error.ts';
import { type LoginProblem, loginPage, loginProblems } from '../pages/login-page.ts';
import { inQuery } from '../parameters.ts';
import { openSessionOf } from '../password-sign-in.ts';
import type { PublicAddress } from '../public-address.ts';
import { formContent } from '../request-content.ts';
import { readFormFields } from '../requests/form-fields.ts';
import { localAddress } from '../requests/requested-url.ts';
import { content, empty } from '../responses.ts';
import {
  defineRoute,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';
import { queryOf } from '../url.ts';

const requestedUrl = inQuery('requestedUrl', 'where to go then: an address of this server');

const pageRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/login.jsp',
  access: 'public',
  summary: 'A form to sign in, for browsers',
  body: 'none',
  parameters: [
    requestedUrl,
    ...loginProblems.map((name) => inQuery(name, 'true: what is told about the last attempt')),
  ],
  responses: { 200: content('the page', 'text/html') },
  async handle({ services, headers, query, publicAddress: { contextPath } }) {
    return loginPage({
      headers,
      contextPath,
      providers: services.browserSignIn.providers,
      requestedUrl: query.get('requestedUrl') ?? '',
      problem: loginProblems.find((name) => query.get(name) === 'true'),
    });
  },
});

/** Of browsers: with a session they go on, without one they get the form. */
function defineEntrance(path: string): RouteDefinition {
  return defineRoute({
    method: 'GET',
    root: 'base',
    path,
    access: 'authenticated',
    signInPage: ({ url, publicAddress }) =>
      loginRedirect(publicAddress, { requestedUrl: queryOf(url).get('requestedUrl') ?? '' }),
    summary: 'Goes on to a page, after a sign-in where that is needed',
    body: 'none',
    parameters: [requestedUrl],
    responses: {
      302: empty('to requestedUrl or the start page; for browsers without a session, to the form'),
      400: 'requestedUrl is not an address of this server',
    },
    async handle(context) {
      return redirect(targetOf(context, context.query));
    },
  });
}

/** What the form is sent to; some forms are sent to any page that needs a sign-in. */
function defineSignIn(path: string): RouteDefinition {
  return defineRoute({
    method: 'POST',
    root: 'base',
    path,
    access: 'public',
    summary: 'Opens a session with the user name and the password of a form',
    body: 'stream',
    bodyContent: formContent('user_name', 'user_password', 'user_code', 'requestedUrl'),
    parameters: [requestedUrl],
    responses: {
      302: empty('signed in, to requestedUrl or the start page; or refused, to the form'),
      400: 'requestedUrl is not an address of this server, or the password is in the address',
    },
    handle: signIn,
  });
}

export const signInRoutes = [
  pageRoute,
  ...['/login', '/startup'].flatMap((path) => [defineEntrance(path), defineSignIn(path)]),
];

async function signIn(context: RequestContext): Promise<RouteReply> {
  const form = await readFormFields(context);
  const target = targetOf(context, form);
  const isComplete = form.get('user_name') && form.get('user_password');
  if (!isComplete) return refusal(context, form, 'loginMissing');
  try {
    const opened = await openSessionOf(context, form);
    if ('problem' in opened) {
      return refusal(context, form, opened.problem === 'code' ? 'codeNeeded' : 'loginFailed');
    }
    const { headers, ...reply } = redirect(target);
    return { ...reply, headers: { ...headers, 'Set-Cookie': opened.setCookie } };
  } catch (error) {
    const problem = isAppError(error) ? problemOf(error) : undefined;
    if (problem === undefined) throw error;
    return refusal(context, form, problem);
  }
}

function problemOf({ status }: AppError): LoginProblem | undefined {
  if (status === 429) return 'loginSlowed';
  return status === 503 || status === 504 ? 'connectionFailed' : undefined;
}

/** @throws AppError request.invalid: a page of another site must not be opened by a link to this one */
function targetOf({ services, publicAddress }: RequestContext, fields: URLSearchParams): string {
  const requested = fields.get('requestedUrl') ?? '';
  const [application] = services.config.webApplications;
  if (requested === '') return `${publicAddress.contextPath}${application?.path ?? ''}/`;
  const target = localAddress(requested, publicAddress);
  if (target !== undefined) return target;
  throw new AppError(
    'request.invalid',
    'requestedUrl: must be an address of this server below its context path, such as ui/',
  );
}

function refusal(
  { publicAddress }: RequestContext,
  form: URLSearchParams,
  problem: LoginProblem,
): RouteReply {
  return loginRedirect(publicAddress, {
    [problem]: 'true',
    requestedUrl: form.get('requestedUrl') ?? '',
  });
}

function loginRedirect(
  { contextPath }: PublicAddress,
  parameters: Readonly<Record<string, string>>,
): RouteReply {
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return redirect(`${contextPath}/login.jsp${query}`);
}

function redirect(Location: string): RouteReply {
  return { status: 302, headers: { Location, 'Cache-Control': 'no-store' } };
}
