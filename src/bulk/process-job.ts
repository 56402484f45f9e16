import { monotonicMs } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { defineJobKind, type JobContext, type JobKind } from '../jobs/job-kind.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { systemPrincipal } from '../model/principal.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';
import type { Database } from '../storage/database.ts';
import { type Batching, defineBulkAction } from './action.ts';
import { BatchRunner } from './batch-runner.ts';
import { type OpenCommand, openCommand } from './command-context.ts';
import { findCommandRow } from './command-rows.ts';
import { abortedBy } from './ending.ts';
import type { BulkEnvironment } from './environment.ts';
import { attemptsMax, type PartPayload, partKey, partPayload, processKind } from './job-names.ts';
import { Stopped } from './settle-batch.ts';
import { countAttempt, findNextSlice, type Slice } from './slice-rows.ts';
import { isTransient } from './transient.ts';

/** After so long other commands have their turn. */
const turnMs = 2_000;
/** Workers that ended so often one after the other have been ended by the item at which they began. */
const attemptsOfItem = 3;
/** Of a job that takes over from one that ended unexpectedly. */
const carefulBatch = 1;

/** Does the items of a part of a command for a while, and then enqueues its successor. */
export function processJobKind(environment: BulkEnvironment): JobKind {
  return defineJobKind({
    kind: processKind,
    concurrency: 4,
    attemptsMax,
    priority: 'bulk',
    retryAfterMs: 500,
    ...abortedBy(environment),
    parse: (value): PartPayload => partPayload.parse(value),
    async run(job, payload) {
      try {
        await runPart(environment, job, payload);
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
      }
    },
  });
}

async function runPart(
  environment: BulkEnvironment,
  job: JobContext,
  payload: PartPayload,
): Promise<void> {
  const { commandId, part } = payload;
  const { database, signal } = job;
  const untilMs = monotonicMs() + turnMs;
  const row = await database.readLatest((handle) => findCommandRow(handle, commandId));
  if (row?.state !== 'RUNNING') return;
  const opened = await open(environment, job, row);
  const { batchSize: own = row.batch_size, isWhole = false } = batchingOf(opened);
  const batchSize = job.attempt > 1 && !isWhole ? carefulBatch : own;
  const runner = new BatchRunner({ environment, job, row, batchSize, isWhole, opened });
  const findNext = () => database.readLatest((handle) => findNextSlice(handle, commandId, part));
  let slice = await findNext();
  if (slice && job.attempt > 1) slice = await beginCarefully(runner, slice, database);
  while (slice) {
    signal.throwIfAborted();
    if (slice.done === slice.items.length) slice = await findNext();
    else if (monotonicMs() < untilMs) slice = (await runner.next(slice)) ?? (await findNext());
    else return succeed(job, payload);
  }
}

function batchingOf({ action, context }: OpenCommand): Batching {
  return action.batching?.(context.params, context.services) ?? {};
}

/** After a worker that ended unexpectedly. */
async function beginCarefully(
  runner: BatchRunner,
  slice: Slice,
  database: Database,
): Promise<Slice> {
  if (slice.attempts < attemptsOfItem) {
    await database.write((handle) => countAttempt(handle, slice));
    return slice;
  }
  const to = slice.done + 1;
  const text = 'the server stopped several times while it was at this item or a neighbour';
  await runner.fail(slice, to, new AppError('operation.failed', text));
  return { ...slice, done: to };
}

/** The next job of the part, behind those that wait already. */
function succeed(job: JobContext, payload: PartPayload): Promise<void> {
  return job.database.write(async (handle) => {
    await job.complete(handle);
    await enqueueJob(handle, { kind: processKind, key: partKey(payload), payload });
  });
}

/** When the command cannot go on, because its owner is gone for example, all its items fail. */
async function open(
  environment: BulkEnvironment,
  job: JobContext,
  row: BulkCommandTable,
): Promise<OpenCommand> {
  try {
    return await openCommand(environment, job, row);
  } catch (error) {
    if (!(error instanceof AppError) || isTransient(error)) throw error;
    return failing(environment, job, { row, error });
  }
}

function failing(
  { services }: BulkEnvironment,
  { signal, database }: JobContext,
  { row, error }: { readonly row: BulkCommandTable; readonly error: AppError },
): OpenCommand {
  const { id: commandId, action: name, batch_size: batchSize } = row;
  const { message } = error;
  const action = defineBulkAction<null>({
    name,
    description: 'Fails.',
    bucketSize: row.bucket_size,
    batchSize,
    parse: () => null,
    run: async (_unit, { items }) => ({ errors: items.map((itemId) => ({ itemId, message })) }),
  });
  const principal = systemPrincipal;
  const own = { ...services, database };
  return { action, context: { commandId, params: null, principal, services: own, signal } };
}
