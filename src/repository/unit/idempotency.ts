import { createHash } from 'node:crypto';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { randomId } from '../../base/ids.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { IdempotentResponseTable } from '../../storage/tables.ts';

/**
 * Stored responses to requests with a key: a repeated request gets the same response and is not
 * executed again, in any process of the store. Each user has separate keys.
 */

/** The longest duration of a request: after that its key is free for another attempt. */
const claimLifeMs = 60 * 60 * 1000;
const responseLifeMs = 24 * 60 * 60 * 1000;
/** A larger body is not stored. */
export const keptBodyBytesMax = 5 * 1024 * 1024;

export interface KeptResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array;
}

/** The right to store the response of a key. */
export interface KeyClaim {
  readonly username: string;
  readonly keyDigest: string;
  readonly claimId: string;
}

export type KeyState =
  /** The key was not used before: execute the request, then store the response or release the key. */
  | { readonly is: 'new'; readonly claim: KeyClaim }
  /** Another request with the key is being executed. */
  | { readonly is: 'running' }
  | { readonly is: 'stored'; readonly response: KeptResponse };

type ClaimParams = Pick<
  IdempotentResponseTable,
  'username' | 'key_digest' | 'claim_id' | 'expires_at'
> & { readonly nowMs: number };

/** Returns a row only to the request that claimed it; expired claims are replaced. */
const claim = defineStatement<ClaimParams, { claim_id: string }>((b, p) =>
  b
    .insertInto('idempotent_response')
    .values({
      username: p.username,
      key_digest: p.key_digest,
      claim_id: p.claim_id,
      expires_at: p.expires_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['username', 'key_digest'])
        .doUpdateSet((e) => ({
          claim_id: e.ref('excluded.claim_id'),
          expires_at: e.ref('excluded.expires_at'),
          status: null,
          headers: null,
          body: null,
        }))
        .where('idempotent_response.expires_at', '<=', p.nowMs),
    )
    .returning('claim_id'),
);

type StoredColumns = Pick<IdempotentResponseTable, 'status' | 'headers' | 'body'>;

const findStored = defineStatement<{ username: string; keyDigest: string }, StoredColumns>((b, p) =>
  b
    .selectFrom('idempotent_response')
    .select(['status', 'headers', 'body'])
    .where('username', '=', p.username)
    .where('key_digest', '=', p.keyDigest),
);

/**
 * Begins a request with a key. To be called in a separate unit, before the request is executed:
 * other requests with the key see the claim once the unit is durable.
 */
export async function claimKey(
  handle: WriteHandle,
  { username, key }: { readonly username: string; readonly key: string },
): Promise<KeyState> {
  const nowMs = now();
  const mine: KeyClaim = { username, keyDigest: digestOf(key), claimId: randomId() };
  const claimed = await handle.fetchFirst(claim, {
    username,
    key_digest: mine.keyDigest,
    claim_id: mine.claimId,
    expires_at: nowMs + claimLifeMs,
    nowMs,
  });
  if (claimed) return { is: 'new', claim: mine };
  const stored = await handle.fetchFirst(findStored, { username, keyDigest: mine.keyDigest });
  return stateOf(stored);
}

/** No row: it has just been released, and the client's next attempt will be the first. */
function stateOf(row: StoredColumns | undefined): KeyState {
  if (!row || row.status === null || row.headers === null || row.body === null) {
    return { is: 'running' };
  }
  const headers = parseJson(row.headers) as KeptResponse['headers'];
  return { is: 'stored', response: { status: row.status, headers, body: row.body } };
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Ends a request with its response. For a response that is not stored (an error, or too large a
 * body) it releases the key instead. In the unit of the request's own changes it ensures that they
 * happen once even when the process crashes before the response is sent.
 *
 * @throws AppError request.conflict when the claim expired and another request has the key
 */
export async function storeResponse(
  handle: WriteHandle,
  held: KeyClaim,
  response: KeptResponse,
): Promise<void> {
  if (response.status >= 400 || response.body.byteLength > keptBodyBytesMax) {
    return releaseKey(handle, held);
  }
  const query = handle.builder
    .updateTable('idempotent_response')
    .set({
      status: response.status,
      headers: stringifyJson(response.headers),
      body: response.body,
      expires_at: now() + responseLifeMs,
    })
    .where('username', '=', held.username)
    .where('key_digest', '=', held.keyDigest)
    .where('claim_id', '=', held.claimId);
  if ((await handle.run(query)) > 0) return;
  const text = 'Idempotency-Key: a later request has taken the key over; use its response';
  throw new AppError('request.conflict', text);
}

/**
 * Ends a request without a response to store: the next one with the key is executed. A response
 * that is already stored stays.
 */
export async function releaseKey(handle: WriteHandle, held: KeyClaim): Promise<void> {
  await handle.run(
    handle.builder
      .deleteFrom('idempotent_response')
      .where('username', '=', held.username)
      .where('key_digest', '=', held.keyDigest)
      .where('claim_id', '=', held.claimId)
      .where('status', 'is', null),
  );
}

/** Bodies may be large. */
const responsesPerPurge = 20;

/** Removes some expired rows; returns how many. */
export function purgeExpiredResponses(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const expired = builder
    .selectFrom('idempotent_response')
    .select(['username', 'key_digest'])
    .where('expires_at', '<=', nowMs)
    .limit(responsesPerPurge);
  return handle.run(
    builder
      .deleteFrom('idempotent_response')
      .where((e) =>
        e(e.refTuple('username', 'key_digest'), 'in', expired.$asTuple('username', 'key_digest')),
      ),
  );
}
