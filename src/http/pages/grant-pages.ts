import type { IncomingHttpHeaders } from 'node:http';
import { escapeHtml } from '../../base/escape-html.ts';
import type { ShownProvider } from '../../model/sign-in-source.ts';
import type { SignInProblem } from '../password-sign-in.ts';
import type { RouteReply } from '../route.ts';
import { pageTexts, publicPage } from './public-page.ts';
import { codeField, providerLinks } from './sign-in-parts.ts';

interface SignInForm {
  readonly headers: IncomingHttpHeaders;
  readonly contextPath: string;
  /** The query of the request for access, which goes on after the sign-in. */
  readonly query: string;
  /** What was wrong with the form before; the code of a second factor is asked for when needed. */
  readonly problem?: SignInProblem;
  /** Identity providers at which users can sign in instead. */
  readonly providers: readonly ShownProvider[];
}

/** Asks for the password, before a user can grant an application access. */
export function signInPage(form: SignInForm): RouteReply {
  const { headers, contextPath, query } = form;
  const { language, text } = pageTexts(headers);
  const message = form.problem === 'code' ? text('codeNeeded') : text('signInFailed');
  const problem = form.problem ? `<p role="alert">${message}</p>\n` : '';
  const code = form.problem === 'code' ? codeField(text) : '';
  // The request for access goes on after the sign-in.
  const target = `${contextPath}/oauth2/authorize?${query}`;
  return publicPage({
    status: 401,
    language,
    title: text('signInTitle'),
    content: `<p>${text('signInText')}</p>
${problem}<form method="post" action="${escapeHtml(contextPath)}/oauth2/sign_in">
<input type="hidden" name="request" value="${escapeHtml(query)}">
<label>${text('username')}<input name="user_name" required autocomplete="username"></label>
<label>${text('password')}<input type="password" name="user_password" required autocomplete="current-password"></label>
${code}<button>${text('signInButton')}</button>
</form>${providerLinks({ providers: form.providers, contextPath, target }, text)}`,
  });
}

/** A sign-in at an identity provider that has come to nothing. */
export function failedSignInPage(
  headers: IncomingHttpHeaders,
  problem: { readonly status: number; readonly message: string },
): RouteReply {
  const { language, text } = pageTexts(headers);
  return publicPage({
    status: problem.status,
    language,
    title: text('signInRefused'),
    content: `<p role="alert">${escapeHtml(problem.message)}</p>`,
  });
}

interface GrantForm {
  readonly headers: IncomingHttpHeaders;
  readonly contextPath: string;
  readonly clientName: string;
  readonly username: string;
  readonly redirectUri: string;
  readonly isReadOnly: boolean;
  readonly fields: ReadonlyMap<string, string>;
}

/** Asks the user whether the application may have access. */
export function grantPage(form: GrantForm): RouteReply {
  const { language, text } = pageTexts(form.headers);
  const { protocol, host } = new URL(form.redirectUri);
  const target = host === '' ? protocol : `${protocol}//${host}`;
  const limits = form.isReadOnly ? `<p>${text('grantReadOnly')}</p>\n` : '';
  return publicPage({
    status: 200,
    language,
    title: text('grantTitle'),
    // Browsers apply the policy to the redirect that follows the form.
    formTargets: [/^https?:$/.test(protocol) ? target : protocol],
    content: `<p>${text('grantText', form.clientName)}</p>
${limits}<p>${text('grantTarget', target)}</p>
<p>${text('grantUser', form.username)}</p>
<form method="post" action="${escapeHtml(form.contextPath)}/oauth2/authorize_submit">
${hiddenFields(form.fields)}
<button name="grant_access" value="1">${text('grantButton')}</button>
<button name="deny_access" value="1">${text('refuseButton')}</button>
</form>`,
  });
}

/** A request for access that cannot be answered to the application, as it may not be of it. */
export function invalidRequestPage(headers: IncomingHttpHeaders, problem: string): RouteReply {
  const { language, text } = pageTexts(headers);
  return publicPage({
    status: 400,
    language,
    title: text('requestTitle'),
    content: `<p>${escapeHtml(problem)}</p>`,
  });
}

interface DeviceForm {
  readonly headers: IncomingHttpHeaders;
  readonly contextPath: string;
  readonly application: string;
  readonly device: string;
  readonly username: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** Asks the user whether an application on a device may have a token. */
export function deviceGrantPage(form: DeviceForm): RouteReply {
  const { language, text } = pageTexts(form.headers);
  return publicPage({
    status: 200,
    language,
    title: text('grantTitle'),
    formTargets: ['nxdrive:'],
    content: `<p>${text('grantText', form.application)}</p>
<p>${text('grantDevice', form.device)}</p>
<p>${text('grantUser', form.username)}</p>
<form method="post" action="${escapeHtml(form.contextPath)}/drive_browser_login.jsp">
${hiddenFields(form.fields)}
<button>${text('grantButton')}</button>
</form>`,
  });
}

function hiddenFields(fields: ReadonlyMap<string, string>): string {
  const hidden = [...fields].map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return hidden.join('\n');
}
