import { failureText } from '../jobs/failure-text.ts';
import { defineJobKind, type JobContext, type JobKind } from '../jobs/job-kind.ts';
import { createUnit } from '../repository/unit/unit.ts';
import { openCommand } from './command-context.ts';
import { findCommandRow } from './command-rows.ts';
import { abortedBy, completeCommand, failCommand } from './ending.ts';
import type { BulkEnvironment } from './environment.ts';
import { attemptsMax, type CommandPayload, commandPayload, finishKind } from './job-names.ts';
import { isTransient } from './transient.ts';

/** The last step of a command whose action has one: the file of its result, for example. */
export function finishJobKind(environment: BulkEnvironment): JobKind {
  return defineJobKind({
    kind: finishKind,
    concurrency: 2,
    attemptsMax,
    retryAfterMs: 500,
    ...abortedBy(environment),
    parse: (value): CommandPayload => commandPayload.parse(value),
    run: (job, payload) => runFinish(environment, job, payload),
  });
}

async function runFinish(
  environment: BulkEnvironment,
  job: JobContext,
  { commandId }: CommandPayload,
): Promise<void> {
  const { database, signal, log } = job;
  const row = await database.readLatest((handle) => findCommandRow(handle, commandId));
  if (row?.state !== 'RUNNING') return;
  try {
    const { action, context } = await openCommand(environment, job, row);
    const { result, commit } = (await action.finish?.(context)) ?? {};
    await database.write(async (handle) => {
      const { repository } = environment.services;
      await commit?.(createUnit(handle, repository, context.principal));
      await completeCommand(handle, { commandId, environment }, result);
      await job.complete(handle);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (isTransient(error)) throw error;
    log.error({ err: error, commandId }, 'the last step of a bulk command has failed');
    const reason = failureText(error);
    await database.write(async (handle) => {
      const message = `${row.action} fails on ${commandId}: ${reason}`;
      await failCommand(handle, { commandId, environment }, { message, status: 500, reason });
      await job.complete(handle);
    });
  }
}
