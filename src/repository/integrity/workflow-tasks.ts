import { sql } from 'kysely';
import { noDueKey, plainActor } from '../../model/workflow/workflow-state.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';
import type {
  TaskActorTable,
  TaskDocumentTable,
  TaskTable,
} from '../../storage/workflow-tables.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';
import { parseNames } from './stored-json.ts';

/** A task with what its document and its instance say. */
interface TaskRow extends TaskTable {
  readonly document_state: string;
  readonly due_date: string | null;
  /** JSON lists of the properties of its document; null where they are empty. */
  readonly actors: string | null;
  readonly delegated: string | null;
  readonly targets: string | null;
  readonly instance_state: string | null;
  readonly instance_model: string | null;
}

interface InspectedTask {
  readonly task: TaskRow;
  readonly actors: readonly TaskActorTable[];
  readonly documents: readonly TaskDocumentTable[];
  /** Those of its documents that exist. */
  readonly existing: ReadonlySet<string>;
}

const pageSize = 100;
const taskStates: ReadonlySet<string> = new Set(['opened', 'ended', 'cancelled']);

/** Each task agrees with its document, its instance and the rows that lists of tasks are read from. */
export const workflowTasks = defineCheck({
  name: 'workflow-tasks',
  async *run({ database }) {
    const pages = pagesOf<InspectedTask>(database, pageSize, readPage);
    for await (const page of pages) for (const each of page) yield* inspect(each);
    const lost = pagesOf<{ readonly id: string }>(database, pageSize, readLost);
    for await (const page of lost) {
      for (const { id } of page) {
        const text = 'is the document of a task, and there is no such task';
        yield { severity: 'error', table: 'document', id, text };
      }
    }
  },
});

async function readPage(
  handle: ReadHandle,
  after: InspectedTask | undefined,
): Promise<readonly InspectedTask[]> {
  const query = sql<TaskRow>`
    select t.*, d.lifecycle_state as document_state,
      d.properties ->> 'nt:dueDate' as due_date,
      cast(d.properties -> 'nt:actors' as text) as actors,
      cast(d.properties -> 'nt:delegatedActors' as text) as delegated,
      cast(d.properties -> 'nt:targetDocumentsIds' as text) as targets,
      i.state as instance_state, i.model_name as instance_model
    from task as t join document as d on d.id = t.id
      left join workflow_instance as i on i.id = t.instance_id
    where t.id > ${after?.task.id ?? ''} order by t.id limit ${sql.lit(pageSize)}`;
  const tasks = await handle.all(compilable(handle.rows, query));
  const ids = tasks.map(({ id }) => id);
  const actors = await readActors(handle, ids);
  const documents = await readDocuments(handle, ids);
  const targets = new Set(tasks.flatMap(({ targets: names }) => namesOf(names)));
  const existing = await readExisting(handle, [...targets]);
  return tasks.map((task) => ({
    task,
    actors: actors.filter(({ task_id }) => task_id === task.id),
    documents: documents.filter(({ task_id }) => task_id === task.id),
    existing,
  }));
}

async function readActors(handle: ReadHandle, ids: readonly string[]): Promise<TaskActorTable[]> {
  if (ids.length === 0) return [];
  const { rows, dialect } = handle;
  return handle.all(
    rows.selectFrom('task_actor').selectAll().where('task_id', 'in', keyList(dialect, ids)),
  );
}

async function readDocuments(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<TaskDocumentTable[]> {
  if (ids.length === 0) return [];
  const { rows, dialect } = handle;
  return handle.all(
    rows.selectFrom('task_document').selectAll().where('task_id', 'in', keyList(dialect, ids)),
  );
}

async function readExisting(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows, dialect } = handle;
  const found = await handle.all(
    rows.selectFrom('document').select('id').where('id', 'in', keyList(dialect, ids)),
  );
  return new Set(found.map(({ id }) => id));
}

/** What is in the folder of tasks without being one. */
function readLost(handle: ReadHandle, after: { readonly id: string } | undefined) {
  const query = sql<{ readonly id: string }>`
    select d.id from document as d join document as f on f.id = d.parent_id
      left join task as t on t.id = d.id
    where f.path = '/task-root' and t.id is null and d.id > ${after?.id ?? ''}
    order by d.id limit ${sql.lit(pageSize)}`;
  return handle.all(compilable(handle.rows, query));
}

function* inspect(inspected: InspectedTask): Generator<Finding> {
  const { id } = inspected.task;
  for (const text of problemsOf(inspected)) yield { severity: 'error', table: 'task', id, text };
}

function* problemsOf(inspected: InspectedTask): Generator<string> {
  const { task, actors } = inspected;
  const { state, document_state: documentState, instance_id: instanceId } = task;
  if (!taskStates.has(state)) yield `is in the unknown state ${state}`;
  if (documentState !== state) yield `is ${state}, and its document is ${documentState}`;
  if ((task.is_open === 1) !== (state === 'opened')) {
    yield `is ${state}, and lists of tasks have it as ${task.is_open === 1 ? 'open' : 'ended'}`;
  }
  const dueKey = task.due_date === null ? noDueKey : Number(task.due_date);
  if (dueKey !== task.due_key) yield `is sorted by ${task.due_key}, and due at ${dueKey}`;
  const isRunning = task.instance_state === 'running' || task.instance_state === 'ready';
  if (state === 'opened' && instanceId !== null && !isRunning) {
    yield `is open, and its workflow ${instanceId} is ${task.instance_state ?? 'gone'}`;
  }
  if (task.instance_model !== null && task.instance_model !== task.model_name) {
    yield `is of the model ${task.model_name}, and its workflow of ${task.instance_model}`;
  }
  if (state === 'opened' && actors.length === 0) yield 'is open and has no actor';
  yield* actorProblems(inspected);
  yield* documentProblems(inspected);
}

function* actorProblems({ task, actors }: InspectedTask): Generator<string> {
  for (const [isDelegated, names] of [
    [0, task.actors],
    [1, task.delegated],
  ] as const) {
    const rows = actors.filter(({ is_delegated }) => is_delegated === isDelegated);
    const inRows = rows.map(({ actor }) => actor);
    const inDocument = namesOf(names).map(plainActor);
    if (!isSameSet(inRows, inDocument)) {
      const kind = isDelegated === 1 ? 'delegated actors' : 'actors';
      yield `has the ${kind} ${listed(inRows)}, and its document ${listed(inDocument)}`;
    }
  }
  for (const row of actors.filter((each) => isOutOfStep(each, task))) {
    yield `is in lists of ${row.actor} in another state or place than its own`;
  }
}

function* documentProblems({ task, documents, existing }: InspectedTask): Generator<string> {
  const named = new Set(namesOf(task.targets));
  const inRows = new Set(documents.map(({ document_id: id }) => id));
  for (const id of inRows.difference(named)) {
    yield `is listed for the document ${id}, which it does not name`;
  }
  for (const id of named.difference(inRows)) {
    if (existing.has(id)) yield `is not listed for its document ${id}`;
  }
  for (const row of documents.filter((each) => isOutOfStep(each, task))) {
    yield `is in lists of the document ${row.document_id} in another state or place than its own`;
  }
}

function isOutOfStep(row: TaskActorTable | TaskDocumentTable, task: TaskRow): boolean {
  return (row.is_open === 1) !== (task.state === 'opened') || row.due_key !== task.due_key;
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).symmetricDifference(new Set(b)).size === 0;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.toSorted().join(', ');
}

function namesOf(json: string | null): readonly string[] {
  return json === null ? [] : (parseNames(json) ?? []);
}
