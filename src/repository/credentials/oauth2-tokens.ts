import { AppError } from '../../base/errors/app-error.ts';
import { randomId, randomToken } from '../../base/ids.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { OAuth2TokenTable } from '../../storage/sign-in-tables.ts';
import { defineStatement } from '../../storage/statement.ts';
import { recordTokenEvent } from '../audit/audit-events.ts';
import { beginSecurityChange } from '../principals/security-revision.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { type Grant, isReadOnlyPermission, tokenRefused } from './grant.ts';
import { digestSecret } from './secret-digest.ts';

export type OAuth2Token = OAuth2TokenTable;

/** How long tokens are good for. */
interface TokenLifetimes {
  readonly accessMs: number;
  readonly refreshMs: number;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** What was claimed, or why it cannot be. */
export type Claimed<Row> =
  | { readonly row: Row }
  | { readonly problem: string; readonly username?: string };

type EndedBy = 'refreshed' | 'withdrawn' | 'reused';

const accessSizeBytes = 24;
const refreshSizeBytes = 48;

interface NewTokens {
  readonly clientId: string;
  readonly username: string;
  readonly scope: string;
  /** Without one, the tokens begin a family. */
  readonly family?: string;
}

/** A pair of tokens; the rows have hashes only. */
export async function issueTokens(
  handle: WriteHandle,
  { clientId, username, scope, family = randomId() }: NewTokens,
  { accessMs, refreshMs, nowMs }: TokenLifetimes & { readonly nowMs: number },
): Promise<IssuedTokens> {
  const accessToken = randomToken(accessSizeBytes);
  const refreshToken = randomToken(refreshSizeBytes);
  await handle.run(
    handle.builder.insertInto('oauth2_token').values({
      id: randomId(),
      family,
      client_id: clientId,
      username,
      scope,
      access_digest: digestSecret(accessToken),
      refresh_digest: digestSecret(refreshToken),
      created_at: nowMs,
      access_expires_at: nowMs + accessMs,
      refresh_expires_at: nowMs + refreshMs,
      ended_at: null,
      ended_by: null,
    }),
  );
  return { accessToken, refreshToken };
}

/**
 * Ends the pair of a refresh token, so that another one can be issued; otherwise the problem. A refresh
 * token that comes again was copied: all that followed from the same grant ends.
 */
export async function claimRefresh(
  handle: WriteHandle,
  {
    token,
    clientId,
    nowMs,
  }: { readonly token: string; readonly clientId: string; readonly nowMs: number },
): Promise<Claimed<OAuth2Token>> {
  const digest = digestSecret(token);
  const known = await handle.first(
    handle.builder
      .selectFrom('oauth2_token')
      .selectAll()
      .where('refresh_digest', '=', digest)
      .where('client_id', '=', clientId),
  );
  if (!known) return { problem: 'the refresh token is not known here' };
  const { username } = known;
  // Before the row is looked at again: two requests with the same token come one after the other.
  await beginSecurityChange(handle);
  const [ended] = await handle.all(
    handle.builder
      .updateTable('oauth2_token')
      .set({ ended_at: nowMs, ended_by: 'refreshed' })
      .where('id', '=', known.id)
      .where('ended_at', 'is', null)
      .returningAll(),
  );
  if (ended && ended.refresh_expires_at > nowMs) return { row: ended };
  if (ended) return { username, problem: 'the refresh token has expired' };
  if (known.ended_by === 'withdrawn') {
    return { username, problem: 'the refresh token was withdrawn' };
  }
  await endFamily(handle, { family: known.family, endedBy: 'reused', nowMs });
  const problem =
    'the refresh token was used before; all tokens of this grant have been withdrawn, sign in again';
  return { username, problem };
}

/** Ends what is still valid of the tokens that came of one grant. */
export async function endFamily(
  handle: WriteHandle,
  {
    family,
    endedBy,
    nowMs,
  }: { readonly family: string; readonly endedBy: EndedBy; readonly nowMs: number },
): Promise<void> {
  await beginSecurityChange(handle);
  await handle.run(
    handle.builder
      .updateTable('oauth2_token')
      .set({ ended_at: nowMs, ended_by: endedBy })
      .where('family', '=', family)
      .where('ended_at', 'is', null),
  );
}

interface AccessRow extends OAuth2Token {
  readonly is_enabled: number;
}

const byAccessDigest = defineStatement<{ digest: string }, AccessRow>((builder, { digest }) =>
  builder
    .selectFrom('oauth2_token')
    .innerJoin('oauth2_client', 'oauth2_client.id', 'oauth2_token.client_id')
    .selectAll('oauth2_token')
    .select('oauth2_client.is_enabled')
    .where('access_digest', '=', digest),
);

const endings: Readonly<Record<string, string>> = {
  refreshed: 'it was replaced when it was refreshed; use the newer one',
  withdrawn: 'it was withdrawn; sign in again',
  reused:
    'a refresh token or code of the same grant was used twice, so it was withdrawn; sign in again',
};

/** @throws AppError token.refused saying why */
export async function findAccessGrant(
  handle: ReadHandle,
  token: string,
  nowMs: number,
): Promise<Grant> {
  const row = await handle.fetchFirst(byAccessDigest, { digest: digestSecret(token) });
  if (!row) throw tokenRefused('it is not known here; sign in again');
  if (row.ended_by !== null) throw tokenRefused(endings[row.ended_by] ?? 'it has ended');
  if (row.is_enabled !== 1) throw tokenRefused('its client has been disabled');
  if (row.access_expires_at <= nowMs) throw tokenRefused('it has expired; refresh it');
  return {
    username: row.username,
    isReadOnly: isReadOnlyPermission(row.scope),
    expiresAt: row.access_expires_at,
  };
}

interface TokenFilter {
  readonly username?: string | undefined;
  readonly clientId?: string;
  /** Part of the name of the user or the client. */
  readonly query?: string;
}

const listMax = 10_000;

/** Those that can be used or refreshed, from the oldest. */
export async function listOAuth2Tokens(
  handle: ReadHandle,
  { username, clientId, query }: TokenFilter,
  nowMs: number,
): Promise<readonly OAuth2Token[]> {
  let select = handle.builder
    .selectFrom('oauth2_token')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('refresh_expires_at', '>', nowMs);
  if (username !== undefined) select = select.where('username', '=', username);
  if (clientId !== undefined) select = select.where('client_id', '=', clientId);
  const rows = await handle.all(select.orderBy('created_at').orderBy('id').limit(listMax));
  return query === undefined
    ? rows
    : rows.filter((row) => `${row.username} ${row.client_id}`.includes(query));
}

/** Whether the user has granted the client the same access, and it can still be used. */
export async function hasGranted(
  { handle, principal, nowMs }: ReadUnit,
  { clientId, scope }: { readonly clientId: string; readonly scope: string },
): Promise<boolean> {
  const { username } = principal;
  const tokens = await listOAuth2Tokens(handle, { username, clientId }, nowMs);
  return tokens.some((token) => token.scope === scope);
}

/** Withdraws all that the user has granted the client. @throws AppError token.not-found */
export async function withdrawTokens(
  unit: WriteUnit,
  { clientId, username }: { readonly clientId: string; readonly username: string },
): Promise<void> {
  const { handle, nowMs } = unit;
  await beginSecurityChange(handle);
  const count = await handle.run(
    handle.builder
      .updateTable('oauth2_token')
      .set({ ended_at: nowMs, ended_by: 'withdrawn' })
      .where('client_id', '=', clientId)
      .where('username', '=', username)
      .where('ended_at', 'is', null),
  );
  if (count === 0) {
    throw new AppError('token.not-found', `The client ${clientId} has no token of ${username}`);
  }
  recordTokenEvent(unit, { eventId: 'tokenRevoked', username, comment: clientId });
}

const rowsPerPurge = 500;
const endedKeptMs = 7 * 24 * 60 * 60_000;

/** Removes some that can be neither used nor refreshed; returns how many. */
export function purgeEndedOAuth2Tokens(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const before = nowMs - endedKeptMs;
  const ended = builder
    .selectFrom('oauth2_token')
    .select('id')
    .where('refresh_expires_at', '<', before)
    .limit(rowsPerPurge);
  return handle.run(builder.deleteFrom('oauth2_token').where('id', 'in', ended));
}

interface ExpiredPage {
  /** The last id of the page before. */
  readonly after: string;
  readonly limit: number;
  readonly nowMs: number;
}

/** Ids of tokens that can be neither used nor refreshed because of their age. */
export async function listExpiredTokens(
  handle: ReadHandle,
  { after, limit, nowMs }: ExpiredPage,
): Promise<readonly string[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('oauth2_token')
      .select('id')
      .where('refresh_expires_at', '<=', nowMs)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  );
  return rows.map(({ id }) => id);
}

/** Those of the ids that have expired; returns how many. */
export function removeExpiredTokens(
  handle: WriteHandle,
  ids: readonly string[],
  nowMs: number,
): Promise<number> {
  return handle.run(
    handle.builder
      .deleteFrom('oauth2_token')
      .where('id', 'in', ids)
      .where('refresh_expires_at', '<=', nowMs),
  );
}
