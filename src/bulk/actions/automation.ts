import { execute } from '../../automation/executor.ts';
import type { Runnable } from '../../automation/registry.ts';
import { UnloadedDocument, UnloadedDocuments } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import {
  type Batch,
  type BatchOutcome,
  type BulkAction,
  type BulkParams,
  defineBulkAction,
  type ParseContext,
} from '../action.ts';
import { invalidParameter, refuseOthers, unknownParameter } from '../invalid-parameter.ts';

interface Call {
  readonly operationId: string;
  readonly parameters: ReadonlyMap<string, unknown>;
}

/** Of one call, as for a request. */
const timeoutMs = 300_000;

function callAction(name: string, description: string): BulkAction {
  return defineBulkAction<Call>({
    name,
    description,
    bucketSize: 100,
    batchSize: 10,
    isHttpEnabled: true,
    retries: { maxRetries: 3, delayMs: 1_000, maxDelayMs: 10_000 },
    parse: (params, context) => readCall(name, params, context),
    batching: ({ operationId }, { registry }) =>
      takesLists(registry.get(operationId)) ? { isWhole: true } : { batchSize: 1 },
    runApart: call,
  });
}

export const automationAction = callAction(
  'automation',
  'Runs an operation or chain on each document, or on each batch where it takes a list of documents.',
);

export const automationUiAction = callAction('automationUi', 'As automation, for the Web UI.');

function readCall(name: string, params: BulkParams, { standingOf }: ParseContext): Call {
  refuseOthers(params, ['operationId', 'parameters'], name);
  const { operationId, parameters = {} } = params;
  if (typeof operationId !== 'string') {
    throw invalidParameter('operationId', name, 'send the id of an operation or chain');
  }
  if (!isObject(parameters)) throw invalidParameter('parameters', name, 'send a JSON object');
  const standing = standingOf(operationId);
  if (standing === 'unknown') throw unknownParameter('operation id', operationId, name);
  if (standing === 'denied') {
    throw new AppError(
      'permission.denied',
      `The operation ${operationId} is not open to the caller`,
    );
  }
  return { operationId, parameters: new Map(Object.entries(parameters ?? {})) };
}

function isObject(value: unknown): value is BulkParams | null {
  return value === null || (typeof value === 'object' && !Array.isArray(value));
}

/** A chain gets the documents one by one. */
function takesLists(runnable: Runnable): boolean {
  if (runnable.kind === 'chain') return false;
  return runnable.operation.methods.some(({ input }) => input === 'documents');
}

async function call(
  { params, services, principal, signal, items }: Batch<Call>,
  settle: (unit: WriteUnit, outcome: BatchOutcome) => Promise<void>,
): Promise<void> {
  const runnable = services.registry.get(params.operationId);
  const references = items.map((id) => ({ id }));
  const [first] = references;
  const input =
    first && !takesLists(runnable)
      ? new UnloadedDocument(first)
      : new UnloadedDocuments(references);
  const caller = { principal, baseUrl: '', timeoutMs, keepsBatches: true, signal, isSecure: true };
  const { release } = await execute(services, caller, {
    runnable,
    input,
    params: params.parameters,
    variables: new Map(),
    beforeCommit: (unit) => settle(unit, {}),
  });
  await release();
}
