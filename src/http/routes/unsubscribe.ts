import { readUnsubscribeToken } from '../../mail/unsubscribe-link.ts';
import { endSubscription } from '../../repository/notifications/end-subscription.ts';
import { ensureSessionSecret } from '../../repository/principals/session-secret.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import { pageTexts, publicPage } from '../pages/public-page.ts';
import { content } from '../responses.ts';
import { defineRoute, type RequestContext, type RouteReply } from '../route.ts';

const shared = {
  root: 'base',
  path: '/site/notifications/unsubscribe/:token',
  access: 'public',
  body: 'none',
} as const;
const page = (description: string) => content(description, 'text/html');
const invalid = { 404: page('the link was not made by this server') } as const;

/** Programs open links of mails before people do: reading the page changes nothing. */
const confirmRoute = defineRoute({
  ...shared,
  method: 'GET',
  summary: 'The page to which a link in a mail leads, for ending a subscription',
  responses: { 200: page('asks for a confirmation'), ...invalid },
  async handle(context) {
    const end = await subscriptionOf(context);
    if (!end) return invalidPage(context);
    const { language, text } = pageTexts(context.headers);
    const body = `<p>${text('confirmText', end.name)}</p>
<form method="post"><button>${text('confirmButton')}</button></form>`;
    return publicPage({ status: 200, language, title: text('confirmTitle'), content: body });
  },
});

/** Sent by the form, and by mail programs as RFC 8058 describes. */
const endRoute = defineRoute({
  ...shared,
  method: 'POST',
  summary: 'Ends a subscription by the link in a mail, without a sign-in',
  responses: { 200: page('it has ended, or had before'), ...invalid },
  async handle(context) {
    const end = await subscriptionOf(context);
    if (!end) return invalidPage(context);
    const { database, repository } = context.services;
    await database.write(
      (handle) => endSubscription(createSystemUnit(handle, repository), end),
      context.meter,
    );
    const { language, text } = pageTexts(context.headers);
    const body = `<p>${text('endedText')}</p>`;
    return publicPage({ status: 200, language, title: text('endedTitle'), content: body });
  },
});

export const unsubscribeRoutes = [confirmRoute, endRoute];

async function subscriptionOf({ services, params }: RequestContext) {
  const secret = await ensureSessionSecret(services.database);
  return readUnsubscribeToken(secret, params.token ?? '');
}

function invalidPage({ headers }: RequestContext): RouteReply {
  const { language, text } = pageTexts(headers);
  const body = `<p>${text('invalidText')}</p>`;
  return publicPage({ status: 404, language, title: text('invalidTitle'), content: body });
}
