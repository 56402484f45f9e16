import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import {
  createReviewed,
  endTask,
  postWorkflow,
  startWithWorkflows,
  startWorkflow,
  taskOf,
} from '../../support/reviews.ts';

const unknownId = '01234567-89ab-4cde-8f01-23456789abcd';

describe.each(engines)('workflows on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithWorkflows(engine);
  });
  afterAll(() => app.close());

  const base = 'http://localhost:80/nuxeo/api/v1';
  const get = (path: string, user = 'ann', headers: Record<string, string> = {}) =>
    app.request(`GET /api/v1${path}`, { user, headers });
  const idsOf = (response: { json: { entries: readonly { id: string }[] } }) =>
    response.json.entries.map(({ id }) => id);

  describe('a workflow that is started', () => {
    test('has its members in the order of clients, with every variable', async () => {
      const id = await createReviewed(app, 'entity');
      const workflow = await startWorkflow(app, {
        documents: [id],
        variables: { reviewers: ['ben'], subject: 'rights', unknown: 'ignored' },
      });
      expect(Object.keys(workflow)).toEqual([
        'entity-type',
        'id',
        'name',
        'title',
        'state',
        'workflowModelName',
        'initiator',
        'attachedDocumentIds',
        'variables',
        'graphResource',
      ]);
      expect(workflow).toMatchObject({
        'entity-type': 'workflow',
        name: expect.stringMatching(/^Check(?:\.\d+)?$/),
        title: 'check.title',
        state: 'running',
        workflowModelName: 'Check',
        initiator: 'ann',
        attachedDocumentIds: [{ id }],
        graphResource: expect.stringMatching(`/nuxeo/api/v1/workflow/${workflow.id}/graph$`),
      });
      expect(workflow.variables).toEqual({
        subject: 'rights',
        count: 3,
        ratio: 0.5,
        urgent: null,
        until: null,
        report: null,
        reviewers: ['ben'],
        steps: null,
        days: null,
        internal: null,
      });
      expect((await get(`/workflow/${workflow.id}`)).json).toEqual(workflow);
    });

    test.each(['contract', 'native'])(
      'shows variables as JSON of their types, %s',
      async (dialect) => {
        const id = await createReviewed(app, `typed-${dialect}`);
        const { batchId } = (await app.request('POST /api/v1/upload', { user: 'ann' })).json;
        await app.request(`POST /api/v1/upload/${batchId}/0`, {
          user: 'ann',
          body: 'the report',
          headers: { 'content-type': 'text/plain', 'X-File-Name': 'report.txt' },
        });
        const response = await postWorkflow(
          app,
          {
            documents: [{ id }],
            variables: {
              subject: null,
              count: 7,
              ratio: '2.5',
              urgent: true,
              until: '2031-02-03T04:05:06Z',
              report: { 'upload-batch': batchId, 'upload-fileId': '0' },
              reviewers: ['user:ben', 'cleo'],
              steps: [1, '2'],
              days: ['2031-02-03', '2031-02-04T00:00:00.000Z'],
            },
          },
          { user: 'ann', headers: { 'X-Cartulary-Dialect': dialect } },
        );
        expect([response.status, response.text]).toEqual([201, expect.anything()]);
        const { report, ...others } = response.json.variables;
        expect(others).toEqual({
          subject: null,
          count: 7,
          ratio: 2.5,
          urgent: true,
          until: '2031-02-03T04:05:06.000Z',
          reviewers: ['user:ben', 'cleo'],
          steps: [1, 2],
          days: ['2031-02-03T00:00:00.000Z', '2031-02-04T00:00:00.000Z'],
          internal: null,
        });
        expect(report).toMatchObject({
          name: 'report.txt',
          'mime-type': 'text/plain',
          length: '10',
        });
        const path = new URL(report.blobUrl).pathname.replace('/nuxeo', '');
        const file = await app.request(`GET ${path}`, { user: 'ann' });
        expect([file.status, file.text]).toEqual([200, 'the report']);
        expect((await app.request(`GET ${path}`, { user: 'ben' })).status).toBe(404);
        if (dialect === 'native') expect(report.data).toBe(report.blobUrl);
        else expect(report.data).toMatch(/^files\//);
      },
    );

    test('fetches its initiator and the documents that the caller may read', async () => {
      const [shown, closed] = [
        await createReviewed(app, 'fetched'),
        await createReviewed(app, 'fetched-closed'),
      ];
      const { id } = await startWorkflow(app, { documents: [shown, closed] });
      await app.request(`POST /api/v1/automation/Document.BlockPermissionInheritance`, {
        body: { input: `doc:${closed}`, params: {} },
      });
      const headers = { 'fetch.workflow': 'initiator,attachedDocumentIds' };
      const { json } = await get(`/workflow/${id}`, 'ann', headers);
      expect(json.initiator).toMatchObject({ 'entity-type': 'user', id: 'ann' });
      expect(json.attachedDocumentIds[0]).toMatchObject({ 'entity-type': 'document', uid: shown });
      const query = '?fetch-workflow=initiator&fetch-workflow=attachedDocumentIds';
      expect((await get(`/workflow/${id}${query}`)).json).toEqual(json);
      const listed = await get('/workflow', 'ann', headers);
      expect(listed.json.entries.find((each: { id: string }) => each.id === id)).toEqual(json);
    });

    test('is on several documents, each once, without those that are removed', async () => {
      const ids = [await createReviewed(app, 'one'), await createReviewed(app, 'two')];
      const { id, attachedDocumentIds } = await startWorkflow(app, {
        documents: [ids[1], { id: ids[0] }, ids[1]],
      });
      expect(attachedDocumentIds).toEqual([{ id: ids[1] }, { id: ids[0] }]);
      await app.request(`DELETE /api/v1/id/${ids[1]}`);
      expect((await get(`/workflow/${id}`)).json.attachedDocumentIds).toEqual([{ id: ids[0] }]);
    });
  });

  test('the caller lists the running ones that it has started, the oldest first', async () => {
    const id = await createReviewed(app, 'listed', ['cleo']);
    const before = idsOf(await get('/workflow'));
    const first = await startWorkflow(app, { documents: [id] });
    const second = await startWorkflow(app, { documents: [id], model: 'Sign', variables: {} });
    const other = await postWorkflow(app, { documents: [id], model: 'Sign' }, { user: 'cleo' });
    expect(other.status).toBe(201);
    expect(idsOf(await get('/workflow'))).toEqual([...before, first.id, second.id]);
    expect(idsOf(await get('/workflow?workflowModelName=Sign'))).toContain(second.id);
    expect(idsOf(await get('/workflow?workflowModelName=Sign'))).not.toContain(first.id);
    expect(idsOf(await get('/workflow?workflowModelName='))).toContain(first.id);
    expect((await get('/workflow?workflowModelName=None')).json).toEqual({
      'entity-type': 'workflows',
      entries: [],
    });
    expect((await get('/workflow?workflowModelName=%00')).status).toBe(400);
    await app.request(`DELETE /api/v1/workflow/${first.id}`, { user: 'ann' });
    expect(idsOf(await get('/workflow'))).not.toContain(first.id);
  });

  test('one is read by its initiator and by administrators, and not by its actors', async () => {
    const { id } = await startWorkflow(app, { documents: [await createReviewed(app, 'read')] });
    expect((await get(`/workflow/${id}`, 'Administrator')).status).toBe(200);
    for (const user of ['ben', 'eve']) {
      expect((await get(`/workflow/${id}`, user)).status).toBe(403);
    }
    for (const unknown of [unknownId, 'nothing', '%00']) {
      expect((await get(`/workflow/${unknown}`)).status).toBe(404);
    }
  });

  describe('cancelling', () => {
    test('ends the workflow and its tasks, once', async () => {
      const { id } = await startWorkflow(app, { documents: [await createReviewed(app, 'cancel')] });
      const task = await taskOf(app, 'ben', id);
      const response = await app.request(`DELETE /api/v1/workflow/${id}`, { user: 'ann' });
      expect([response.status, response.text]).toEqual([204, '']);
      expect((await get(`/workflow/${id}`)).json.state).toBe('canceled');
      expect((await get(`/task/${task.id}`, 'ben')).json).toMatchObject({
        state: 'cancelled',
        workflowLifeCycleState: 'canceled',
      });
      const again = await app.request(`DELETE /api/v1/workflow/${id}`, { user: 'ann' });
      expect(again.status).toBe(409);
    });

    test('is refused to others, and allowed to power users', async () => {
      const { id } = await startWorkflow(app, { documents: [await createReviewed(app, 'power')] });
      for (const user of ['ben', 'eve']) {
        const response = await app.request(`DELETE /api/v1/workflow/${id}`, { user });
        expect([response.status, response.json.message]).toEqual([
          403,
          "You don't have the permission to cancel this workflow",
        ]);
      }
      const missing = await app.request(`DELETE /api/v1/workflow/${unknownId}`, { user: 'ann' });
      expect(missing.status).toBe(404);
      await app.request('POST /api/v1/user/eve/group/powerusers');
      const response = await app.request(`DELETE /api/v1/workflow/${id}`, { user: 'eve' });
      await app.request('DELETE /api/v1/user/eve/group/powerusers');
      expect(response.status).toBe(204);
    });
  });

  describe('the graph', () => {
    const nodeOf = (graph: { nodes: readonly { id: string }[] }, id: string) =>
      graph.nodes.find((node) => node.id === id);

    test('has the nodes with their states, in the language of the request', async () => {
      const { id } = await startWorkflow(app, { documents: [await createReviewed(app, 'graph')] });
      const { json } = await get(`/workflow/${id}/graph`, 'ann', { 'Accept-Language': 'en' });
      expect(json['entity-type']).toBe('graph');
      expect(nodeOf(json, 'ask')).toEqual({
        x: 10,
        y: 100,
        isForkNode: false,
        isStartNode: false,
        isEndNode: false,
        id: 'ask',
        title: 'Ask reviewers',
        state: 'suspended',
        isMerge: false,
        isMultiTask: true,
        hasSubWorkflow: false,
        forkNode: false,
        startNode: false,
        endNode: false,
      });
      expect(nodeOf(json, 'begin')).toMatchObject({ isStartNode: true, startNode: true });
      expect(nodeOf(json, 'end')).toMatchObject({ isEndNode: true, state: 'ready' });
      expect(json.transitions).toContainEqual({
        nodeSourceId: 'begin',
        nodeTargetId: 'ask',
        label: 'check.go',
        path: [{ x: 0.5, y: 1 }],
      });
      expect(json.transitions).toContainEqual({
        nodeSourceId: 'ask',
        nodeTargetId: 'decide',
        label: 'All were asked',
        path: [],
      });
      const french = await get(`/workflow/${id}/graph`, 'ann', { 'Accept-Language': 'fr' });
      expect(nodeOf(french.json, 'ask')).toMatchObject({ title: 'Demander un avis' });
    });

    test('is shown to those who have a task of it or may read a document of it', async () => {
      const document = await createReviewed(app, 'graph-rights', ['cleo']);
      const { id } = await startWorkflow(app, { documents: [document] });
      for (const user of ['ann', 'ben', 'cleo', 'Administrator']) {
        expect((await get(`/workflow/${id}/graph`, user)).status, user).toBe(200);
      }
      expect((await get(`/workflow/${id}/graph`, 'eve')).status).toBe(403);
      expect((await get(`/workflow/${unknownId}/graph`)).status).toBe(404);
    });
  });

  describe('models', () => {
    test('are listed as workflows for all users', async () => {
      const { json } = await get('/workflowModel', 'eve');
      const names = json.entries.map((each: { name: string }) => each.name);
      expect(names).toEqual(['Check', 'ParallelDocumentReview', 'SerialDocumentReview', 'Sign']);
      const model = json.entries[0];
      expect(model).toMatchObject({
        'entity-type': 'workflow',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        title: 'check.title',
        state: 'validated',
        workflowModelName: 'Check',
        initiator: null,
        attachedDocumentIds: [],
        variables: { subject: 'none', count: 3, reviewers: [], until: null },
        graphResource: expect.stringMatching(/\/api\/v1\/workflowModel\/Check\/graph$/),
      });
      expect((await get('/workflowModel/Check', 'eve')).json).toEqual(model);
      const document = await get(`/id/${model.id}`, 'eve');
      expect(document.json).toMatchObject({ title: 'check.title', state: 'validated' });
    });

    test('have a graph in which no node has run', async () => {
      const { json } = await get('/workflowModel/SerialDocumentReview/graph', 'eve');
      expect(json.nodes).toHaveLength(5);
      const states = json.nodes.map((node: { state: string }) => node.state);
      expect(new Set(states)).toEqual(new Set(['ready']));
    });

    test('that do not exist are 404', async () => {
      const id = await createReviewed(app, 'no-model');
      const message = 'No route found for id: None';
      for (const path of ['/workflowModel/None', '/workflowModel/None/graph']) {
        const response = await get(path);
        expect([response.status, response.json.message]).toEqual([404, message]);
      }
      const started = await postWorkflow(app, { documents: [id], model: 'None' });
      expect([started.status, started.json.message]).toEqual([404, message]);
    });
  });

  describe('below a document', () => {
    test('one starts on it alone, whatever the body says, by id and by path', async () => {
      const [id, other] = [await createReviewed(app, 'below'), await createReviewed(app, 'beside')];
      const body = {
        'entity-type': 'workflow',
        workflowModelName: 'Check',
        attachedDocumentIds: [other, unknownId],
        variables: { reviewers: ['ben'] },
      };
      const path = '/path/default-domain/workspaces/below';
      for (const address of [`/id/${id}`, path]) {
        const line = `POST /api/v1${address}/@workflow`;
        const response = await app.request(line, { user: 'ann', body });
        expect([response.status, response.json.attachedDocumentIds]).toEqual([201, [{ id }]]);
        const listed = await get(`${address}/@workflow`);
        expect(idsOf(listed)).toContain(response.json.id);
      }
    });

    test('those are listed that the caller may read, and the tasks of one', async () => {
      const id = await createReviewed(app, 'list-below', ['cleo', 'ben']);
      const own = await startWorkflow(app, { documents: [id] });
      const cleos = await postWorkflow(app, { documents: [id], model: 'Sign' }, { user: 'cleo' });
      expect(idsOf(await get(`/id/${id}/@workflow`))).toEqual([own.id]);
      expect(idsOf(await get(`/id/${id}/@workflow`, 'cleo'))).toEqual([cleos.json.id]);
      expect(idsOf(await get(`/id/${id}/@workflow`, 'Administrator'))).toEqual([
        own.id,
        cleos.json.id,
      ]);
      const task = await taskOf(app, 'ben', own.id);
      const tasks = await get(`/id/${id}/@workflow/${own.id}/task`, 'ben');
      expect(tasks.json).toEqual({ 'entity-type': 'tasks', entries: [task] });
      expect((await get(`/id/${id}/@workflow/${own.id}/task`, 'cleo')).json.entries).toEqual([]);
      await endTask(app, task.id, 'approve', { user: 'ben' });
      expect((await get(`/id/${id}/@workflow/${own.id}/task`, 'ben')).json.entries).toEqual([]);
    });

    test('what is not there, or not the caller’s, is refused', async () => {
      const id = await createReviewed(app, 'refused-below');
      const post = (line: string, user: string) =>
        app.request(`POST /api/v1${line}`, {
          user,
          body: { 'entity-type': 'workflow', workflowModelName: 'Check' },
        });
      expect((await post(`/id/${id}/@workflow`, 'eve')).status).toBe(403);
      expect((await post(`/id/${unknownId}/@workflow`, 'ann')).status).toBe(404);
      expect((await post(`/id/${id}/@workflow/${unknownId}`, 'ann')).status).toBe(405);
      expect((await get(`/id/${id}/@workflow`, 'eve')).status).toBe(403);
      expect((await get(`/id/${id}/@workflow/${unknownId}/task`)).status).toBe(404);
      expect((await get(`/id/${id}/@workflow/${unknownId}/graph`)).status).toBe(404);
    });
  });

  describe('starting is refused', () => {
    test.each([
      ['without a model', { workflowModelName: undefined }, /workflowModelName/],
      ['with a model that is no text', { workflowModelName: 7 }, /workflowModelName/],
      ['with documents that are no list', { attachedDocumentIds: 'x' }, /attachedDocumentIds: /],
      ['with an empty id', { attachedDocumentIds: [''] }, /attachedDocumentIds\[0\]/],
      ['with a document that is no id', { attachedDocumentIds: [7] }, /attachedDocumentIds\[0\]/],
      [
        'with too many documents',
        { attachedDocumentIds: Array.from({ length: 1_001 }, (_, at) => `x${at}`) },
        /at most 1000/,
      ],
      ['with variables that are no object', { variables: [] }, /variables/],
      ['with a number that is none', { variables: { count: 'many' } }, /count/],
      ['with a text that is too long', { variables: { subject: 'x'.repeat(21) } }, /subject/],
      ['with a date that is none', { variables: { until: 'soon' } }, /until/],
      ['with a list that is none', { variables: { steps: 'x' } }, /steps/],
      ['with a file that is none', { variables: { report: 'x' } }, /report/],
      ['with another entity', { 'entity-type': 'task' }, /entity-type/],
    ])('%s', async (_what, change, message) => {
      const workflows = await app.request('GET /api/v1/workflow', { user: 'ann' });
      const body = {
        'entity-type': 'workflow',
        workflowModelName: 'Check',
        attachedDocumentIds: [],
        variables: { reviewers: ['ben'] },
        ...change,
      };
      const response = await app.request('POST /api/v1/workflow', { user: 'ann', body });
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringMatching(message),
      ]);
      expect((await app.request('GET /api/v1/workflow', { user: 'ann' })).json).toEqual(
        workflows.json,
      );
    });

    test('on documents that it is not for, or that are not there', async () => {
      const id = await createReviewed(app, 'available', ['cleo']);
      const started = async (documents: readonly string[], model = 'Check', user = 'ann') =>
        (await postWorkflow(app, { documents, model }, { user })).status;
      expect(await started([unknownId])).toBe(404);
      expect(await started([id], 'Check', 'eve')).toBe(403);
      // Read is not enough.
      expect(await started([id], 'Check', 'cleo')).toBe(400);
      const { uid: folder } = await createDocument(app, { name: 'kind', type: 'Folder' });
      expect(await started([folder], 'Check', 'Administrator')).toBe(400);
      const closed = await createReviewed(app, 'closed');
      expect(await started([closed], 'Sign')).toBe(400);
      await app.request('POST /api/v1/automation/Document.Lock', {
        user: 'ann',
        body: { input: `doc:${id}` },
      });
      expect(await started([id])).toBe(400);
    });
  });

  test('links name the address of the request', async () => {
    const { id } = await startWorkflow(app, { documents: [await createReviewed(app, 'links')] });
    const { json } = await get(`/workflow/${id}`, 'ann', { host: 'localhost:80' });
    expect(json.graphResource.replace('localhost/', 'localhost:80/')).toBe(
      `${base}/workflow/${id}/graph`,
    );
  });
});
