import type { IncomingHttpHeaders } from 'node:http';
import { escapeHtml } from '../../base/escape-html.ts';
import type { RouteReply } from '../route.ts';
import { pageTexts, publicPage } from './public-page.ts';

/** Parameters of the page → what is told about the last attempt. */
const problems = {
  loginFailed: 'signInFailed',
  loginMissing: 'loginMissing',
  connectionFailed: 'loginConnection',
  loginSlowed: 'loginSlowed',
  nxtimeout: 'loginTimeout',
} as const;

export type LoginProblem = keyof typeof problems;

export const loginProblems = Object.keys(problems) as readonly LoginProblem[];

interface LoginForm {
  readonly headers: IncomingHttpHeaders;
  readonly contextPath: string;
  /** Where the browser goes afterwards; checked when the form is sent. */
  readonly requestedUrl: string;
  readonly problem: LoginProblem | undefined;
}

/** Asks for user name and password, and opens a session. */
export function loginPage({ headers, contextPath, requestedUrl, problem }: LoginForm): RouteReply {
  const { language, text } = pageTexts(headers);
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
<button>${text('signInButton')}</button>
</form>`,
  });
}
