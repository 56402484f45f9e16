import { AppError } from '../../base/errors/app-error.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { OAuth2ClientTable } from '../../storage/sign-in-tables.ts';
import { beginSecurityChange } from '../principals/security-revision.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { isRedirectUri } from './redirect-uris.ts';

export interface OAuth2Client {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Undefined for programs that cannot keep a secret. */
  readonly secretHash: string | undefined;
  /** Users are not asked. */
  readonly isAutoGrant: boolean;
  readonly isEnabled: boolean;
}

const textLengthMax = 250;
const urisMax = 50;

export async function findClient(
  handle: ReadHandle,
  id: string,
): Promise<OAuth2Client | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await handle.first(
    handle.builder.selectFrom('oauth2_client').selectAll().where('id', '=', id),
  );
  return row && toClient(row);
}

/** @throws AppError oauth2.client-not-found */
export async function getClient(handle: ReadHandle, id: string): Promise<OAuth2Client> {
  const client = await findClient(handle, id);
  if (client) return client;
  throw new AppError('oauth2.client-not-found', `Invalid client: ${id}`);
}

/** By id. */
export async function listClients(handle: ReadHandle): Promise<readonly OAuth2Client[]> {
  const query = handle.builder.selectFrom('oauth2_client').selectAll().orderBy('id');
  return (await handle.all(query)).map(toClient);
}

function toClient(row: OAuth2ClientTable): OAuth2Client {
  return {
    id: row.id,
    name: row.name,
    redirectUris: parseJson(row.redirect_uris) as string[],
    secretHash: row.secret_hash ?? undefined,
    isAutoGrant: row.is_auto_grant === 1,
    isEnabled: row.is_enabled === 1,
  };
}

/** @throws AppError oauth2.client-invalid naming what is missing or wrong */
function checkClient({ id, name, redirectUris }: OAuth2Client): void {
  if (name === '') throw invalid('Client name is required');
  if (id === '') throw invalid('Client Id is required');
  if (redirectUris.length === 0) throw invalid('Redirect URIs is required');
  for (const [field, text] of Object.entries({ name, id })) {
    if (text.length > textLengthMax || !isStorableText(text)) {
      throw invalid(`${field}: is longer than ${textLengthMax} characters, or cannot be stored`);
    }
  }
  if (redirectUris.length > urisMax) throw invalid(`redirectURIs: are more than ${urisMax}`);
  for (const uri of redirectUris) {
    if (isRedirectUri(uri)) continue;
    throw invalid(
      `'${uri.slice(0, 200)}' is not a valid redirect URI: use https://…, http://localhost… or the scheme of an application`,
    );
  }
}

function invalid(problem: string): AppError {
  return new AppError('oauth2.client-invalid', problem);
}

/** @throws AppError oauth2.client-invalid also when the id is taken */
export async function createClient({ handle }: WriteUnit, client: OAuth2Client): Promise<void> {
  checkClient(client);
  const added = await handle.all(
    handle.builder
      .insertInto('oauth2_client')
      .values(toRow(client))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  );
  if (added.length === 0) throw invalid(`Client with id '${client.id}' already exists`);
}

/** A client that is disabled has no valid tokens any more. @throws AppError as `createClient` */
export async function updateClient({ handle }: WriteUnit, client: OAuth2Client): Promise<void> {
  checkClient(client);
  await beginSecurityChange(handle);
  const { id, ...row } = toRow(client);
  await handle.run(handle.builder.updateTable('oauth2_client').set(row).where('id', '=', id));
}

/** With its tokens. @throws AppError oauth2.client-not-found */
export async function deleteClient({ handle }: WriteUnit, id: string): Promise<void> {
  await getClient(handle, id);
  await beginSecurityChange(handle);
  await handle.run(handle.builder.deleteFrom('oauth2_client').where('id', '=', id));
}

function toRow(client: OAuth2Client): OAuth2ClientTable {
  return {
    id: client.id,
    name: client.name,
    redirect_uris: stringifyJson(client.redirectUris),
    secret_hash: client.secretHash ?? null,
    is_auto_grant: client.isAutoGrant ? 1 : 0,
    is_enabled: client.isEnabled ? 1 : 0,
  };
}
