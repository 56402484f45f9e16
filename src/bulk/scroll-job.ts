import { now } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { stringifyJson } from '../base/json.ts';
import { defineJobKind, type JobContext, type JobKind } from '../jobs/job-kind.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';
import type { Database, WriteHandle } from '../storage/database.ts';
import type { BulkAction, CommandContext } from './action.ts';
import { removeAllSlices } from './clean-job.ts';
import { openCommand } from './command-context.ts';
import { findCommandRow, lockCommandRow } from './command-rows.ts';
import { abortedBy, failCommand } from './ending.ts';
import type { BulkEnvironment } from './environment.ts';
import { readSource } from './item-source.ts';
import {
  attemptsMax,
  type CommandPayload,
  commandPayload,
  partKey,
  partsMax,
  processKind,
  scrollKind,
} from './job-names.ts';
import { InvalidQuery, scrollItems } from './scroll-items.ts';
import { endItems, Stopped } from './settle-batch.ts';
import { SliceWriter } from './slice-writer.ts';
import { isTransient } from './transient.ts';

/**
 * Finds the items of a command, in one state of the store, and stores them as slices. After a crash it
 * begins again: nothing is done to any item before all of them are known.
 */
export function scrollJobKind(environment: BulkEnvironment): JobKind {
  return defineJobKind({
    kind: scrollKind,
    concurrency: 2,
    attemptsMax,
    priority: 'bulk',
    retryAfterMs: 500,
    ...abortedBy(environment),
    parse: (value): CommandPayload => commandPayload.parse(value),
    run: (job, payload) => runScroll(environment, job, payload),
  });
}

async function runScroll(
  environment: BulkEnvironment,
  job: JobContext,
  { commandId }: CommandPayload,
): Promise<void> {
  const row = await job.database.write((handle) => beginScroll(handle, commandId));
  if (!row) return;
  try {
    await removeAllSlices(job.database, commandId, job.signal);
    const { action, context } = await openCommand(environment, job, row);
    const total = await storeItems(job.database, row, { action, context });
    await job.database.write(async (handle) => {
      await endScroll(handle, row, { action, context, total, environment });
      await job.complete(handle);
    });
  } catch (error) {
    if (error instanceof Stopped) return;
    job.signal.throwIfAborted();
    if (isTransient(error)) throw error;
    job.log.warn({ err: error, commandId }, 'the items of a bulk command could not be found');
    await job.database.write(async (handle) => {
      await failCommand(handle, { commandId, environment }, failureOf(error));
      await job.complete(handle);
    });
  }
}

/** The texts that clients know. */
function failureOf(error: unknown) {
  if (error instanceof InvalidQuery) {
    return { message: 'Invalid query', status: 400, reason: error.message };
  }
  const isExpected = error instanceof AppError && error.status < 500;
  const reason = isExpected ? error.message : 'unexpected error; see the log';
  return { message: 'Invalid command', status: isExpected ? error.status : 500, reason };
}

/** Undefined for a command that is gone or aborted. */
async function beginScroll(
  handle: WriteHandle,
  commandId: string,
): Promise<BulkCommandTable | undefined> {
  const row = await lockCommandRow(handle, commandId);
  if (row?.state !== 'SCHEDULED' && row?.state !== 'SCROLLING_RUNNING') return undefined;
  const begun = {
    ...row,
    state: 'SCROLLING_RUNNING',
    scroll_start_at: row.scroll_start_at ?? now(),
  };
  const { state, scroll_start_at } = begun;
  await handle.run(
    handle.builder
      .updateTable('bulk_command')
      .set({ state, scroll_start_at })
      .where('id', '=', commandId),
  );
  return begun;
}

interface Scrolled {
  readonly action: BulkAction;
  readonly context: CommandContext<unknown>;
}

/** Returns how many there are. @throws Stopped once the command is aborted */
async function storeItems(
  database: Database,
  row: BulkCommandTable,
  { action, context }: Scrolled,
): Promise<number> {
  const { id, bucket_size: bucketSize, query_limit: limit } = row;
  const parts = partsOf(action, context);
  const writer = new SliceWriter(
    async (slices) => {
      context.signal.throwIfAborted();
      await database.write(async (handle) => {
        const present = await findCommandRow(handle, id);
        if (present?.state !== 'SCROLLING_RUNNING') throw new Stopped();
        await slices(handle);
      });
    },
    { commandId: id, bucketSize, parts },
  );
  for await (const items of scrollItems(action, readSource(row), context)) {
    const room = (limit ?? Number.POSITIVE_INFINITY) - writer.total;
    await writer.add(items.slice(0, room));
    if (items.length >= room) break;
  }
  await writer.end();
  return writer.total;
}

/** How many jobs work at the same time. */
function partsOf(
  { isSequential = false }: BulkAction,
  { params }: CommandContext<unknown>,
): number {
  const isInOrder = typeof isSequential === 'function' ? isSequential(params) : isSequential;
  return isInOrder ? 1 : partsMax;
}

async function endScroll(
  handle: WriteHandle,
  { id: commandId }: BulkCommandTable,
  options: Scrolled & { readonly total: number; readonly environment: BulkEnvironment },
): Promise<void> {
  const { action, context, total, environment } = options;
  const row = await lockCommandRow(handle, commandId);
  if (row?.state !== 'SCROLLING_RUNNING') return;
  const result = action.initialResult?.(context.params);
  await handle.run(
    handle.builder
      .updateTable('bulk_command')
      .set({
        state: 'RUNNING',
        scroll_end_at: now(),
        total,
        ...(result && { result: stringifyJson(result) }),
      })
      .where('id', '=', commandId),
  );
  if (total === 0) {
    await endItems(handle, commandId, { action, environment });
    return;
  }
  const slices = Math.ceil(total / row.bucket_size);
  const parts = Math.min(partsOf(action, context), slices);
  for (let part = 0; part < parts; part += 1) {
    const payload = { commandId, part };
    await enqueueJob(handle, { kind: processKind, key: partKey(payload), payload });
  }
}
