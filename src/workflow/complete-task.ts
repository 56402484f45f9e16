import type { OperationContext } from '../automation/operation-context.ts';
import type { Value, ValueMap } from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { Document } from '../model/document.ts';
import type { VariableDefinition, WorkflowNode } from '../model/workflow/workflow-model.ts';
import type { WorkflowInstance } from '../model/workflow/workflow-state.ts';
import { lockInstanceOfTask } from '../repository/workflow/instance-rows.ts';
import {
  checkTaskComment,
  placeOf,
  saveTaskDocument,
} from '../repository/workflow/task-documents.ts';
import { endDocumentGrants } from '../repository/workflow/task-grants.ts';
import {
  endTasks,
  getTask,
  mayEndTask,
  type TaskRecord,
} from '../repository/workflow/task-rows.ts';
import { finishStep } from './finish-step.ts';
import { isWaiting } from './live-instance.ts';
import { endLooseTask } from './loose-tasks.ts';
import { toldTask } from './planned-tasks.ts';
import { resume } from './run-nodes.ts';
import { isTrue } from './scope.ts';
import { asServer, openStep, refuseWithinStep, type Step, withinStep } from './step.ts';
import { resumeParent, subWorkflows } from './sub-workflows.ts';
import { decodeVariable } from './variables.ts';

export interface CompleteRequest {
  readonly taskId: string;
  /** The button. */
  readonly action: string | null;
  readonly comment: string | null;
  /** Of the node, or of the workflow where the node exposes them; others are ignored. */
  readonly variables?: ValueMap;
  readonly nodeVariables?: ValueMap;
  readonly workflowVariables?: ValueMap;
}

/**
 * Ends a task for the caller; the workflow goes on when it was the last that its node waits for.
 *
 * @throws AppError task.not-found, task.not-active, permission.denied, workflow.no-transition,
 *   workflow.variable-invalid; of the nodes that run
 */
export async function completeTaskIn(
  context: OperationContext,
  request: CompleteRequest,
): Promise<void> {
  const commented = { ...request, comment: commentOf(request) };
  checkTaskComment(commented.comment);
  const { instance, task } = await lockTask(context, request.taskId);
  if (!instance) return endLooseTask(context, task, commented);
  await asServer(context, () => endTaskOf(context, { instance, task }, commented));
}

/**
 * The task, which the caller may end and which no other unit can end until this one does.
 *
 * @throws AppError task.not-found, permission.denied
 */
export function lockTask(
  context: OperationContext,
  taskId: string,
): Promise<{ readonly instance: WorkflowInstance | undefined; readonly task: TaskRecord }> {
  return context.write(async (unit) => {
    const instance = await lockInstanceOfTask(unit, taskId);
    const task = (instance && waitingIn(instance, taskId)) ?? (await getTask(unit.handle, taskId));
    if (instance) refuseWithinStep(context, instance.id);
    if (mayEndTask(unit, task)) return { instance, task };
    const { username } = unit.principal;
    throw new AppError('permission.denied', `User with id '${username}' cannot end this task`);
  });
}

/** The task of a node that waits for it, which is known from the row of the instance. */
function waitingIn(instance: WorkflowInstance, taskId: string): TaskRecord | undefined {
  for (const [nodeId, { tasks, startedMs, dueMs }] of Object.entries(instance.nodes)) {
    const task = tasks.find(({ id, isEnded }) => id === taskId && !isEnded);
    if (!task) continue;
    return {
      id: taskId,
      instanceId: instance.id,
      modelName: instance.modelName,
      nodeId,
      state: 'opened',
      initiator: instance.initiator,
      createdMs: startedMs ?? instance.startedMs,
      dueMs,
      actors: task.actors,
      delegatedActors: task.delegatedActors,
      chains: { accept: null, reject: null },
    };
  }
  return undefined;
}

/** @throws AppError task.not-active */
export function requireOpen({ state }: TaskRecord, name: string): void {
  if (state === 'opened') return;
  throw new AppError('task.not-active', `The task '${name}' is not active`);
}

interface LockedTask {
  readonly instance: WorkflowInstance;
  readonly task: TaskRecord;
}

async function endTaskOf(
  context: OperationContext,
  { instance, task }: LockedTask,
  request: CompleteRequest,
): Promise<void> {
  const options = { subWorkflows, taskId: task.id };
  const { step, taskDocument } = await openStep(context, instance, options);
  const node = step.graph.find(task.nodeId);
  requireOpen(task, node?.title ?? task.nodeId);
  if (!node || !taskDocument) {
    throw new AppError('store.corrupt', `The task ${task.id} has no node or no document`);
  }
  await withinStep(step, async () => {
    await takeRequest(step, node, request);
    await storeEnd(step, { node, task, document: taskDocument }, request);
    const live = step.live.node(node.id);
    if (!isWaiting(live)) await resume(step, node);
    await finishStep(step);
  });
  await resumeParent(step);
}

async function takeRequest(
  step: Step,
  node: WorkflowNode,
  request: CompleteRequest,
): Promise<void> {
  const { action, comment } = request;
  await requireAction(step, node, action);
  const ignored = await takeVariables(step, node, request);
  if (ignored.length > 0) {
    step.tell({ eventId: 'workflowVariablesIgnored', extended: { variables: ignored } });
  }
  const live = step.live.node(node.id);
  const hasComment = node.variables.some(
    ({ name, type }) => name === 'comment' && type === 'string',
  );
  const isGiven = given(request).some(([name]) => name === 'comment');
  if (hasComment && !isGiven && comment !== null) live.variables.comment = comment;
  live.button = action;
  step.ending = { nodeId: node.id, button: action, comment };
}

/** @throws AppError workflow.no-transition, permission.denied */
async function requireAction(step: Step, node: WorkflowNode, action: string | null): Promise<void> {
  const buttons = node.task?.buttons ?? [];
  if (action === null || buttons.length === 0) return;
  const button = buttons.find(({ name }) => name === action);
  if (!button) {
    const names = buttons.map(({ name }) => name).join(', ');
    throw new AppError(
      'workflow.no-transition',
      `The task '${node.title}' has no action '${action.slice(0, 200)}'; use one of ${names}`,
    );
  }
  if (button.condition === null) return;
  const place = { model: step.model, node, part: `button '${button.name}'` };
  if (await isTrue(step, button.condition, place)) return;
  throw new AppError(
    'permission.denied',
    `The action '${button.name}' of the task '${node.title}' is not open to you`,
  );
}

/** Forms of clients send the comment as a variable of the node, and often an empty one besides. */
function commentOf(request: CompleteRequest): string | null {
  if (request.comment) return request.comment;
  const [, sent] = given(request).find(([name]) => name === 'comment') ?? [];
  return typeof sent === 'string' ? sent : request.comment;
}

function given(request: CompleteRequest): readonly [string, Value][] {
  return [...(request.variables ?? []), ...(request.nodeVariables ?? [])];
}

/** Returns the names of variables that tasks of the node do not change. */
async function takeVariables(
  step: Step,
  node: WorkflowNode,
  request: CompleteRequest,
): Promise<readonly string[]> {
  const { live, model, context } = step;
  const ofNode = new Map(node.variables.map((each) => [each.name, each]));
  const exposed = new Set(node.exposedVariables);
  const ofWorkflow = new Map(
    model.variables.filter(({ name }) => exposed.has(name)).map((each) => [each.name, each]),
  );
  const nodeValues = live.node(node.id).variables;
  const ignored: string[] = [];
  const take = async (name: string, value: Value, targets: readonly Target[]): Promise<void> => {
    const target = targets.find(({ definitions }) => definitions.has(name));
    const definition = target?.definitions.get(name);
    if (!target || !definition) ignored.push(name.slice(0, 200));
    else target.values[name] = await decodeVariable(context, definition, value);
  };
  const node_ = { definitions: ofNode, values: nodeValues };
  const workflow = { definitions: ofWorkflow, values: live.variables };
  for (const [name, value] of request.variables ?? []) await take(name, value, [node_, workflow]);
  for (const [name, value] of request.nodeVariables ?? []) await take(name, value, [node_]);
  for (const [name, value] of request.workflowVariables ?? []) await take(name, value, [workflow]);
  return ignored;
}

interface Target {
  readonly definitions: ReadonlyMap<string, VariableDefinition>;
  readonly values: Record<string, Awaited<ReturnType<typeof decodeVariable>>>;
}

interface EndedTask {
  readonly node: WorkflowNode;
  readonly task: TaskRecord;
  readonly document: Document;
}

async function storeEnd(
  step: Step,
  { node, task, document }: EndedTask,
  { action, comment }: CompleteRequest,
): Promise<void> {
  const { username } = step.context.principal;
  const live = step.live.node(node.id);
  live.lastActor = username;
  live.tasks = live.tasks.map((each) =>
    each.id === task.id
      ? { ...each, actor: username, comment, status: action, isEnded: true }
      : each,
  );
  step.taskPlace = placeOf(document);
  await step.context.write(async (unit) => {
    await endTasks(unit.handle, [task.id], 'ended');
    const hasGrants = node.task?.permission !== null || task.delegatedActors.length > 0;
    if (hasGrants) await endDocumentGrants(unit.handle, [task.id]);
    const properties = { 'nt:accepted': true };
    await saveTaskDocument(unit, { document, state: 'ended', comment, properties });
  });
  const told = toldTask(node, { id: task.id, actors: task.actors, dueMs: task.dueMs });
  step.tell({
    eventId: 'afterWorkflowTaskEnded',
    task: told,
    comment,
    extended: { action },
  });
}
