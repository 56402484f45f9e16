import { AppError } from '../base/errors/app-error.ts';
import { randomId } from '../base/ids.ts';
import { stringifyJson } from '../base/json.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { BulkCommand } from '../model/bulk-command.ts';
import { systemPrincipal } from '../model/principal.ts';
import type { UnitContext, WriteUnit } from '../repository/unit/unit.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';
import { endAbandoned } from './abandoned.ts';
import type { BulkAction, BulkParams, ParseContext } from './action.ts';
import { commandOf } from './command-rows.ts';
import { type ItemSource, storedSource } from './item-source.ts';
import { scrollKind } from './job-names.ts';

/** A command that is to be submitted. */
interface NewCommand {
  readonly action: BulkAction;
  readonly source: ItemSource;
  readonly params: BulkParams;
  /** The most items; of more the first ones that are found. */
  readonly queryLimit?: number | null;
  readonly bucketSize?: number | null;
  readonly batchSize?: number | null;
  /** At most one command of the action runs; by default as the action says. */
  readonly isExclusive?: boolean;
  /** The server itself submits it, with all rights. */
  readonly isSystem?: boolean;
}

/** Items of a bucket or a batch: they are in memory, and those of a batch in one transaction. */
const sizeMax = 1_000;

/**
 * Stores the command in the unit of its author. It runs in the background, if and only if the unit is committed.
 *
 * @throws AppError request.invalid, permission.denied for parameters that do not fit,
 *   bulk.action-running when the action is exclusive and a command of it runs
 */
export async function submitCommand(
  unit: WriteUnit,
  command: NewCommand,
  { standingOf }: Pick<ParseContext, 'standingOf'>,
): Promise<BulkCommand> {
  const { handle } = unit;
  const row = rowOf(unit, command, standingOf);
  const { exclusive_key } = row;
  if (exclusive_key !== null) await refuseSecond(unit, command.action.name, exclusive_key);
  await handle.run(handle.builder.insertInto('bulk_command').values(row));
  await enqueueJob(handle, { kind: scrollKind, key: row.id, payload: { commandId: row.id } });
  return commandOf(row);
}

function rowOf(
  unit: UnitContext,
  command: NewCommand,
  standingOf: ParseContext['standingOf'],
): BulkCommandTable {
  const { action, source, params, isSystem = false } = command;
  const principal = isSystem ? systemPrincipal : unit.principal;
  action.parse(params, { unit: { ...unit, principal }, standingOf });
  const { bucketSize, batchSize } = sizesOf(command);
  const isExclusive = command.isExclusive ?? action.isExclusive ?? false;
  return {
    id: randomId(),
    action: action.name,
    username: principal.username,
    is_system: isSystem ? 1 : 0,
    source: storedSource(source),
    params: stringifyJson(params),
    exclusive_key: isExclusive ? action.name : null,
    state: 'SCHEDULED',
    bucket_size: bucketSize,
    batch_size: batchSize,
    query_limit: positive('queryLimit', command.queryLimit) ?? action.queryLimit ?? null,
    submitted_at: unit.nowMs,
    ...untouched,
  };
}

const untouched = {
  processed: 0,
  skip_count: 0,
  error_count: 0,
  total: 0,
  error_message: null,
  error_status: null,
  scroll_start_at: null,
  scroll_end_at: null,
  processing_start_at: null,
  processing_end_at: null,
  completed_at: null,
  processing_ms: 0,
  result: null,
  expires_at: null,
} as const;

/** A batch is within one bucket. */
function sizesOf({ action, bucketSize, batchSize }: NewCommand) {
  const bucket = Math.min(positive('bucketSize', bucketSize) ?? action.bucketSize, sizeMax);
  const batch = Math.min(positive('batchSize', batchSize) ?? action.batchSize, sizeMax);
  if (bucketSize === null || bucketSize === undefined)
    return { bucketSize: Math.max(bucket, batch), batchSize: batch };
  return { bucketSize: bucket, batchSize: Math.min(batch, bucket) };
}

/** Null when it is not given. @throws AppError request.invalid */
function positive(name: string, value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new AppError('request.invalid', `${name}: ${value} is not a whole number from 1 on`);
}

/**
 * A command that is submitted at the same moment is refused by the index: as `store.unique`, which
 * is 409, too.
 */
async function refuseSecond({ handle }: WriteUnit, action: string, key: string): Promise<void> {
  const query = handle.builder
    .selectFrom('bulk_command')
    .select('id')
    .where('exclusive_key', '=', key);
  const running = await handle.first(query);
  if (!running || (await endAbandoned(handle, running.id))) return;
  throw new AppError(
    'bulk.action-running',
    `Bulk Action: ${action} is exclusive, command: ${running.id} is already running`,
  );
}
