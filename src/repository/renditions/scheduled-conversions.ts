import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { randomId } from '../../base/ids.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import type { Principal } from '../../model/principal.ts';
import type { BlobValue } from '../../model/value.ts';
import type { ConversionTable } from '../../storage/conversion-table.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';

/** Results, and conversions that never end, are removed after that time. */
const lifeMs = 24 * 60 * 60 * 1000;

type ConversionState = 'scheduled' | 'running' | 'done' | 'failed';

interface ScheduledConversion {
  readonly id: string;
  /** Who asked for it. */
  readonly username: string;
  readonly state: ConversionState;
  readonly source: BlobValue;
  /** As it was stored; parsed by those who convert. */
  readonly wanted: unknown;
  readonly result: BlobValue | null;
  readonly failure: ConversionFailure | null;
}

interface ConversionFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

interface NewConversion {
  readonly principal: Pick<Principal, 'username'>;
  readonly source: BlobValue;
  readonly wanted: object;
  readonly nowMs: number;
}

/** Returns its id. */
export async function addConversion(
  handle: WriteHandle,
  { principal, source, wanted, nowMs }: NewConversion,
): Promise<string> {
  const id = randomId();
  const row = {
    id,
    username: principal.username,
    state: 'scheduled' satisfies ConversionState,
    source_key: source.key,
    source: stringifyJson(source),
    wanted: stringifyJson(wanted),
    result_key: null,
    result: null,
    failure_code: null,
    failure: null,
    expires_at: nowMs + lifeMs,
  };
  await handle.run(handle.builder.insertInto('conversion').values(row));
  return id;
}

function fromRow(row: ConversionTable): ScheduledConversion {
  return {
    id: row.id,
    username: row.username,
    state: row.state as ConversionState,
    source: parseJson(row.source) as BlobValue,
    wanted: parseJson(row.wanted),
    result: row.result === null ? null : (parseJson(row.result) as BlobValue),
    failure:
      row.failure_code === null
        ? null
        : { code: row.failure_code as ErrorCode, message: row.failure ?? '' },
  };
}

/** Undefined once it has expired. */
export async function readConversion(
  handle: ReadHandle,
  id: string,
): Promise<ScheduledConversion | undefined> {
  const row = await handle.first(
    handle.builder.selectFrom('conversion').selectAll().where('id', '=', id),
  );
  return row && fromRow(row);
}

/** Undefined also for the conversion of another user. */
export async function findConversionOf(
  handle: ReadHandle,
  id: string,
  { principal, nowMs }: { readonly principal: Principal; readonly nowMs: number },
): Promise<ScheduledConversion | undefined> {
  const row = await handle.first(
    handle.builder
      .selectFrom('conversion')
      .selectAll()
      .where('id', '=', id)
      .where('username', '=', principal.username)
      .where('expires_at', '>', nowMs),
  );
  return row && fromRow(row);
}

export async function beginConversion(handle: WriteHandle, id: string): Promise<void> {
  await handle.run(
    handle.builder.updateTable('conversion').set({ state: 'running' }).where('id', '=', id),
  );
}

interface Ending {
  readonly id: string;
  readonly nowMs: number;
}

/** The result is held by the row from then on. */
export async function finishConversion(
  handle: WriteHandle,
  { id, nowMs, result }: Ending & { readonly result: BlobValue },
): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('conversion')
      .set({
        state: 'done',
        result_key: result.key,
        result: stringifyJson(result),
        expires_at: nowMs + lifeMs,
      })
      .where('id', '=', id),
  );
}

export async function failConversion(
  handle: WriteHandle,
  { id, nowMs, failure }: Ending & { readonly failure: ConversionFailure },
): Promise<void> {
  const { code, message } = failure;
  await handle.run(
    handle.builder
      .updateTable('conversion')
      .set({ state: 'failed', failure_code: code, failure: message, expires_at: nowMs + lifeMs })
      .where('id', '=', id),
  );
}

const conversionsPerPurge = 500;

/** Removes some expired ones; returns how many. Their contents are left to the collection. */
export function purgeExpiredConversions(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const expired = builder
    .selectFrom('conversion')
    .select('id')
    .where('expires_at', '<=', nowMs)
    .limit(conversionsPerPurge);
  return handle.run(builder.deleteFrom('conversion').where('id', 'in', expired));
}
