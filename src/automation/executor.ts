import type { BlobKey } from '../base/ids.ts';
import type { LeasedBlob } from '../repository/attachments/blob-leases.ts';
import { collectUnreferenced } from '../repository/attachments/orphan-removal.ts';
import type { ReadUnit, WriteUnit } from '../repository/unit/unit.ts';
import { type AutomationServices, type Caller, Execution } from './execution.ts';
import { describeCall } from './operation-error.ts';
import { idOf, type Runnable } from './registry.ts';
import { isRunAgain } from './repetition.ts';
import { runSteps } from './run-steps.ts';
import { withUploadedFiles } from './uploaded-input.ts';
import type { Value } from './values.ts';

/** What to run, with its input. */
interface ExecutionRequest {
  readonly runnable: Runnable;
  readonly input: Value;
  /** As JSON; texts may be expressions. */
  readonly params: ReadonlyMap<string, unknown>;
  readonly variables: ReadonlyMap<string, Value>;
  /** Blobs that came with the request. */
  readonly leases?: readonly LeasedBlob[];
  /** Whether a failed call will be repeated, so that its blobs must stay. */
  readonly isRetried?: (error: unknown) => boolean;
  /** Runs at the end of the transaction, for rows that must be stored together with the changes. */
  readonly beforeCommit?: (unit: WriteUnit, result: Value) => Promise<void>;
  /** Runs at the end of a transaction that has changed something, to read what the response shows. */
  readonly readResult?: (unit: ReadUnit, result: Value) => Promise<void>;
}

interface ExecutionResult {
  readonly value: Value;
  /** To be called once the result has been sent: releases contents that no document refers to. */
  release(): Promise<void>;
}

/**
 * Runs an operation or chain in one transaction: committed when it succeeds, rolled back when
 * anything fails. After a conflict with another transaction, or the loss of its connection before
 * anything is stored, the whole is repeated.
 *
 * @throws AppError of the operation, its message saying which one failed
 */
export async function execute(
  services: AutomationServices,
  caller: Caller,
  request: ExecutionRequest,
): Promise<ExecutionResult> {
  for (let attempt = 1; ; attempt += 1) {
    const execution = new Execution(services, caller);
    for (const lease of request.leases ?? []) execution.held.hold(lease);
    try {
      const value = await runOnce(execution, request);
      return { value, release: () => release(execution, caller) };
    } catch (error) {
      await execution.transaction.rollback();
      if (isRunAgain(error, attempt) && !execution.transaction.isPartlyCommitted) continue;
      // Uploads that a failed call used can be used again.
      if (!request.isRetried?.(error)) await release(execution, { keepsBatches: true });
      throw describeCall(error, idOf(request.runnable));
    }
  }
}

async function runOnce(execution: Execution, request: ExecutionRequest): Promise<Value> {
  const { runnable, params, beforeCommit, readResult } = request;
  const input = await withUploadedFiles(execution, request.input);
  const variables = new Map(request.variables);
  const value = await runSteps({ execution, variables, params, depth: 0 }, runnable, input);
  if (beforeCommit) await execution.transaction.write((unit) => beforeCommit(unit, value));
  if (readResult && execution.transaction.isOpen) {
    await execution.transaction.read((unit) => readResult(unit, value));
  }
  await execution.commit(value);
  return value;
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
