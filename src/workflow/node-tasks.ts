import { Instant, isList, type Value } from '../automation/values.ts';
import { parseTimestamp } from '../entities/timestamp.ts';
import { isStorableText } from '../model/value.ts';
import type { TaskDefinition, WorkflowNode } from '../model/workflow/workflow-model.ts';
import { plainActor } from '../model/workflow/workflow-state.ts';
import { lockStoredDocuments } from '../repository/documents/lock-stored.ts';
import { saveTaskDocument } from '../repository/workflow/task-documents.ts';
import { endDocumentGrants } from '../repository/workflow/task-grants.ts';
import { endTasks } from '../repository/workflow/task-rows.ts';
import { stepFailed } from './failures.ts';
import { waitingTask } from './planned-tasks.ts';
import { evaluateIn } from './scope.ts';
import type { Step } from './step.ts';

const assigneesMax = 1_000;
const assigneeLengthMax = 255;

/**
 * Makes the tasks of a node that has begun; they are stored later in the step.
 *
 * @throws AppError workflow.step-failed, also without assignees
 */
export async function planTasks(
  step: Step,
  node: WorkflowNode,
  task: TaskDefinition,
): Promise<void> {
  const actors = await assigneesOf(step, node, task);
  const dueMs = await dueOf(step, node, task);
  const live = step.live.node(node.id);
  live.dueMs = dueMs;
  const groups = task.isForEachActor ? actors.map((actor) => [actor]) : [actors];
  for (const group of groups) {
    step.planned.push({ node, actors: group, dueMs });
    // It gets its id when it is stored.
    live.tasks.push(waitingTask);
  }
}

async function assigneesOf(
  step: Step,
  node: WorkflowNode,
  { assignees, assigneesExpression }: TaskDefinition,
): Promise<readonly string[]> {
  const place = { model: step.model, node, part: 'assignees' };
  const computed =
    assigneesExpression === null ? null : await evaluateIn(step, assigneesExpression, place);
  const names = [...assignees, ...namesIn(computed)].map((name) => name.trim());
  // The same user may be named with and without a prefix.
  const distinct = new Map(
    names.filter((name) => name !== '').map((name) => [plainActor(name), name]),
  );
  const wrong = [...distinct.keys()].some(
    (name) => name === '' || name.length > assigneeLengthMax || !isStorableText(name),
  );
  if (wrong) throw stepFailed(place, 'a value is not the name of a user or group');
  if (distinct.size > assigneesMax) {
    throw stepFailed(place, `there are ${distinct.size}, and a node can have ${assigneesMax}`);
  }
  if (distinct.size > 0) return [...distinct.values()];
  throw stepFailed(place, 'the task has no assignees: name at least one user or group');
}

function namesIn(value: Value): readonly string[] {
  if (value === null) return [];
  if (isList(value)) return value.flatMap(namesIn);
  return typeof value === 'string' ? [value] : [''];
}

async function dueOf(
  step: Step,
  node: WorkflowNode,
  { dueDate }: TaskDefinition,
): Promise<number | null> {
  if (dueDate === null) return null;
  const place = { model: step.model, node, part: 'due date' };
  const value = await evaluateIn(step, dueDate, place);
  if (value === null || value === '') return null;
  if (value instanceof Instant) return value.epochMs;
  const parsed = typeof value === 'string' ? parseTimestamp(value) : undefined;
  if (parsed !== undefined) return parsed;
  throw stepFailed(place, 'the value is no date');
}

/** Cancels what a node still waits for. */
export async function cancelTasks(step: Step, node: WorkflowNode): Promise<void> {
  step.planned = step.planned.filter((task) => task.node !== node);
  const live = step.live.node(node.id);
  live.tasks = live.tasks.filter(({ id }) => id !== '');
  const open = live.tasks.filter(({ isEnded }) => !isEnded).map(({ id }) => id);
  live.tasks = live.tasks.map((task) => ({ ...task, isEnded: true }));
  if (open.length === 0) return;
  await step.context.write(async (unit) => {
    await endTasks(unit.handle, open, 'cancelled');
    await endDocumentGrants(unit.handle, open);
    for (const document of await lockStoredDocuments(unit, open)) {
      await saveTaskDocument(unit, { document, state: 'cancelled' });
    }
  });
}
