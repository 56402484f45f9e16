import { AppError } from '../base/errors/app-error.ts';
import { type Principal, powerUsersGroup } from '../model/principal.ts';
import type { WorkflowInstance } from '../model/workflow/workflow-state.ts';

/** @throws AppError permission.denied */
export function requireMayCancel(principal: Principal, instance: WorkflowInstance): void {
  if (mayManage(principal, instance)) return;
  throw new AppError('permission.denied', "You don't have the permission to cancel this workflow");
}

/** @throws AppError permission.denied */
export function requireMayManage(principal: Principal, instance: WorkflowInstance): void {
  if (mayManage(principal, instance)) return;
  throw new AppError(
    'permission.denied',
    'Only administrators, power users and the user who started the workflow can do this',
  );
}

/** For work on all workflows of a model. @throws AppError permission.denied */
export function requireMayManageAll({ isAdministrator, identities }: Principal): void {
  if (isAdministrator || identities.has(powerUsersGroup)) return;
  throw new AppError('permission.denied', 'Only administrators and power users can do this');
}

function mayManage(principal: Principal, { initiator }: WorkflowInstance): boolean {
  const { isAdministrator, username, identities } = principal;
  return isAdministrator || username === initiator || identities.has(powerUsersGroup);
}

/** @throws AppError workflow.not-active */
export function requireActive({ id, state }: WorkflowInstance): void {
  if (state === 'running' || state === 'ready') return;
  throw new AppError('workflow.not-active', `The workflow ${id} is ${state} and cannot be changed`);
}
