import type { Caller } from '../automation/execution.ts';
import type { RequestContext } from './route.ts';

/** On whose behalf a request runs operations and steps of workflows. */
export function callerOf(context: RequestContext): Caller {
  let departure: AbortSignal | undefined;
  return {
    principal: context.principal,
    baseUrl: context.baseUrl,
    timeoutMs: timeoutOf(context),
    keepsBatches: context.headers['x-batch-no-drop'] === 'true',
    meter: context.meter,
    isSecure: context.publicAddress.isSecure,
    get departure() {
      departure ??= context.signal;
      return departure;
    },
  };
}

/** Other values than a positive number of seconds are ignored, as existing clients expect. */
function timeoutOf({ headers, services }: RequestContext): number {
  const asked = headers['nuxeo-transaction-timeout'];
  const isNumber = typeof asked === 'string' && /^[1-9]\d{0,8}$/.test(asked);
  return (isNumber ? Number(asked) : services.config.transactionTimeoutSeconds) * 1000;
}
