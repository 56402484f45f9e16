import { now } from '../../base/clock.ts';
import { type AppError, isAppError } from '../../base/errors/app-error.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { hashNewPassword } from '../../repository/principals/password-rule.ts';
import { acceptInvitation, findInvitation } from '../../repository/registrations/invitations.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import { type PageTexts, pageTexts, publicPage } from '../pages/public-page.ts';
import { formContent } from '../request-content.ts';
import { readFormFields } from '../requests/form-fields.ts';
import { content } from '../responses.ts';
import { defineRoute, type RequestContext, type RouteReply } from '../route.ts';

const page = (description: string) => content(description, 'text/html');
const errorPages = {
  404: page('there is no such invitation, or it has expired'),
  409: page('the invitation was used already, or the user exists'),
} as const;

const formRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/site/userInvitation/enterpassword/:configurationName/:requestId',
  access: 'public',
  summary: 'The page on which an invited person chooses a password',
  body: 'none',
  responses: { 200: page('a form'), ...errorPages },
  async handle(context) {
    const { headers, params, services, publicAddress } = context;
    const { requestId = '', configurationName = '' } = params;
    const invitation = await services.database.read((handle) =>
      findInvitation(handle, requestId, now()),
    );
    const texts = pageTexts(headers);
    if (invitation.is !== 'open') return problemPage(texts, invitation.is);
    const action = `${publicAddress.contextPath}/site/userInvitation/validate`;
    return publicPage({
      status: 200,
      language: texts.language,
      title: texts.text('passwordTitle'),
      content: `<p>${texts.text('passwordText', invitation.username)}</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="RequestId" value="${escapeHtml(requestId)}">
<input type="hidden" name="ConfigurationName" value="${escapeHtml(configurationName)}">
<label>${texts.text('password')}<input type="password" name="Password" required autocomplete="new-password"></label>
<label>${texts.text('confirmation')}<input type="password" name="PasswordConfirmation" required autocomplete="new-password"></label>
<button>${texts.text('passwordButton')}</button>
</form>`,
    });
  },
});

const validateRoute = defineRoute({
  method: 'POST',
  root: 'base',
  path: '/site/userInvitation/validate',
  access: 'public',
  summary: 'Creates the invited user with the chosen password',
  body: 'stream',
  bodyContent: formContent('RequestId', 'Password', 'PasswordConfirmation'),
  responses: {
    200: page('the user exists now'),
    400: page('the passwords differ, or cannot be used'),
    403: page('who invited may not create the user any more'),
    ...errorPages,
  },
  async handle(context) {
    const form = await readFormFields(context);
    const field = (name: string): string => form.get(name) ?? '';
    const texts = pageTexts(context.headers);
    const requestId = field('RequestId');
    const { services } = context;
    const invitation = await services.database.read((handle) =>
      findInvitation(handle, requestId, now()),
    );
    if (invitation.is !== 'open') return problemPage(texts, invitation.is);
    const password = field('Password');
    if (password !== field('PasswordConfirmation')) {
      return failurePage(texts, { status: 400, reason: texts.text('mismatch') });
    }
    try {
      return await create(context, { requestId, password, username: invitation.username });
    } catch (error) {
      if (!isAppError(error) || error.status >= 500) throw error;
      return failurePage(texts, { status: statusOf(error), reason: escapeHtml(error.message) });
    }
  },
});

export const invitationRoutes = [formRoute, validateRoute];

interface Chosen {
  readonly requestId: string;
  readonly username: string;
  readonly password: string;
}

async function create(
  context: RequestContext,
  { requestId, username, password }: Chosen,
): Promise<RouteReply> {
  const { services, headers, publicAddress } = context;
  const { database, repository } = services;
  // Before the write unit: hashing is slow by design.
  const passwordHash = await hashNewPassword(repository.passwords, { username, password });
  const invitation = await database.write(
    (handle) => acceptInvitation(createSystemUnit(handle, repository), { requestId, passwordHash }),
    context.meter,
  );
  const texts = pageTexts(headers);
  if (invitation.is !== 'open') return problemPage(texts, invitation.is);
  return publicPage({
    status: 200,
    language: texts.language,
    title: texts.text('doneTitle'),
    content: `<p>${texts.text('doneText', username)}</p>
<p><a href="${escapeHtml(publicAddress.contextPath)}/logout">${texts.text('doneLink')}</a></p>`,
  });
}

function statusOf({ status }: AppError): number {
  return status === 403 || status === 409 ? status : 400;
}

function problemPage({ language, text }: PageTexts, is: 'unknown' | 'used'): RouteReply {
  const [title, body] =
    is === 'used'
      ? (['usedTitle', 'usedText'] as const)
      : (['invalidTitle', 'invalidText'] as const);
  return publicPage({
    status: is === 'used' ? 409 : 404,
    language,
    title: text(title),
    content: `<p>${text(body)}</p>`,
  });
}

/** The reason is HTML. */
function failurePage(
  { language, text }: PageTexts,
  { status, reason }: { readonly status: number; readonly reason: string },
): RouteReply {
  const content = `<p>${reason}</p>\n<p>${text('back')}</p>`;
  return publicPage({ status, language, title: text('failedTitle'), content });
}
