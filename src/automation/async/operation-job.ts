import { z } from 'zod';
import { now } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import { defineJobKind, type JobContext, type JobKind } from '../../jobs/job-kind.ts';
import { enqueueJob } from '../../jobs/queue.ts';
import type { BlobValue } from '../../model/value.ts';
import {
  extendLeases,
  type LeasedBlob,
  leaseBlob,
} from '../../repository/attachments/blob-leases.ts';
import { loadPrincipal } from '../../repository/principals/principals.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { type AutomationServices, type Caller, storedBlobsOf } from '../execution.ts';
import { execute } from '../executor.ts';
import { inputOf, readOperationRequest } from '../request.ts';
import type { Value } from '../values.ts';
import {
  addExecution,
  executionLifeMs,
  finishExecution,
  newExecutionId,
} from './execution-store.ts';
import { openRequest, sealRequest } from './sealed-request.ts';
import { writeFailure, writeResult } from './stored-result.ts';

const operationKind = 'operation';

const blobSchema = z.object({
  key: z.string(),
  name: z.string().nullable(),
  mimeType: z.string().nullable(),
  encoding: z.string().nullable(),
  digest: z.string(),
  digestAlgorithm: z.string(),
  length: z.number(),
}) satisfies z.ZodType<BlobValue>;

const payloadSchema = z.object({
  executionId: z.string(),
  operation: z.string(),
  username: z.string(),
  baseUrl: z.string(),
  timeoutMs: z.number(),
  keepsBatches: z.boolean(),
  sealedRequest: z.string(),
  leases: z.array(z.object({ blob: blobSchema, leaseId: z.string() })),
});

type Payload = z.infer<typeof payloadSchema>;

/** A call that is to run in the background, as received. */
interface AsyncCall {
  /** Canonical id. */
  readonly operation: string;
  readonly caller: Pick<Caller, 'principal' | 'baseUrl' | 'timeoutMs' | 'keepsBatches'>;
  /** The JSON of the request. */
  readonly request: unknown;
  readonly leases: readonly LeasedBlob[];
  /** With so many calls that wait it is refused. */
  readonly waitingMax: number;
}

/** Enqueues the operation, which then runs also after a crash of this process; returns the id. @throws AppError job.too-many */
export async function startExecution(
  { database }: Pick<AutomationServices, 'database'>,
  { operation, caller, request, leases, waitingMax }: AsyncCall,
): Promise<string> {
  const executionId = newExecutionId();
  const { principal, baseUrl, timeoutMs, keepsBatches } = caller;
  const { username } = principal;
  const payload: Payload = {
    executionId,
    operation,
    username,
    baseUrl,
    timeoutMs,
    keepsBatches,
    sealedRequest: await sealRequest(database, executionId, request),
    leases: [...leases],
  };
  await database.write(async (handle) => {
    const jobId = await enqueueJob(handle, { kind: operationKind, payload, waitingMax });
    await addExecution(handle, { id: executionId, username, operation, jobId }, now());
    const leaseIds = leases.map(({ leaseId }) => leaseId);
    await extendLeases(handle, leaseIds, now() + executionLifeMs);
  });
  return executionId;
}

/**
 * Runs calls in the background. The changes of the operation, its result and the end of the job are
 * one commit: it runs exactly once, unless it commits earlier by itself.
 */
export function operationJobKind(services: AutomationServices): JobKind {
  return defineJobKind({
    kind: operationKind,
    concurrency: 4,
    attemptsMax: 3,
    priority: 'interactive',
    whenDiscarded: async (handle, value) => {
      const { executionId } = payloadSchema.parse(value);
      const error = new AppError('operation.failed', 'An administrator has removed the call');
      await finishExecution(handle, executionId, { result: writeFailure(error), nowMs: now() });
    },
    parse: (value): Payload => payloadSchema.parse(value),
    run: (job, payload) => runExecution({ ...services, database: job.database }, job, payload),
  });
}

async function runExecution(
  services: AutomationServices,
  job: JobContext,
  payload: Payload,
): Promise<void> {
  try {
    await executePayload(services, job, payload);
  } catch (error) {
    job.signal.throwIfAborted();
    if (isTransient(error)) throw error;
    await job.database.write(async (handle) => {
      const result = writeFailure(asAppError(error, payload.operation));
      await finishExecution(handle, payload.executionId, { result, nowMs: now() });
      await job.complete(handle);
    });
  }
}

async function executePayload(
  services: AutomationServices,
  job: JobContext,
  payload: Payload,
): Promise<void> {
  const { signal } = job;
  const principal = await services.database.read((handle) =>
    loadPrincipal(handle, payload.username),
  );
  if (!principal) {
    throw new AppError('permission.denied', `The user ${payload.username} is gone`);
  }
  const leases = payload.leases as LeasedBlob[];
  const { executionId, sealedRequest } = payload;
  const request = readOperationRequest(
    await openRequest(services.database, executionId, sealedRequest),
  );
  const { baseUrl, timeoutMs, keepsBatches } = payload;
  await execute(
    services,
    { principal, baseUrl, timeoutMs, keepsBatches, signal },
    {
      runnable: services.registry.get(payload.operation),
      input: inputOf(request, leases),
      params: request.params,
      variables: request.variables,
      leases,
      isRetried: (error) => signal.aborted || isTransient(error),
      beforeCommit: ({ handle }, value) => finish(job, payload, { handle, value }),
    },
  );
}

async function finish(
  job: JobContext,
  { executionId }: Payload,
  { handle, value }: { handle: WriteHandle; value: Value },
): Promise<void> {
  // The result outlives the documents that it is from.
  for (const { key } of storedBlobsOf(value)) await leaseBlob(handle, key as BlobKey, now());
  const result = writeResult(value);
  if (!(await finishExecution(handle, executionId, { result, nowMs: now() }))) {
    throw new AppError('request.conflict', 'The execution was aborted');
  }
  await job.complete(handle);
}

const transientCodes = [
  'store.busy',
  'store.unavailable',
  'store.read-only',
  'store.conflict',
] as const;

/** Failures that a later attempt may not have. */
function isTransient(error: unknown): boolean {
  return transientCodes.some((code) => isAppError(error, code));
}

/** As clients see it: without the name of the called operation, and without internal details. */
function asAppError(error: unknown, operation: string): AppError {
  if (!isAppError(error)) return new AppError('server.internal');
  const prefix = `Failed to invoke operation: ${operation}, `;
  const { message } = error;
  const shown = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return new AppError(error.code, shown, { status: error.status });
}
