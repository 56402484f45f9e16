import { createHash, timingSafeEqual } from 'node:crypto';
import { readBasicCredentials } from '../../authentication/basic-credentials.ts';
import { verifyJwt } from '../../authentication/jwt.ts';
import { now } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import { integer, objectOf, text } from '../../entities/json-schema.ts';
import { recordTokenEvent } from '../../repository/audit/audit-events.ts';
import { findClient, type OAuth2Client } from '../../repository/credentials/oauth2-clients.ts';
import { claimCode } from '../../repository/credentials/oauth2-codes.ts';
import {
  claimRefresh,
  type IssuedTokens,
  issueTokens,
} from '../../repository/credentials/oauth2-tokens.ts';
import { loadPrincipal } from '../../repository/principals/principals.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { OAuth2CodeTable } from '../../storage/sign-in-tables.ts';
import { formContent } from '../request-content.ts';
import { isScope } from '../requests/authorization-request.ts';
import { readFormFields } from '../requests/form-fields.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import type { Services } from '../services.ts';

const tokensSchema = objectOf({
  access_token: text,
  refresh_token: text,
  token_type: text,
  expires_in: integer,
});
const errorSchema = objectOf({ error: text, error_description: text });

/** A refusal in the form that OAuth2 has for it. */
interface Refusal {
  readonly error: string;
  readonly description: string;
  /** For the audit, where the user is known. */
  readonly username?: string;
}

type Granted = IssuedTokens | Refusal;

/** What a client sends to get tokens. */
interface TokenRequest {
  readonly form: URLSearchParams;
  readonly client: OAuth2Client;
  readonly services: Services;
  readonly nowMs: number;
}

/** What remains to be done in one transaction. */
type Prepared = Refusal | { issue(handle: WriteHandle): Promise<Granted> };

type GrantType = (request: TokenRequest) => Promise<Prepared>;

const grantTypes: ReadonlyMap<string, GrantType> = new Map([
  ['authorization_code', byCode],
  ['refresh_token', byRefreshToken],
  ['urn:ietf:params:oauth:grant-type:jwt-bearer', byJwt],
]);

const tokenRoute = defineRoute({
  method: 'POST',
  root: 'base',
  path: '/oauth2/token',
  access: 'public',
  summary: 'Gives a client tokens for a code, a refresh token or a JWT',
  body: 'stream',
  bodyContent: formContent(
    'grant_type',
    'client_id',
    'client_secret',
    'code',
    'code_verifier',
    'redirect_uri',
    'refresh_token',
    'assertion',
    'scope',
  ),
  responses: {
    200: json('the tokens', tokensSchema),
    400: json('why not', errorSchema),
  },
  async handle(context) {
    const { services, clientAddress } = context;
    const form = await readFormFields(context);
    const isRefused = ({ status }: RouteReply) => status !== 200;
    return services.rateLimits.signIn(clientAddress, () => replyTo(context, form), isRefused);
  },
});

export const oauth2TokenRoutes = [tokenRoute];

async function replyTo(context: RequestContext, form: URLSearchParams): Promise<RouteReply> {
  const { services, clientAddress } = context;
  const sent = clientOf(context, form);
  const grantType = grantTypes.get(form.get('grant_type') ?? '');
  const client = await services.database.read((handle) => findClient(handle, sent.id));
  const problem = await clientProblem(services, { client, secret: sent.secret, clientAddress });
  if (!client || problem !== undefined) return refuse('invalid_client', problem ?? '');
  if (!grantType) {
    return refuse(
      'unsupported_grant_type',
      `grant_type: must be one of ${[...grantTypes.keys()].join(', ')}`,
    );
  }
  const request: TokenRequest = { form, client, services, nowMs: now() };
  const prepared = await grantType(request);
  const granted =
    'error' in prepared
      ? prepared
      : await services.database.write((handle) => prepared.issue(handle), context.meter);
  if (!('error' in granted)) return tokenReply(services, granted);
  if (granted.username !== undefined) {
    services.auditTrail.signIn('loginFailed', granted.username, granted.description);
  }
  return refuse(granted.error, granted.description);
}

function tokenReply({ config }: Services, tokens: IssuedTokens): RouteReply {
  const entity = {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'bearer',
    expires_in: config.oauth2AccessSeconds,
  };
  return { ...jsonReply(200, entity), headers: { 'Cache-Control': 'no-store' } };
}

function refuse(error: string, description: string): RouteReply {
  const entity = { error, error_description: description };
  return { ...jsonReply(400, entity), headers: { 'Cache-Control': 'no-store' } };
}

function clientOf(
  { headers }: RequestContext,
  form: URLSearchParams,
): { readonly id: string; readonly secret: string | undefined } {
  const basic = headers.authorization && readBasicCredentials(headers.authorization);
  if (basic) return { id: decoded(basic.username), secret: decoded(basic.password) };
  return { id: form.get('client_id') ?? '', secret: form.get('client_secret') || undefined };
}

/** Both parts of Basic credentials of clients are written as in forms. */
function decoded(part: string): string {
  return new URLSearchParams(`x=${part.replaceAll('&', '%26')}`).get('x') ?? part;
}

async function clientProblem(
  { authenticator }: Services,
  sent: {
    readonly client: OAuth2Client | undefined;
    readonly secret: string | undefined;
    readonly clientAddress: string;
  },
): Promise<string | undefined> {
  const { client, secret, clientAddress } = sent;
  if (!client?.isEnabled) return 'client_id: there is no such client, or it is disabled';
  const { secretHash } = client;
  if (secretHash === undefined) {
    return secret === undefined ? undefined : 'client_secret: the client has none';
  }
  if (secret === undefined) return 'client_secret: is missing';
  const isRight = await authenticator.checkClientSecret(secretHash, secret, clientAddress);
  return isRight ? undefined : 'client_secret: is wrong';
}

async function byCode({ form, client, services, nowMs }: TokenRequest): Promise<Prepared> {
  const code = form.get('code') ?? '';
  if (code === '') return refusal('invalid_request', 'code: is missing');
  const issue = async (handle: WriteHandle): Promise<Granted> => {
    const claimed = await claimCode(handle, { code, clientId: client.id, nowMs });
    if ('problem' in claimed) return refusal('invalid_grant', claimed.problem, claimed.username);
    const { row } = claimed;
    const problem = codeProblem(row, form);
    if (problem !== undefined) return refusal('invalid_grant', problem, row.username);
    return issueFor(handle, { ...row, services, nowMs });
  };
  return { issue };
}

function codeProblem(row: OAuth2CodeTable, form: URLSearchParams): string | undefined {
  if (row.redirect_uri !== null && form.get('redirect_uri') !== row.redirect_uri) {
    return 'redirect_uri: is not that of the request for access';
  }
  const verifier = form.get('code_verifier');
  if (row.challenge === null) {
    return verifier ? 'code_verifier: the request for access had no code_challenge' : undefined;
  }
  if (!verifier) return 'code_verifier: is missing';
  const answer =
    row.challenge_method === 'S256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  const isRight = isSame(answer, row.challenge);
  return isRight ? undefined : 'code_verifier: does not match the code_challenge';
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function byRefreshToken({ form, client, services, nowMs }: TokenRequest): Promise<Prepared> {
  const token = form.get('refresh_token') ?? '';
  if (token === '') return refusal('invalid_request', 'refresh_token: is missing');
  const issue = async (handle: WriteHandle): Promise<Granted> => {
    const claimed = await claimRefresh(handle, { token, clientId: client.id, nowMs });
    if ('problem' in claimed) return refusal('invalid_grant', claimed.problem, claimed.username);
    return issueFor(handle, { ...claimed.row, services, nowMs });
  };
  return { issue };
}

async function byJwt({ form, client, services, nowMs }: TokenRequest): Promise<Prepared> {
  const assertion = form.get('assertion') ?? '';
  if (assertion === '') return refusal('invalid_request', 'assertion: is missing');
  const scope = form.get('scope') ?? '';
  if (!isScope(scope)) return refusal('invalid_request', 'scope: is too long');
  try {
    const { username, paths } = await verifyJwt(assertion, services.config.jwtSecret);
    // Access tokens have no audience, so they would open more than the JWT.
    if (paths) return refusal('invalid_grant', 'assertion: a JWT with an audience gets no tokens');
    const issue = async (handle: WriteHandle): Promise<Granted> => {
      if (!(await loadPrincipal(handle, username))) {
        return refusal('invalid_grant', 'assertion: its user does not exist here');
      }
      const granted = { client_id: client.id, username, scope };
      return issueFor(handle, { ...granted, services, nowMs });
    };
    return { issue };
  } catch (error) {
    if (!isAppError(error) || error.code !== 'token.refused') throw error;
    return refusal('invalid_grant', error.message);
  }
}

interface GrantedAccess {
  readonly client_id: string;
  readonly username: string;
  readonly scope: string;
  readonly family?: string;
  readonly services: Services;
  readonly nowMs: number;
}

async function issueFor(handle: WriteHandle, access: GrantedAccess): Promise<IssuedTokens> {
  const { client_id: clientId, username, scope, family, services, nowMs } = access;
  const { config, repository } = services;
  const lifetimes = {
    accessMs: config.oauth2AccessSeconds * 1_000,
    refreshMs: config.oauth2RefreshDays * 24 * 60 * 60_000,
    nowMs,
  };
  const tokens = { clientId, username, scope, ...(family !== undefined && { family }) };
  const issued = await issueTokens(handle, tokens, lifetimes);
  const author = { handle, principal: { username }, nowMs, isAudited: repository.isAudited };
  recordTokenEvent(author, { eventId: 'tokenCreated', username, comment: clientId });
  return issued;
}

function refusal(error: string, description: string, username?: string): Refusal {
  return { error, description, ...(username !== undefined && { username }) };
}
