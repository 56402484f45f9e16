import type { DocumentId } from '../../base/ids.ts';
import { parseJson } from '../../base/json.ts';
import { mapInTurns } from '../../base/turns.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { removeDocument } from '../editing/remove-document.ts';
import type { WriteUnit } from '../unit/unit.ts';

/** Tasks that are removed together. */
const tasksPerStatement = 100;

/**
 * Removes those of the instances that nothing needs any more, with their tasks: instances that have
 * ended, and those whose documents are all gone. One that began without documents is kept while it
 * runs. Returns how many were removed.
 */
export async function removeOrphanedInstances(
  unit: WriteUnit,
  ids: readonly string[],
): Promise<number> {
  const orphaned = await lockOrphaned(unit.handle, ids);
  await mapInTurns(orphaned, async (id) => {
    await removeTasks(unit, id);
    await removeDocument(unit, id as DocumentId);
  });
  return orphaned.length;
}

/** Their rows are locked before all others, as by the steps of a workflow. */
async function lockOrphaned(handle: WriteHandle, ids: readonly string[]): Promise<string[]> {
  const { builder, dialect } = handle;
  if (ids.length === 0) return [];
  const keys = keyList(dialect, ids);
  const query = builder
    .selectFrom('workflow_instance')
    .select(['id', 'state'])
    .where('id', 'in', keys)
    .orderBy('id');
  const rows = await handle.all(dialect.hasRowLocks ? query.forUpdate() : query);
  const ended = rows.filter(({ state }) => state === 'done' || state === 'canceled');
  const lonely = await handle.all(
    builder
      .selectFrom('document')
      .select(['id', 'properties'])
      .where('id', 'in', keys)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('workflow_document')
              .select('workflow_document.document_id')
              .whereRef('workflow_document.instance_id', '=', 'document.id'),
          ),
        ),
      ),
  );
  const left = new Set(
    lonely.filter(({ properties }) => hadDocuments(properties)).map(({ id }) => id),
  );
  return rows.filter((row) => ended.includes(row) || left.has(row.id)).map(({ id }) => id);
}

function hadDocuments(properties: string): boolean {
  const { 'docri:participatingDocuments': attached } = parseJson(properties) as Readonly<
    Record<string, unknown>
  >;
  return Array.isArray(attached) && attached.length > 0;
}

/** Before the row of the instance: with it, only the rows of the tasks would go. */
async function removeTasks(unit: WriteUnit, instanceId: string): Promise<void> {
  const { handle } = unit;
  for (;;) {
    const tasks = await handle.all(
      handle.builder
        .selectFrom('task')
        .select('id')
        .where('instance_id', '=', instanceId)
        .limit(tasksPerStatement),
    );
    await mapInTurns(tasks, ({ id }) => removeDocument(unit, id as DocumentId));
    if (tasks.length < tasksPerStatement) return;
  }
}
