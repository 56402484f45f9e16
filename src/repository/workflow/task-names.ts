import { sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import { compilable } from '../../storage/statement.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { openTaskIds } from './open-task-ids.ts';

/** Nodes of all models that have open tasks; more are left out. */
const nodesMax = 1_000;

/** An open task for each node of each model that has one that the caller may read. */
export async function findTaskOfEachNode(unit: ReadUnit): Promise<readonly Document[]> {
  const { handle } = unit;
  const query = sql<{ readonly id: string }>`
    select min(task.id) as id from (${openTaskIds(unit, {})}) as found
      join task on task.id = found.task_id
    where task.instance_id is not null
    group by task.model_name, task.node_id
    order by task.model_name, task.node_id limit ${sql.lit(nodesMax)}`;
  const rows = await handle.all(compilable(handle.builder, query));
  return findDocumentsById(
    unit,
    rows.map(({ id }) => id),
  );
}
