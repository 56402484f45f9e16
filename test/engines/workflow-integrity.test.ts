import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../src/base/json.ts';
import type { NodeRecord, NodeTask } from '../../src/model/workflow/workflow-state.ts';
import type { TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { Vandal } from '../support/vandal.ts';
import {
  endTask,
  instanceOf,
  startWithWorkflows,
  startWorkflow,
  tasksOf,
} from '../support/workflows.ts';

const model = {
  name: 'Review',
  variables: [{ name: 'note', type: 'string' }],
  nodes: [
    { id: 'start', start: true, transitions: [{ name: 'go', target: 'ask' }] },
    {
      id: 'ask',
      task: {
        assignees: ['Administrator'],
        permission: 'Read',
        dueDate: 'CurrentDate.days(1)',
        buttons: [{ name: 'ok' }],
      },
      transitions: [{ name: 'done', target: 'sub' }],
    },
    {
      id: 'sub',
      subWorkflow: { model: 'Inner' },
      transitions: [{ name: 'done', target: 'end' }],
    },
    { id: 'end', stop: true },
  ],
};
const inner = {
  name: 'Inner',
  nodes: [
    { id: 'start', start: true, transitions: [{ name: 'go', target: 'ask' }] },
    {
      id: 'ask',
      task: { assignees: ['Administrator'], buttons: [{ name: 'ok' }] },
      transitions: [{ name: 'done', target: 'end' }],
    },
    { id: 'end', stop: true },
  ],
};

describe.each(engines)('the integrity check of workflows on %s', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  let documentId: string;
  let running: string;
  let taskId: string;
  let waiting: string;
  let done: string;
  let doneTask: string;

  beforeAll(async () => {
    app = await startWithWorkflows(engine, { models: [model, inner] });
    vandal = await Vandal.open(app.services.config);
    documentId = (await createDocument(app, { name: 'file' })).uid;
    running = await startWorkflow(app, 'Review', documentId);
    taskId = (await tasksOf(app, running))[0]?.id ?? '';
    waiting = await startWorkflow(app, 'Review', documentId);
    await endTask(app, waiting, { status: 'ok' });
    done = await startWorkflow(app, 'Inner', documentId);
    await endTask(app, done, { status: 'ok' });
    doneTask = (await tasksOf(app, done))[0]?.id ?? '';
    const params = { 'task name': 'plain', 'additional list of actors prefixed ids': ['ann'] };
    const made = await callOperation(app, 'Task.Create', { input: documentId, params });
    expect(made.status, made.text).toBe(200);
  });
  afterEach(async () => {
    await vandal.repair();
    expect(await findings()).toEqual([]);
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  const findings = (): Promise<readonly string[]> => {
    const { database, blobs, repository } = app.services;
    return storeFindings({ database, blobs, model: repository.model });
  };
  const found = async () => (await findings()).join('\n');
  /** Changes what the row of an instance says of a node. */
  const setNode = async (id: string, nodeId: string, change: Partial<NodeRecord>) => {
    const row = await instanceOf(app, id);
    const nodes = parseJson(row.nodes) as Record<string, NodeRecord>;
    const changed = { ...nodes, [nodeId]: { ...nodes[nodeId], ...change } };
    await vandal.set('workflow_instance', { id }, { nodes: stringifyJson(changed) });
  };

  test('finds nothing in a store that was only used', async () => {
    expect(await findings()).toEqual([]);
  });

  test('a task without its document, and a document of a task without its row', async () => {
    await vandal.remove('document', { id: taskId });
    expect(await found()).toContain(`names the document ${taskId}, which does not exist`);
    await vandal.repair();
    await vandal.remove('task', { id: taskId });
    expect(await found()).toContain('is the document of a task, and there is no such task');
  });

  test('an open task of a workflow that has ended or is gone', async () => {
    await vandal.set('task', { id: doneTask }, { state: 'opened' });
    expect(await found()).toContain(`is open, and its workflow ${done} is done`);
    await vandal.repair();
    await vandal.set('task', { id: taskId }, { instance_id: 'gone' });
    expect(await found()).toContain('names the workflow_instance gone, which does not exist');
  });

  test.each([
    [{ state: 'odd' }, 'is in the unknown state odd'],
    [{ state: 'ended' }, 'is ended, and its document is opened'],
    [{ is_open: 0 }, 'is opened, and lists of tasks have it as ended'],
    [{ due_key: 5 }, 'is sorted by 5, and due at'],
    [{ model_name: 'Other' }, 'is of the model Other, and its workflow of Review'],
  ])('a task %o', async (change, text) => {
    await vandal.set('task', { id: taskId }, change);
    expect(await found()).toContain(text);
  });

  test('lists that do not agree with their task', async () => {
    await vandal.set('task_actor', { task_id: taskId }, { actor: 'eve' });
    expect(await found()).toContain('has the actors eve, and its document Administrator');
    await vandal.repair();
    await vandal.remove('task_actor', { task_id: taskId });
    expect(await found()).toContain('is open and has no actor');
    await vandal.repair();
    await vandal.set('task_actor', { task_id: taskId }, { is_open: 0 });
    expect(await found()).toContain('is in lists of Administrator in another state or place');
    await vandal.repair();
    await vandal.set('task_document', { task_id: taskId }, { due_key: 1 });
    expect(await found()).toContain(`is in lists of the document ${documentId} in another state`);
    await vandal.repair();
    await vandal.remove('task_document', { task_id: taskId });
    expect(await found()).toContain(`is not listed for its document ${documentId}`);
    await vandal.repair();
    await vandal.set('task_document', { task_id: taskId }, { document_id: running });
    expect(await found()).toContain(
      `is listed for the document ${running}, which it does not name`,
    );
  });

  test('rights of a task that has ended, of others than its actors, or that cannot be', async () => {
    const grant = { task_id: doneTask, document_id: documentId, principal: 'Administrator' };
    const routing = { ...grant, permission: 'Read', kind: 'routing', is_listed: 0 };
    await vandal.insert('task_grant', routing);
    expect(await found()).toContain('allows Read on the document, and its task is ended');
    await vandal.repair();
    await vandal.insert('task_grant', { ...routing, kind: 'delegation' });
    expect(await found()).toContain('allows Read on the document, and its task is ended');
    await vandal.repair();
    const own = { task_id: taskId, kind: 'routing' };
    await vandal.set('task_grant', own, { principal: 'eve' });
    expect(await found()).toContain('is for eve, who is none of the actors of its task');
    await vandal.repair();
    await vandal.set('task_grant', own, { kind: 'delegation' });
    expect(await found()).toContain('is for Administrator, who is none of the actors of its task');
    await vandal.repair();
    await vandal.set('task_grant', own, { is_listed: 0 });
    expect(await found()).toContain('is left out in lists, and its task is opened');
    await vandal.repair();
    await vandal.set('task_grant', own, { kind: 'other' });
    expect(await found()).toContain('is of the unknown kind other');
    await vandal.repair();
    await vandal.set('task_grant', { task_id: taskId, kind: 'task' }, { document_id: documentId });
    expect(await found()).toContain('is a right on the task, and names another document');
  });

  test('an instance without its document, its row or its model', async () => {
    await vandal.remove('document', { id: running });
    expect(await found()).toContain(`names the document ${running}, which does not exist`);
    await vandal.repair();
    await vandal.remove('workflow_instance', { id: running });
    expect(await found()).toContain('is the document of a workflow, and there is no such workflow');
    await vandal.repair();
    await vandal.set('workflow_instance', { id: running }, { model_digest: 'gone' });
    expect(await found()).toContain('names the workflow_model gone, which does not exist');
    await vandal.repair();
    const { model_digest: digest } = await instanceOf(app, running);
    await vandal.set('workflow_model', { digest }, { definition: '{' });
    expect(await found()).toContain('has a model that cannot be read');
    await vandal.repair();
    await vandal.set('workflow_model', { digest }, { definition: '{"nodes":[{"id":"start"}]}' });
    expect(await found()).toContain('has the node ask, which its model has not');
  });

  test.each([
    [{ state: 'odd' }, 'is in the unknown state odd'],
    [{ state: 'done' }, 'is done, and its document is running'],
    [{ ended_at: 5 }, 'is running and has an end'],
    [{ started_at: 5 }, 'in another state or place than its own'],
    [{ variables: '[]' }, 'has variables that are no JSON object'],
    [{ nodes: '{"ask":{}}' }, 'has nodes that cannot be read'],
    [{ nodes: '{}' }, 'runs, and none of its nodes waits for anything'],
    [{ model_name: 'Other' }, 'is of the model Other, and has the content of Review'],
  ])('an instance %o', async (change, text) => {
    await vandal.set('workflow_instance', { id: running }, change);
    expect(await found()).toContain(text);
  });

  test('nodes that wait for nothing, or for what does not exist', async () => {
    await setNode(running, 'ask', { tasks: [] });
    const text = await found();
    expect(text).toContain('waits at ask for nothing');
    expect(text).toContain(`has the open task ${taskId}, for which ask does not wait`);
    await vandal.repair();
    const { nodes } = await instanceOf(app, running);
    const { ask } = parseJson(nodes) as { readonly ask: NodeRecord };
    const task = ask.tasks[0] as NodeTask;
    await setNode(running, 'ask', { tasks: [{ ...task, actors: ['eve'] }] });
    expect(await found()).toContain(`has other actors of the task ${taskId} than lists of tasks`);
    await vandal.repair();
    await setNode(running, 'ask', { tasks: [{ ...task, id: 'gone' }] });
    expect(await found()).toContain('waits at ask for the task gone, which is not open');
    await vandal.repair();
    await setNode(waiting, 'sub', { subInstanceId: 'gone' });
    expect(await found()).toContain(
      'waits at sub for the workflow gone, which does not run for it',
    );
    await vandal.repair();
    await vandal.set('workflow_document', { instance_id: running }, { is_running: 0 });
    expect(await found()).toContain(`is in lists of the document ${documentId} in another state`);
  });
});
