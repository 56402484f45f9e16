import type { Document } from '../model/document.ts';
import type { WorkflowNode } from '../model/workflow/workflow-model.ts';
import type { NodeTask } from '../model/workflow/workflow-state.ts';
import {
  insertTaskDocuments,
  type TaskDescription,
} from '../repository/workflow/task-documents.ts';
import type { ToldTask } from '../repository/workflow/task-events.ts';
import { documentGrants, insertGrants, taskGrants } from '../repository/workflow/task-grants.ts';
import { distinctActors, insertTasks, type NewTask } from '../repository/workflow/task-rows.ts';
import { stepFailed } from './failures.ts';
import type { PlannedTask, Step } from './step.ts';

/** Rights that one step may give: each is a row. */
const grantsMax = 20_000;

/**
 * Stores the tasks that nodes have planned, with one statement for each table: before chains run, which may look
 * for them, and when the step ends.
 */
export async function storePlanned(step: Step): Promise<void> {
  const { planned } = step;
  if (planned.length === 0) return;
  step.planned = [];
  const documentIds = (await step.documents()).map(({ id }) => id);
  requireFewGrants(step, planned, documentIds);
  const stored = await step.context.write(async (unit) => {
    await unit.handle.lockTree('shared');
    const descriptions = planned.map((task) => describe(step, task, documentIds));
    const documents = await insertTaskDocuments(unit, descriptions, step.taskPlace);
    const tasks = planned.map((task, at) => ({
      ...newTask(step, task, documents[at] as Document),
      createdMs: unit.nowMs,
      documentIds,
    }));
    await insertTasks(unit.handle, tasks);
    await insertGrants(
      unit.handle,
      planned.flatMap((task, at) => grantsOf(step, task, tasks[at] as NewTask)),
    );
    return documents;
  });
  for (const [at, task] of planned.entries()) noteTask(step, task, stored[at] as Document);
}

function requireFewGrants(
  step: Step,
  planned: readonly PlannedTask[],
  documentIds: readonly string[],
): void {
  let assignees = 0;
  for (const { node, actors } of planned) {
    if ((node.task?.permission ?? null) === null) continue;
    assignees += actors.length;
    if (assignees * documentIds.length <= grantsMax) continue;
    throw stepFailed(
      { model: step.model, node },
      `${assignees} assignees on ${documentIds.length} documents are too many: use a group as the assignee`,
    );
  }
}

function describe(
  step: Step,
  { node, actors, dueMs }: PlannedTask,
  documentIds: readonly string[],
): TaskDescription {
  const { id, initiator, modelName } = step.live.stored;
  const { task } = node;
  return {
    name: node.title,
    nodeId: node.id,
    type: task?.documentType ?? 'RoutingTask',
    instanceId: id,
    modelName,
    initiator,
    actors,
    documentIds,
    directive: task?.directive ?? null,
    description: task?.description ?? null,
    dueMs,
    variables: {
      nodeId: node.id,
      routeInstanceDocId: id,
      allowTaskReassignment: String(task?.allowsReassignment ?? false),
      ...(task?.notification && { taskNotificationTemplate: task.notification }),
    },
  };
}

function newTask(
  step: Step,
  { node, actors, dueMs }: PlannedTask,
  document: Document,
): Omit<NewTask, 'createdMs' | 'documentIds'> {
  const { id, initiator, modelName } = step.live.stored;
  return {
    id: document.id,
    instanceId: id,
    modelName,
    nodeId: node.id,
    initiator,
    dueMs,
    actors,
  };
}

function grantsOf(step: Step, { node, actors }: PlannedTask, { id, documentIds }: NewTask) {
  const taskId = id;
  const names = distinctActors(actors);
  const own = taskGrants({ taskId, principals: [step.live.stored.initiator, ...names] });
  const permission = node.task?.permission ?? null;
  if (permission === null) return own;
  const shared = { documentIds, permission, kind: 'routing' } as const;
  return [...own, ...documentGrants({ taskId, principals: names }, shared)];
}

/** A task that has no id and no actors yet. */
export const waitingTask: NodeTask = {
  id: '',
  actors: [],
  delegatedActors: [],
  actor: null,
  comment: null,
  status: null,
  isEnded: false,
};

/** The node waits for it from now on. */
function noteTask(step: Step, planned: PlannedTask, { id }: Document): void {
  const { node, actors } = planned;
  const live = step.live.node(node.id);
  const at = live.tasks.findIndex((task) => task.id === '');
  const actor = actors.length === 1 ? (actors[0] ?? null) : null;
  live.tasks[at] = { ...waitingTask, id, actor, actors: distinctActors(actors) };
  step.tell({ eventId: 'afterWorkflowTaskCreated', task: toldTask(node, { id, ...planned }) });
}

export function toldTask(
  node: WorkflowNode,
  { id, actors, dueMs }: Pick<PlannedTask, 'actors' | 'dueMs'> & { readonly id: string },
): ToldTask {
  return {
    id,
    name: node.title,
    nodeId: node.id,
    directive: node.task?.directive ?? null,
    dueMs,
    actors,
    notification: node.task?.notification ?? null,
  };
}
