import { execute } from '../automation/executor.ts';
import { outputSchemas } from '../automation/operation-schemas.ts';
import type { Runnable } from '../automation/registry.ts';
import { inputOf, type OperationRequest } from '../automation/request.ts';
import type { Value } from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import { anyOf, flag, integer } from '../entities/json-schema.ts';
import { callerOf } from './caller.ts';
import { inHeader } from './parameters.ts';
import { replyOnce } from './replies/idempotent-reply.ts';
import { type RequestedSchemas, readShown, valueReply } from './replies/operation-reply.ts';
import { skipAggregatesParameter } from './replies/result-page.ts';
import { keepBatchParameter } from './requests/document-input.ts';
import { receiveRequest } from './requests/operation-request.ts';
import { documentParameters } from './requests/wire-options.ts';
import { content, either, empty, json, type Responses, violations } from './responses.ts';
import { emptyReply, type RequestContext, type RouteReply } from './route.ts';

/** What calls of operations read besides their body. */
export const callParameters = [
  keepBatchParameter,
  inHeader('Nuxeo-Transaction-Timeout', 'seconds that it may take', integer),
  inHeader('X-NXVoidOperation', 'true: no output is returned', flag),
  inHeader(
    'Idempotency-Key',
    'a second call with the same key returns what the first one returned',
  ),
  skipAggregatesParameter,
  ...documentParameters,
];

/** The statuses of any call, for operations that a request names. */
export const callResponses = {
  200: either(
    'the output: an entity, a blob, or several blobs as multipart/mixed',
    json('', anyOf(...Object.values(outputSchemas))),
    content('', 'multipart/mixed'),
    content(''),
  ),
  204: empty('no output'),
  400: 'the operation failed, or a parameter or the input does not fit',
  403: 'the operation, or what it works on, is not open to the caller',
  404: 'no such operation or document, or the caller may not call it (then without a body)',
  409: 'the document is in another state or was changed, or a call with this key is running',
  412: 'a precondition does not hold',
  422: violations,
} as const satisfies Responses;

/**
 * The operation or chain of that name, if it is visible to callers from outside.
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
  // Refused callers get an empty 404, as existing clients expect.
  if (!isAllowed(context, runnable)) return emptyReply(404);
  return replyOnce(context, () => callRunnable(context, runnable));
}

/** Runs the operation or chain; `fixedInput` replaces the request's input. */
export async function callRunnable(
  context: RequestContext,
  runnable: Runnable,
  { fixedInput }: { readonly fixedInput?: Value } = {},
): Promise<RouteReply> {
  const { request, leases } = await receiveRequest(context);
  const { params, variables } = request;
  const asked = requestedSchemas(request);
  const result = await execute(context.services.automation, callerOf(context), {
    runnable,
    input: fixedInput ?? inputOf(request, leases),
    params,
    variables,
    leases,
    readResult: (unit, value) => readShown(context, unit, { value, asked }),
  });
  try {
    const { value, documentAsRead } = result;
    const reply = await valueReply(context, value, { ...asked, documentAsRead });
    return result.isHolding ? { ...reply, release: result.release } : reply;
  } catch (error) {
    await result.release();
    throw error;
  }
}

function requestedSchemas({ documentProperties }: OperationRequest): RequestedSchemas {
  if (documentProperties === null) return {};
  return { schemas: documentProperties.split(',').map((name) => name.trim()) };
}
