import type { OperationContext } from '../automation/operation-context.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { DocumentId } from '../base/ids.ts';
import type { Document } from '../model/document.ts';
import type { WorkflowNode } from '../model/workflow/workflow-model.ts';
import type { WorkflowInstance } from '../model/workflow/workflow-state.ts';
import { getDocumentForUpdate } from '../repository/documents/documents.ts';
import { findDocumentsById } from '../repository/documents/find-many.ts';
import { unknownActors } from '../repository/workflow/known-actors.ts';
import { checkTaskComment, saveTaskDocument } from '../repository/workflow/task-documents.ts';
import { tellEvents } from '../repository/workflow/task-events.ts';
import {
  documentGrants,
  insertGrants,
  removeGrants,
  taskGrants,
} from '../repository/workflow/task-grants.ts';
import { looseTaskTemplate } from '../repository/workflow/task-mails.ts';
import {
  addDelegatedActors,
  distinctActors,
  getTask,
  replaceActors,
  type TaskRecord,
  taskNotFound,
} from '../repository/workflow/task-rows.ts';
import { lockTask, requireOpen } from './complete-task.ts';
import { finishStep } from './finish-step.ts';
import { toldTask } from './planned-tasks.ts';
import { asServer, openStep, type Step } from './step.ts';
import { subWorkflows } from './sub-workflows.ts';

const actorsMax = 1_000;

export interface AssignRequest {
  readonly taskId: string;
  /** Names of users and groups, also with the prefixes `user:` and `group:`. */
  readonly actors: readonly string[];
  readonly comment: string | null;
}

/**
 * Gives an open task to others, if its node allows that.
 *
 * @throws AppError task.not-found, task.not-active, workflow.not-reassignable, request.invalid for
 *   unknown names, permission.denied
 */
export function reassignTaskIn(context: OperationContext, request: AssignRequest): Promise<void> {
  return assign(context, request, async (change) => {
    const { step, node, task, document, actors } = change;
    requireReassignable(node, task);
    const names = distinctActors(actors);
    const live = step?.live.node(task.nodeId);
    if (live) {
      const actor = actors.length === 1 ? (actors[0] ?? null) : null;
      const given = { actor, actors: names, delegatedActors: [] };
      live.tasks = live.tasks.map((each) => (each.id === task.id ? { ...each, ...given } : each));
    }
    await context.write(async (unit) => {
      await replaceActors(unit.handle, { task, actors: names });
      await removeGrants(unit.handle, task.id);
      const own = taskGrants({ taskId: task.id, principals: [task.initiator, ...names] });
      await insertGrants(unit.handle, [...own, ...sharedGrants(change, names, 'routing')]);
      const properties = { 'nt:actors': actors, 'nt:delegatedActors': [] };
      await saveTaskDocument(unit, { document, comment: request.comment, properties });
    });
    return 'afterWorkflowTaskReassigned';
  });
}

/**
 * Lets others end an open task too, beside its actors and those to whom it was delegated before.
 *
 * @throws AppError task.not-found, task.not-active, request.invalid for unknown names,
 *   permission.denied
 */
export function delegateTaskIn(context: OperationContext, request: AssignRequest): Promise<void> {
  return assign(context, request, async (change) => {
    const { step, task, document, actors } = change;
    const names = distinctActors(actors);
    const delegatedActors = [...new Set([...task.delegatedActors, ...names])];
    const live = step?.live.node(task.nodeId);
    if (live) {
      live.tasks = live.tasks.map((each) =>
        each.id === task.id ? { ...each, delegatedActors } : each,
      );
    }
    const before = document.properties['nt:delegatedActors'];
    const all = [...new Set([...(Array.isArray(before) ? before : []), ...actors])];
    await context.write(async (unit) => {
      await addDelegatedActors(unit.handle, { task, actors: names });
      const own = taskGrants({ taskId: task.id, principals: names });
      await insertGrants(unit.handle, [...own, ...sharedGrants(change, names, 'delegation')]);
      const properties = { 'nt:delegatedActors': all };
      await saveTaskDocument(unit, { document, comment: request.comment, properties });
    });
    return 'afterWorkflowTaskDelegated';
  });
}

interface Assignment {
  /** Both undefined for a task without a workflow. */
  readonly step: Step | undefined;
  readonly node: WorkflowNode | undefined;
  readonly task: TaskRecord;
  readonly document: Document;
  readonly documents: readonly Document[];
  readonly actors: readonly string[];
}

type AssignmentEvent = 'afterWorkflowTaskReassigned' | 'afterWorkflowTaskDelegated';

async function assign(
  context: OperationContext,
  request: AssignRequest,
  work: (assignment: Assignment) => Promise<AssignmentEvent>,
): Promise<void> {
  const { taskId, comment } = request;
  checkTaskComment(comment);
  const actors = [...new Set(request.actors.map((name) => name.trim()))].filter(
    (name) => name !== '',
  );
  const { instance, task } = await lockTask(context, taskId);
  await asServer(context, async () => {
    const found = await openAssignment(context, instance, task);
    const name = found.document.properties['nt:name'];
    requireOpen(found.task, typeof name === 'string' ? name : task.nodeId);
    await requireKnown(context, actors);
    const eventId = await work({ ...found, actors });
    await tellAssignment(context, { ...found, actors }, { eventId, comment });
    if (found.step) await finishStep(found.step);
  });
}

async function openAssignment(
  context: OperationContext,
  instance: WorkflowInstance | undefined,
  task: TaskRecord,
): Promise<Omit<Assignment, 'actors'>> {
  if (instance) {
    const options = { subWorkflows, taskId: task.id };
    const { step, taskDocument } = await openStep(context, instance, options);
    if (!taskDocument) throw taskNotFound(task.id);
    const documents = await step.documents();
    const node = step.graph.find(task.nodeId);
    return { step, node, task, document: taskDocument, documents };
  }
  return context.write(async (unit) => {
    const document = await getDocumentForUpdate(unit, task.id as DocumentId);
    const ids = document.properties['nt:targetDocumentsIds'];
    const documents = await findDocumentsById(unit, Array.isArray(ids) ? (ids as string[]) : []);
    // Only now no other unit can end it.
    const present = await getTask(unit.handle, task.id);
    return { step: undefined, node: undefined, task: present, document, documents };
  });
}

/** @throws AppError workflow.not-reassignable */
function requireReassignable(node: WorkflowNode | undefined, { id, instanceId }: TaskRecord): void {
  if (instanceId === null || node?.task?.allowsReassignment) return;
  throw new AppError(
    'workflow.not-reassignable',
    `Task ${id} can not be reassigned. Node ${node?.id ?? ''} doesn't allow reassignment.`,
  );
}

/** @throws AppError request.invalid */
async function requireKnown(context: OperationContext, actors: readonly string[]): Promise<void> {
  if (actors.length === 0) {
    throw new AppError('request.invalid', 'actors: name at least one user or group');
  }
  if (actors.length > actorsMax) {
    throw new AppError('request.invalid', `actors: ${actors.length} are more than ${actorsMax}`);
  }
  const unknown = await context.read((unit) => unknownActors(unit.handle, distinctActors(actors)));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => name.slice(0, 100)).join(', ');
  throw new AppError('request.invalid', `actors: there is no user or group ${names.slice(0, 500)}`);
}

function sharedGrants(
  { node, task, documents }: Assignment,
  principals: readonly string[],
  kind: 'routing' | 'delegation',
) {
  const permission = node?.task?.permission ?? null;
  if (permission === null) return [];
  const documentIds = documents.map(({ id }) => id);
  return documentGrants({ taskId: task.id, principals }, { documentIds, permission, kind });
}

async function tellAssignment(
  context: OperationContext,
  { step, node, task, document, documents, actors }: Assignment,
  { eventId, comment }: { readonly eventId: AssignmentEvent; readonly comment: string | null },
): Promise<void> {
  const given = { id: task.id, actors, dueMs: task.dueMs };
  if (step && node) {
    step.tell({ eventId, task: toldTask(node, given), comment });
    return;
  }
  const name = String(document.properties['nt:name']);
  const told = { ...given, name, nodeId: task.nodeId, directive: null };
  const notified = { ...told, notification: looseTaskTemplate };
  const event = { eventId, workflow: null, documents, task: notified, comment };
  await context.write((unit) => tellEvents(unit, [event]));
}
