import { arrayOf } from '../entities/json-schema.ts';
import { taskSchema } from '../entities/task-entity.ts';
import { findPendingTasks } from '../repository/workflow/read-tasks.ts';
import { defineEnricher } from './define.ts';
import { sharedBusyDocuments } from './shared.ts';
import { writeTasks } from './workflow-entities.ts';

/** The open tasks on the document that the caller may end. */
export const pendingTasksEnricher = defineEnricher({
  name: 'pendingTasks',
  entityType: 'document',
  schema: arrayOf(taskSchema),
  // For administrators the documents with tasks; the tasks, and models that this process has not read yet. Fetched
  // references are extra.
  queriesMax: 3,
  async run(context, documents) {
    const ids = documents.map(({ id }) => id);
    const { withTasks } = await sharedBusyDocuments(context.unit, documents);
    const byDocument = await findPendingTasks(context.unit, [...withTasks]);
    const tasks = [...new Set([...byDocument.values()].flat())];
    const written = await writeTasks(context, tasks);
    const entities = new Map(tasks.map((task, at) => [task, written[at]]));
    return ids.map((id) => (byDocument.get(id) ?? []).map((task) => entities.get(task)));
  },
});
