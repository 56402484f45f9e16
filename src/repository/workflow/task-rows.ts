import { AppError } from '../../base/errors/app-error.ts';
import { isUuid } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import { noDueKey, plainActor, type TaskState } from '../../model/workflow/workflow-state.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { TaskTable } from '../../storage/workflow-tables.ts';
import type { ReadUnit } from '../unit/unit.ts';

/** What runs on the document of a task without a workflow when it ends; null for nothing. */
export interface TaskChains {
  readonly accept: string | null;
  readonly reject: string | null;
}

/** A task as its rows have it. */
export interface TaskRecord {
  readonly id: string;
  /** Null for a task without a workflow. */
  readonly instanceId: string | null;
  readonly modelName: string | null;
  readonly nodeId: string;
  readonly state: TaskState;
  readonly initiator: string;
  readonly createdMs: number;
  readonly dueMs: number | null;
  /** Names of users and groups without prefixes, each once. */
  readonly actors: readonly string[];
  readonly delegatedActors: readonly string[];
  readonly chains: TaskChains;
}

type FoundRow = TaskTable & { readonly actor: string | null; readonly is_delegated: number | null };

const taskWithActors = defineStatement<{ id: string }, FoundRow>((b, p) =>
  b
    .selectFrom('task')
    .leftJoin('task_actor', 'task_actor.task_id', 'task.id')
    .selectAll('task')
    .select(['task_actor.actor', 'task_actor.is_delegated'])
    .where('task.id', '=', p.id),
);

export function taskNotFound(id: string): AppError {
  return new AppError('task.not-found', `There is no task with the id ${id.slice(0, 200)}`);
}

/** @throws AppError task.not-found */
export async function getTask(handle: ReadHandle, id: string): Promise<TaskRecord> {
  const rows = isUuid(id) ? await handle.fetchAll(taskWithActors, { id }) : [];
  const [row] = rows;
  if (!row) throw taskNotFound(id);
  return {
    id: row.id,
    instanceId: row.instance_id,
    modelName: row.model_name,
    nodeId: row.node_id,
    state: row.state as TaskState,
    initiator: row.initiator,
    createdMs: row.created_at,
    dueMs: row.due_key === noDueKey ? null : row.due_key,
    actors: rows.flatMap(({ actor, is_delegated }) => (is_delegated === 0 && actor) || []),
    delegatedActors: rows.flatMap(({ actor, is_delegated }) => (is_delegated === 1 && actor) || []),
    chains: { accept: row.accept_chain, reject: row.reject_chain },
  };
}

/** Whether the caller is one of those who can end the task: rules of the handbook, 1.5. */
export function mayEndTask({ principal }: Pick<ReadUnit, 'principal'>, task: TaskRecord): boolean {
  if (principal.isAdministrator || principal.username === task.initiator) return true;
  return [...task.actors, ...task.delegatedActors].some((name) => principal.identities.has(name));
}

/** A task with what it is about. */
export interface NewTask extends Omit<TaskRecord, 'state' | 'delegatedActors' | 'chains'> {
  readonly chains?: TaskChains;
  readonly documentIds: readonly string[];
}

/** Below the limits of parameters of both engines. */
const rowsPerInsert = 4_000;

/** The documents of the tasks must exist. */
export async function insertTasks(handle: WriteHandle, tasks: readonly NewTask[]): Promise<void> {
  const open = (task: NewTask) => ({ is_open: 1, due_key: task.dueMs ?? noDueKey });
  const rows = tasks.map((task) => ({
    id: task.id,
    instance_id: task.instanceId,
    model_name: task.modelName,
    node_id: task.nodeId,
    state: 'opened',
    initiator: task.initiator,
    created_at: task.createdMs,
    accept_chain: task.chains?.accept ?? null,
    reject_chain: task.chains?.reject ?? null,
    ...open(task),
  }));
  const actors = tasks.flatMap((task) =>
    distinctActors(task.actors).map((actor) => ({
      task_id: task.id,
      actor,
      is_delegated: 0,
      ...open(task),
    })),
  );
  const documents = tasks.flatMap((task) =>
    task.documentIds.map((document_id, place) => ({
      task_id: task.id,
      document_id,
      place,
      ...open(task),
    })),
  );
  const { builder } = handle;
  for (const some of slicesOf(rows, rowsPerInsert)) {
    await handle.run(builder.insertInto('task').values([...some]));
  }
  for (const some of slicesOf(actors, rowsPerInsert)) {
    await handle.run(builder.insertInto('task_actor').values([...some]));
  }
  for (const some of slicesOf(documents, rowsPerInsert)) {
    await handle.run(builder.insertInto('task_document').values([...some]));
  }
}

/** In the form in which rights name them. */
export function distinctActors(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(plainActor))];
}

const endTask = defineStatement<{ id: string; state: string }, unknown>((b, p) =>
  b.updateTable('task').set({ state: p.state, is_open: 0 }).where('id', '=', p.id),
);

/** The rows of actors, documents and grants follow by their foreign keys. */
export async function endTasks(
  handle: WriteHandle,
  ids: readonly string[],
  state: Exclude<TaskState, 'opened'>,
): Promise<void> {
  const [only, ...others] = ids;
  if (only === undefined) return;
  if (others.length === 0) {
    await handle.execute(endTask, { id: only, state });
    return;
  }
  await handle.run(
    handle.builder
      .updateTable('task')
      .set({ state, is_open: 0 })
      .where('id', 'in', keyList(handle.dialect, ids)),
  );
}

interface ActorChange {
  readonly task: TaskRecord;
  /** Without prefixes, each once. */
  readonly actors: readonly string[];
}

/** The task is open. What was delegated ends too. */
export async function replaceActors(
  handle: WriteHandle,
  { task, actors }: ActorChange,
): Promise<void> {
  await handle.run(handle.builder.deleteFrom('task_actor').where('task_id', '=', task.id));
  await insertActors(handle, { task, actors }, 0);
}

/** Those who are delegated actors already stay. */
export function addDelegatedActors(handle: WriteHandle, change: ActorChange): Promise<void> {
  return insertActors(handle, change, 1);
}

async function insertActors(
  handle: WriteHandle,
  { task, actors }: ActorChange,
  isDelegated: number,
): Promise<void> {
  const due_key = task.dueMs ?? noDueKey;
  const rows = actors.map((actor) => ({
    task_id: task.id,
    actor,
    is_delegated: isDelegated,
    is_open: 1,
    due_key,
  }));
  for (const some of slicesOf(rows, rowsPerInsert)) {
    const insertion = handle.builder.insertInto('task_actor').values([...some]);
    await handle.run(insertion.onConflict((conflict) => conflict.doNothing()));
  }
}
