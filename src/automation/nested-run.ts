import { AppError } from '../base/errors/app-error.ts';
import type { Execution } from './execution.ts';
import { asParameters } from './literal.ts';
import type { Stacks, SubRun } from './operation-context.ts';
import type { Runnable } from './registry.ts';
import { isRunAgain } from './repetition.ts';
import type { Run } from './step-context.ts';
import type { Value } from './values.ts';

/** A run that an operation requests, and the origin of that request. */
interface Nesting {
  readonly run: Run;
  /** The definition of a chain names what to run; otherwise the caller does. */
  readonly isNamedByDefinition: boolean;
  readonly runSteps: (run: Run, runnable: Runnable, input: Value) => Promise<Value>;
}

/**
 * Runs another operation or chain as part of the execution.
 *
 * @throws AppError operation.not-found, also for what the caller may not run
 */
export async function runNested(nesting: Nesting, id: string, options: SubRun): Promise<Value> {
  const { run, isNamedByDefinition, runSteps } = nesting;
  const { execution } = run;
  const runnable = execution.services.registry.get(id);
  if (!isNamedByDefinition) checkAllowed(execution, runnable, id);
  const params = new Map([...run.params, ...asParameters(options.params ?? noParams)]);
  const work = (): Promise<Value> => {
    const variables = options.isolates ? new Map(run.variables) : run.variables;
    for (const [name, value] of options.variables ?? []) variables.set(name, value);
    return runSteps(
      { execution, variables, params, depth: run.depth + 1 },
      runnable,
      options.input,
    );
  };
  return options.newTransaction
    ? runInTransaction({ run, id, ...options.newTransaction }, work)
    : work();
}

/** Otherwise operations that run others would bypass restrictions of the caller. */
function checkAllowed({ services, caller }: Execution, runnable: Runnable, id: string): void {
  const { accessRules } = services;
  const { principal, isSecure = false } = caller;
  if (!accessRules.isHidden(runnable) && accessRules.isAllowed(runnable, { principal, isSecure })) {
    return;
  }
  throw new AppError('operation.not-found', `Failed to invoke operation: ${id.slice(0, 200)}`);
}

const noParams: ReadonlyMap<string, unknown> = new Map();

interface OwnTransaction {
  readonly run: Run;
  readonly id: string;
  readonly timeoutMs: number;
  readonly rethrows: boolean;
}

/**
 * Earlier changes become durable. A run that fails is rolled back, whether or not the failure ends
 * the execution; see `isRunAgain` for when it is repeated.
 */
async function runInTransaction(
  { run, id, timeoutMs, rethrows }: OwnTransaction,
  work: () => Promise<Value>,
): Promise<Value> {
  const { execution } = run;
  await execution.commitSoFar();
  const restore = remember(run);
  const enclosingTimeoutMs = execution.timeoutMs;
  try {
    for (let attempt = 1; ; attempt += 1) {
      execution.restartClock(timeoutMs);
      try {
        const value = await work();
        await execution.commitSoFar();
        return value;
      } catch (error) {
        await execution.transaction.rollback();
        const isRepeated = isRunAgain(error, attempt);
        if (!isRepeated && (rethrows || execution.isAborted)) throw error;
        restore();
        if (isRepeated) continue;
        execution.services.log.warn(
          { err: error, operation: id },
          'an operation failed in its own transaction, and the execution goes on',
        );
        return null;
      }
    }
  } finally {
    execution.restartClock(enclosingTimeoutMs);
  }
}

/**
 * Returns a function that restores variables and stacks: they may have documents and contents that
 * are rolled back.
 */
function remember({ variables, execution: { stacks } }: Run): () => void {
  const oldVariables = new Map(variables);
  const { document, documents, blob, bloblist } = stacks;
  const old: Stacks = {
    document: [...document],
    documents: [...documents],
    blob: [...blob],
    bloblist: [...bloblist],
  };
  return () => {
    variables.clear();
    for (const [name, value] of oldVariables) variables.set(name, value);
    document.splice(0, document.length, ...old.document);
    documents.splice(0, documents.length, ...old.documents);
    blob.splice(0, blob.length, ...old.blob);
    bloblist.splice(0, bloblist.length, ...old.bloblist);
  };
}
