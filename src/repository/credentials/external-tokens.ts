import { randomId } from '../../base/ids.ts';
import { isMailAddress } from '../../base/mail-address.ts';
import { openSealedText, sealText } from '../../base/sealing.ts';
import { slicesOf } from '../../base/slices.ts';
import { type Acl, aceStatus } from '../../model/acl.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import { recordTokenEvent } from '../audit/audit-events.ts';
import { transientAddress } from '../principals/principal-names.ts';
import { beginSecurityChange } from '../principals/security-revision.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { type Grant, tokenRefused } from './grant.ts';
import { findTokenSecret } from './token-secret.ts';

// Tokens of people who have a permission, and no account. A token is the sealed id of its row: it can be
// made again for another mail, and nothing that is stored signs in.

const prefix = 'external.';
const purpose = 'token of an external user';
/** Longer than any that the server makes. */
const tokenLengthMax = 200;
const namesPerQuery = 500;
/** Of an entry without an end: the last instant of the calendar. */
const never = 8_640_000_000_000_000;

export function isExternalToken(token: string): boolean {
  return token.startsWith(prefix);
}

export function externalToken(secret: string, id: string): string {
  return prefix + sealText(id, { secret, purpose });
}

interface TokenState {
  readonly username: string;
  readonly revoked_at: number | null;
  /** Null without any entry. */
  readonly ends_at: number | null;
}

const tokenById = defineStatement<{ id: string }, TokenState>((builder, { id }) =>
  builder
    .selectFrom('external_token')
    .leftJoin('external_grant', 'external_grant.token_id', 'external_token.id')
    .select(['username', 'revoked_at'])
    .select((e) => e.fn.max('ends_at').as('ends_at'))
    .where('external_token.id', '=', id)
    .groupBy(['username', 'revoked_at']),
);

/** @throws AppError token.refused saying why */
export async function findExternalGrant(
  handle: ReadHandle,
  token: string,
  nowMs: number,
): Promise<Grant> {
  const state = await readState(handle, token);
  if (!state) throw tokenRefused(`it is not known here; ${remedy}`);
  const { username, revoked_at, ends_at } = state;
  if (revoked_at !== null || ends_at === null) {
    throw tokenRefused(`the permission that it was given for was withdrawn; ${remedy}`);
  }
  if (ends_at < nowMs) {
    throw tokenRefused(`the permission that it was given for has ended; ${remedy}`);
  }
  return { username, isReadOnly: false, expiresAt: ends_at + 1, isExternal: true };
}

const remedy = 'ask the person who has sent the link for a new one';

async function readState(handle: ReadHandle, token: string): Promise<TokenState | undefined> {
  if (token.length > tokenLengthMax) return undefined;
  const secret = await findTokenSecret(handle);
  const id = secret && openSealedText(token.slice(prefix.length), { secret, purpose });
  return id ? handle.fetchFirst(tokenById, { id }) : undefined;
}

interface AclChange {
  readonly documentId: string;
  readonly before: readonly Acl[];
  readonly after: readonly Acl[];
}

/**
 * Gives new external users of a document their token, and ends the tokens of those whose last entry is
 * gone. Costs nothing without such users, otherwise some queries for each 500.
 */
export async function followExternalUsers(
  unit: WriteUnit,
  { documentId, before, after }: AclChange,
): Promise<void> {
  const present = endsByName(after, unit.nowMs);
  const gone = externalNames(before).filter((name) => !present.has(name));
  for (const names of slicesOf(gone, namesPerQuery)) await removeGrants(unit, documentId, names);
  for (const some of slicesOf([...present], namesPerQuery)) {
    await storeGrants(unit, documentId, new Map(some));
  }
}

function externalNames(acls: readonly Acl[]): readonly string[] {
  const names = acls.flatMap(({ aces }) => aces.map(({ username }) => username));
  return [...new Set(names)].filter((name) => transientAddress(name) !== undefined);
}

/** External users with an entry that grants something now or later, and when the last of these ends. */
function endsByName(acls: readonly Acl[], nowMs: number): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const ace of acls.flatMap(({ aces }) => aces)) {
    const address = transientAddress(ace.username);
    if (address === undefined || !isMailAddress(address)) continue;
    if (!ace.granted || aceStatus(ace, nowMs) === 'archived') continue;
    ends.set(ace.username, Math.max(ends.get(ace.username) ?? 0, ace.end ?? never));
  }
  return ends;
}

async function removeGrants(
  unit: WriteUnit,
  documentId: string,
  names: readonly string[],
): Promise<void> {
  const { handle } = unit;
  const tokens = await activeTokens(handle, names);
  if (tokens.size === 0) return;
  await handle.run(
    handle.builder
      .deleteFrom('external_grant')
      .where('document_id', '=', documentId)
      .where('token_id', 'in', [...tokens.values()]),
  );
  await endUnused(unit, names);
}

/** Ends the tokens of these users for which no entry is left that is not over. */
async function endUnused(unit: WriteUnit, names: readonly string[]): Promise<void> {
  const { handle, nowMs } = unit;
  const ended = await handle.all(
    handle.builder
      .updateTable('external_token')
      .set({ revoked_at: nowMs })
      .where('username', 'in', names)
      .where('revoked_at', 'is', null)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('external_grant')
              .select('token_id')
              .whereRef('token_id', '=', 'external_token.id')
              .where('ends_at', '>=', nowMs),
          ),
        ),
      )
      .returning('username'),
  );
  if (ended.length === 0) return;
  await beginSecurityChange(handle);
  for (const { username } of ended) {
    recordTokenEvent(unit, { eventId: 'tokenRevoked', username, comment: eventComment });
  }
}

const eventComment = 'external user';

async function storeGrants(
  unit: WriteUnit,
  documentId: string,
  ends: ReadonlyMap<string, number>,
): Promise<void> {
  const { handle } = unit;
  const names = [...ends.keys()];
  // A token that is over does not come back with another entry.
  await endUnused(unit, names);
  const tokens = new Map(await activeTokens(handle, names));
  const missing = names.filter((name) => !tokens.has(name));
  for (const [name, id] of await makeTokens(unit, missing)) tokens.set(name, id);
  const grants = [...ends].flatMap(([name, ends_at]) => {
    const token_id = tokens.get(name);
    return token_id === undefined ? [] : [{ token_id, document_id: documentId, ends_at }];
  });
  await handle.run(
    handle.builder
      .insertInto('external_grant')
      .values(grants)
      .onConflict((conflict) =>
        conflict
          .columns(['token_id', 'document_id'])
          .doUpdateSet((e) => ({ ends_at: e.ref('excluded.ends_at') })),
      ),
  );
}

async function makeTokens(
  unit: WriteUnit,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(names.map((username) => [username, randomId()]));
  if (ids.size === 0) return ids;
  const rows = [...ids].map(([username, id]) => ({
    id,
    username,
    created_at: unit.nowMs,
    revoked_at: null,
  }));
  await unit.handle.run(unit.handle.builder.insertInto('external_token').values(rows));
  for (const username of names) {
    recordTokenEvent(unit, { eventId: 'tokenCreated', username, comment: eventComment });
  }
  return ids;
}

/** User name → id of the token; with one query. */
export async function activeTokens(
  handle: ReadHandle,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await handle.all(
    handle.builder
      .selectFrom('external_token')
      .select(['id', 'username'])
      .where('username', 'in', names)
      .where('revoked_at', 'is', null),
  );
  return new Map(rows.map(({ id, username }) => [username, id]));
}

const rowsPerPurge = 500;
/** So long a withdrawn token is told from an unknown one. */
const endedKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Removes some that ended long ago, with or without a change of permissions; returns how many. */
export function purgeEndedExternalTokens(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const longAgo = nowMs - endedKeptMs;
  const ended = builder
    .selectFrom('external_token')
    .select('id')
    .where('created_at', '<', longAgo)
    .where((e) =>
      e.or([
        e('revoked_at', '<', longAgo),
        e.not(
          e.exists(
            e
              .selectFrom('external_grant')
              .select('token_id')
              .whereRef('token_id', '=', 'external_token.id')
              .where('ends_at', '>=', longAgo),
          ),
        ),
      ]),
    )
    .limit(rowsPerPurge);
  return handle.run(builder.deleteFrom('external_token').where('id', 'in', ended));
}
