import type { OAuth2Provider } from '../model/oauth2-provider.ts';
import { arrayOf, entityOf, flag, type JsonOf, nullable, text, texts } from './json-schema.ts';
import { hiddenSecret } from './oauth2-entity.ts';

export const oauth2ProviderSchema = entityOf('nuxeoOAuth2ServiceProvider', {
  serviceName: text,
  description: nullable(text),
  clientId: nullable(text),
  clientSecret: nullable(text),
  authorizationServerURL: nullable(text),
  tokenServerURL: nullable(text),
  userAuthorizationURL: nullable(text),
  scopes: texts,
  isEnabled: flag,
  isAvailable: flag,
  authorizationURL: nullable(text),
  isAuthorized: flag,
  userId: nullable(text),
});

export const oauth2ProvidersSchema = entityOf('nuxeoOAuth2ServiceProviders', {
  entries: arrayOf(oauth2ProviderSchema),
});

/** This server cannot sign users in at others yet, so that none is available. */
export function writeOAuth2Provider(
  provider: OAuth2Provider,
  showsSecret: boolean,
): JsonOf<typeof oauth2ProviderSchema> {
  return {
    'entity-type': 'nuxeoOAuth2ServiceProvider',
    serviceName: provider.name,
    description: provider.description,
    clientId: provider.clientId,
    clientSecret: showsSecret && provider.sealedSecret !== null ? hiddenSecret : null,
    authorizationServerURL: provider.authorizationUrl,
    tokenServerURL: provider.tokenUrl,
    userAuthorizationURL: provider.userAuthorizationUrl,
    scopes: provider.scopes,
    isEnabled: provider.isEnabled,
    isAvailable: false,
    authorizationURL: null,
    isAuthorized: false,
    userId: null,
  };
}
