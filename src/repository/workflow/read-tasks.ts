import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { isUuid } from '../../base/ids.ts';
import { parseStoredJson } from '../../base/json-in-turns.ts';
import { mapInTurns } from '../../base/turns.ts';
import type { Document } from '../../model/document.ts';
import type { Principal } from '../../model/principal.ts';
import type { ShownTask } from '../../model/workflow/shown-workflow.ts';
import type { WorkflowModel } from '../../model/workflow/workflow-model.ts';
import {
  type InstanceState,
  type NodeRecord,
  noDueKey,
  plainActor,
  type TaskState,
  type VariableValues,
} from '../../model/workflow/workflow-state.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable } from '../../storage/statement.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import { type ListedRow, listedColumns } from '../documents/listed-rows.ts';
import { allWithin } from '../sql/bounded-rows.ts';
import { type ReadUnit, showing, unseenValueBytesMax } from '../unit/unit.ts';
import { attachedIds, readAttachedIds } from './attached-ids.ts';
import { type FoundTask, openTaskIds, openTaskIdsOn, type TaskFilter } from './open-task-ids.ts';
import { findStoredModels } from './stored-models.ts';
import { taskNotFound } from './task-rows.ts';

/** Tasks of one document, or of one page. */
const tasksMax = 1_000;

interface TaskPage {
  readonly offset: number;
  readonly size: number;
}

interface ListedTasks {
  readonly tasks: readonly ShownTask[];
  readonly total: number;
}

/** A page of open tasks, by their due dates, with how many there are. */
export async function listOpenTasks(
  unit: ReadUnit,
  filter: TaskFilter,
  { offset, size }: TaskPage,
): Promise<ListedTasks> {
  const ids = openTaskIds(unit, filter);
  const tasks = await readTasks(unit, inOrder(ids, { offset, size }));
  const isLast = tasks.length < size && (tasks.length > 0 || offset === 0);
  if (isLast) return { tasks, total: offset + tasks.length };
  return { tasks, total: await countTasks(unit.handle, ids) };
}

async function countTasks(handle: ReadHandle, ids: RawBuilder<FoundTask>): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from (${ids}) as found`;
  const row = await handle.first(compilable(handle.builder, query));
  return Number(row?.total ?? 0);
}

function inOrder(ids: RawBuilder<FoundTask>, { offset, size }: TaskPage): RawBuilder<FoundTask> {
  return sql`select task_id, due_key from (${ids}) as wanted
    order by due_key, task_id limit ${size} offset ${offset}`;
}

/**
 * All open tasks of a filter, for clients that expect no pages.
 *
 * @throws AppError request.answer-too-large
 */
export function listAllOpenTasks(
  unit: ReadUnit,
  filter: TaskFilter,
): Promise<readonly ShownTask[]> {
  return readAll(unit, openTaskIds(unit, filter));
}

/** All open tasks on a document; as `listAllOpenTasks`. */
export function listOpenTasksOn(
  unit: ReadUnit,
  documentId: string,
  filter: TaskFilter,
): Promise<readonly ShownTask[]> {
  return readAll(unit, openTaskIdsOn(unit, [documentId], filter));
}

async function readAll(unit: ReadUnit, ids: RawBuilder<FoundTask>): Promise<readonly ShownTask[]> {
  const tasks = await readTasks(unit, inOrder(ids, { offset: 0, size: tasksMax + 1 }));
  if (tasks.length <= tasksMax) return tasks;
  throw new AppError(
    'request.answer-too-large',
    `there are more than ${tasksMax} tasks: ask for pages of /task, with userId or workflowInstanceId`,
  );
}

/** The open tasks on documents that the caller may end, by the ids of the documents. One statement. */
export async function findPendingTasks(
  unit: ReadUnit,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShownTask[]>> {
  const byDocument = new Map(documentIds.map((id): [string, ShownTask[]] => [id, []]));
  if (documentIds.length === 0) return byDocument;
  const actors = [...unit.principal.identities];
  const ids = openTaskIdsOn(unit, documentIds, { actors });
  const tasks = await readTasks(unit, inOrder(ids, { offset: 0, size: tasksMax }));
  for (const task of tasks) {
    for (const id of task.documentIds) byDocument.get(id)?.push(task);
  }
  return byDocument;
}

/**
 * A task in any state, which the caller may read.
 *
 * @throws AppError task.not-found, permission.denied
 */
export async function getShownTask(unit: ReadUnit, id: string): Promise<ShownTask> {
  const ids = sql<FoundTask>`select id as task_id, due_key from task where id = ${id}`;
  const [task] = isUuid(id) ? await readTasks(unit, ids) : [];
  if (!task) throw taskNotFound(id);
  if (mayReadTask(unit.principal, task)) return task;
  throw new AppError(
    'permission.denied',
    `Privilege 'Read' is not granted to '${unit.principal.username}'`,
  );
}

/** The initiator and the actors may, also those of a task that is not open any more. */
function mayReadTask({ isAdministrator, identities }: Principal, task: ShownTask): boolean {
  const names = [task.initiator, ...task.actors, ...task.delegatedActors];
  return isAdministrator || names.some((name) => identities.has(plainActor(name)));
}

interface TaskRow extends ListedRow {
  readonly task_state: string;
  readonly task_node: string;
  readonly task_initiator: string;
  readonly task_created_at: number;
  readonly task_due_key: number;
  readonly task_instance: string | null;
  readonly targets: string | null;
  readonly instance_id: string | null;
  readonly model_digest: string | null;
  readonly model_name: string | null;
  readonly instance_state: string | null;
  readonly instance_initiator: string | null;
  readonly instance_started_at: number | null;
  readonly instance_ended_at: number | null;
  readonly parent_instance: string | null;
  readonly parent_node: string | null;
  readonly instance_variables: string | null;
  readonly instance_nodes: string | null;
}

/** The tasks of the ids in the order of lists, with one statement, unless they have large properties. */
async function readTasks(
  unit: ReadUnit,
  found: RawBuilder<FoundTask>,
): Promise<readonly ShownTask[]> {
  const rows = await allWithin(unit.handle, selectTasks(unit.handle, found), {
    texts: ['targets', 'instance_variables', 'instance_nodes'],
    remedy: 'ask for fewer tasks (pageSize)',
  });
  if (rows.length === 0) return [];
  const documents = await hydrateDocuments(showing(unit, listing), rows);
  const models = await findStoredModels(
    unit,
    rows.flatMap(({ model_digest: digest }) => digest ?? []),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const instances = new InstanceTexts();
  const tasks = await mapInTurns(documents, async (document) => {
    const row = byId.get(document.id) as TaskRow;
    return toTask(document, row, await instances.read(row, models));
  });
  return tasks;
}

/** What a task shows is short, but for comments and variables. */
const listing = { schemas: ['task'], valueBytesMax: unseenValueBytesMax };

function selectTasks(handle: ReadHandle, found: RawBuilder<FoundTask>) {
  return handle.builder
    .selectFrom(sql<FoundTask>`(${found})`.as('found'))
    .innerJoin('task', 'task.id', 'found.task_id')
    .innerJoin('document', 'document.id', 'task.id')
    .leftJoin('workflow_instance as instance', 'instance.id', 'task.instance_id')
    .select(listedColumns(handle.dialect))
    .select([
      'task.state as task_state',
      'task.node_id as task_node',
      'task.initiator as task_initiator',
      'task.created_at as task_created_at',
      'task.due_key as task_due_key',
      'task.instance_id as task_instance',
      'instance.id as instance_id',
      'instance.model_digest as model_digest',
      'instance.model_name as model_name',
      'instance.state as instance_state',
      'instance.initiator as instance_initiator',
      'instance.started_at as instance_started_at',
      'instance.ended_at as instance_ended_at',
      'instance.parent_id as parent_instance',
      'instance.parent_node as parent_node',
      'instance.variables as instance_variables',
      'instance.nodes as instance_nodes',
      attachedIds(handle.dialect, 'task').as('targets'),
    ])
    .orderBy('task.due_key')
    .orderBy('task.id');
}

/** The instances of the tasks of one list, each read once. */
class InstanceTexts {
  readonly #known = new Map<string, ShownTask['workflow']>();

  async read(
    row: TaskRow,
    models: ReadonlyMap<string, WorkflowModel>,
  ): Promise<ShownTask['workflow']> {
    const id = row.instance_id;
    if (id === null) return null;
    const known = this.#known.get(id);
    if (known) return known;
    const modelDigest = row.model_digest ?? '';
    const workflow = {
      id,
      modelName: row.model_name ?? '',
      modelDigest,
      model: models.get(modelDigest),
      state: row.instance_state as InstanceState,
      initiator: row.instance_initiator ?? '',
      startedMs: row.instance_started_at ?? 0,
      endedMs: row.instance_ended_at,
      parentId: row.parent_instance,
      parentNode: row.parent_node,
      variables: (await parseStoredJson(row.instance_variables ?? '{}')) as VariableValues,
      nodes: (await parseStoredJson(row.instance_nodes ?? '{}')) as Record<string, NodeRecord>,
    };
    this.#known.set(id, workflow);
    return workflow;
  }
}

function toTask(document: Document, row: TaskRow, workflow: ShownTask['workflow']): ShownTask {
  const { properties } = document;
  return {
    id: document.id,
    name: textIn(properties['nt:name']) ?? row.task_node,
    state: row.task_state as TaskState,
    directive: textIn(properties['nt:directive']),
    initiator: row.task_initiator,
    createdMs: row.task_created_at,
    dueMs: row.task_due_key === noDueKey ? null : row.task_due_key,
    nodeId: row.task_node,
    actors: textsIn(properties['nt:actors']),
    delegatedActors: textsIn(properties['nt:delegatedActors']),
    comments: commentsIn(properties['nt:taskComments']),
    documentIds: readAttachedIds(row.targets),
    instanceId: row.task_instance,
    workflow,
  };
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function commentsIn(value: unknown): ShownTask['comments'] {
  if (!Array.isArray(value)) return [];
  return value.map((each: Readonly<Record<string, unknown>>) => {
    const createdMs = each.creationDate;
    return {
      author: textIn(each.author),
      text: textIn(each.text),
      createdMs: typeof createdMs === 'number' ? createdMs : null,
    };
  });
}

/** Whether the task is, or was, about the document. */
export async function isTaskOn(
  { handle }: ReadUnit,
  { taskId, documentId }: { readonly taskId: string; readonly documentId: string },
): Promise<boolean> {
  const row = await handle.first(
    handle.builder
      .selectFrom('task_document')
      .select('task_id')
      .where('task_id', '=', taskId)
      .where('document_id', '=', documentId),
  );
  return row !== undefined;
}
