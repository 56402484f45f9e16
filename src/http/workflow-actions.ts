import { AppError } from '../base/errors/app-error.ts';
import { isStorableText } from '../model/value.ts';
import { getShownInstance } from '../repository/workflow/read-instances.ts';
import { getShownTask, isTaskOn } from '../repository/workflow/read-tasks.ts';
import { getTask, mayEndTask, taskNotFound } from '../repository/workflow/task-rows.ts';
import {
  cancelWorkflow,
  completeTask,
  delegateTask,
  reassignTask,
  startWorkflow,
} from '../workflow/workflow-service.ts';
import { callerOf } from './caller.ts';
import { shownTask, shownWorkflow } from './replies/workflow-reply.ts';
import { jsonRulesOf, readJsonBody, requireEntity } from './requests/body.ts';
import { readComment, readCompletionBody, type StartBody } from './requests/workflow-input.ts';
import type { RequestContext } from './route.ts';

/** Starts a workflow for the caller and returns its entity. */
export async function startInstance(context: RequestContext, body: StartBody): Promise<object> {
  const id = await startWorkflow(context.services.automation, callerOf(context), body);
  return context.read(async (unit) =>
    shownWorkflow(context, unit, await getShownInstance(unit, id)),
  );
}

export function cancelInstance(context: RequestContext, id: string): Promise<void> {
  return cancelWorkflow(context.services.automation, callerOf(context), id);
}

/** A task of an address: below a document it must be one on that document. */
interface TaskAddress {
  readonly taskId: string;
  readonly documentId?: string;
}

/**
 * Ends a task with one of its buttons, and returns its entity. The body is read only for those who may
 * end it.
 *
 * @throws AppError task.not-found, task.not-active, permission.denied, request.invalid; of the workflow
 */
export async function endTask(
  context: RequestContext,
  address: TaskAddress,
  action: string,
): Promise<object> {
  const { taskId } = address;
  await requireMayEnd(context, address);
  const sent = await readJsonBody(context, jsonRulesOf(context.services.config));
  const { comment, variables } = readCompletionBody(requireEntity(sent, 'task'), taskId);
  const request = { taskId, action, comment, variables };
  await completeTask(context.services.automation, callerOf(context), request);
  return context.read(async (unit) => shownTask(context, unit, await getShownTask(unit, taskId)));
}

/** @throws AppError task.not-found, permission.denied */
async function requireMayEnd(
  context: RequestContext,
  { taskId, documentId }: TaskAddress,
): Promise<void> {
  await context.read(async (unit) => {
    const task = await getTask(unit.handle, taskId);
    if (documentId !== undefined && !(await isTaskOn(unit, { taskId, documentId }))) {
      throw taskNotFound(taskId);
    }
    if (mayEndTask(unit, task)) return;
    const { username } = unit.principal;
    throw new AppError('permission.denied', `User with id '${username}' cannot end this task`);
  });
}

const assignments = {
  reassign: { parameter: 'actors', assign: reassignTask },
  delegate: { parameter: 'delegatedActors', assign: delegateTask },
} as const;

/**
 * Gives an open task to the actors of the query, or to them as well.
 *
 * @throws AppError task.not-found, task.not-active, permission.denied, request.invalid,
 *   workflow.not-reassignable
 */
export async function assignTask(
  context: RequestContext,
  address: TaskAddress,
  kind: keyof typeof assignments,
): Promise<void> {
  const { taskId } = address;
  const { parameter, assign } = assignments[kind];
  const comment = readComment(context.query.get('comment'));
  if (address.documentId !== undefined) await requireMayEnd(context, address);
  const actors = context.query.getAll(parameter);
  if (!actors.every(isStorableText)) {
    throw new AppError('request.invalid', `${parameter}: contains NUL or an unpaired surrogate`);
  }
  await assign(context.services.automation, callerOf(context), { taskId, actors, comment });
}
