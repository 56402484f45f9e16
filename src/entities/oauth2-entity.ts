import { arrayOf, entityOf, flag, type JsonOf, nullable, text, texts } from './json-schema.ts';

export const oauth2ClientSchema = entityOf('oauth2Client', {
  name: text,
  redirectURIs: texts,
  secret: nullable(text),
  id: text,
  isAutoGrant: flag,
  isEnabled: flag,
});

export const oauth2ClientsSchema = entityOf('oauth2Clients', {
  entries: arrayOf(oauth2ClientSchema),
});

interface ShownClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly secretHash: string | undefined;
  readonly isAutoGrant: boolean;
  readonly isEnabled: boolean;
}

/** In the place of a secret, which is stored as a hash; sent back, it means the same secret. */
export const hiddenSecret = '***';

export function writeOAuth2Client(client: ShownClient): JsonOf<typeof oauth2ClientSchema> {
  return {
    'entity-type': 'oauth2Client',
    name: client.name,
    redirectURIs: client.redirectUris,
    secret: client.secretHash === undefined ? null : hiddenSecret,
    id: client.id,
    isAutoGrant: client.isAutoGrant,
    isEnabled: client.isEnabled,
  };
}

export function writeOAuth2Clients(
  clients: readonly ShownClient[],
): JsonOf<typeof oauth2ClientsSchema> {
  return { 'entity-type': 'oauth2Clients', entries: clients.map(writeOAuth2Client) };
}

export const oauth2TokenSchema = entityOf('nuxeoOAuth2Token', {
  serviceName: nullable(text),
  nuxeoLogin: text,
  serviceLogin: nullable(text),
  clientId: text,
  isShared: flag,
  sharedWith: texts,
  creationDate: text,
});

export const oauth2TokensSchema = entityOf('nuxeoOAuth2Tokens', {
  entries: arrayOf(oauth2TokenSchema),
});

interface ShownToken {
  readonly username: string;
  readonly client_id: string;
  readonly created_at: number;
}

/** What a user has granted a client; never the tokens. */
export function writeOAuth2Token(token: ShownToken): JsonOf<typeof oauth2TokenSchema> {
  return {
    'entity-type': 'nuxeoOAuth2Token',
    serviceName: null,
    nuxeoLogin: token.username,
    serviceLogin: null,
    clientId: token.client_id,
    isShared: false,
    sharedWith: [],
    creationDate: new Date(token.created_at).toISOString().slice(0, 19).replace('T', ' '),
  };
}

export function writeOAuth2Tokens(
  tokens: readonly ShownToken[],
): JsonOf<typeof oauth2TokensSchema> {
  return { 'entity-type': 'nuxeoOAuth2Tokens', entries: tokens.map(writeOAuth2Token) };
}
