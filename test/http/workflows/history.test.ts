import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { whenEnded } from '../../support/bulk.ts';
import { step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import {
  endTask,
  instancesOf,
  startWithWorkflows,
  startWorkflow,
  tasksOf,
} from '../../support/workflows.ts';

const model = {
  name: 'Tracked',
  title: 'Tracked review',
  variables: [
    { name: 'index', type: 'integer', default: 0 },
    { name: 'topic', type: 'string' },
    { name: 'people', type: 'string[]', default: [] },
  ],
  nodes: [
    { id: 'start', start: true, transitions: [{ name: 'go', target: 'ask' }] },
    {
      id: 'ask',
      title: 'tracked.ask',
      outputChain: 'CountUp',
      task: {
        assignees: ['user:ben'],
        permission: 'Read',
        buttons: [{ name: 'ok' }, { name: 'more' }],
      },
      transitions: [
        { name: 'again', condition: 'NodeVariables["button"] == "more"', target: 'ask' },
        { name: 'done', condition: 'NodeVariables["button"] == "ok"', target: 'end' },
      ],
    },
    { id: 'end', stop: true },
  ],
};
const chains = {
  CountUp: [
    step('RunScript', {
      script: 'WorkflowVariables["index"] = WorkflowVariables["index"] + 1',
    }),
  ],
};

describe.each(engines)('the history of workflows on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let file: string;
  let id: string;

  beforeAll(async () => {
    app = await startWithWorkflows(engine, { models: [model], chains });
    for (const name of ['ann', 'ben', 'eve']) await createUser(app, name);
    folder = (await createDocument(app, { name: 'space', type: 'Workspace' })).uid;
    await setAcl(app, folder, [grantAce('ann', 'Everything'), denyAll]);
    file = (await createDocument(app, { name: 'plan', parent: folder })).uid;
    const variables = { topic: 'roof', people: ['x', 'y'] };
    id = await startWorkflow(app, 'Tracked', file, { user: 'ann', variables });
    const ended = await endTask(app, id, { user: 'ben', status: 'more', comment: 'why' });
    expect(ended.status, ended.text).toBe(200);
  });
  afterAll(() => app.close());

  const query = async (nxql: string, user = 'Administrator') => {
    const path = `GET /api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(nxql)}`;
    const response = await app.request(path, { user });
    expect(response.status, response.text).toBe(200);
    return response.json.entries.map(({ uid }: { uid: string }) => uid);
  };
  const provide = async (name: string, params: readonly string[], user = 'Administrator') => {
    const search = new URLSearchParams(params.map((value) => ['queryParams', value]));
    const response = await app.request(`GET /api/v1/search/pp/${name}/execute?${search}`, { user });
    expect(response.status, `${name}: ${response.text}`).toBe(200);
    return response.json.entries.map(({ uid }: { uid: string }) => uid);
  };
  const eventsOf = async (documentId: string, user: string) => {
    const response = await app.request(`GET /api/v1/id/${documentId}/@audit`, { user });
    expect(response.status, response.text).toBe(200);
    return response.json.entries
      .filter(({ category }: { category: string }) => category === 'Routing')
      .map(({ eventId, principalName, comment }: Record<string, string>) =>
        `${eventId} ${principalName} ${comment ?? ''}`.trim(),
      )
      .sort();
  };
  const steps = [
    'afterWorkflowStarted ann',
    'afterWorkflowTaskCreated ann',
    'afterWorkflowTaskCreated ben',
    'afterWorkflowTaskEnded ben why',
  ];

  test('each step is in the audit of the document and of the workflow', async () => {
    expect(await eventsOf(file, 'ann')).toEqual(steps);
    expect(await eventsOf(id, 'ann')).toEqual(steps);
    const params = {
      providerName: 'EVENTS_VIEW',
      namedQueryParams: { eventCategory: 'Routing', principalName: 'ben' },
    };
    const { json } = await callOperation(app, 'Audit.QueryWithPageProvider', { params });
    const told = json.entries.filter(({ docUUID }: { docUUID: string }) => docUUID === file);
    expect(told.map(({ eventId }: { eventId: string }) => eventId).sort()).toEqual([
      'afterWorkflowTaskCreated',
      'afterWorkflowTaskEnded',
    ]);
    expect(JSON.stringify(told)).toContain(id);
  });

  test('queries find workflows by their documents and variables, for those who may read them', async () => {
    const route = 'SELECT * FROM DocumentRoute WHERE';
    expect(await query(`${route} docri:participatingDocuments/* = '${file}'`)).toEqual([id]);
    expect(await query(`${route} docri:initiator = 'ann'`, 'ann')).toEqual([id]);
    expect(await query(`${route} docri:initiator = 'ann'`, 'eve')).toEqual([]);
    expect(await query(`${route} var_Tracked:index = 1`)).toEqual([id]);
    expect(await query(`${route} var_Tracked:index = 0`)).toEqual([]);
    expect(await query(`${route} var_Tracked:topic = 'roof'`, 'ann')).toEqual([id]);
    expect(await query(`${route} var_Tracked:people/* = 'y'`)).toEqual([id]);
    expect(await query(`${route} ecm:currentLifeCycleState = 'running'`)).toEqual([id]);
  });

  test('queries find tasks, for actors and the initiator', async () => {
    const [ended, open] = (await tasksOf(app, id)).map((task) => task.id);
    const opened = "SELECT * FROM TaskDoc WHERE ecm:currentLifeCycleState = 'opened'";
    for (const user of ['Administrator', 'ann', 'ben']) {
      expect(await query(`${opened} AND nt:processId = '${id}'`, user)).toEqual([open]);
    }
    expect(await query(opened, 'eve')).toEqual([]);
    expect(await query(`${opened} AND nt:actors/* = 'user:ben'`, 'ben')).toEqual([open]);
    const all = `SELECT * FROM Document WHERE nt:targetDocumentsIds/* = '${file}'`;
    expect((await query(all)).sort()).toEqual([ended, open].sort());
  });

  test('page providers find tasks and workflows', async () => {
    const open = (await tasksOf(app, id)).flatMap((task) =>
      task.state === 'opened' ? [task.id] : [],
    );
    const user = 'user:ben';
    const requests: [string, readonly string[]][] = [
      ['GET_TASKS_FOR_ACTORS', [user]],
      ['GET_TASKS_FOR_ACTORS_OR_DELEGATED_ACTORS', [user, user]],
      ['GET_TASKS_FOR_PROCESS', [id]],
      ['GET_TASKS_FOR_PROCESS_AND_ACTORS', [id, user]],
      ['GET_TASKS_FOR_PROCESS_AND_NODE', [id, 'ask']],
      ['GET_TASKS_FOR_TARGET_DOCUMENT', [file]],
      ['GET_TASKS_FOR_TARGET_DOCUMENT_AND_ACTORS', [file, user]],
      ['GET_TASKS_FOR_TARGET_DOCUMENTS', [file, file]],
      ['GET_TASKS_FOR_TARGET_DOCUMENTS_AND_ACTORS', [file, file, user]],
      ['GET_TASKS_FOR_TARGET_DOCUMENTS_AND_ACTORS_OR_DELEGATED_ACTORS', [file, file, user, user]],
    ];
    for (const [name, params] of requests) {
      expect(await provide(name, params, 'ben'), name).toEqual(open);
      expect(await provide(name, params, 'eve'), name).toEqual([]);
    }
    expect(await provide('SEARCH_ROUTE_BY_ATTACHED_DOC', [file], 'ann')).toEqual([id]);
    expect(await provide('DOC_ROUTING_SEARCH_ALL_ROUTE_INSTANCES', ['Tracked%'])).toEqual([id]);
    const models = await provide('DOC_ROUTING_SEARCH_ALL_ROUTE_MODELS', [], 'eve');
    expect(models).toHaveLength(3);
    const tracked = await provide(
      'DOC_ROUTING_SEARCH_ROUTE_MODELS_WITH_TITLE',
      ['Tracked%'],
      'eve',
    );
    expect(models).toContain(tracked[0]);
  });

  test('an operation draws the graph of a workflow or a model', async () => {
    const graph = (routeDocId: string, user: string) =>
      callOperation(app, 'Document.Routing.GetGraph', { user, params: { routeDocId } });
    const drawn = await graph(id, 'ben');
    expect(drawn.status, drawn.text).toBe(200);
    expect(drawn.json).toEqual((await app.request(`GET /api/v1/workflow/${id}/graph`)).json);
    expect(drawn.json.nodes[1]).toMatchObject({
      id: 'ask',
      title: 'tracked.ask',
      state: 'suspended',
    });
    const [model] = await provide('DOC_ROUTING_SEARCH_ROUTE_MODELS_WITH_TITLE', ['Tracked%']);
    expect((await graph(model, 'eve')).json.nodes[1]).toMatchObject({ id: 'ask', state: 'ready' });
    expect((await graph(id, 'eve')).status).toBe(403);
    expect((await graph(file, 'ann')).status).toBe(404);
  });

  test('names of open tasks are found by their beginning', async () => {
    const names = async (params: object, user = 'ben') => {
      const headers = { properties: 'dublincore' };
      const response = await callOperation(app, 'Context.GetTaskNames', { user, params, headers });
      expect(response.status, response.text).toBe(200);
      return response.json.entries.map(
        (entry: { properties: Record<string, string> }) => entry.properties['dc:title'],
      );
    };
    const title = '[Tracked review] tracked.ask';
    expect(await names({ lang: 'fr', searchTerm: 'TRACK' })).toEqual([title]);
    expect(await names({ value: 'tracked.ask' })).toEqual([title]);
    expect(await names({ searchTerm: 'ask' })).toEqual([]);
    expect(await names({ limit: 0 })).toEqual([]);
    expect(await names({}, 'eve')).toEqual([]);
  });

  test('workflows that nothing needs are removed with their tasks', async () => {
    const gone = (await createDocument(app, { name: 'gone', parent: folder })).uid;
    const orphan = await startWorkflow(app, 'Tracked', gone, { user: 'ann' });
    const done = await startWorkflow(app, 'Tracked', file, { user: 'ann' });
    expect((await endTask(app, done, { user: 'ben', status: 'ok' })).status).toBe(200);
    expect((await app.request(`DELETE /api/v1/id/${gone}`)).status).toBe(204);
    const { status, json } = await app.request('DELETE /api/v1/management/workflows/orphaned');
    expect([status, json.action]).toEqual([200, 'garbageCollectWokflows']);
    const ended = await whenEnded(app, json.commandId);
    expect(ended).toMatchObject({ state: 'COMPLETED', errorCount: 0, total: 3, skipCount: 1 });
    expect((await instancesOf(app)).map((instance) => instance.id)).toEqual([id]);
    for (const removed of [orphan, done]) {
      expect(await query(`SELECT * FROM Document WHERE nt:processId = '${removed}'`)).toEqual([]);
    }
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    const again = await app.request('DELETE /api/v1/management/workflows/orphaned');
    expect(await whenEnded(app, again.json.commandId)).toMatchObject({ total: 1, skipCount: 1 });
  });
});
