import { AppError } from '../../base/errors/app-error.ts';
import { sealText } from '../../base/sealing.ts';
import { objectOf, text } from '../../entities/json-schema.ts';
import { hiddenSecret } from '../../entities/oauth2-entity.ts';
import {
  oauth2ProviderSchema,
  oauth2ProvidersSchema,
  writeOAuth2Provider,
} from '../../entities/oauth2-provider-entity.ts';
import type { OAuth2Provider } from '../../model/oauth2-provider.ts';
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  updateProvider,
} from '../../repository/credentials/oauth2-providers.ts';
import { ensureTokenSecret } from '../../repository/credentials/token-secret.ts';
import { empty, json } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteReply,
} from '../route.ts';
import { requireAdministrator } from './oauth2-tokens.ts';

const path = '/oauth2/provider';
const pathOfOne = `${path}/:provider`;
const unknown = { 404: 'no such provider' } as const;
const refused = { 403: 'no administrator' } as const;
const wrong = { 400: 'a member is missing or wrong, or the name is taken' } as const;
const provider = json('the provider', oauth2ProviderSchema);
const bodyEntity = 'nuxeoOAuth2ServiceProvider';
const common = { root: 'api', access: 'authenticated' } as const;

const listRoute = defineRoute({
  ...common,
  method: 'GET',
  path,
  summary: 'Other servers at which users could sign in with OAuth2',
  body: 'none',
  responses: { 200: json('the providers', oauth2ProvidersSchema) },
  async handle(context) {
    const providers = await context.read(({ handle }) => listProviders(handle));
    const { isAdministrator } = context.principal;
    const entries = providers.map((each) => writeOAuth2Provider(each, isAdministrator));
    return jsonReply(200, { 'entity-type': 'nuxeoOAuth2ServiceProviders', entries });
  },
});

const createRoute = defineRoute({
  ...common,
  method: 'POST',
  path,
  summary: 'Adds a provider',
  body: 'json',
  bodyEntity,
  responses: { 200: provider, ...wrong, ...refused },
  authorize: refuseOthers,
  async handle(context) {
    const added = await readProvider(context, undefined);
    await context.write((unit) => createProvider(unit, added));
    return providerReply(context, added);
  },
});

const getRoute = defineRoute({
  ...common,
  method: 'GET',
  path: pathOfOne,
  summary: 'One provider',
  body: 'none',
  responses: { 200: provider, ...unknown },
  handle: async (context) => providerReply(context, await presentProvider(context)),
});

const updateRoute = defineRoute({
  ...common,
  method: 'PUT',
  path: pathOfOne,
  summary: 'Changes a provider; its name stays',
  body: 'json',
  bodyEntity,
  responses: { 200: provider, ...wrong, ...refused, ...unknown },
  authorize: refuseOthers,
  async handle(context) {
    const changed = await readProvider(context, await presentProvider(context));
    await context.write((unit) => updateProvider(unit, changed));
    return providerReply(context, changed);
  },
});

const deleteRoute = defineRoute({
  ...common,
  method: 'DELETE',
  path: pathOfOne,
  summary: 'Removes a provider',
  body: 'none',
  responses: { 204: empty('removed'), ...refused, ...unknown },
  authorize: refuseOthers,
  async handle(context) {
    await context.write((unit) => deleteProvider(unit, context.params.provider ?? ''));
    return emptyReply();
  },
});

const tokenRoute = defineRoute({
  ...common,
  method: 'GET',
  path: `${pathOfOne}/token`,
  summary: 'The token that the caller has at a provider',
  body: 'none',
  responses: {
    200: json('the token', objectOf({ token: text })),
    404: 'no such provider, or the caller has no token there',
  },
  async handle(context) {
    const { name } = await presentProvider(context);
    const message = `${context.principal.username} has no token of the provider ${name}: this server cannot sign users in at others yet`;
    throw new AppError('token.not-found', message);
  },
});

export const oauth2ProviderRoutes = [
  listRoute,
  createRoute,
  getRoute,
  updateRoute,
  deleteRoute,
  tokenRoute,
];

function refuseOthers(context: RequestContext): undefined {
  requireAdministrator(context);
}

function providerReply({ principal }: RequestContext, shown: OAuth2Provider): RouteReply {
  return jsonReply(200, writeOAuth2Provider(shown, principal.isAdministrator));
}

function presentProvider(context: RequestContext): Promise<OAuth2Provider> {
  return context.read(({ handle }) => getProvider(handle, context.params.provider ?? ''));
}

type Members = Readonly<Record<string, unknown>>;

/** Members that are left out stay as they are. @throws AppError oauth2.provider-invalid */
async function readProvider(
  { body, services }: RequestContext,
  present: OAuth2Provider | undefined,
): Promise<OAuth2Provider> {
  const members = body as Members;
  const name = present?.name ?? textOf(members, 'serviceName') ?? '';
  const textFor = (member: string, old: string | null | undefined): string | null => {
    const given = textOf(members, member);
    return given === undefined ? (old ?? null) : given;
  };
  const secret = textOf(members, 'clientSecret');
  const tokenSecret = await ensureTokenSecret(services.database);
  const seal = { secret: tokenSecret, purpose: `secret of the provider ${name}` };
  const isSame = secret === undefined || secret === hiddenSecret;
  const newSecret = secret ? sealText(secret, seal) : null;
  return {
    name,
    description: textFor('description', present?.description),
    clientId: textFor('clientId', present?.clientId),
    sealedSecret: isSame ? (present?.sealedSecret ?? null) : newSecret,
    authorizationUrl: textFor('authorizationServerURL', present?.authorizationUrl),
    tokenUrl: textFor('tokenServerURL', present?.tokenUrl),
    userAuthorizationUrl: textFor('userAuthorizationURL', present?.userAuthorizationUrl),
    scopes: scopesOf(members) ?? present?.scopes ?? [],
    isEnabled: flagOf(members, 'isEnabled') ?? present?.isEnabled ?? true,
  };
}

const secretLengthMax = 2_000;

/** Undefined when it is left out; empty texts are null. @throws AppError oauth2.provider-invalid */
function textOf(members: Members, name: string): string | null | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  if (value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > secretLengthMax) {
    throw invalid(`${name}: must be a text of at most ${secretLengthMax} characters`);
  }
  return value;
}

function flagOf(members: Members, name: string): boolean | undefined {
  const value = members[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw invalid(`${name}: must be true or false`);
  return value;
}

function scopesOf({ scopes }: Members): readonly string[] | undefined {
  if (scopes === undefined || scopes === null) return undefined;
  const list = typeof scopes === 'string' ? scopes.split(',') : scopes;
  if (!Array.isArray(list) || list.some((scope) => typeof scope !== 'string')) {
    throw invalid('scopes: must be a list of texts');
  }
  return (list as string[]).map((scope) => scope.trim());
}

function invalid(problem: string): AppError {
  return new AppError('oauth2.provider-invalid', problem);
}
