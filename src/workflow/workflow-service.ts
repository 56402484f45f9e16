import type { AutomationServices, Caller } from '../automation/execution.ts';
import { executeWork } from '../automation/executor.ts';
import { type AssignRequest, delegateTaskIn, reassignTaskIn } from './assign-task.ts';
import { type CompleteRequest, completeTaskIn } from './complete-task.ts';
import { cancelWorkflowIn } from './manage-workflow.ts';
import { type StartRequest, startWorkflowIn } from './start-workflow.ts';

/** Each is one transaction; see the functions of the same names for those within another one. */

/** Returns the id of the instance. */
export function startWorkflow(
  services: AutomationServices,
  caller: Caller,
  request: StartRequest,
): Promise<string> {
  return executeWork(services, caller, (context) => startWorkflowIn(context, request));
}

export function completeTask(
  services: AutomationServices,
  caller: Caller,
  request: CompleteRequest,
): Promise<void> {
  return executeWork(services, caller, (context) => completeTaskIn(context, request));
}

export function reassignTask(
  services: AutomationServices,
  caller: Caller,
  request: AssignRequest,
): Promise<void> {
  return executeWork(services, caller, (context) => reassignTaskIn(context, request));
}

export function delegateTask(
  services: AutomationServices,
  caller: Caller,
  request: AssignRequest,
): Promise<void> {
  return executeWork(services, caller, (context) => delegateTaskIn(context, request));
}

export function cancelWorkflow(
  services: AutomationServices,
  caller: Caller,
  id: string,
): Promise<void> {
  return executeWork(services, caller, (context) => cancelWorkflowIn(context, id));
}
