import type { BlobKey } from '../base/ids.ts';
import type { Document } from '../model/document.ts';
import type { LeasedBlob } from '../repository/attachments/blob-leases.ts';
import { collectUnreferenced } from '../repository/attachments/orphan-removal.ts';
import type { ReadUnit, WriteUnit } from '../repository/unit/unit.ts';
import { type AutomationServices, type Caller, Execution } from './execution.ts';
import type { OperationContext } from './operation-context.ts';
import { describeCall } from './operation-error.ts';
import { idOf, type Runnable } from './registry.ts';
import { isRunAgain } from './repetition.ts';
import { contextOfWork, runSteps } from './run-steps.ts';
import { namesUploads, withUploadedFiles } from './uploaded-input.ts';
import type { Value } from './values.ts';

/** What to run, with its input. */
interface ExecutionRequest {
  readonly runnable: Runnable;
  readonly input: Value;
  /** As JSON; texts may be expressions. */
  readonly params: ReadonlyMap<string, unknown>;
  readonly variables: ReadonlyMap<string, Value>;
  /** Blobs that came with the request. */
  readonly leases?: readonly LeasedBlob[] | undefined;
  /** Whether a failed call will be repeated, so that its blobs must stay. */
  readonly isRetried?: ((error: unknown) => boolean) | undefined;
  /** Runs at the end of the transaction, for rows that must be stored together with the changes. */
  readonly beforeCommit?: (unit: WriteUnit, result: Value) => Promise<void>;
  /** Runs at the end of a transaction that has changed something, to read what the response shows. */
  readonly readResult?: (unit: ReadUnit, result: Value) => Promise<void>;
}

interface ExecutionResult {
  readonly value: Value;
  /** The same document as the value, as it was read: nothing was changed. */
  readonly documentAsRead: Document | undefined;
  /** To be called once the result has been sent: releases contents that no document refers to. */
  release(): Promise<void>;
  /** Whether there are any to release. */
  readonly isHolding: boolean;
}

/**
 * Runs an operation or chain in one transaction, see `executeWork`.
 *
 * @throws AppError of the operation, its message saying which one failed
 */
export async function execute(
  services: AutomationServices,
  caller: Caller,
  request: ExecutionRequest,
): Promise<ExecutionResult> {
  const run = (execution: Execution) => runOnce(execution, request);
  const { leases, isRetried, runnable } = request;
  const isRepeatable = runnable.kind === 'operation' && runnable.operation.isRepeatable === true;
  try {
    const { value, release, isHolding } = await attempt(services, caller, {
      run,
      leases,
      isRetried,
      isRepeatable,
    });
    const { value: result, documentAsRead } = value;
    return { value: result, documentAsRead, release, isHolding };
  } catch (error) {
    throw describeCall(error, idOf(runnable));
  }
}

/**
 * Does work in one transaction: committed when it succeeds, rolled back when anything fails. After a
 * conflict with another transaction, or the loss of its connection before anything is stored, the
 * whole is repeated.
 */
export async function executeWork<T>(
  services: AutomationServices,
  caller: Caller,
  work: (context: OperationContext) => Promise<T>,
): Promise<T> {
  const run = async (execution: Execution): Promise<T> => {
    const value = await work(contextOfWork(execution));
    await execution.commit(null);
    return value;
  };
  const { value, release } = await attempt(services, caller, { run });
  await release();
  return value;
}

interface Attempt<T> extends Pick<ExecutionRequest, 'leases' | 'isRetried'> {
  /** Ends with the commit. */
  readonly run: (execution: Execution) => Promise<T>;
  readonly isRepeatable?: boolean;
}

async function attempt<T>(
  services: AutomationServices,
  caller: Caller,
  { run, leases, isRetried, isRepeatable = false }: Attempt<T>,
): Promise<{ readonly value: T } & Pick<ExecutionResult, 'release' | 'isHolding'>> {
  for (let count = 1; ; count += 1) {
    // The second attempt is not undone because of other units.
    const execution = new Execution(services, caller, isRepeatable && count === 1);
    for (const lease of leases ?? []) execution.held.hold(lease);
    try {
      const value = await run(execution);
      return { value, release: () => release(execution, caller), isHolding: execution.hasHeld };
    } catch (error) {
      await execution.transaction.rollback();
      if (isRunAgain(error, count) && !execution.transaction.isPartlyCommitted) continue;
      // Uploads that a failed call used can be used again.
      if (!isRetried?.(error)) await release(execution, { keepsBatches: true });
      throw error;
    }
  }
}

async function runOnce(
  execution: Execution,
  request: ExecutionRequest,
): Promise<Omit<ExecutionResult, 'release' | 'isHolding'>> {
  const { services, caller } = execution;
  const trace = services.traces.begin(idOf(request.runnable), caller.principal.username);
  execution.trace = trace;
  try {
    const result = await runToEnd(execution, request);
    trace?.succeeded(result.value);
    return result;
  } catch (error) {
    trace?.failed(error);
    throw error;
  }
}

async function runToEnd(
  execution: Execution,
  request: ExecutionRequest,
): Promise<Omit<ExecutionResult, 'release' | 'isHolding'>> {
  const { runnable, params, beforeCommit, readResult } = request;
  const given = request.input;
  const input = namesUploads(given) ? await withUploadedFiles(execution, given) : given;
  const variables = new Map(request.variables);
  const value = await runSteps({ execution, variables, params, depth: 0 }, runnable, input);
  if (beforeCommit) await execution.transaction.write((unit) => beforeCommit(unit, value));
  if (readResult && execution.transaction.isOpen) {
    await execution.transaction.read((unit) => readResult(unit, value));
  }
  await execution.commit(value);
  return { value, documentAsRead: execution.documentAsRead(value) };
}

/** No caller waits for this, and a failure only leaves work for the collector of orphans. */
async function release(
  execution: Execution,
  { keepsBatches }: { readonly keepsBatches: boolean },
): Promise<void> {
  if (!execution.hasHeld) return;
  const { held, services } = execution;
  const keys = held.contentKeys as readonly BlobKey[];
  try {
    if (!held.isEmpty) {
      await services.database.write((handle) => held.release(handle, { keepsBatches }));
    }
    await collectUnreferenced(services, keys);
  } catch (error) {
    services.log.warn({ err: error }, 'blobs of an execution were not given up');
  }
}
