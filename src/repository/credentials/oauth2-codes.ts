import { randomId, randomToken } from '../../base/ids.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { OAuth2CodeTable } from '../../storage/sign-in-tables.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { type Claimed, endFamily } from './oauth2-tokens.ts';
import { digestSecret } from './secret-digest.ts';

interface Authorization {
  readonly clientId: string;
  /** As in the request; null when there was none. */
  readonly redirectUri: string | null;
  readonly challenge: string | null;
  readonly challengeMethod: string | null;
  readonly scope: string;
}

const codeSizeBytes = 24;
const codeLifetimeMs = 10 * 60_000;

/** A code that the client exchanges for tokens of the user, once. */
export async function issueCode(unit: WriteUnit, granted: Authorization): Promise<string> {
  const { handle, nowMs, principal } = unit;
  const code = randomToken(codeSizeBytes);
  await handle.run(
    handle.builder.insertInto('oauth2_code').values({
      digest: digestSecret(code),
      client_id: granted.clientId,
      username: principal.username,
      family: randomId(),
      redirect_uri: granted.redirectUri,
      challenge: granted.challenge,
      challenge_method: granted.challengeMethod,
      scope: granted.scope,
      expires_at: nowMs + codeLifetimeMs,
      used_at: null,
    }),
  );
  return code;
}

/**
 * The code, which can be claimed once, or why it cannot. One that comes a second time was copied: the tokens
 * that came of it end.
 */
export async function claimCode(
  handle: WriteHandle,
  {
    code,
    clientId,
    nowMs,
  }: { readonly code: string; readonly clientId: string; readonly nowMs: number },
): Promise<Claimed<OAuth2CodeTable>> {
  const digest = digestSecret(code);
  const [claimed] = await handle.all(
    handle.builder
      .updateTable('oauth2_code')
      .set({ used_at: nowMs })
      .where('digest', '=', digest)
      .where('client_id', '=', clientId)
      .where('used_at', 'is', null)
      .returningAll(),
  );
  if (claimed && claimed.expires_at > nowMs) return { row: claimed };
  if (claimed) return { username: claimed.username, problem: 'the code has expired' };
  const used = await handle.first(
    handle.builder
      .selectFrom('oauth2_code')
      .select(['family', 'username'])
      .where('digest', '=', digest)
      .where('used_at', 'is not', null),
  );
  if (!used) return { problem: 'the code is not known here, or is of another client' };
  const { family, username } = used;
  await endFamily(handle, { family, endedBy: 'reused', nowMs });
  return { username, problem: 'the code was used before; what came of it has been withdrawn' };
}

const rowsPerPurge = 500;

/** Removes some that have expired; returns how many. Used ones stay for a day, to know them again. */
export function purgeExpiredCodes(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const expired = builder
    .selectFrom('oauth2_code')
    .select('digest')
    .where('expires_at', '<', nowMs - 24 * 60 * 60_000)
    .limit(rowsPerPurge);
  return handle.run(builder.deleteFrom('oauth2_code').where('digest', 'in', expired));
}
