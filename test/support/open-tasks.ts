import type { DocumentId } from '../../src/base/ids.ts';
import { slicesOf } from '../../src/base/slices.ts';
import type { WriteUnit } from '../../src/repository/unit/unit.ts';
import { insertTaskDocuments } from '../../src/repository/workflow/task-documents.ts';
import {
  addDelegatedActors,
  getTask,
  insertTasks,
} from '../../src/repository/workflow/task-rows.ts';

export interface OpenTask {
  readonly actors: readonly string[];
  readonly initiator?: string;
  readonly dueMs?: number | null;
  readonly documentIds?: readonly string[];
  readonly delegatedActors?: readonly string[];
}

/** Stores tasks that belong to no workflow, and returns their ids. */
export async function insertOpenTasks(
  unit: WriteUnit,
  tasks: readonly OpenTask[],
): Promise<readonly DocumentId[]> {
  await unit.handle.lockTree('shared');
  const ids: DocumentId[] = [];
  for (const some of slicesOf(tasks, 500)) {
    const described = some.map((task) => ({
      name: 'read',
      nodeId: 'node',
      type: 'TaskDoc',
      instanceId: null,
      modelName: null,
      initiator: task.initiator ?? 'boss',
      actors: task.actors,
      documentIds: task.documentIds ?? [],
      directive: null,
      description: null,
      dueMs: task.dueMs ?? null,
      variables: {},
    }));
    const documents = await insertTaskDocuments(unit, described, null);
    const rows = described.map((task, at) => ({
      ...task,
      id: documents[at]?.id ?? '',
      createdMs: unit.nowMs,
    }));
    await insertTasks(unit.handle, rows);
    for (const [at, { delegatedActors: actors = [] }] of some.entries()) {
      if (actors.length === 0) continue;
      const task = await getTask(unit.handle, documents[at]?.id ?? '');
      await addDelegatedActors(unit.handle, { task, actors });
    }
    ids.push(...documents.map(({ id }) => id));
  }
  return ids;
}
