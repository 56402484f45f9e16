import type { Caller } from '../automation/execution.ts';
import { execute } from '../automation/executor.ts';
import type { Runnable } from '../automation/registry.ts';
import { inputOf, type OperationRequest } from '../automation/request.ts';
import type { Value } from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import { replyOnce } from './replies/idempotent-reply.ts';
import { type AskedSchemas, valueReply } from './replies/operation-reply.ts';
import { receiveRequest } from './requests/operation-request.ts';
import { emptyReply, type RequestContext, type RouteReply } from './route.ts';

/**
 * The operation or chain of that name, if callers from outside may know of it.
 *
 * @throws AppError operation.not-found
 */
export function getExposed(context: RequestContext, name: string): Runnable {
  const { registry, accessRules } = context.services.automation;
  const runnable = registry.get(name);
  if (accessRules.isHidden(runnable)) {
    throw new AppError('operation.not-found', `Failed to invoke operation: ${name}`);
  }
  return runnable;
}

export function isAllowed(context: RequestContext, runnable: Runnable): boolean {
  const { principal, publicAddress } = context;
  const { isSecure } = publicAddress;
  return context.services.automation.accessRules.isAllowed(runnable, { principal, isSecure });
}

/** Runs an operation or chain by name. */
export async function callOperation(context: RequestContext, name: string): Promise<RouteReply> {
  const runnable = getExposed(context, name);
  // Refused callers are told nothing, as existing clients expect.
  if (!isAllowed(context, runnable)) return emptyReply(404);
  return replyOnce(context, () => callRunnable(context, runnable));
}

/** Runs what was asked for; `fixedInput` takes the place of the request's input. */
export async function callRunnable(
  context: RequestContext,
  runnable: Runnable,
  { fixedInput }: { readonly fixedInput?: Value } = {},
): Promise<RouteReply> {
  const { request, leases } = await receiveRequest(context);
  const { params, variables } = request;
  const result = await execute(context.services.automation, callerOf(context), {
    runnable,
    input: fixedInput ?? inputOf(request, leases),
    params,
    variables,
    leases,
  });
  try {
    const reply = await valueReply(context, result.value, askedSchemas(request));
    return { ...reply, release: result.release };
  } catch (error) {
    await result.release();
    throw error;
  }
}

function askedSchemas({ documentProperties }: OperationRequest): AskedSchemas {
  if (documentProperties === null) return {};
  return { schemas: documentProperties.split(',').map((name) => name.trim()) };
}

export function callerOf(context: RequestContext): Caller {
  return {
    principal: context.principal,
    baseUrl: context.baseUrl,
    timeoutMs: timeoutOf(context),
    keepsBatches: context.headers['x-batch-no-drop'] === 'true',
    meter: context.meter,
    isSecure: context.publicAddress.isSecure,
  };
}

/** Anything but a positive number of seconds is ignored, as it always was. */
function timeoutOf({ headers, services }: RequestContext): number {
  const asked = headers['nuxeo-transaction-timeout'];
  const isNumber = typeof asked === 'string' && /^[1-9]\d{0,8}$/.test(asked);
  return (isNumber ? Number(asked) : services.config.transactionTimeoutSeconds) * 1000;
}
