import { AppError } from '../../base/errors/app-error.ts';
import {
  oauth2TokenSchema,
  oauth2TokensSchema,
  writeOAuth2Token,
  writeOAuth2Tokens,
} from '../../entities/oauth2-entity.ts';
import {
  listOAuth2Tokens,
  type OAuth2Token,
  withdrawTokens,
} from '../../repository/credentials/oauth2-tokens.ts';
import { inQuery } from '../parameters.ts';
import { empty, json } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteReply,
} from '../route.ts';

/** Tokens that this server gave to clients; of other servers it has none. */
const ofClients = 'AS_PROVIDER';
const ofOthers = 'AS_CLIENT';
const pathOfOne = '/oauth2/token/:kind/:id/user/:username';

const allRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/oauth2/token',
  access: 'administrator',
  summary: 'What users have granted applications',
  body: 'none',
  responses: { 200: json('the tokens, without their values', oauth2TokensSchema) },
  handle: (context) => listReply(context, {}),
});

const listRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/oauth2/token/:kind',
  access: 'authenticated',
  summary:
    'client, provider: tokens of the caller; AS_PROVIDER, AS_CLIENT, search: of all, for administrators',
  body: 'none',
  parameters: [inQuery('q', 'for search: part of the name of the user or the client')],
  responses: {
    200: json('the tokens, without their values', oauth2TokensSchema),
    400: 'q is missing',
    403: 'tokens of others are for administrators',
    404: 'no such list',
  },
  async handle(context) {
    const { params, principal, query } = context;
    const { username } = principal;
    switch (params.kind) {
      case 'client':
        return listReply(context, { username });
      case 'provider':
        return jsonReply(200, writeOAuth2Tokens([]));
      case ofClients:
        requireAdministrator(context);
        return listReply(context, {});
      case ofOthers:
        requireAdministrator(context);
        return jsonReply(200, writeOAuth2Tokens([]));
      case 'search':
        requireAdministrator(context);
        if (!query.get('q')) throw new AppError('request.invalid', 'query is required');
        return listReply(context, { query: query.get('q') ?? '' });
      default:
        throw new AppError('resource.not-found', 'There is no such list of tokens');
    }
  },
});

const getRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: pathOfOne,
  access: 'authenticated',
  summary: 'The newest token that a user has granted an application',
  body: 'none',
  responses: {
    200: json('the token, without its value', oauth2TokenSchema),
    403: 'tokens of others are for administrators',
    404: 'no such token',
  },
  async handle(context) {
    return jsonReply(200, writeOAuth2Token(await newestOf(context)));
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: pathOfOne,
  access: 'authenticated',
  summary: 'Withdraws all that a user has granted an application',
  body: 'none',
  responses: {
    204: empty('withdrawn'),
    403: 'tokens of others are for administrators',
    404: 'no such token',
  },
  async handle(context) {
    const address = addressOf(context);
    await context.write((unit) => withdrawTokens(unit, address));
    return emptyReply();
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: pathOfOne,
  access: 'authenticated',
  summary: 'Has nothing to change: tokens of clients are not shared, and the rest is fixed',
  body: 'json',
  bodyEntity: 'nuxeoOAuth2Token',
  responses: {
    200: json('the token, as it is', oauth2TokenSchema),
    400: 'the token cannot have such a member',
    403: 'tokens of others are for administrators',
    404: 'no such token',
  },
  authorize(context) {
    addressOf(context);
    return undefined;
  },
  async handle(context) {
    const token = writeOAuth2Token(await newestOf(context));
    refuseChanges(token, context.body as Readonly<Record<string, unknown>>);
    return jsonReply(200, token);
  },
});

export const oauth2TokensRoutes = [allRoute, listRoute, getRoute, deleteRoute, putRoute];

/** @throws AppError permission.denied, token.not-found */
async function newestOf(context: RequestContext): Promise<OAuth2Token> {
  const { clientId, username } = addressOf(context);
  const newest = (await listOf(context, { clientId, username })).at(-1);
  if (newest) return newest;
  throw new AppError('token.not-found', `The client ${clientId} has no token of ${username}`);
}

/** Clients send back what they got. @throws AppError request.invalid naming what differs */
function refuseChanges(token: object, sent: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(token)) {
    const given = sent[name] ?? value;
    if (JSON.stringify(given) === JSON.stringify(value)) continue;
    throw new AppError(
      'request.invalid',
      `${name}: cannot be changed; tokens of clients are not shared, and can only be withdrawn`,
    );
  }
}

/** @throws AppError permission.denied, token.not-found */
function addressOf(context: RequestContext): {
  readonly clientId: string;
  readonly username: string;
} {
  const { kind, id = '', username = '' } = context.params;
  if (username !== context.principal.username) requireAdministrator(context);
  if (kind === 'client') return { clientId: id, username };
  throw new AppError('token.not-found', `There is no token of ${username} at ${id}`);
}

/** @throws AppError permission.denied */
export function requireAdministrator({ principal }: RequestContext): void {
  if (principal.isAdministrator) return;
  throw new AppError('permission.denied', 'You do not have permissions to perform this operation.');
}

type Filter = Parameters<typeof listOAuth2Tokens>[1];

function listOf(context: RequestContext, filter: Filter): Promise<readonly OAuth2Token[]> {
  return context.read(({ handle, nowMs }) => listOAuth2Tokens(handle, filter, nowMs));
}

async function listReply(context: RequestContext, filter: Filter): Promise<RouteReply> {
  return jsonReply(200, writeOAuth2Tokens(await listOf(context, filter)));
}
