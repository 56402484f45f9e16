import { z } from 'zod';
import { AppError } from '../../base/errors/app-error.ts';
import { defineJobKind, type JobContext, type JobKind } from '../../jobs/job-kind.ts';
import {
  type Schedule,
  type ScheduledOperation,
  scheduledOperationKind,
} from '../../jobs/schedules/schedule.ts';
import { loadPrincipal } from '../../repository/principals/principals.ts';
import type { Database } from '../../storage/database.ts';
import type { Automation } from '../automation.ts';
import { execute } from '../executor.ts';
import { readOperationRequest } from '../request.ts';

const payloadSchema = z.object({ scheduleId: z.string() });

/** A schedule that runs an operation, with its user. */
interface Order extends ScheduledOperation {
  readonly scheduleId: string;
  readonly username: string;
}

interface ScheduledOperationOptions {
  readonly schedules: readonly Schedule[];
  /** For references to files of this server, see `Caller`. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** What would make runs fail, such as an unknown user or operation. */
export async function findScheduleProblems(
  automation: Automation,
  schedules: readonly Schedule[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const order of ordersOf(schedules).values()) {
    try {
      readRequest(order);
      await prepare(automation, automation.database, order);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push(`schedule ${order.scheduleId}: ${error.message}`);
    }
  }
  return problems;
}

/**
 * Runs the operations and chains of schedules. The changes and the end of the job are one commit: a
 * firing is done once, unless the operation commits earlier by itself.
 */
export function scheduledOperationJobKind(
  automation: Automation,
  options: ScheduledOperationOptions,
): JobKind {
  const orders = ordersOf(options.schedules);
  return defineJobKind({
    kind: scheduledOperationKind,
    concurrency: 2,
    attemptsMax: 3,
    parse: (value): Order => {
      const { scheduleId } = payloadSchema.parse(value);
      const order = orders.get(scheduleId);
      if (order) return order;
      throw new Error(`there is no enabled schedule ${scheduleId} that runs an operation`);
    },
    run: (job, order) => runOrder({ ...automation, database: job.database }, job, order, options),
  });
}

function ordersOf(schedules: readonly Schedule[]): ReadonlyMap<string, Order> {
  const orders = schedules.flatMap(({ id, username, operation }) =>
    operation === null || username === null ? [] : { scheduleId: id, username, ...operation },
  );
  return new Map(orders.map((order) => [order.scheduleId, order]));
}

function readRequest({ input, params, context }: Order) {
  return readOperationRequest({ input, params, context });
}

/**
 * The user and the operation as they are now.
 *
 * @throws AppError permission.denied for a user who is gone or may not run it, operation.not-found
 */
async function prepare(automation: Automation, database: Database, order: Order) {
  const { username, operation } = order;
  const runnable = automation.registry.find(operation);
  if (!runnable) {
    throw new AppError('operation.not-found', `there is no operation or chain ${operation}`);
  }
  const principal = await database.read((handle) => loadPrincipal(handle, username));
  if (!principal) throw new AppError('permission.denied', `there is no user ${username}`);
  // The server itself calls it: no connection could be intercepted.
  if (automation.accessRules.isAllowed(runnable, { principal, isSecure: true })) {
    return { runnable, principal };
  }
  throw new AppError('permission.denied', `the user ${username} may not run ${operation}`);
}

async function runOrder(
  automation: Automation,
  job: JobContext,
  order: Order,
  { baseUrl, timeoutMs }: ScheduledOperationOptions,
): Promise<void> {
  const { signal } = job;
  const { runnable, principal } = await prepare(automation, job.database, order);
  const { input, params, variables } = readRequest(order);
  const result = await execute(
    automation,
    { principal, baseUrl, timeoutMs, keepsBatches: false, signal },
    {
      runnable,
      input,
      params,
      variables,
      beforeCommit: ({ handle }) => job.complete(handle),
    },
  );
  await result.release();
}
