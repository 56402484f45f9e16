import { AppError } from '../../base/errors/app-error.ts';
import { randomToken } from '../../base/ids.ts';
import { content, contentResponses, empty } from '../responses.ts';
import { defineRoute, type RequestContext, type RouteReply } from '../route.ts';
import { fileReply } from '../web-applications/file-reply.ts';
import { findFile } from '../web-applications/find-file.ts';
import { type Playground, playgroundPolicy } from '../web-applications/playground.ts';

const notBuilt = { 501: 'the page was not built' } as const;

/** The description of the API as a page that sends requests. It is the same for every user. */
export const playgroundRoutes = [
  defineRoute({
    method: 'GET',
    root: 'base',
    path: '/api',
    access: 'public',
    summary: 'The playground of the API: a page that shows this description and tries requests',
    body: 'none',
    responses: {
      200: content('the page', 'text/html'),
      302: empty('to the same with a slash at the end'),
      ...notBuilt,
    },
    async handle(context) {
      const { url, publicAddress } = context;
      const { index } = builtPlayground(context);
      // The links of the page are relative.
      if (!url.split('?', 1)[0]?.endsWith('/')) {
        return { status: 302, headers: { Location: `${publicAddress.contextPath}/api/` } };
      }
      const nonce = randomToken(16);
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-store',
          'Content-Security-Policy': playgroundPolicy(nonce),
          'Referrer-Policy': 'same-origin',
        },
        text: index.replace('{nonce}', nonce),
      };
    },
  }),
  defineRoute({
    method: 'GET',
    root: 'base',
    path: '/api/files/:file',
    access: 'public',
    summary: 'A file of the playground of the API',
    body: 'none',
    responses: { ...contentResponses, 404: 'no such file', ...notBuilt },
    handle: (context) => playgroundFile(context, builtPlayground(context)),
  }),
];

/** Their names have a digest of their contents. */
async function playgroundFile(
  context: RequestContext,
  { folder, policy }: Playground,
): Promise<RouteReply> {
  const found = await findFile(folder, [context.params.file ?? ''], context.headers);
  if (found) return fileReply(context, found, { isImmutable: true, policy });
  throw new AppError('resource.not-found', 'The playground has no such file');
}

/** @throws AppError server.not-implemented */
function builtPlayground({ services }: RequestContext): Playground {
  if (services.playground) return services.playground;
  throw new AppError(
    'server.not-implemented',
    'The playground was not built: run npm run build:web, then start the server again',
  );
}
