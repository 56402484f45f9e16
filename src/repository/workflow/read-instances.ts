import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { isUuid } from '../../base/ids.ts';
import { parseStoredJson } from '../../base/json-in-turns.ts';
import type { Document } from '../../model/document.ts';
import type { ShownWorkflow } from '../../model/workflow/shown-workflow.ts';
import type { WorkflowModel } from '../../model/workflow/workflow-model.ts';
import type {
  InstanceState,
  NodeRecord,
  VariableValues,
} from '../../model/workflow/workflow-state.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { hasPermission } from '../access/permissions.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import { findDocumentsById, loadAcls } from '../documents/find-many.ts';
import { type ListedRow, listedColumns } from '../documents/listed-rows.ts';
import { allWithin } from '../sql/bounded-rows.ts';
import { isInTime } from '../sql/time-check.ts';
import { type ReadUnit, withoutLargeValues } from '../unit/unit.ts';
import { attachedIds, readAttachedIds } from './attached-ids.ts';
import { workflowNotFound } from './instance-rows.ts';
import { findStoredModels } from './stored-models.ts';

/** Instances of one list. */
const instancesMax = 1_000;

interface ReadInstance {
  readonly document: Document;
  readonly workflow: ShownWorkflow;
}

/**
 * An instance in any state, which the caller may read.
 *
 * @throws AppError workflow.not-found, permission.denied
 */
export async function getShownInstance(unit: ReadUnit, id: string): Promise<ShownWorkflow> {
  const instance = await findUncheckedInstance(unit, id);
  if (await mayReadInstance(unit, instance)) return instance.workflow;
  throw denied(unit);
}

/**
 * An instance of which the caller may see the course: also those may who have, or had, one of its tasks,
 * and those who may read one of its documents.
 *
 * @throws AppError workflow.not-found, permission.denied
 */
export async function getSeenInstance(unit: ReadUnit, id: string): Promise<ShownWorkflow> {
  const instance = await findUncheckedInstance(unit, id);
  const { workflow } = instance;
  if (await mayReadInstance(unit, instance)) return workflow;
  if (await hasTask(unit, workflow.id)) return workflow;
  const documents = await findDocumentsById(unit, workflow.documentIds.slice(0, documentsAskedMax));
  await loadAcls(unit, documents);
  for (const document of documents) {
    if (await hasPermission(unit, { document, permission: 'Read' })) return workflow;
  }
  throw denied(unit);
}

/** Documents of one instance that are asked for permissions. */
const documentsAskedMax = 100;

async function hasTask({ handle, principal }: ReadUnit, instanceId: string): Promise<boolean> {
  const row = await handle.first(
    handle.builder
      .selectFrom('task')
      .innerJoin('task_actor', 'task_actor.task_id', 'task.id')
      .select('task.id')
      .where('task.instance_id', '=', instanceId)
      .where('task_actor.actor', 'in', keyList(handle.dialect, [...principal.identities]))
      .limit(1),
  );
  return row !== undefined;
}

function denied({ principal }: ReadUnit): AppError {
  return new AppError(
    'permission.denied',
    `Privilege 'Read' is not granted to '${principal.username}'`,
  );
}

/** @throws AppError workflow.not-found */
export async function requireInstance(unit: ReadUnit, id: string): Promise<void> {
  await findUncheckedInstance(unit, id);
}

async function findUncheckedInstance(unit: ReadUnit, id: string): Promise<ReadInstance> {
  const [instance] = isUuid(id)
    ? await readInstances(unit, sql<SqlBool>`instance.id = ${id}`, 1)
    : [];
  if (instance) return instance;
  throw workflowNotFound(id);
}

/** The initiator may, and those who may read its document. */
async function mayReadInstance(
  unit: ReadUnit,
  { document, workflow }: ReadInstance,
): Promise<boolean> {
  if (workflow.initiator === unit.principal.username) return true;
  return hasPermission(unit, { document, permission: 'Read' });
}

/**
 * The running instances that the caller has started, the oldest first.
 *
 * @throws AppError request.answer-too-large
 */
export async function listOwnInstances(
  unit: ReadUnit,
  { modelName }: { readonly modelName?: string | undefined },
): Promise<readonly ShownWorkflow[]> {
  const isOwn = sql<SqlBool>`instance.initiator = ${unit.principal.username}
    and instance.state = 'running'`;
  const ofModel = modelName === undefined ? sql`1 = 1` : sql`instance.model_name = ${modelName}`;
  const found = await readAll(unit, sql<SqlBool>`(${isOwn} and ${ofModel})`);
  return found.map(({ workflow }) => workflow);
}

/** The running instances on a document that the caller may read; as `listOwnInstances`. */
export async function listInstancesOn(
  unit: ReadUnit,
  documentId: string,
): Promise<readonly ShownWorkflow[]> {
  const isOn = sql<SqlBool>`(instance.state = 'running' and ${isAttachedTo(unit.handle, [documentId])})`;
  const found = await readAll(unit, isOn);
  await loadAcls(
    unit,
    found.map(({ document }) => document),
  );
  const readable: ShownWorkflow[] = [];
  for (const each of found) if (await mayReadInstance(unit, each)) readable.push(each.workflow);
  return readable;
}

async function readAll(
  unit: ReadUnit,
  condition: RawBuilder<SqlBool>,
): Promise<readonly ReadInstance[]> {
  const found = await readInstances(unit, condition, instancesMax + 1);
  if (found.length <= instancesMax) return found;
  throw new AppError(
    'request.answer-too-large',
    `there are more than ${instancesMax} running workflows: use the page provider of workflows`,
  );
}

/**
 * The instances that are not ended of documents, the oldest first, by the ids of the documents. One
 * statement; whether the caller may read the instances is not checked.
 */
export async function findRunningInstances(
  unit: ReadUnit,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShownWorkflow[]>> {
  const byDocument = new Map(documentIds.map((id): [string, ShownWorkflow[]] => [id, []]));
  if (documentIds.length === 0) return byDocument;
  const found = await readInstances(unit, isAttachedTo(unit.handle, documentIds), instancesMax);
  for (const { workflow } of found) {
    for (const id of workflow.documentIds) byDocument.get(id)?.push(workflow);
  }
  return byDocument;
}

/** By the rows of the documents, which have an index. */
function isAttachedTo(
  { dialect }: Pick<ReadHandle, 'dialect'>,
  documentIds: readonly string[],
): RawBuilder<SqlBool> {
  return sql`instance.id in (select item.instance_id from workflow_document as item
    where item.document_id in ${keyList(dialect, documentIds)} and item.is_running = 1)`;
}

interface InstanceRow extends ListedRow {
  readonly instance_state: string;
  readonly instance_initiator: string;
  readonly model_digest: string;
  readonly model_name: string;
  readonly instance_variables: string;
  readonly instance_nodes: string;
  readonly targets: string | null;
}

async function readInstances(
  unit: ReadUnit,
  condition: RawBuilder<SqlBool>,
  limit: number,
): Promise<readonly ReadInstance[]> {
  const rows: InstanceRow[] = await allWithin(
    unit.handle,
    selectInstances(unit.handle, condition).limit(limit),
    {
      texts: ['targets', 'instance_variables', 'instance_nodes'],
      remedy: 'use the page provider of workflows',
    },
  );
  if (rows.length === 0) return [];
  const documents = await hydrateDocuments(withoutLargeValues(unit), rows);
  const byId = new Map(documents.map((document) => [document.id as string, document]));
  const models = await findStoredModels(
    unit,
    rows.map(({ model_digest: digest }) => digest),
  );
  const instances: ReadInstance[] = [];
  for (const row of rows) {
    const document = byId.get(row.id);
    if (document) instances.push({ document, workflow: await toWorkflow(document, row, models) });
  }
  return instances;
}

function selectInstances(handle: ReadHandle, condition: RawBuilder<SqlBool>) {
  return handle.builder
    .selectFrom('workflow_instance as instance')
    .innerJoin('document', 'document.id', 'instance.id')
    .select(listedColumns(handle.dialect))
    .select([
      'instance.state as instance_state',
      'instance.initiator as instance_initiator',
      'instance.model_digest as model_digest',
      'instance.model_name as model_name',
      'instance.variables as instance_variables',
      'instance.nodes as instance_nodes',
      attachedIds(handle.dialect, 'instance').as('targets'),
    ])
    .where(condition)
    .where(isInTime(handle, 'instance'))
    .orderBy('instance.started_at')
    .orderBy('instance.id');
}

async function toWorkflow(
  { id, name }: Document,
  row: InstanceRow,
  models: ReadonlyMap<string, WorkflowModel>,
): Promise<ShownWorkflow> {
  return {
    id,
    name,
    state: row.instance_state as InstanceState,
    modelName: row.model_name,
    model: models.get(row.model_digest),
    initiator: row.instance_initiator,
    documentIds: readAttachedIds(row.targets),
    variables: (await parseStoredJson(row.instance_variables)) as VariableValues,
    nodes: (await parseStoredJson(row.instance_nodes)) as Record<string, NodeRecord>,
  };
}
