import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '../../src/automation/execution.ts';
import { loadPrincipal } from '../../src/repository/principals/principals.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import type { TaskTable, WorkflowInstanceTable } from '../../src/storage/workflow-tables.ts';
import { startTestApp, type TestApp, type TestResponse } from './app.ts';
import type { TestStep } from './chains.ts';
import { makeFolder } from './engines.ts';
import { callOperation } from './operations.ts';

interface WorkflowSetup {
  /** As a file of the setting `workflowFiles` has them. */
  readonly models?: readonly object[];
  readonly chains?: Readonly<Record<string, readonly TestStep[]>>;
  readonly flags?: Readonly<Record<string, unknown>>;
}

/** An application with these models and chains besides its own. */
export async function startWithWorkflows(
  engine: EngineName,
  { models = [], chains = {}, flags = {} }: WorkflowSetup = {},
): Promise<TestApp> {
  const folder = await makeFolder();
  try {
    const workflows = join(folder.path, 'workflows.json');
    const operations = join(folder.path, 'operations.json');
    const steps = Object.entries(chains).map(([id, steps]) => ({ id, steps }));
    await writeFile(workflows, JSON.stringify({ models }));
    await writeFile(operations, JSON.stringify({ chains: steps }));
    return await startTestApp(engine, {
      workflowFiles: [workflows],
      operationFiles: [operations],
      ...flags,
    });
  } finally {
    await folder.remove();
  }
}

/** Starts a workflow and returns its id; fails the test unless that is possible. */
export async function startWorkflow(
  app: TestApp,
  model: string,
  documents: string | readonly string[],
  { user, variables = {} }: { readonly user?: string; readonly variables?: object } = {},
): Promise<string> {
  const ids = typeof documents === 'string' ? [documents] : documents;
  const response = await tryStart(app, model, ids, { user, variables });
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  const [last] = (await instancesOf(app)).slice(-1);
  if (!last) throw new Error('no workflow is stored');
  return last.id;
}

export function tryStart(
  app: TestApp,
  model: string,
  documents: readonly string[],
  {
    user = 'Administrator',
    variables = {},
  }: { user?: string | undefined; variables?: object } = {},
): Promise<TestResponse> {
  const input = documents.length === 1 ? documents[0] : `docs:${documents.join(',')}`;
  return callOperation(app, 'Context.StartWorkflow', {
    input,
    params: { id: model, variables },
    user,
  });
}

/** All instances, the oldest first. */
export function instancesOf({ services }: TestApp): Promise<WorkflowInstanceTable[]> {
  return services.database.read((handle) =>
    handle.all(handle.builder.selectFrom('workflow_instance').selectAll().orderBy('id')),
  );
}

export async function instanceOf(app: TestApp, id: string): Promise<WorkflowInstanceTable> {
  const found = (await instancesOf(app)).find((instance) => instance.id === id);
  if (!found) throw new Error(`no workflow ${id}`);
  return found;
}

export interface ShownTask extends TaskTable {
  readonly actors: readonly string[];
}

/** The tasks of an instance, the oldest first. */
export function tasksOf({ services }: TestApp, instanceId: string): Promise<ShownTask[]> {
  return services.database.read(async (handle) => {
    const { builder } = handle;
    const tasks = await handle.all(
      builder.selectFrom('task').selectAll().where('instance_id', '=', instanceId).orderBy('id'),
    );
    const actors = await handle.all(builder.selectFrom('task_actor').selectAll().orderBy('actor'));
    return tasks.map((task) => ({
      ...task,
      actors: actors.filter(({ task_id }) => task_id === task.id).map(({ actor }) => actor),
    }));
  });
}

/** The open tasks of an instance: `node actor,actor`. */
export async function openTasks(app: TestApp, instanceId: string): Promise<string[]> {
  const tasks = await tasksOf(app, instanceId);
  return tasks
    .filter(({ state }) => state === 'opened')
    .map(({ node_id, actors }) => `${node_id} ${actors.join(',')}`)
    .sort();
}

interface Completion {
  readonly node?: string;
  readonly user?: string;
  readonly status?: string | null;
  readonly comment?: string;
  readonly nodeVariables?: object;
  readonly workflowVariables?: object;
}

/** Ends the first open task of the instance that the node and the user have. */
export async function endTask(
  app: TestApp,
  instanceId: string,
  { node, user = 'Administrator', ...params }: Completion,
): Promise<TestResponse> {
  const tasks = (await tasksOf(app, instanceId)).filter(
    (task) => task.state === 'opened' && (node === undefined || task.node_id === node),
  );
  const task = tasks.find(({ actors }) => actors.includes(user)) ?? tasks[0];
  if (!task) throw new Error(`no open task in ${instanceId}`);
  return callOperation(app, 'WorkflowTask.Complete', { input: task.id, params, user });
}

/** For functions of the workflow service, which routes call. */
export async function callerNamed({ services }: TestApp, username: string): Promise<Caller> {
  const principal = await services.database.read((handle) => loadPrincipal(handle, username));
  if (!principal) throw new Error(`no user ${username}`);
  const baseUrl = 'http://localhost/nuxeo/';
  return { principal, baseUrl, timeoutMs: 30_000, keepsBatches: false };
}
