import { type RawBuilder, sql } from 'kysely';
import { parseJson } from '../../base/json.ts';
import { type NodeRecord, type NodeTask, plainActor } from '../../model/workflow/workflow-state.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';
import type {
  TaskActorTable,
  WorkflowDocumentTable,
  WorkflowInstanceTable,
} from '../../storage/workflow-tables.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';

/** An instance with what its document and its model say. */
interface InstanceRow extends WorkflowInstanceTable {
  readonly document_state: string;
  readonly stored_model: string | null;
  readonly definition: string | null;
}

interface OpenTask {
  readonly id: string;
  readonly instance_id: string | null;
  readonly node_id: string;
  /** As lists of tasks have them. */
  readonly actors: readonly Pick<TaskActorTable, 'actor' | 'is_delegated'>[];
}

interface InspectedInstance {
  readonly instance: InstanceRow;
  readonly tasks: readonly OpenTask[];
  readonly documents: readonly WorkflowDocumentTable[];
  /** Instances that run for it. */
  readonly children: ReadonlySet<string>;
}

type Nodes = readonly (readonly [id: string, node: NodeRecord])[];

/** Each may have large variables. */
const pageSize = 50;
const instanceStates: ReadonlySet<string> = new Set(['ready', 'running', 'done', 'canceled']);

/** Each instance agrees with its document and its model, and what its nodes wait for exists. */
export const workflowInstances = defineCheck({
  name: 'workflow-instances',
  async *run({ database }) {
    const pages = pagesOf<InspectedInstance>(database, pageSize, readPage);
    for await (const page of pages) for (const each of page) yield* inspect(each);
    const lost = pagesOf<{ readonly id: string }>(database, pageSize, readLost);
    for await (const page of lost) {
      for (const { id } of page) {
        const text = 'is the document of a workflow, and there is no such workflow';
        yield { severity: 'error', table: 'document', id, text };
      }
    }
  },
});

async function readPage(
  handle: ReadHandle,
  after: InspectedInstance | undefined,
): Promise<readonly InspectedInstance[]> {
  const query = sql<InstanceRow>`
    select i.*, d.lifecycle_state as document_state, m.name as stored_model, m.definition
    from workflow_instance as i join document as d on d.id = i.id
      left join workflow_model as m on m.digest = i.model_digest
    where i.id > ${after?.instance.id ?? ''} order by i.id limit ${sql.lit(pageSize)}`;
  const instances = await handle.all(compilable(handle.rows, query));
  const ids = instances.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows, dialect } = handle;
  const keys = keyList(dialect, ids);
  const tasks = await readOpenTasks(handle, keys);
  const documents = await handle.all(
    rows.selectFrom('workflow_document').selectAll().where('instance_id', 'in', keys),
  );
  const children = await handle.all(
    rows
      .selectFrom('workflow_instance')
      .select(['id', 'parent_id'])
      .where('parent_id', 'in', keys)
      .where('state', 'in', ['ready', 'running']),
  );
  return instances.map((instance) => ({
    instance,
    tasks: tasks.filter(({ instance_id }) => instance_id === instance.id),
    documents: documents.filter(({ instance_id }) => instance_id === instance.id),
    children: new Set(
      children.flatMap(({ id, parent_id }) => (parent_id === instance.id ? [id] : [])),
    ),
  }));
}

async function readOpenTasks(
  handle: ReadHandle,
  instances: RawBuilder<string>,
): Promise<readonly OpenTask[]> {
  const tasks = await handle.all(
    handle.rows
      .selectFrom('task')
      .leftJoin('task_actor', 'task_actor.task_id', 'task.id')
      .select(['id', 'instance_id', 'node_id', 'actor', 'is_delegated'])
      .where('instance_id', 'in', instances)
      .where('state', '=', 'opened'),
  );
  return [...Map.groupBy(tasks, ({ id }) => id)].flatMap(([id, found]) => {
    const [first] = found;
    const actors = found.flatMap(({ actor, is_delegated }) =>
      actor === null || is_delegated === null ? [] : [{ actor, is_delegated }],
    );
    return first ? [{ ...first, id, actors }] : [];
  });
}

/** What is in the folders of instances without being one. */
function readLost(handle: ReadHandle, after: { readonly id: string } | undefined) {
  const query = sql<{ readonly id: string }>`
    select d.id from document as d left join workflow_instance as i on i.id = d.id
    where d.primary_type = 'DocumentRoute' and d.is_version = 0
      and d.path like '/document-route-instances-root/%'
      and i.id is null and d.id > ${after?.id ?? ''}
    order by d.id limit ${sql.lit(pageSize)}`;
  return handle.all(compilable(handle.rows, query));
}

function* inspect(inspected: InspectedInstance): Generator<Finding> {
  const { id } = inspected.instance;
  for (const text of problemsOf(inspected)) {
    yield { severity: 'error', table: 'workflow_instance', id, text };
  }
}

function* problemsOf(inspected: InspectedInstance): Generator<string> {
  const { instance, documents } = inspected;
  const { state, document_state: documentState } = instance;
  if (!instanceStates.has(state)) yield `is in the unknown state ${state}`;
  if (documentState !== state) yield `is ${state}, and its document is ${documentState}`;
  const isRunning = state === 'running' || state === 'ready';
  if (isRunning !== (instance.ended_at === null)) {
    yield `is ${state} and has ${isRunning ? 'an' : 'no'} end`;
  }
  for (const row of documents) {
    if ((row.is_running === 1) === isRunning && row.started_at === instance.started_at) continue;
    yield `is in lists of the document ${row.document_id} in another state or place than its own`;
  }
  if (!isObject(instance.variables)) yield 'has variables that are no JSON object';
  const nodes = nodesOf(instance);
  if (!nodes) {
    yield 'has nodes that cannot be read';
    return;
  }
  yield* modelProblems(instance, nodes);
  if (state === 'running') yield* waitingProblems(inspected, nodes);
}

function* modelProblems(
  { model_name: name, stored_model: storedName, definition }: InstanceRow,
  nodes: Nodes,
): Generator<string> {
  // A model that is missing is a finding about its reference.
  if (storedName === null || definition === null) return;
  if (storedName !== name) yield `is of the model ${name}, and has the content of ${storedName}`;
  const known = nodeIdsOf(definition);
  if (!known) {
    yield `has a model that cannot be read`;
    return;
  }
  for (const [id] of nodes) if (!known.has(id)) yield `has the node ${id}, which its model has not`;
}

/** What waits, and for what. */
function* waitingProblems({ tasks, children }: InspectedInstance, nodes: Nodes): Generator<string> {
  const suspended = nodes.filter(([, { state }]) => state === 'suspended');
  // A join may wait for a way that no node takes any more: that is how the model is.
  const isJoining = nodes.some(([, { state }]) => state === 'waiting');
  if (suspended.length === 0 && !isJoining) yield 'runs, and none of its nodes waits for anything';
  const open = new Map(tasks.map((task) => [task.id, task]));
  for (const [id, node] of suspended) {
    const awaited = node.tasks.filter(({ isEnded }) => !isEnded);
    for (const task of awaited) {
      const found = open.get(task.id);
      if (found?.node_id !== id) {
        yield `waits at ${id} for the task ${task.id}, which is not open`;
      } else if (!hasActors(found, task)) {
        yield `has other actors of the task ${task.id} than lists of tasks`;
      }
    }
    const child = node.subInstanceId;
    if (child !== null && !children.has(child)) {
      yield `waits at ${id} for the workflow ${child}, which does not run for it`;
    }
    if (awaited.length === 0 && child === null) yield `waits at ${id} for nothing`;
  }
  const awaited = new Set(
    suspended.flatMap(([, node]) => node.tasks.flatMap(({ id, isEnded }) => (isEnded ? [] : id))),
  );
  for (const { id, node_id: nodeId } of tasks) {
    if (!awaited.has(id)) yield `has the open task ${id}, for which ${nodeId} does not wait`;
  }
}

function hasActors({ actors }: OpenTask, task: NodeTask): boolean {
  const inRows = actors.map(({ actor, is_delegated }) => `${is_delegated} ${actor}`);
  const inNode = [
    ...(task.actors ?? []).map((name) => `0 ${plainActor(name)}`),
    ...(task.delegatedActors ?? []).map((name) => `1 ${plainActor(name)}`),
  ];
  return new Set(inRows).symmetricDifference(new Set(inNode)).size === 0;
}

function isObject(json: string): boolean {
  return readObject(json) !== undefined;
}

function readObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseJson(json);
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPlain ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function nodesOf({ nodes }: InstanceRow): Nodes | undefined {
  const entries = Object.entries(readObject(nodes) ?? { '': null });
  return entries.every(isNode) ? (entries as unknown as Nodes) : undefined;
}

function isNode([, value]: readonly [string, unknown]): boolean {
  const node = value as Partial<NodeRecord> | null;
  return typeof node?.state === 'string' && Array.isArray(node.tasks);
}

function nodeIdsOf(definition: string): ReadonlySet<string> | undefined {
  const nodes = readObject(definition)?.nodes;
  if (!Array.isArray(nodes)) return undefined;
  return new Set(nodes.map((node: { readonly id?: unknown } | null) => String(node?.id)));
}
