import { createHmac } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import { randomId, randomToken } from '../../base/ids.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { AuthTokenTable } from '../../storage/sign-in-tables.ts';
import { defineStatement } from '../../storage/statement.ts';
import { recordTokenEvent } from '../audit/audit-events.ts';
import { beginSecurityChange } from '../principals/security-revision.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { type Grant, isReadOnlyPermission, tokenRefused } from './grant.ts';
import { digestSecret } from './secret-digest.ts';

type AuthToken = AuthTokenTable;

interface NewToken {
  readonly application: string;
  /** Null for a token that is shown once; with a device the same request has the same token again. */
  readonly deviceId: string | null;
  readonly deviceDescription: string;
  readonly permission: string;
  readonly expiresAt: number | null;
}

const textLengthMax = 250;
const tokenSizeBytes = 32;
const tokensPerUserMax = 1_000;

/**
 * The token of that device of the user, or another one without a device. Tokens of devices follow from
 * their id and a secret of the store, because the same request must be given the same token; the row has
 * the hash of either kind only.
 *
 * @throws AppError request.invalid naming the parameter
 */
export async function acquireToken(
  unit: WriteUnit,
  secret: string,
  wanted: NewToken,
): Promise<string> {
  const { handle, nowMs } = unit;
  checkTexts(wanted);
  const known = await findDeviceToken(unit, wanted);
  if (known && (known.expires_at === null || known.expires_at > nowMs)) {
    return deviceToken(secret, known.id);
  }
  if (known) await endToken(unit, known);
  await checkNumber(unit);
  const id = randomId();
  const token = wanted.deviceId === null ? randomToken(tokenSizeBytes) : deviceToken(secret, id);
  const { username } = unit.principal;
  const row = {
    id,
    digest: digestSecret(token),
    username,
    application: wanted.application,
    device_id: wanted.deviceId,
    device_description: wanted.deviceDescription,
    permission: wanted.permission,
    created_at: nowMs,
    expires_at: wanted.expiresAt,
    revoked_at: null,
    last_used_at: null,
  };
  const added = await handle.all(
    handle.builder
      .insertInto('auth_token')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  if (added.length === 0) return sameToken(unit, secret, wanted);
  recordTokenEvent(unit, { eventId: 'tokenCreated', username, comment: wanted.application });
  return token;
}

/** Another request for the same device was first. */
async function sameToken(unit: WriteUnit, secret: string, wanted: NewToken): Promise<string> {
  const known = await findDeviceToken(unit, wanted);
  if (!known) throw new AppError('store.busy', 'The device asks for its token twice; try again');
  return deviceToken(secret, known.id);
}

function deviceToken(secret: string, id: string): string {
  return createHmac('sha256', secret).update('token:').update(id).digest('base64url');
}

function checkTexts({ application, deviceId, deviceDescription, permission }: NewToken): void {
  const texts = { application, deviceId: deviceId ?? '-', deviceDescription, permission };
  for (const [name, value] of Object.entries(texts)) {
    if (value.length <= textLengthMax && isStorableText(value)) continue;
    const problem = `${name}: is longer than ${textLengthMax} characters, or has characters that cannot be stored`;
    throw new AppError('request.invalid', problem);
  }
}

/** @throws AppError request.invalid */
async function checkNumber({ handle, principal }: WriteUnit): Promise<void> {
  const row = await handle.first(
    handle.builder
      .selectFrom('auth_token')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('username', '=', principal.username),
  );
  if (Number(row?.count ?? 0) < tokensPerUserMax) return;
  throw new AppError(
    'request.invalid',
    `The user has ${tokensPerUserMax} tokens; withdraw some that are not needed`,
  );
}

function findDeviceToken(
  { handle, principal }: WriteUnit,
  { application, deviceId }: Pick<NewToken, 'application' | 'deviceId'>,
): Promise<AuthToken | undefined> {
  return handle.first(
    handle.builder
      .selectFrom('auth_token')
      .selectAll()
      .where('username', '=', principal.username)
      .where('application', '=', application)
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null),
  );
}

/** Withdraws the token of that device; false when there is none. */
export async function revokeDeviceToken(
  unit: WriteUnit,
  device: { readonly application: string; readonly deviceId: string },
): Promise<boolean> {
  if (!isStorableText(device.application) || !isStorableText(device.deviceId)) return false;
  const known = await findDeviceToken(unit, device);
  if (known) await endToken(unit, known);
  return known !== undefined;
}

/**
 * Withdraws a token by its id or by itself: one of the caller; any for administrators.
 *
 * @throws AppError token.not-found
 */
export async function revokeToken(unit: WriteUnit, idOrToken: string): Promise<void> {
  const { handle, principal } = unit;
  const known = await handle.first(
    handle.builder
      .selectFrom('auth_token')
      .selectAll()
      .where((e) => e.or([e('digest', '=', digestSecret(idOrToken)), e('id', '=', idOrToken)]))
      .where('revoked_at', 'is', null),
  );
  const isOwn = known?.username === principal.username;
  if (!known || !(isOwn || principal.isAdministrator)) {
    throw new AppError('token.not-found', 'There is no such token, or it was withdrawn already');
  }
  await endToken(unit, known);
}

async function endToken(unit: WriteUnit, { id, username, application }: AuthToken): Promise<void> {
  const { handle, nowMs } = unit;
  await beginSecurityChange(handle);
  await handle.run(
    handle.builder.updateTable('auth_token').set({ revoked_at: nowMs }).where('id', '=', id),
  );
  recordTokenEvent(unit, { eventId: 'tokenRevoked', username, comment: application });
}

/** Those of the user that were not withdrawn, from the oldest. */
export function listTokens(
  handle: ReadHandle,
  { username, application }: { readonly username: string; readonly application: string | null },
): Promise<readonly AuthToken[]> {
  let query = handle.builder
    .selectFrom('auth_token')
    .selectAll()
    .where('username', '=', username)
    .where('revoked_at', 'is', null);
  if (application !== null) query = query.where('application', '=', application);
  return handle.all(query.orderBy('created_at').orderBy('id'));
}

const tokenByDigest = defineStatement<{ digest: string }, AuthToken>((builder, { digest }) =>
  builder.selectFrom('auth_token').selectAll().where('digest', '=', digest),
);

/** @throws AppError token.refused saying why */
export async function findTokenGrant(
  handle: ReadHandle,
  token: string,
  nowMs: number,
): Promise<Grant> {
  const row = await handle.fetchFirst(tokenByDigest, { digest: digestSecret(token) });
  if (!row) throw tokenRefused('it is not known here; ask for a new one');
  if (row.revoked_at !== null) throw tokenRefused('it was withdrawn; ask for a new one');
  if (row.expires_at !== null && row.expires_at <= nowMs) {
    throw tokenRefused('it has expired; ask for a new one');
  }
  return {
    username: row.username,
    isReadOnly: isReadOnlyPermission(row.permission),
    expiresAt: row.expires_at,
    tokenId: row.id,
  };
}

/** When tokens were used, of several at once. */
export async function recordTokenUses(
  handle: WriteHandle,
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [id, usedAt] of uses) {
    await handle.run(
      handle.builder
        .updateTable('auth_token')
        .set({ last_used_at: usedAt })
        .where('id', '=', id)
        .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', usedAt)])),
    );
  }
}

const rowsPerPurge = 500;
/** So long a withdrawn or expired token is told from an unknown one. */
const endedKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Removes some that ended long ago; returns how many. */
export function purgeEndedTokens(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const ended = builder
    .selectFrom('auth_token')
    .select('id')
    .where((e) =>
      e.or([e('revoked_at', '<', nowMs - endedKeptMs), e('expires_at', '<', nowMs - endedKeptMs)]),
    )
    .limit(rowsPerPurge);
  return handle.run(builder.deleteFrom('auth_token').where('id', 'in', ended));
}
