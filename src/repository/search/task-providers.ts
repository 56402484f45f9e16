import { findDocumentsById } from '../documents/find-many.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { actorNamesOf, type TaskFilter } from '../workflow/open-task-ids.ts';
import { listOpenTasks } from '../workflow/read-tasks.ts';
import type { PageProvider } from './definition.ts';
import { type ProviderRequest, pageWindow } from './provider-request.ts';
import { type FoundPage, unqueriedProvider } from './unqueried.ts';

const pageSize = 20;

/** Those that are due first are at the beginning, whatever order is asked for. */
export const taskProviders: readonly PageProvider[] = [
  unqueriedProvider({
    name: 'nuxeo_tasks_listing',
    finds: 'openTasks',
    isSortable: false,
    pageSize,
  }),
  unqueriedProvider({ name: 'user_tasks', finds: 'assignedTasks', isSortable: false, pageSize }),
];

/** A page of the documents of open tasks: those of the caller, or all that the caller may read. */
export async function runTaskProvider(
  unit: ReadUnit,
  { provider, request }: { readonly provider: PageProvider; readonly request: ProviderRequest },
): Promise<FoundPage> {
  const window = pageWindow(provider, request);
  const filter = await filterOf(unit, provider, request);
  const page = { offset: window.offset, size: window.limit };
  const { tasks, total } = await listOpenTasks(unit, filter, page);
  const ids = tasks.map(({ id }) => id);
  return { documents: await findDocumentsById(unit, ids), total, window };
}

async function filterOf(
  unit: ReadUnit,
  { finds }: PageProvider,
  { named }: ProviderRequest,
): Promise<TaskFilter> {
  if (finds === 'assignedTasks') return { actors: [...unit.principal.identities] };
  const userId = textOf(named.get('userId'));
  return {
    actors: userId === undefined ? undefined : await actorNamesOf(unit, userId),
    instanceId: textOf(named.get('workflowInstanceId')),
    modelName: textOf(named.get('workflowModelName')),
  };
}

function textOf(given: string | readonly string[] | undefined): string | undefined {
  const text = typeof given === 'string' ? given : given?.[0];
  return text === undefined || text === '' ? undefined : text;
}
