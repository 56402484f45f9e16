import { arrayOf, entityOf, type JsonOf, text } from './json-schema.ts';

const identityProviderSchema = entityOf('identityProvider', {
  name: text,
  label: text,
  url: text,
});

export const identityProvidersSchema = entityOf('identityProviders', {
  entries: arrayOf(identityProviderSchema),
});

interface ShownProvider {
  readonly name: string;
  readonly label: string;
}

/** `baseUrl` ends with a slash. Nothing else of the configuration is public. */
export function writeIdentityProviders(
  providers: readonly ShownProvider[],
  baseUrl: string,
): JsonOf<typeof identityProvidersSchema> {
  const entries = providers.map(
    ({ name, label }) =>
      ({
        'entity-type': 'identityProvider',
        name,
        label,
        url: `${baseUrl}login/oidc/${name}`,
      }) as const,
  );
  return { 'entity-type': 'identityProviders', entries };
}
