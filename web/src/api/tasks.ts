import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Document, Schemas } from '../../../client/src/index.ts';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { type Person, personOf } from './people.ts';
import { type Doc, storedDocument } from './types.ts';

type TaskEntity = Schemas['task'];

/** A task with the documents that it is about. */
export interface Task {
  readonly id: string;
  /** Key of the label of its step. */
  readonly name: string;
  readonly nodeName: string;
  readonly directive: string | null;
  readonly state: TaskEntity['state'];
  readonly created: string;
  readonly dueDate: string | null;
  readonly workflowId: string | null;
  readonly workflowTitle: string | undefined;
  readonly initiator: Person | undefined;
  readonly actors: readonly Person[];
  readonly delegatedActors: readonly Person[];
  /** Those that the user may read. */
  readonly documents: readonly Doc[];
  readonly comments: TaskEntity['comments'];
  readonly variables: Readonly<Record<string, unknown>>;
  /** What the user may do with it. */
  readonly buttons: readonly {
    readonly name: string;
    readonly label: string;
    readonly validate: boolean;
  }[];
  readonly isReassignable: boolean;
}

const fetched = { 'fetch.task': 'targetDocumentIds,actors,workflowInitiator' } as const;
export const tasksPerPage = 50;

export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly count: number;
}

/** Open tasks that are due first: of a user with groups and delegations, or all that may be seen. */
export function tasksQuery(userId: string | undefined, page: number) {
  return queryOptions({
    queryKey: keys.list('tasks', userId ?? '', page),
    async queryFn({ signal }): Promise<TaskPage> {
      const query = { userId, pageSize: tasksPerPage, currentPageIndex: page };
      const found = await api.GET('/api/v1/task', { query, headers: fetched, signal });
      const count = 'resultsCount' in found ? found.resultsCount : found.entries.length;
      return { tasks: found.entries.map(taskOf), count };
    },
  });
}

export function taskCountQuery(userId: string) {
  return queryOptions({
    queryKey: keys.list('tasks', 'count', userId),
    async queryFn({ signal }): Promise<number> {
      const found = await api.GET('/api/v1/task', { query: { userId, pageSize: 1 }, signal });
      return 'resultsCount' in found ? found.resultsCount : found.entries.length;
    },
  });
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: keys.list('tasks', 'one', id),
    queryFn: async ({ signal }) =>
      taskOf(
        await api.GET('/api/v1/task/{taskId}', { path: { taskId: id }, headers: fetched, signal }),
      ),
  });
}

/** The open tasks on a document that the user may see. */
export function documentTasksQuery(uid: string) {
  return queryOptions({
    queryKey: keys.part(uid, 'tasks'),
    async queryFn({ signal }): Promise<readonly Task[]> {
      const path = { id: uid };
      const found = await api.GET('/api/v1/id/{id}/@task', { path, headers: fetched, signal });
      return found.entries.map(taskOf);
    },
  });
}

function taskOf(task: TaskEntity): Task {
  const { taskInfo, workflowInitiator } = task;
  return {
    id: task.id,
    name: task.name,
    nodeName: task.nodeName,
    directive: task.directive,
    state: task.state,
    created: task.created,
    dueDate: task.dueDate,
    workflowId: task.workflowInstanceId,
    workflowTitle: task.workflowTitle,
    initiator: workflowInitiator ? personOf(workflowInitiator) : undefined,
    actors: task.actors.map(personOf),
    delegatedActors: task.delegatedActors.map(personOf),
    documents: task.targetDocumentIds.filter(isDocument).map(storedDocument),
    comments: task.comments,
    variables: task.variables,
    buttons: (taskInfo?.taskActions ?? []).map(({ name, label, validate }) => ({
      name,
      label: label ?? name,
      validate,
    })),
    isReassignable: taskInfo?.allowTaskReassignment ?? false,
  };
}

function isDocument(target: { readonly id: string } | Document): target is Document {
  return 'uid' in target;
}

interface Decision {
  readonly button: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly comment: string;
}

/** Ends a task; its workflow goes on at once. @throws ApiError 409: another person has ended it */
export async function endTask(
  client: QueryClient,
  task: Task,
  { button, variables, comment }: Decision,
): Promise<void> {
  const body = { 'entity-type': 'task', id: task.id, comment, variables } as const;
  await api.PUT('/api/v1/task/{taskId}/{action}', {
    path: { taskId: task.id, action: button },
    body,
  });
  await tasksChanged(client, task);
}

interface Handover {
  /** Names of users and groups. */
  readonly people: readonly string[];
  readonly comment: string;
}

/** Others may end the task as well. */
export async function delegateTask(
  client: QueryClient,
  task: Task,
  handover: Handover,
): Promise<void> {
  const query = { delegatedActors: handover.people, comment: handover.comment };
  await api.PUT('/api/v1/task/{taskId}/delegate', { path: { taskId: task.id }, query });
  await tasksChanged(client, task);
}

/** The task is theirs from now on. */
export async function reassignTask(
  client: QueryClient,
  task: Task,
  handover: Handover,
): Promise<void> {
  const query = { actors: handover.people, comment: handover.comment };
  await api.PUT('/api/v1/task/{taskId}/reassign', { path: { taskId: task.id }, query });
  await tasksChanged(client, task);
}

function tasksChanged(client: QueryClient, { documents }: Task): Promise<void> {
  return changed(client, { documents: documents.map(({ uid }) => uid), lists: ['tasks'] });
}
