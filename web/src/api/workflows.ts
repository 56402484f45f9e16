import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/src/index.ts';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { type Person, personOf } from './people.ts';

export interface Workflow {
  readonly id: string;
  /** Key of its label. */
  readonly title: string;
  readonly initiator: Person | undefined;
}

export type Graph = Schemas['graph'];

/** The running workflows on a document. Only those who may cancel one find it at its own address. */
export function runningWorkflowsQuery(uid: string) {
  return queryOptions({
    queryKey: keys.part(uid, 'workflows'),
    async queryFn({ signal }): Promise<readonly Workflow[]> {
      const path = { id: uid };
      const headers = { 'enrichers.document': 'runningWorkflows' };
      const found = await api.GET('/api/v1/id/{id}', { path, headers, signal });
      return entitiesOf(found.contextParameters, 'runningWorkflows').map((each) => ({
        id: String(each.id ?? ''),
        title: String(each.title ?? ''),
        initiator: each.initiator ? personOf(each.initiator) : undefined,
      }));
    },
  });
}

export interface WorkflowModel {
  readonly name: string;
  /** Key of its label. */
  readonly title: string;
}

/** What the user may start on a document now. */
export function runnableWorkflowsQuery(uid: string) {
  return queryOptions({
    queryKey: keys.part(uid, 'runnable-workflows'),
    async queryFn({ signal }): Promise<readonly WorkflowModel[]> {
      const path = { id: uid };
      const headers = { 'enrichers.document': 'runnableWorkflows' };
      const found = await api.GET('/api/v1/id/{id}', { path, headers, signal });
      return entitiesOf(found.contextParameters, 'runnableWorkflows').map((each) => ({
        name: String(each.workflowModelName ?? each.name ?? ''),
        title: String(each.title ?? ''),
      }));
    },
  });
}

type Fields = Readonly<Record<string, unknown>>;

function entitiesOf(parameters: object | undefined, name: string): readonly Fields[] {
  const found = ((parameters ?? {}) as Fields)[name];
  return Array.isArray(found) ? (found as readonly Fields[]) : [];
}

/** Labels are in the language of the request. */
export function graphQuery(workflowId: string, language: string) {
  return queryOptions({
    queryKey: keys.list('tasks', 'graph', workflowId, language),
    queryFn: ({ signal }): Promise<Graph> =>
      api.GET('/api/v1/workflow/{workflowId}/graph', {
        path: { workflowId },
        headers: { 'Accept-Language': language },
        signal,
      }),
  });
}

/** @throws ApiError 400: the model does not allow it on one of the documents */
export async function startWorkflow(
  client: QueryClient,
  model: string,
  uids: readonly string[],
): Promise<string> {
  const body = {
    'entity-type': 'workflow',
    workflowModelName: model,
    attachedDocumentIds: uids,
  } as const;
  const { id } = await api.POST('/api/v1/workflow', { body });
  await changed(client, { documents: uids, lists: ['tasks'] });
  return id;
}

/** Its open tasks are cancelled with it. */
export async function cancelWorkflow(
  client: QueryClient,
  workflowId: string,
  uid: string,
): Promise<void> {
  await api.DELETE('/api/v1/workflow/{workflowId}', { path: { workflowId } });
  await changed(client, { documents: [uid], lists: ['tasks'] });
}
