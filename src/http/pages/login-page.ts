import type { IncomingHttpHeaders } from 'node:http';
import { escapeHtml } from '../../base/escape-html.ts';
import type { ShownProvider } from '../../model/sign-in-source.ts';
import type { RouteReply } from '../route.ts';
import { pageTexts, publicPage } from './public-page.ts';
import { codeField, providerLinks } from './sign-in-parts.ts';

/** Parameters of the page → what is told about the last attempt. */
const problems = {
  loginFailed: 'signInFailed',
  loginMissing: 'loginMissing',
  connectionFailed: 'loginConnection',
  loginSlowed: 'loginSlowed',
  nxtimeout: 'loginTimeout',
  codeNeeded: 'codeNeeded',
} as const;

export type LoginProblem = keyof typeof problems;

export const loginProblems = Object.keys(problems) as readonly LoginProblem[];

interface LoginForm {
  readonly headers: IncomingHttpHeaders;
  readonly contextPath: string;
  /** Where the browser goes afterwards; checked when the form is sent. */
  readonly requestedUrl: string;
  readonly problem: LoginProblem | undefined;
  /** Identity providers at which users can sign in instead. */
  readonly providers: readonly ShownProvider[];
}

/** Asks for user name and password, and opens a session. */
export function loginPage(form: LoginForm): RouteReply {
  const { headers, contextPath, requestedUrl, problem, providers } = form;
  const { language, text } = pageTexts(headers);
  const target = requestedUrl === '' ? `${contextPath}/` : requestedUrl;
  const alert = problem === undefined ? '' : `<p role="alert">${text(problems[problem])}</p>\n`;
  return publicPage({
    status: 200,
    language,
    title: text('signInTitle'),
    content: `<p>${text('loginText')}</p>
${alert}<form method="post" action="${escapeHtml(contextPath)}/login">
<input type="hidden" name="requestedUrl" value="${escapeHtml(requestedUrl)}">
<label>${text('username')}<input name="user_name" required autofocus autocomplete="username"></label>
<label>${text('password')}<input type="password" name="user_password" required autocomplete="current-password"></label>
${problem === 'codeNeeded' ? codeField(text) : ''}<button>${text('signInButton')}</button>
</form>${providerLinks({ providers, contextPath, target }, text)}`,
  });
}
