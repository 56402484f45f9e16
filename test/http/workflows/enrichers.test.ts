import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { engines } from '../../support/engines.ts';
import {
  createReviewed,
  endTask,
  postWorkflow,
  startWithWorkflows,
  startWorkflow,
  taskOf,
} from '../../support/reviews.ts';

const names = 'pendingTasks,runnableWorkflows,runningWorkflows';

describe.each(engines)('enrichers of workflows on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithWorkflows(engine);
  });
  afterAll(() => app.close());

  async function enriched(id: string, user: string, headers: Record<string, string> = {}) {
    const asked = { 'enrichers.document': names, ...headers };
    const response = await app.request(`GET /api/v1/id/${id}`, { user, headers: asked });
    expect([response.status, response.text]).toEqual([200, expect.anything()]);
    return response.json.contextParameters;
  }
  const namesOf = (entries: readonly { workflowModelName: string }[]) =>
    entries.map(({ workflowModelName }) => workflowModelName);

  test('follow the steps of a workflow', async () => {
    const id = await createReviewed(app, 'steps', ['ben', 'cleo']);
    expect(await enriched(id, 'ann')).toMatchObject({ pendingTasks: [], runningWorkflows: [] });
    const workflow = await startWorkflow(app, { documents: [id] });
    const task = await taskOf(app, 'ben', workflow.id);
    for (const user of ['ann', 'ben', 'cleo']) {
      const { pendingTasks, runningWorkflows } = await enriched(id, user);
      expect(pendingTasks, user).toEqual(user === 'ben' ? [task] : []);
      // Whoever may read the document sees what runs on it.
      expect(runningWorkflows, user).toEqual([workflow]);
    }
    await endTask(app, task.id, 'approve', { user: 'ben' });
    expect((await enriched(id, 'ben')).pendingTasks).toEqual([]);
    const decision = await taskOf(app, 'ann', workflow.id);
    expect((await enriched(id, 'ann')).pendingTasks).toEqual([decision]);
    await endTask(app, decision.id, 'accept', { user: 'ann' });
    expect(await enriched(id, 'ann')).toMatchObject({ pendingTasks: [], runningWorkflows: [] });
  });

  test('list several workflows, the oldest first, and tasks of groups and of delegated actors', async () => {
    const id = await createReviewed(app, 'several', ['ben', 'cleo']);
    const first = await startWorkflow(app, { documents: [id] });
    const second = await postWorkflow(app, { documents: [id], model: 'Sign' }, { user: 'ben' });
    const { runningWorkflows, pendingTasks } = await enriched(id, 'cleo');
    expect(runningWorkflows.map((each: { id: string }) => each.id)).toEqual([
      first.id,
      second.json.id,
    ]);
    expect(namesOf(pendingTasks)).toEqual(['Sign']);
    const task = await taskOf(app, 'ben', first.id);
    await app.request(`PUT /api/v1/task/${task.id}/delegate?delegatedActors=cleo`, { user: 'ben' });
    // Those with a date first.
    expect(namesOf((await enriched(id, 'cleo')).pendingTasks)).toEqual(['Check', 'Sign']);
  });

  test('fetch what fetch.task and fetch.workflow ask for', async () => {
    const id = await createReviewed(app, 'fetched', ['ben']);
    await startWorkflow(app, { documents: [id] });
    const { pendingTasks, runningWorkflows } = await enriched(id, 'ben', {
      'fetch.task': 'actors,targetDocumentIds',
      'fetch.workflow': 'initiator',
    });
    expect(pendingTasks).toMatchObject([
      {
        actors: [{ 'entity-type': 'user', id: 'ben' }],
        targetDocumentIds: [{ 'entity-type': 'document', uid: id }],
        workflowInitiator: 'ann',
      },
    ]);
    expect(runningWorkflows).toMatchObject([
      { initiator: { 'entity-type': 'user', id: 'ann' }, attachedDocumentIds: [{ id }] },
    ]);
  });

  describe('runnable workflows', () => {
    test('are documents of models in the contract dialect', async () => {
      const id = await createReviewed(app, 'contract');
      const { runnableWorkflows } = await enriched(id, 'ann');
      expect(namesOf(runnableWorkflows)).toEqual([
        'Check',
        'ParallelDocumentReview',
        'SerialDocumentReview',
        'Sign',
      ]);
      const [model] = runnableWorkflows;
      expect(model).toMatchObject({
        'entity-type': 'document',
        type: 'DocumentRoute',
        title: 'check.title',
        state: 'validated',
        uid: model.id,
        name: 'Check',
        workflowModelName: 'Check',
        variables: { count: 3, subject: 'none' },
        graphResource: expect.stringMatching(/\/workflowModel\/Check\/graph$/),
      });
    });

    test('are workflows in the native dialect', async () => {
      const id = await createReviewed(app, 'native');
      const headers = { 'X-Cartulary-Dialect': 'native' };
      const { runnableWorkflows } = await enriched(id, 'ann', headers);
      const models = await app.request('GET /api/v1/workflowModel', { user: 'ann', headers });
      expect(runnableWorkflows).toEqual(models.json.entries);
    });

    test('are those that can be started by the caller now', async () => {
      const id = await createReviewed(app, 'runnable', ['cleo']);
      const runnable = async (user: string, document = id) =>
        namesOf((await enriched(document, user)).runnableWorkflows);
      expect(await runnable('cleo')).toEqual(['Sign']);
      const closed = await createReviewed(app, 'closed');
      expect(await runnable('ann', closed)).not.toContain('Sign');
      await app.request('POST /api/v1/automation/Document.Lock', {
        user: 'ann',
        body: { input: `doc:${id}` },
      });
      expect(await runnable('ann')).toEqual(['SerialDocumentReview', 'Sign']);
      const headers = { 'X-Versioning-Option': 'MINOR' };
      const body = { 'entity-type': 'document', properties: {} };
      const version = await app.request(`PUT /api/v1/id/${closed}`, { user: 'ann', body, headers });
      expect(version.status).toBe(200);
      await app.request('POST /api/v1/automation/Document.Trash', {
        body: { input: `doc:${closed}` },
      });
      expect(await runnable('Administrator', closed)).toEqual([]);
    });
  });

  test.runIf(engine === 'postgres')('wait for no second connection in a condition', async () => {
    const condition = 'Fn.getEmail("unknown") == null';
    const small = await startWithWorkflows(engine, { databasePoolSize: 2 }, { condition });
    try {
      const id = await createReviewed(small, 'crowd');
      await startWorkflow(small, { documents: [id], variables: { reviewers: ['ann'] } });
      const headers = { 'enrichers.document': names };
      const responses = await Promise.all(
        Array.from({ length: 12 }, () =>
          small.request(`GET /api/v1/id/${id}`, { user: 'ann', headers }),
        ),
      );
      for (const { json } of responses) {
        expect(json.contextParameters.pendingTasks).toHaveLength(1);
        expect(namesOf(json.contextParameters.runnableWorkflows)).toContain('Sign');
      }
    } finally {
      await small.close();
    }
  });

  test('cost few queries for a page of documents', async () => {
    const folder = await app.request('POST /api/v1/path/default-domain/workspaces', {
      body: { 'entity-type': 'document', name: 'page', type: 'Folder', properties: {} },
    });
    const { uid } = folder.json;
    await app.request('POST /api/v1/automation/Document.AddPermission', {
      body: { input: `doc:${uid}`, params: { username: 'members', permission: 'ReadWrite' } },
    });
    for (let at = 0; at < 20; at += 1) {
      const body = { 'entity-type': 'document', name: `file-${at}`, type: 'File', properties: {} };
      const { json } = await app.request(`POST /api/v1/id/${uid}`, { body });
      await startWorkflow(app, { documents: [json.uid] });
      await postWorkflow(app, { documents: [json.uid], model: 'Sign' }, { user: 'ben' });
    }
    const cost = async (size: number, headers: Record<string, string>) => {
      const line = `GET /api/v1/id/${uid}/@children?pageSize=${size}`;
      // Once before: ACLs stay in the cache.
      await app.request(line, { user: 'ben', headers });
      const before = await queriesOf(app);
      const { json } = await app.request(line, { user: 'ben', headers });
      return { queries: (await queriesOf(app)) - before, entries: json.entries };
    };
    const plain = await cost(20, {});
    const asked = { 'enrichers.document': names };
    const [two, twenty] = [await cost(2, asked), await cost(20, asked)];
    expect(plain.queries).toBeGreaterThan(0);
    expect(twenty.queries - plain.queries).toBeLessThanOrEqual(4);
    expect(twenty.queries).toBe(two.queries);
    for (const { contextParameters } of twenty.entries) {
      expect(contextParameters.pendingTasks).toHaveLength(1);
      expect(contextParameters.runningWorkflows).toHaveLength(2);
      expect(contextParameters.runnableWorkflows).toHaveLength(4);
    }
  });
});

/** Statements of requests so far, as the server counts them. */
async function queriesOf(app: TestApp): Promise<number> {
  const { text } = await app.request('GET /metrics');
  const [, value] = /^cartulary_store_queries_total (\d+)$/m.exec(text) ?? [];
  return Number(value);
}
