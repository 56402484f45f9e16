import { AppError } from '../../base/errors/app-error.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import type { OAuth2Provider } from '../../model/oauth2-provider.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { OAuth2ProviderTable } from '../../storage/sign-in-tables.ts';
import type { WriteUnit } from '../unit/unit.ts';

const textLengthMax = 2_000;
const nameLengthMax = 250;
const scopesMax = 100;

/** By name. */
export async function listProviders(handle: ReadHandle): Promise<readonly OAuth2Provider[]> {
  const query = handle.builder.selectFrom('oauth2_provider').selectAll().orderBy('name');
  return (await handle.all(query)).map(toProvider);
}

/** @throws AppError oauth2.provider-not-found */
export async function getProvider(handle: ReadHandle, name: string): Promise<OAuth2Provider> {
  const row = isStorableText(name)
    ? await handle.first(
        handle.builder.selectFrom('oauth2_provider').selectAll().where('name', '=', name),
      )
    : undefined;
  if (row) return toProvider(row);
  throw new AppError('oauth2.provider-not-found', `Invalid provider: ${name.slice(0, 200)}`);
}

/** @throws AppError oauth2.provider-invalid also when the name is taken */
export async function createProvider(unit: WriteUnit, provider: OAuth2Provider): Promise<void> {
  checkProvider(provider);
  const { handle } = unit;
  const added = await handle.all(
    handle.builder
      .insertInto('oauth2_provider')
      .values(toRow(provider))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name'),
  );
  if (added.length === 0) {
    throw invalid(`serviceName: a provider with the name ${provider.name} exists already`);
  }
}

/** @throws AppError oauth2.provider-invalid, oauth2.provider-not-found when it was removed meanwhile */
export async function updateProvider(unit: WriteUnit, provider: OAuth2Provider): Promise<void> {
  checkProvider(provider);
  const { handle } = unit;
  await getProvider(handle, provider.name);
  const { name, ...row } = toRow(provider);
  await handle.run(handle.builder.updateTable('oauth2_provider').set(row).where('name', '=', name));
}

/** @throws AppError oauth2.provider-not-found */
export async function deleteProvider({ handle }: WriteUnit, name: string): Promise<void> {
  await getProvider(handle, name);
  await handle.run(handle.builder.deleteFrom('oauth2_provider').where('name', '=', name));
}

function checkProvider(provider: OAuth2Provider): void {
  const { name, description, clientId, scopes } = provider;
  if (name === '') throw invalid('serviceName: is missing');
  if (name.length > nameLengthMax) throw invalid(`serviceName: is longer than ${nameLengthMax}`);
  checkTexts({ serviceName: name, description, clientId, scopes: scopes.join(' ') });
  if (scopes.length > scopesMax) throw invalid(`scopes: are more than ${scopesMax}`);
  checkUrl('authorizationServerURL', provider.authorizationUrl);
  checkUrl('tokenServerURL', provider.tokenUrl);
  checkUrl('userAuthorizationURL', provider.userAuthorizationUrl);
}

function checkTexts(texts: Readonly<Record<string, string | null>>): void {
  for (const [field, text] of Object.entries(texts)) {
    if (text === null || (text.length <= textLengthMax && isStorableText(text))) continue;
    throw invalid(`${field}: is longer than ${textLengthMax} characters, or cannot be stored`);
  }
}

/** Browsers are sent there. */
function checkUrl(field: string, text: string | null): void {
  if (text === null) return;
  const url = text.length <= textLengthMax ? URL.parse(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return;
  throw invalid(`${field}: must be an address with http or https, without a user`);
}

function invalid(problem: string): AppError {
  return new AppError('oauth2.provider-invalid', problem);
}

function toProvider(row: OAuth2ProviderTable): OAuth2Provider {
  return {
    name: row.name,
    description: row.description,
    clientId: row.client_id,
    sealedSecret: row.sealed_secret,
    authorizationUrl: row.authorization_url,
    tokenUrl: row.token_url,
    userAuthorizationUrl: row.user_authorization_url,
    scopes: parseJson(row.scopes) as string[],
    isEnabled: row.is_enabled === 1,
  };
}

function toRow(provider: OAuth2Provider): OAuth2ProviderTable {
  return {
    name: provider.name,
    description: provider.description,
    client_id: provider.clientId,
    sealed_secret: provider.sealedSecret,
    authorization_url: provider.authorizationUrl,
    token_url: provider.tokenUrl,
    user_authorization_url: provider.userAuthorizationUrl,
    scopes: stringifyJson(provider.scopes),
    is_enabled: provider.isEnabled ? 1 : 0,
  };
}
