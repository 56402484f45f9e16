import { AppError } from '../../base/errors/app-error.ts';
import { contentResponses, empty } from '../responses.ts';
import {
  defineRoute,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';
import { queryOf } from '../url.ts';
import { fileReply } from '../web-applications/file-reply.ts';
import { findFile } from '../web-applications/find-file.ts';
import { indexName, type WebApplication } from '../web-applications/web-application.ts';

/** The first names of paths, which no application may have. */
export function takenNames(routes: readonly RouteDefinition[]): ReadonlySet<string> {
  const ofBase = routes.filter(({ root }) => root === 'base');
  return new Set(['api', 'site', ...ofBase.map(({ path }) => path.split('/')[1] ?? '')]);
}

/** The files of a web application, for everybody: they are the same for every user. */
export function webApplicationRoutes(application: WebApplication): readonly RouteDefinition[] {
  const { path } = application;
  return [
    defineRoute({
      method: 'GET',
      root: 'base',
      path,
      access: 'public',
      summary: 'The index of a web application',
      body: 'none',
      responses: { ...contentResponses, 302: empty('to the same with a slash at the end') },
      handle: (context) => indexReply(context, application),
    }),
    defineRoute({
      method: 'GET',
      root: 'base',
      path: `${path}/*`,
      access: 'public',
      summary: 'A file of a web application; for its own addresses its index',
      body: 'none',
      responses: { ...contentResponses, 404: 'no such file' },
      handle: (context) => pathReply(context, application),
    }),
  ];
}

async function indexReply(
  context: RequestContext,
  application: WebApplication,
): Promise<RouteReply> {
  const { url, publicAddress } = context;
  const [asked = ''] = url.split('?', 1);
  // The links of the index are relative.
  if (asked.endsWith('/')) return sendFile(context, application, [indexName]);
  const query = queryOf(url).size === 0 ? '' : `?${queryOf(url)}`;
  const Location = `${publicAddress.contextPath}${application.path}/${query}`;
  return { status: 302, headers: { Location } };
}

function pathReply(context: RequestContext, application: WebApplication): Promise<RouteReply> {
  const { rest } = context;
  return sendFile(context, application, rest, isAddressOf(rest));
}

/** Addresses that an application has made up itself have no extension. */
function isAddressOf(rest: readonly string[]): boolean {
  return !rest.at(-1)?.includes('.') && rest.every((name) => !name.startsWith('.'));
}

async function sendFile(
  context: RequestContext,
  application: WebApplication,
  names: readonly string[],
  isOwnAddress = false,
): Promise<RouteReply> {
  const { folder, path, policy } = application;
  const found = await findFile(folder, names, context.headers);
  const isImmutable = isHashed(names.at(-1) ?? '');
  if (found) return fileReply(context, found, { isImmutable, policy });
  if (isOwnAddress && !names.includes(indexName))
    return sendFile(context, application, [indexName]);
  throw new AppError('resource.not-found', `The web application at ${path} has no such file`);
}

/**
 * Names of builds with a part of the digest of the content, such as `main.5f3c9ab2.js`: they never get
 * another content. Words and dates are no digests.
 */
export function isHashed(name: string): boolean {
  return name.split(/[.-]/).slice(1).some(isDigest);
}

function isDigest(part: string): boolean {
  if (part.length < 8 || !/\d/.test(part)) return false;
  if (/^[\da-f]+$/.test(part)) return /[a-f]/.test(part);
  return /^\w+$/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);
}
