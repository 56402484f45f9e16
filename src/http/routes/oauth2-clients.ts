import { AppError } from '../../base/errors/app-error.ts';
import {
  hiddenSecret,
  oauth2ClientSchema,
  oauth2ClientsSchema,
  writeOAuth2Client,
  writeOAuth2Clients,
} from '../../entities/oauth2-entity.ts';
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  type OAuth2Client,
  updateClient,
} from '../../repository/credentials/oauth2-clients.ts';
import { hashPassword } from '../../repository/principals/passwords.ts';
import { empty, json } from '../responses.ts';
import { defineRoute, emptyReply, jsonReply, type RequestContext } from '../route.ts';

const path = '/oauth2/client';
const pathOfOne = `${path}/:clientId`;
const unknown = { 404: 'no such client' } as const;
const wrong = { 400: 'a member is missing or wrong, or the id is taken' } as const;
const common = { root: 'api', access: 'administrator' } as const;

const listRoute = defineRoute({
  ...common,
  method: 'GET',
  path,
  summary: 'The applications that may ask users for access',
  body: 'none',
  responses: { 200: json('the clients, without their secrets', oauth2ClientsSchema) },
  async handle(context) {
    const clients = await context.read(({ handle }) => listClients(handle));
    return jsonReply(200, writeOAuth2Clients(clients));
  },
});

const createRoute = defineRoute({
  ...common,
  method: 'POST',
  path,
  summary: 'Registers an application',
  body: 'json',
  bodyEntity: 'oauth2Client',
  responses: { 201: json('the client', oauth2ClientSchema), ...wrong },
  async handle(context) {
    const client = await readClient(context.body, undefined);
    await context.write((unit) => createClient(unit, client));
    return jsonReply(201, writeOAuth2Client(client));
  },
});

const getRoute = defineRoute({
  ...common,
  method: 'GET',
  path: pathOfOne,
  summary: 'One application',
  body: 'none',
  responses: { 200: json('the client', oauth2ClientSchema), ...unknown },
  async handle(context) {
    return jsonReply(200, writeOAuth2Client(await presentClient(context)));
  },
});

const updateRoute = defineRoute({
  ...common,
  method: 'PUT',
  path: pathOfOne,
  summary: 'Changes an application; its id stays',
  body: 'json',
  bodyEntity: 'oauth2Client',
  responses: { 200: json('the client', oauth2ClientSchema), ...wrong, ...unknown },
  async handle(context) {
    const client = await readClient(context.body, await presentClient(context));
    await context.write((unit) => updateClient(unit, client));
    return jsonReply(200, writeOAuth2Client(client));
  },
});

const deleteRoute = defineRoute({
  ...common,
  method: 'DELETE',
  path: pathOfOne,
  summary: 'Removes an application, with all tokens that users gave it',
  body: 'none',
  responses: { 204: empty('removed'), ...unknown },
  async handle(context) {
    await context.write((unit) => deleteClient(unit, context.params.clientId ?? ''));
    return emptyReply();
  },
});

export const oauth2ClientRoutes = [listRoute, createRoute, getRoute, updateRoute, deleteRoute];

function presentClient(context: RequestContext): Promise<OAuth2Client> {
  return context.read(({ handle }) => getClient(handle, context.params.clientId ?? ''));
}

/** Members that are left out stay as they are. @throws AppError oauth2.client-invalid */
async function readClient(body: unknown, present: OAuth2Client | undefined): Promise<OAuth2Client> {
  const members = body as Readonly<Record<string, unknown>>;
  const id = present?.id ?? textOf(members, 'id') ?? '';
  const { isAutoGrant = false, isEnabled = true } = present ?? {};
  return {
    id,
    name: textOf(members, 'name') ?? present?.name ?? '',
    redirectUris: urisOf(members) ?? present?.redirectUris ?? [],
    secretHash: await secretOf(members, present?.secretHash),
    isAutoGrant: flagOf(members, 'isAutoGrant') ?? isAutoGrant,
    isEnabled: flagOf(members, 'isEnabled') ?? isEnabled,
  };
}

/** An empty text takes the secret away. */
async function secretOf(
  members: Readonly<Record<string, unknown>>,
  present: string | undefined,
): Promise<string | undefined> {
  const secret = textOf(members, 'secret');
  if (secret === undefined || secret === hiddenSecret) return present;
  return secret === '' ? undefined : hashPassword(secret);
}

function textOf(members: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = members[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalid(`${name}: must be a text`);
  return name === 'secret' ? value : value.trim();
}

function flagOf(members: Readonly<Record<string, unknown>>, name: string): boolean | undefined {
  const value = members[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw invalid(`${name}: must be true or false`);
  return value;
}

function urisOf({
  redirectURIs,
}: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  if (redirectURIs === undefined || redirectURIs === null) return undefined;
  const uris = typeof redirectURIs === 'string' ? redirectURIs.split(',') : redirectURIs;
  if (!Array.isArray(uris) || uris.some((uri) => typeof uri !== 'string')) {
    throw invalid('redirectURIs: must be a list of texts');
  }
  return (uris as string[]).map((uri) => uri.trim());
}

function invalid(problem: string): AppError {
  return new AppError('oauth2.client-invalid', problem);
}
