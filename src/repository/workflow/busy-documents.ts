import { sql } from 'kysely';
import type { Document } from '../../model/document.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';
import type { ReadUnit } from '../unit/unit.ts';

interface BusyDocuments {
  readonly withTasks: ReadonlySet<string>;
  readonly withWorkflows: ReadonlySet<string>;
}

interface BusyRow {
  readonly id: string;
  readonly has_tasks: number;
}

const busyAmong = defineStatement<{ ids: unknown }, BusyRow>((builder, { ids }, dialect) =>
  compilable(
    builder,
    sql`select distinct document_id as id, 1 as has_tasks from task_document
        where ${dialect.isInList(sql.ref('document_id'), ids)} and is_open = 1
      union all
      select distinct document_id as id, 0 as has_tasks from workflow_document
        where ${dialect.isInList(sql.ref('document_id'), ids)} and is_running = 1`,
  ),
);

/**
 * The ids of documents that may have open tasks, and of those that may have workflows that are not ended. Most
 * have neither: looking for these costs much less than reading tasks and workflows. Only for administrators: others
 * may need a query for what tasks allow, and the enrichers of workflows make do with four queries together.
 */
export async function findBusyDocuments(
  { handle, principal }: ReadUnit,
  documents: readonly Document[],
): Promise<BusyDocuments> {
  const all: readonly string[] = documents.map(({ id }) => id);
  if (!principal.isAdministrator) return { withTasks: new Set(all), withWorkflows: new Set(all) };
  const withTasks = new Set<string>();
  const withWorkflows = new Set<string>();
  if (all.length === 0) return { withTasks, withWorkflows };
  const ids = handle.dialect.listParameter(all);
  for (const { id, has_tasks: hasTasks } of await handle.fetchAll(busyAmong, { ids })) {
    (hasTasks === 1 ? withTasks : withWorkflows).add(id);
  }
  return { withTasks, withWorkflows };
}
