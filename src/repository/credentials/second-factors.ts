import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { randomToken } from '../../base/ids.ts';
import { openSealedText, type Seal, sealText } from '../../base/sealing.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { recordSecondFactorEvent } from '../audit/audit-events.ts';
import type { AuditAuthor } from '../audit/audit-log.ts';
import { beginSecurityChange } from '../principals/security-revision.ts';

/** Of the codes that authenticator applications show (RFC 6238). */
const code = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps that clocks may differ. */
const stepsOff = 1;
const recoveryCodes = 10;
/** Wrong codes in a row, after which codes are refused for a while: there are only a million. */
const failuresMax = 5;
const pauseFirstMs = 30_000;
const pauseMaxMs = 15 * 60_000;

/** The library is loaded when it is first used: it costs 9 ms and 5 MB. */
const loadCodes = () => import('otpauth');

interface Owner {
  readonly username: string;
  /** Of the server: the secret is stored sealed with it. */
  readonly serverSecret: string;
}

type Author = AuditAuthor & { readonly handle: WriteHandle };

interface SecondFactorStatus {
  readonly isConfirmed: boolean;
  readonly recoveryCodesLeft: number;
}

/** Null for users without one. */
export async function findSecondFactor(
  handle: ReadHandle,
  username: string,
): Promise<SecondFactorStatus | null> {
  const row = await handle.first(
    handle.builder
      .selectFrom('second_factor')
      .select('confirmed_at')
      .select((e) =>
        e
          .selectFrom('recovery_code')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('recovery_code.username', '=', 'second_factor.username')
          .as('left'),
      )
      .where('username', '=', username),
  );
  if (!row) return null;
  return { isConfirmed: row.confirmed_at !== null, recoveryCodesLeft: Number(row.left ?? 0) };
}

/**
 * Makes a secret, which counts once the user has shown a code of it.
 *
 * @throws AppError second-factor.exists
 */
export async function beginSecondFactor(
  handle: WriteHandle,
  owner: Owner,
  nowMs: number,
): Promise<{ secret: string; uri: string }> {
  const { username } = owner;
  if ((await findSecondFactor(handle, username))?.isConfirmed) {
    throw new AppError('second-factor.exists', 'There is a second factor already; remove it first');
  }
  const { Secret, TOTP } = await loadCodes();
  const secret = new Secret({ size: 20 });
  await deleteRows(handle, username);
  await handle.run(
    handle.builder.insertInto('second_factor').values({
      username,
      sealed_secret: sealText(secret.base32, sealOf(owner)),
      created_at: nowMs,
      confirmed_at: null,
      last_step: 0,
      failures: 0,
      blocked_until: 0,
    }),
  );
  const uri = new TOTP({ ...code, issuer: 'Cartulary', label: username, secret }).toString();
  return { secret: secret.base32, uri };
}

/** Requires codes from now on, and returns the recovery codes, which are shown once. */
export async function confirmSecondFactor(
  author: Author,
  owner: Owner,
  sent: string,
): Promise<readonly string[] | 'wrong'> {
  const { handle, nowMs } = author;
  const { username } = owner;
  await beginSecurityChange(handle);
  if ((await acceptCode(handle, owner, { sent, nowMs })) !== 'accepted') return 'wrong';
  await handle.run(
    handle.builder
      .updateTable('second_factor')
      .set({ confirmed_at: nowMs })
      .where('username', '=', username),
  );
  const codes = Array.from({ length: recoveryCodes }, () => randomToken(9));
  await handle.run(
    handle.builder
      .insertInto('recovery_code')
      .values(codes.map((each) => ({ username, digest: digestOf(username, each) }))),
  );
  recordSecondFactorEvent(author, { eventId: 'secondFactorEnabled', username });
  return codes;
}

/** False when the user has none. */
export async function removeSecondFactor(author: Author, username: string): Promise<boolean> {
  const { handle } = author;
  await beginSecurityChange(handle);
  if (!(await deleteRows(handle, username))) return false;
  recordSecondFactorEvent(author, { eventId: 'secondFactorRemoved', username });
  return true;
}

interface SentCode {
  readonly sent: string;
  readonly nowMs: number;
}

/** Uses up a code or a recovery code: each is accepted once, by one process. Wrong ones are counted. */
export async function acceptCode(
  handle: WriteHandle,
  owner: Owner,
  { sent, nowMs }: SentCode,
): Promise<'accepted' | 'wrong' | 'blocked'> {
  const { username } = owner;
  await lockRow(handle, username);
  const row = await handle.first(
    handle.builder
      .selectFrom('second_factor')
      .select(['sealed_secret', 'failures', 'blocked_until'])
      .where('username', '=', username),
  );
  if (!row) return 'wrong';
  if (row.blocked_until > nowMs) return 'blocked';
  const secret = openSealedText(row.sealed_secret, sealOf(owner));
  const step = secret === undefined ? null : await stepOf(secret, { sent, nowMs });
  const isAccepted =
    step === null
      ? await useRecoveryCode(handle, username, sent)
      : await useStep(handle, username, step);
  if (isAccepted) return 'accepted';
  await countFailure(handle, username, { failures: row.failures + 1, nowMs });
  return 'wrong';
}

/** One attempt after the other: many at once must not all count as the first. */
async function lockRow(handle: WriteHandle, username: string): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('second_factor')
      .set({ failures: sql<number>`failures` })
      .where('username', '=', username),
  );
}

/** Which step of time the code is of; null for texts that are no code of now. */
async function stepOf(secret: string, { sent, nowMs }: SentCode): Promise<number | null> {
  const token = sent.replaceAll(' ', '');
  if (!/^\d{6}$/.test(token)) return null;
  const { Secret, TOTP } = await loadCodes();
  const totp = new TOTP({ ...code, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token, timestamp: nowMs, window: stepsOff });
  return delta === null ? null : Math.floor(nowMs / (code.period * 1_000)) + delta;
}

/** False for a code that was used before, or is older than one that was. */
async function useStep(handle: WriteHandle, username: string, step: number): Promise<boolean> {
  const used = await handle.run(
    handle.builder
      .updateTable('second_factor')
      .set({ last_step: step, failures: 0 })
      .where('username', '=', username)
      .where('last_step', '<', step),
  );
  return used === 1;
}

async function useRecoveryCode(
  handle: WriteHandle,
  username: string,
  sent: string,
): Promise<boolean> {
  const removed = await handle.run(
    handle.builder
      .deleteFrom('recovery_code')
      .where('digest', '=', digestOf(username, sent.trim())),
  );
  return removed === 1;
}

async function countFailure(
  handle: WriteHandle,
  username: string,
  { failures, nowMs }: { readonly failures: number; readonly nowMs: number },
): Promise<void> {
  const excess = failures - failuresMax;
  const pauseMs = excess < 0 ? 0 : Math.min(pauseMaxMs, pauseFirstMs * 2 ** Math.min(excess, 10));
  await handle.run(
    handle.builder
      .updateTable('second_factor')
      .set({ failures: sql<number>`failures + 1`, blocked_until: nowMs + pauseMs })
      .where('username', '=', username),
  );
}

async function deleteRows(handle: WriteHandle, username: string): Promise<boolean> {
  const { builder } = handle;
  await handle.run(builder.deleteFrom('recovery_code').where('username', '=', username));
  const removed = await handle.run(
    builder.deleteFrom('second_factor').where('username', '=', username),
  );
  return removed === 1;
}

function sealOf({ username, serverSecret }: Owner): Seal {
  return { secret: serverSecret, purpose: `second factor of ${username}` };
}

function digestOf(username: string, recoveryCode: string): string {
  return hash('sha256', JSON.stringify([username, recoveryCode]));
}
