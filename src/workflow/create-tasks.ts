import type { OperationContext } from '../automation/operation-context.ts';
import { AppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import type { Document } from '../model/document.ts';
import { isStorableText } from '../model/value.ts';
import { plainActor } from '../model/workflow/workflow-state.ts';
import {
  checkTaskComment,
  insertTaskDocuments,
  type TaskDescription,
} from '../repository/workflow/task-documents.ts';
import { tellEvents } from '../repository/workflow/task-events.ts';
import { insertGrants, taskGrants } from '../repository/workflow/task-grants.ts';
import { looseTaskTemplate } from '../repository/workflow/task-mails.ts';
import { distinctActors, insertTasks, type TaskChains } from '../repository/workflow/task-rows.ts';
import { asServer } from './step.ts';

const taskType = 'TaskDoc';
const actorsMax = 1_000;

/** A task without a workflow. */
interface TaskRequest {
  readonly name: string;
  readonly directive: string | null;
  readonly comment: string | null;
  readonly dueMs: number | null;
  /** Names of users and groups, also with the prefixes `user:` and `group:`. */
  readonly actors: readonly string[];
  readonly isForEachActor: boolean;
  /** What runs when the task is accepted or rejected. */
  readonly chains: TaskChains;
}

/**
 * Makes a task about a document, or one for each actor; none without actors. The caller is its
 * initiator.
 *
 * @throws AppError operation.parameter-invalid, operation.not-found and permission.denied for a chain,
 *   request.invalid
 */
export async function createTasksIn(
  context: OperationContext,
  document: Document,
  request: TaskRequest,
): Promise<void> {
  const actors = readActors(request.actors);
  checkTaskComment(request.comment);
  requireText('task name', request.name);
  requireText('directive', request.directive ?? '');
  for (const chain of [request.chains.accept, request.chains.reject]) {
    requireCallable(context, chain);
  }
  if (actors.length === 0) return;
  const groups = request.isForEachActor ? actors.map((actor) => [actor]) : [actors];
  await asServer(context, () => storeTasks(context, document, { request, groups }));
}

/** Each once, whether it is named with or without a prefix. */
function readActors(names: readonly string[]): readonly string[] {
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== '');
  const distinct = new Map(trimmed.map((name) => [plainActor(name), name]));
  const wrong = [...distinct.keys()].find(
    (name) => name === '' || name.length > limits.nameLengthMax || !isStorableText(name),
  );
  if (wrong !== undefined) throw invalid('actors', 'a value is not the name of a user or group');
  if (distinct.size > actorsMax) {
    throw invalid('actors', `there are ${distinct.size}, and a task can have ${actorsMax}`);
  }
  return [...distinct.values()];
}

function requireText(name: string, text: string): void {
  if (text.length <= limits.commentLengthMax && isStorableText(text)) return;
  throw invalid(name, `send a text of at most ${limits.commentLengthMax} characters`);
}

function invalid(name: string, what: string): AppError {
  return new AppError('operation.parameter-invalid', `${name}: ${what}`);
}

/** They run for the caller, who could not call others. */
function requireCallable(context: OperationContext, chain: string | null): void {
  if (chain === null) return;
  const standing = context.standingOf(chain);
  if (standing === 'allowed') return;
  const shown = chain.slice(0, 200);
  if (standing === 'denied') {
    throw new AppError('permission.denied', `The operation ${shown} is not open to the caller`);
  }
  throw new AppError('operation.not-found', `There is no operation or chain ${shown}`);
}

interface NewTasks {
  readonly request: TaskRequest;
  /** The actors of each task. */
  readonly groups: readonly (readonly string[])[];
}

function storeTasks(
  context: OperationContext,
  document: Document,
  { request, groups }: NewTasks,
): Promise<void> {
  return context.write(async (unit) => {
    const { username } = unit.principal;
    await unit.handle.lockTree('shared');
    const descriptions = groups.map((actors) => describe(request, { actors, document, username }));
    const stored = await insertTaskDocuments(unit, descriptions, null);
    const tasks = stored.map(({ id }, at) => ({
      id,
      instanceId: null,
      modelName: null,
      nodeId: '',
      initiator: username,
      createdMs: unit.nowMs,
      dueMs: request.dueMs,
      actors: groups[at] ?? [],
      documentIds: [document.id],
      chains: request.chains,
    }));
    await insertTasks(unit.handle, tasks);
    await insertGrants(
      unit.handle,
      tasks.flatMap(({ id, actors }) =>
        taskGrants({ taskId: id, principals: [username, ...distinctActors(actors)] }),
      ),
    );
    const { name, directive, dueMs, comment } = request;
    await tellEvents(
      unit,
      tasks.map(({ id, actors }) => ({
        eventId: 'afterWorkflowTaskCreated',
        workflow: null,
        documents: [document],
        task: { id, name, nodeId: '', directive, dueMs, actors, notification: looseTaskTemplate },
        comment,
      })),
    );
  });
}

function describe(
  { name, directive, comment, dueMs, chains }: TaskRequest,
  {
    actors,
    document,
    username,
  }: { readonly actors: readonly string[]; readonly document: Document; readonly username: string },
): TaskDescription {
  return {
    name,
    nodeId: '',
    type: taskType,
    instanceId: null,
    modelName: null,
    initiator: username,
    actors,
    documentIds: [document.id],
    directive,
    description: null,
    dueMs,
    comment,
    // Shown only: what runs is in the row, which clients cannot change.
    variables: {
      createdFromCreateTaskOperation: 'true',
      ...(chains.accept !== null && { acceptOperationChain: chains.accept }),
      ...(chains.reject !== null && { rejectOperationChain: chains.reject }),
    },
  };
}
