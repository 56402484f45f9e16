import type { OperationContext } from '../../automation/operation-context.ts';

import type { Document } from '../../model/document.ts';
import { type AssignedTask, listAssignedTasks } from '../../repository/workflow/assigned-tasks.ts';

export const tasksMax = 1_000;

interface DashboardPage {
  readonly items: readonly object[];
  readonly total: number;
}

/** A page of the caller's open tasks as the items of a dashboard. */
export async function dashboardTasks(
  context: OperationContext,
  {
    languages,
    ...page
  }: { readonly languages: readonly string[]; readonly offset: number; readonly size: number },
): Promise<DashboardPage> {
  const { tasks, total } = await context.readBounded((unit) => listAssignedTasks(unit, page));
  const translate = (key: string) => context.repository.workflowModels.translate(key, languages);
  return { items: tasks.map((each) => itemOf(each, translate, context.nowMs)), total };
}

function itemOf(
  { task, document }: AssignedTask,
  translate: (key: string) => string,
  nowMs: number,
): object {
  const { name, directive, dueMs } = task;
  return {
    id: task.id,
    docref: document?.id ?? null,
    name,
    taskName: translate(name),
    directive: directive === null ? null : translate(directive),
    comment: task.comments.at(-1)?.text ?? null,
    dueDate: dueMs === null ? null : new Date(dueMs).toISOString(),
    documentTitle: document ? titleOf(document) : null,
    documentLink: document ? `ui/#!/doc/${document.id}` : null,
    startDate: new Date(task.createdMs).toISOString(),
    expired: dueMs !== null && dueMs < nowMs,
  };
}

function titleOf({ properties, name }: Document): string {
  const title = properties['dc:title'];
  return typeof title === 'string' && title !== '' ? title : name;
}
