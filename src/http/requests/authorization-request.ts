import { isStorableText } from '../../model/value.ts';
import { findClient, type OAuth2Client } from '../../repository/credentials/oauth2-clients.ts';
import type { ReadHandle } from '../../storage/database.ts';

/** A well-formed request of a client for access. */
export interface AuthorizationRequest {
  readonly client: OAuth2Client;
  /** Where the answer goes. */
  readonly redirectUri: string;
  /** As in the request; null when it had none. */
  readonly sentRedirectUri: string | null;
  readonly challenge: string | null;
  readonly challengeMethod: string | null;
  readonly scope: string;
  readonly state: string | null;
}

const textLengthMax = 2_000;
const scopeLengthMax = 250;
const challengePattern = /^[\w.~-]{43,128}$/;
const methods = new Set(['plain', 'S256']);

/** The request in these parameters, or what is wrong with it. */
export async function readAuthorizationRequest(
  handle: ReadHandle,
  parameters: URLSearchParams,
): Promise<AuthorizationRequest | string> {
  const twice = [...new Set(parameters.keys())].find((name) => parameters.getAll(name).length > 1);
  if (twice !== undefined) return `${twice.slice(0, 100)}: is given more than once`;
  const clientId = parameters.get('client_id') ?? '';
  if (clientId === '') return 'client_id: is missing';
  const client = await findClient(handle, clientId);
  if (!client?.isEnabled) return 'client_id: there is no such client, or it is disabled';
  const sentRedirectUri = parameters.get('redirect_uri') || null;
  const redirectUri = sentRedirectUri ?? client.redirectUris[0] ?? '';
  if (!client.redirectUris.includes(redirectUri)) {
    return 'redirect_uri: is not one of those that the client has registered';
  }
  if (parameters.get('response_type') !== 'code') return 'response_type: must be code';
  const challenge = parameters.get('code_challenge') || null;
  const challengeMethod = parameters.get('code_challenge_method') || null;
  const problem = challengeProblem(client, challenge, challengeMethod);
  if (problem !== undefined) return problem;
  const scope = parameters.get('scope') ?? '';
  const state = parameters.get('state');
  if (!isScope(scope)) return 'scope: is too long, or has characters that cannot be stored';
  if ((state?.length ?? 0) > textLengthMax) return 'state: is too long';
  return { client, redirectUri, sentRedirectUri, challenge, challengeMethod, scope, state };
}

function challengeProblem(
  client: OAuth2Client,
  challenge: string | null,
  method: string | null,
): string | undefined {
  if ((challenge === null) !== (method === null)) {
    return 'code_challenge, code_challenge_method: send both or none';
  }
  if (challenge === null) {
    if (client.secretHash !== undefined) return undefined;
    return 'code_challenge: is required of a client without a secret (PKCE)';
  }
  if (!methods.has(method ?? '')) return 'code_challenge_method: must be S256 or plain';
  if (!challengePattern.test(challenge)) {
    return 'code_challenge: must be 43 to 128 letters, digits or - . _ ~';
  }
  return undefined;
}

export function isScope(text: string): boolean {
  return text.length <= scopeLengthMax && isStorableText(text);
}
