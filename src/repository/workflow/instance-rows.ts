import { AppError } from '../../base/errors/app-error.ts';
import { isUuid } from '../../base/ids.ts';
import { parseJson, stringifyJson } from '../../base/json.ts';
import { slicesOf } from '../../base/slices.ts';
import type { WorkflowModel } from '../../model/workflow/workflow-model.ts';
import { readDefinition } from '../../model/workflow/workflow-models.ts';
import type {
  InstanceState,
  NodeRecord,
  VariableValues,
  WorkflowInstance,
} from '../../model/workflow/workflow-state.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { WorkflowInstanceTable } from '../../storage/workflow-tables.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

const instanceById = defineStatement<{ id: string }, WorkflowInstanceTable>((b, p, dialect) =>
  dialect.locking(
    b.selectFrom('workflow_instance').selectAll().where('id', '=', p.id),
    'noKeyUpdate',
  ),
);

const instanceOfTask = defineStatement<{ taskId: string }, WorkflowInstanceTable>((b, p, dialect) =>
  dialect.locking(
    b
      .selectFrom('workflow_instance')
      .selectAll()
      .where('id', '=', (e) =>
        e
          .selectFrom('task')
          .select('instance_id')
          .where('task.id', '=', p.taskId)
          .$castTo<string>(),
      ),
    'noKeyUpdate',
  ),
);

const insertRow = defineStatement<WorkflowInstanceTable, unknown>((b, p) =>
  b.insertInto('workflow_instance').values({
    id: p.id,
    model_name: p.model_name,
    model_digest: p.model_digest,
    state: p.state,
    initiator: p.initiator,
    started_at: p.started_at,
    ended_at: p.ended_at,
    parent_id: p.parent_id,
    parent_node: p.parent_node,
    variables: p.variables,
    nodes: p.nodes,
  }),
);

type SavedColumns = Pick<
  WorkflowInstanceTable,
  'id' | 'state' | 'started_at' | 'ended_at' | 'variables' | 'nodes'
>;

const updateRow = defineStatement<SavedColumns, unknown>((b, p) =>
  b
    .updateTable('workflow_instance')
    .set({
      state: p.state,
      started_at: p.started_at,
      ended_at: p.ended_at,
      variables: p.variables,
      nodes: p.nodes,
    })
    .where('id', '=', p.id),
);

const endDocuments = defineStatement<{ id: string }, unknown>((b, p) =>
  b.updateTable('workflow_document').set({ is_running: 0 }).where('instance_id', '=', p.id),
);

const insertModel = defineStatement<
  { digest: string; name: string; definition: string; storedAt: number },
  unknown
>((b, p) =>
  b
    .insertInto('workflow_model')
    .values({ digest: p.digest, name: p.name, definition: p.definition, stored_at: p.storedAt })
    .onConflict((conflict) => conflict.doNothing()),
);

const definitionByDigest = defineStatement<{ digest: string }, { definition: string }>((b, p) =>
  b.selectFrom('workflow_model').select('definition').where('digest', '=', p.digest),
);

export function workflowNotFound(id: string): AppError {
  return new AppError('workflow.not-found', `There is no workflow with the id ${id.slice(0, 200)}`);
}

/**
 * The instance as it is stored now. No other unit can do a step of it until this one ends.
 *
 * @throws AppError workflow.not-found
 */
export async function lockInstance(unit: WriteUnit, id: string): Promise<WorkflowInstance> {
  const row = isUuid(id) ? await unit.handle.fetchFirst(instanceById, { id }) : undefined;
  if (!row) throw workflowNotFound(id);
  return instanceFromRow(row);
}

/** As `lockInstance`; undefined for a task without a workflow, and for none. */
export async function lockInstanceOfTask(
  unit: WriteUnit,
  taskId: string,
): Promise<WorkflowInstance | undefined> {
  if (!isUuid(taskId)) return undefined;
  const row = await unit.handle.fetchFirst(instanceOfTask, { taskId });
  return row && instanceFromRow(row);
}

export function instanceFromRow(row: WorkflowInstanceTable): WorkflowInstance {
  return {
    id: row.id,
    modelName: row.model_name,
    modelDigest: row.model_digest,
    state: row.state as InstanceState,
    initiator: row.initiator,
    startedMs: row.started_at,
    endedMs: row.ended_at,
    parentId: row.parent_id,
    parentNode: row.parent_node,
    variables: parseJson(row.variables) as VariableValues,
    nodes: parseJson(row.nodes) as Readonly<Record<string, NodeRecord>>,
  };
}

/** The content that the instance began with, which the configuration may not have any more. */
export async function modelOf(
  unit: ReadUnit,
  { modelName, modelDigest }: Pick<WorkflowInstance, 'modelName' | 'modelDigest'>,
): Promise<WorkflowModel> {
  const present = unit.workflowModels.find(modelName);
  if (present && unit.workflowModels.digestOf(present) === modelDigest) return present;
  const row = await unit.handle.fetchFirst(definitionByDigest, { digest: modelDigest });
  if (row) return readDefinition(row.definition);
  throw new AppError('store.corrupt', `The model ${modelName} of a workflow is not in the store`);
}

/** The document of the instance must exist. */
export async function insertInstance(
  unit: WriteUnit,
  { instance, model }: { readonly instance: WorkflowInstance; readonly model: WorkflowModel },
): Promise<void> {
  const { handle, workflowModels, nowMs } = unit;
  await handle.execute(insertModel, {
    digest: instance.modelDigest,
    name: model.name,
    definition: workflowModels.definitionOf(model),
    storedAt: nowMs,
  });
  await handle.execute(insertRow, {
    ...savedColumns(instance),
    model_name: instance.modelName,
    model_digest: instance.modelDigest,
    initiator: instance.initiator,
    parent_id: instance.parentId,
    parent_node: instance.parentNode,
  });
}

/** Four parameters each; below the limits of both engines. */
const rowsPerInsert = 5_000;

export async function insertInstanceDocuments(
  { handle }: WriteUnit,
  instance: Pick<WorkflowInstance, 'id' | 'startedMs'>,
  documentIds: readonly string[],
): Promise<void> {
  const rows = documentIds.map((id, place) => ({
    instance_id: instance.id,
    document_id: id,
    place,
    is_running: 1,
    started_at: instance.startedMs,
  }));
  for (const some of slicesOf(rows, rowsPerInsert)) {
    await handle.run(handle.builder.insertInto('workflow_document').values([...some]));
  }
}

/** The row is written at the end of the unit, or before its next statement. */
export async function saveInstance(unit: WriteUnit, instance: WorkflowInstance): Promise<void> {
  const { handle } = unit;
  if (instance.endedMs !== null) await handle.execute(endDocuments, { id: instance.id });
  handle.postpone(`workflow ${instance.id}`, updateRow, savedColumns(instance));
}

function savedColumns(instance: WorkflowInstance): SavedColumns {
  return {
    id: instance.id,
    state: instance.state,
    started_at: instance.startedMs,
    ended_at: instance.endedMs,
    variables: stringifyJson(instance.variables),
    nodes: stringifyJson(instance.nodes),
  };
}
