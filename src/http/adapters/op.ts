import { takesInput } from '../../automation/method-choice.ts';
import type { Runnable } from '../../automation/registry.ts';
import type { Value } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import {
  callParameters,
  callResponses,
  callRunnable,
  getExposed,
  isAllowed,
} from '../operation-call.ts';
import { callContent } from '../request-content.ts';
import { getAddressed } from '../requests/document-address.ts';
import { emptyReply, type RequestContext, type RouteReply } from '../route.ts';
import { type AdapterResource, defineAdapter, replyWith } from './adapter.ts';

export const opAdapter = defineAdapter({
  name: 'op',
  method: 'POST',
  summary: 'Runs an operation or chain with the document as its input',
  argsPattern: '/:operation',
  bodyContent: callContent,
  parameters: callParameters,
  responses: callResponses,
  handle: (context, { address, args }) =>
    callOn(context, args, async () => ({
      value: await context.read((unit) => getAddressed(unit, address)),
    })),
});

/** The resource before `@op` is the input if the operation accepts it, else that of the body. */
export async function callOn(
  context: RequestContext,
  args: readonly string[],
  load: () => Promise<AdapterResource>,
): Promise<RouteReply> {
  const [name, ...more] = args;
  if (name === undefined || more.length > 0) {
    throw new AppError('resource.not-found', 'Name one operation after @op/');
  }
  const runnable = getExposed(context, name);
  if (!isAllowed(context, runnable)) return emptyReply(404);
  return replyWith(await load(), (value) =>
    callRunnable(context, runnable, canTake(context, runnable, value) ? { fixedInput: value } : {}),
  );
}

/** For a chain its first step decides. */
function canTake(context: RequestContext, runnable: Runnable, value: Value): boolean {
  if (runnable.kind === 'operation') return takesInput(runnable.operation, value);
  const [first] = runnable.chain.steps;
  const step = first && context.services.automation.registry.find(first.operation);
  return step === undefined || canTake(context, step, value);
}
