import { WorkflowDecisions } from '../workflow/decisions.ts';
import { callerOf } from './caller.ts';
import type { RequestContext } from './route.ts';

/** For what a response shows of tasks and workflows. */
export function decisionsOf(context: RequestContext): WorkflowDecisions {
  return new WorkflowDecisions(context.services.automation, callerOf(context));
}
