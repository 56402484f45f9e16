import { AppError } from '../../base/errors/app-error.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { content, contentResponses, empty } from '../responses.ts';
import { defineRoute, type RequestContext, type RouteReply } from '../route.ts';
import { queryOf } from '../url.ts';
import { fileReply } from '../web-applications/file-reply.ts';
import { findFile } from '../web-applications/find-file.ts';
import {
  indexFor,
  type OwnApplication,
  ownApplicationPath,
} from '../web-applications/own-application.ts';
import { indexName } from '../web-applications/web-application.ts';

const responses = {
  ...contentResponses,
  200: content('the page, or a file of it', '*/*'),
  302: empty('to the same with a slash at the end'),
  404: 'no such file',
  501: 'the application was not built',
} as const;

/** The application of this program for browsers. Its files are the same for every user. */
export const ownApplicationRoutes = [
  defineRoute({
    method: 'GET',
    root: 'base',
    path: ownApplicationPath,
    access: 'public',
    summary: 'The web application',
    body: 'none',
    responses,
    async handle(context) {
      const { url, publicAddress } = context;
      const application = builtApplication(context);
      if (url.split('?', 1)[0]?.endsWith('/')) return pageReply(context, application);
      const query = queryOf(url).size === 0 ? '' : `?${queryOf(url)}`;
      const Location = `${publicAddress.contextPath}${ownApplicationPath}/${query}`;
      return { status: 302, headers: { Location } };
    },
  }),
  defineRoute({
    method: 'GET',
    root: 'base',
    path: `${ownApplicationPath}/*`,
    access: 'public',
    summary: 'A file of the web application; for its own addresses its page',
    body: 'none',
    responses,
    async handle(context) {
      const { rest } = context;
      const application = builtApplication(context);
      return isFile(rest) ? ownFileReply(context, application) : pageReply(context, application);
    },
  }),
];

async function ownFileReply(
  context: RequestContext,
  { folder, policy }: OwnApplication,
): Promise<RouteReply> {
  const { rest, headers } = context;
  const found = await findFile(folder, rest, headers);
  if (!found) throw new AppError('resource.not-found', 'The web application has no such file');
  // The build gives all of them names with a digest of their content.
  return fileReply(context, found, { isImmutable: rest[0] === 'assets', policy });
}

/** Files are in `assets` or at the top with an extension; paths of documents may have one, too. */
function isFile([first = '', ...others]: readonly string[]): boolean {
  if (others.length > 0) return first === 'assets';
  return first.includes('.') && first !== indexName;
}

/** @throws AppError server.not-implemented */
function builtApplication({ services }: RequestContext): OwnApplication {
  if (services.ownApplication) return services.ownApplication;
  throw new AppError(
    'server.not-implemented',
    'The web application was not built: run npm run build:web, then start the server again',
  );
}

function pageReply(context: RequestContext, application: OwnApplication): RouteReply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': application.policy,
      'Referrer-Policy': 'same-origin',
    },
    text: indexFor(application, escapeHtml(context.publicAddress.contextPath)),
  };
}
