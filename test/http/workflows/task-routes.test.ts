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
  tasksOf,
} from '../../support/reviews.ts';

const unknownId = '01234567-89ab-4cde-8f01-23456789abcd';

describe.each(engines)('tasks on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithWorkflows(engine);
  });
  afterAll(() => app.close());

  const get = (path: string, user = 'ann', headers: Record<string, string> = {}) =>
    app.request(`GET /api/v1${path}`, { user, headers });
  const idsOf = (response: { json: { entries: readonly { id: string }[] } }) =>
    response.json.entries.map(({ id }) => id);
  const put = (line: string, user: string, more: object = {}) =>
    app.request(`PUT /api/v1${line}`, { user, ...more });

  /** A task of ben on a new document, in a workflow that ann has started. */
  async function assigned(name: string, variables: object = {}, readers: readonly string[] = []) {
    const documentId = await createReviewed(app, name, readers);
    const started = { documents: [documentId], variables: { reviewers: ['ben'], ...variables } };
    const workflow = await startWorkflow(app, started);
    return { documentId, workflow, task: await taskOf(app, 'ben', workflow.id) };
  }

  describe('a task', () => {
    test('has its members in the order of clients', async () => {
      const { documentId, workflow, task } = await assigned('entity', {
        reviewers: ['user:ben'],
        subject: 'rights',
        until: '2031-02-03',
      });
      expect(Object.keys(task)).toEqual([
        'entity-type',
        'id',
        'name',
        'workflowInstanceId',
        'workflowModelName',
        'workflowInitiator',
        'workflowTitle',
        'workflowLifeCycleState',
        'graphResource',
        'state',
        'directive',
        'created',
        'dueDate',
        'nodeName',
        'targetDocumentIds',
        'actors',
        'delegatedActors',
        'comments',
        'variables',
        'taskInfo',
      ]);
      const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(task).toMatchObject({
        'entity-type': 'task',
        name: 'check.ask',
        workflowInstanceId: workflow.id,
        workflowModelName: 'Check',
        workflowInitiator: 'ann',
        workflowTitle: 'check.title',
        workflowLifeCycleState: 'running',
        graphResource: workflow.graphResource,
        state: 'opened',
        directive: 'check.directive',
        created: instant,
        dueDate: instant,
        nodeName: 'ask',
        targetDocumentIds: [{ id: documentId }],
        actors: [{ id: 'user:ben' }],
        delegatedActors: [],
        comments: [],
      });
      const hours = (Date.parse(task.dueDate) - Date.parse(task.created)) / 3_600_000;
      expect(hours).toBeCloseTo(5 * 24, 1);
      // Variables of the node, and those of the workflow that it shows.
      expect(task.variables).toEqual({
        opinion: null,
        remark: null,
        subject: 'rights',
        count: 3,
        ratio: 0.5,
        urgent: null,
        until: '2031-02-03T00:00:00.000Z',
        report: null,
        reviewers: ['user:ben'],
        steps: null,
        days: null,
      });
      expect((await get(`/task/${task.id}`, 'ben')).json).toEqual(task);
    });

    test('offers its buttons, its form and the schemas of its node', async () => {
      const { task } = await assigned('offers');
      const url = expect.stringMatching(`/nuxeo/api/v1/task/${task.id}/approve$`);
      expect(task.taskInfo).toEqual({
        allowTaskReassignment: true,
        taskActions: [
          { name: 'approve', url, label: 'check.approve', validate: true },
          {
            name: 'reject',
            url: expect.stringMatching(`/task/${task.id}/reject$`),
            label: 'check.reject',
            validate: false,
          },
        ],
        layoutResource: {
          name: 'ask@taskLayout',
          url: expect.stringMatching(
            /\/nuxeo\/site\/layout-manager\/layouts\/\?layoutName=ask@taskLayout$/,
          ),
        },
        schemas: expect.arrayContaining([
          {
            name: 'dublincore',
            url: expect.stringMatching(/\/nuxeo\/api\/v1\/config\/schemas\/dublincore$/),
          },
        ]),
      });
    });

    test('shows a button with a condition only while that is true', async () => {
      const { task } = await assigned('urgent', { urgent: true });
      const names = (entity: typeof task) =>
        entity.taskInfo.taskActions.map((action: { name: string }) => action.name);
      expect(names(task)).toEqual(['approve', 'reject', 'expedite']);
      const calm = await assigned('calm', { urgent: false });
      expect(names(calm.task)).toEqual(['approve', 'reject']);
      const refused = await endTask(app, calm.task.id, 'expedite', { user: 'ben' });
      expect(refused.status).toBe(403);
      expect((await endTask(app, task.id, 'expedite', { user: 'ben' })).status).toBe(200);
    });

    test.each(['contract', 'native'])(
      'fetches its initiator, documents and actors, %s',
      async (dialect) => {
        const reviewers = ['ben', 'user:cleo', 'group:signers', 'gone'];
        const documentId = await createReviewed(app, `fetch-${dialect}`);
        const started = { documents: [documentId], model: 'Sign', variables: { reviewers } };
        const { id } = await startWorkflow(app, started);
        const task = await taskOf(app, 'cleo', id);
        const headers = {
          'X-Cartulary-Dialect': dialect,
          'fetch.task': 'workflowInitiator,targetDocumentIds,actors',
          properties: 'dublincore',
        };
        const plain = await get(`/task/${task.id}`, 'Administrator', {
          'X-Cartulary-Dialect': dialect,
        });
        expect(plain.json).toMatchObject({
          workflowInitiator: 'ann',
          actors: [{ id: 'group:signers' }],
          targetDocumentIds: [{ id: documentId }],
        });
        const { json } = await get(`/task/${task.id}`, 'Administrator', headers);
        expect(json).toMatchObject({
          workflowInitiator: { 'entity-type': 'user', id: 'ann' },
          actors: [{ 'entity-type': 'group', groupname: 'signers' }],
          targetDocumentIds: [
            {
              'entity-type': 'document',
              uid: documentId,
              properties: { 'dc:title': `title of fetch-${dialect}` },
            },
          ],
        });
        const inQuery = '?fetch-task=actors';
        const queried = await get(`/task/${task.id}${inQuery}`, 'Administrator');
        expect(queried.json.actors[0]).toMatchObject({ 'entity-type': 'group' });
        expect(queried.json.targetDocumentIds).toEqual([{ id: documentId }]);
        // The task allows cleo nothing on the document.
        const restricted = await get(`/task/${task.id}`, 'cleo', headers);
        expect(restricted.json.targetDocumentIds).toEqual([{ id: documentId }]);
      },
    );

    test('shows users and groups that exist, delegated ones as well', async () => {
      const { task } = await assigned('actors', { reviewers: ['user:ben'] });
      const delegated = 'delegatedActors=cleo&delegatedActors=group:signers';
      expect((await put(`/task/${task.id}/delegate?${delegated}`, 'ben')).status).toBe(200);
      const { json } = await get(`/task/${task.id}`, 'ben', { 'fetch.task': 'actors' });
      expect(json.actors).toMatchObject([{ 'entity-type': 'user', id: 'ben' }]);
      expect(json.delegatedActors).toMatchObject([
        { 'entity-type': 'user', id: 'cleo' },
        { 'entity-type': 'group', id: 'signers' },
      ]);
    });

    test('leaves out removed documents, and keeps unknown actors as ids', async () => {
      const ids = [await createReviewed(app, 'kept'), await createReviewed(app, 'removed')];
      await createAccount('temp');
      const { id } = await startWorkflow(app, {
        documents: ids,
        variables: { reviewers: ['temp'] },
      });
      const task = await taskOf(app, 'temp', id);
      await app.request(`DELETE /api/v1/id/${ids[1]}`);
      await app.request('DELETE /api/v1/user/temp');
      const headers = { 'fetch.task': 'actors' };
      const { json } = await get(`/task/${task.id}`, 'Administrator', headers);
      expect(json).toMatchObject({ targetDocumentIds: [{ id: ids[0] }], actors: [{ id: 'temp' }] });
    });

    test('is read by its initiator and actors, by id, and by no other user', async () => {
      const { task } = await assigned('readers');
      for (const user of ['ann', 'ben', 'Administrator']) {
        expect((await get(`/task/${task.id}`, user)).status, user).toBe(200);
      }
      expect((await get(`/task/${task.id}`, 'cleo')).status).toBe(403);
      for (const unknown of [unknownId, 'nothing', '%00']) {
        expect((await get(`/task/${unknown}`)).status).toBe(404);
      }
      await endTask(app, task.id, 'approve', { user: 'ben' });
      expect((await get(`/task/${task.id}`, 'ben')).json.state).toBe('ended');
    });
  });

  async function createAccount(name: string): Promise<void> {
    const properties = { username: name, password: name };
    const body = { 'entity-type': 'user', id: '', properties };
    expect((await app.request('POST /api/v1/user', { body })).status).toBe(201);
  }

  describe('the list of open tasks', () => {
    test('is paged by due date, with exact totals', async () => {
      await createAccount('paula');
      const created: string[] = [];
      for (let at = 0; at < 5; at += 1) {
        const documentId = await createReviewed(app, `page-${at}`);
        const variables = { reviewers: ['paula'] };
        const { id } = await startWorkflow(app, { documents: [documentId], variables });
        created.push((await taskOf(app, 'paula', id)).id);
      }
      const first = await get('/task?userId=paula&pageSize=2', 'paula');
      expect(first.json).toMatchObject({
        'entity-type': 'tasks',
        isPaginable: true,
        resultsCount: 5,
        pageSize: 2,
        currentPageSize: 2,
        currentPageIndex: 0,
        currentPageOffset: 0,
        numberOfPages: 3,
        isPreviousPageAvailable: false,
        isNextPageAvailable: true,
        pageIndex: 0,
        pageCount: 3,
      });
      const second = await get('/task?userId=paula&pageSize=2&currentPageIndex=1', 'paula');
      const last = await get('/task?userId=paula&pageSize=2&offset=4', 'paula');
      expect([...idsOf(first), ...idsOf(second), ...idsOf(last)]).toEqual(created);
      expect(last.json).toMatchObject({ resultsCount: 5, isNextPageAvailable: false });
      const beyond = await get('/task?userId=paula&pageSize=2&currentPageIndex=9', 'paula');
      expect(beyond.json).toMatchObject({ resultsCount: 5, entries: [] });
      expect((await get('/task', 'paula')).json).toMatchObject({ resultsCount: 5, pageSize: 50 });
      await endTask(app, created[0] ?? '', 'approve', { user: 'paula' });
      expect(idsOf(await get('/task?userId=paula', 'paula'))).toEqual(created.slice(1));
      const wrong = ['pageSize=x', 'currentPageIndex=-1', 'offset=1.5', 'userId=%00'];
      for (const bad of [...wrong, 'workflowInstanceId=%00', 'workflowModelName=%00']) {
        expect((await get(`/task?${bad}`, 'paula')).status, bad).toBe(400);
      }
    });

    test('finds a user by all names, of actors and of delegated actors', async () => {
      const { id } = await startWorkflow(app, {
        documents: [await createReviewed(app, 'names')],
        model: 'Sign',
        variables: {},
      });
      const line = (userId: string) => `/task?userId=${userId}&workflowInstanceId=${id}`;
      for (const name of ['cleo', 'user:cleo', 'signers', 'group:signers']) {
        expect((await get(line(name), 'Administrator')).json.resultsCount, name).toBe(1);
      }
      expect((await get(line('ben'), 'Administrator')).json.resultsCount).toBe(0);
      expect((await get(line('unknown'), 'Administrator')).json.resultsCount).toBe(0);
      const [task] = (await get(line('cleo'), 'cleo')).json.entries;
      expect((await put(`/task/${task.id}/delegate?delegatedActors=ben`, 'cleo')).status).toBe(200);
      expect(idsOf(await get(line('ben'), 'ben'))).toEqual([task.id]);
    });

    test('has only what the caller may read, whoever it asks for', async () => {
      const { workflow, task } = await assigned('mine');
      const filter = `workflowInstanceId=${workflow.id}`;
      for (const user of ['ann', 'ben', 'Administrator']) {
        expect(idsOf(await get(`/task?${filter}`, user)), user).toEqual([task.id]);
        expect(idsOf(await get(`/task?${filter}&userId=ben`, user)), user).toEqual([task.id]);
      }
      expect(idsOf(await get(`/task?${filter}`, 'eve'))).toEqual([]);
      expect(idsOf(await get('/task?userId=ben', 'eve'))).toEqual([]);
      expect(idsOf(await get(`/task?${filter}&userId=`, 'ann'))).toEqual([task.id]);
      const all = await get('/task?pageSize=0', 'Administrator');
      expect(idsOf(all)).toContain(task.id);
      const own = await get('/task?pageSize=0', 'ann');
      expect(idsOf(own)).toContain(task.id);
    });

    test('is a plain list for a model', async () => {
      const { task } = await assigned('model');
      const { json } = await get('/task?workflowModelName=Check&userId=ben', 'ben');
      expect(Object.keys(json)).toEqual(['entity-type', 'entries']);
      expect(json['entity-type']).toBe('tasks');
      expect(json.entries).toContainEqual(task);
      expect((await get('/task?workflowModelName=None&userId=ben', 'ben')).json.entries).toEqual(
        [],
      );
      expect(idsOf(await get('/task?workflowModelName=Check', 'ann'))).toContain(task.id);
      expect(idsOf(await get('/task?workflowModelName=Check', 'Administrator'))).toContain(task.id);
    });
  });

  describe('ending a task', () => {
    test('keeps the comment and the variables, and the workflow goes on', async () => {
      const { workflow, task } = await assigned('ended');
      const variables = {
        ...task.variables,
        opinion: 'good',
        count: 8,
        until: '2032-01-01T00:00:00.000Z',
        internal: 'not shown by the node',
        unknown: true,
      };
      const more = { comment: 'well done', variables, id: task.id, ignored: 1 };
      const response = await endTask(app, task.id, 'approve', { user: 'ben', more });
      expect([response.status, response.json.state]).toEqual([200, 'ended']);
      expect(response.json.comments).toEqual([
        { author: 'ben', text: 'well done', date: expect.stringMatching(/Z$/) },
      ]);
      expect(response.json.variables).toMatchObject({
        opinion: 'good',
        count: 8,
        until: '2032-01-01T00:00:00.000Z',
      });
      const after = await get(`/workflow/${workflow.id}`);
      expect(after.json.variables).toMatchObject({ count: 8, internal: null });
      const decision = await taskOf(app, 'ann', workflow.id);
      expect(decision).toMatchObject({ nodeName: 'decide', dueDate: null, directive: null });
      expect(decision.taskInfo.allowTaskReassignment).toBe(false);
      const done = await endTask(app, decision.id, 'accept', { user: 'ann' });
      expect(done.json).toMatchObject({ state: 'ended', workflowLifeCycleState: 'done' });
      expect((await get(`/workflow/${workflow.id}`)).json.state).toBe('done');
    });

    test('waits for the tasks of all actors', async () => {
      const documentId = await createReviewed(app, 'both');
      const variables = { reviewers: ['ben', 'cleo'] };
      const { id } = await startWorkflow(app, { documents: [documentId], variables });
      const [bens, cleos] = [await taskOf(app, 'ben', id), await taskOf(app, 'cleo', id)];
      expect((await endTask(app, bens.id, 'approve', { user: 'ben' })).status).toBe(200);
      expect(await tasksOf(app, 'ann', id)).toEqual([]);
      expect((await endTask(app, cleos.id, 'reject', { user: 'cleo' })).status).toBe(200);
      expect((await tasksOf(app, 'ann', id)).map((task) => task.nodeName)).toEqual(['decide']);
    });

    test('is refused to others, twice, without such a task or button', async () => {
      const { workflow, task } = await assigned('refused');
      const refused = await endTask(app, task.id, 'approve', { user: 'cleo' });
      expect([refused.status, refused.json.message]).toEqual([
        403,
        "User with id 'cleo' cannot end this task",
      ]);
      expect((await endTask(app, unknownId, 'approve', { user: 'ben' })).status).toBe(404);
      expect((await endTask(app, task.id, 'unknown', { user: 'ben' })).status).toBe(400);
      expect((await endTask(app, task.id, 'approve', { user: 'ben' })).status).toBe(200);
      const again = await endTask(app, task.id, 'approve', { user: 'ben' });
      expect([again.status, again.json.message]).toEqual([
        409,
        "The task 'check.ask' is not active",
      ]);
      const decision = await taskOf(app, 'ann', workflow.id);
      const stuck = await endTask(app, decision.id, 'nowhere', { user: 'ann' });
      expect([stuck.status, stuck.json.message]).toEqual([
        400,
        expect.stringMatching(/No transition evaluated to true from node/),
      ]);
      expect((await taskOf(app, 'ann', workflow.id)).id).toBe(decision.id);
    });

    test('by two actors at the same moment is done once', async () => {
      const { workflow, task } = await assigned('race');
      const responses = await Promise.all(
        ['approve', 'reject', 'approve'].map((action) =>
          endTask(app, task.id, action, { user: 'ben' }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await tasksOf(app, 'ann', workflow.id)).toHaveLength(1);
    });

    test.each([
      ['another id', { id: unknownId }, /^id: /],
      ['a comment that is no text', { comment: 7 }, /comment/],
      ['a comment that is too long', { comment: 'x'.repeat(10_001) }, /comment/],
      ['variables that are no object', { variables: 'x' }, /variables/],
      ['a number that is none', { variables: { count: {} } }, /count/],
      ['a flag that is none', { variables: { urgent: 'perhaps' } }, /urgent/],
      ['a date that is none', { variables: { days: ['x'] } }, /days/],
      ['a text that is too long', { variables: { subject: 'x'.repeat(21) } }, /subject/],
      [
        'a file of an unknown batch',
        { variables: { report: { 'upload-batch': 'x' } } },
        /report|batch/,
      ],
      ['another entity', { 'entity-type': 'workflow' }, /entity-type/],
    ])('with %s is refused, and changes nothing', async (what, more, message) => {
      const { task } = await assigned(what.replaceAll(' ', '-'));
      const response = await endTask(app, task.id, 'approve', { user: 'ben', more });
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringMatching(message),
      ]);
      expect((await get(`/task/${task.id}`, 'ben')).json).toEqual(task);
    });
  });

  describe('giving a task to others', () => {
    test('replaces its actors, with a comment and an empty response', async () => {
      const { workflow, task } = await assigned('reassign');
      const line = `/task/${task.id}/reassign?actors=cleo&actors=ann&comment=please`;
      const response = await put(line, 'ben');
      expect([response.status, response.text]).toEqual([200, '']);
      const { json } = await get(`/task/${task.id}`, 'cleo');
      expect(json.actors).toEqual([{ id: 'cleo' }, { id: 'ann' }]);
      expect(json.comments).toMatchObject([{ author: 'ben', text: 'please' }]);
      expect(await tasksOf(app, 'ben', workflow.id)).toEqual([]);
      expect((await get(`/task/${task.id}`, 'ben')).status).toBe(403);
      expect((await endTask(app, task.id, 'approve', { user: 'ben' })).status).toBe(403);
      expect((await endTask(app, task.id, 'approve', { user: 'cleo' })).status).toBe(200);
    });

    test('delegating adds them', async () => {
      const { workflow, task } = await assigned('delegate');
      const line = `/task/${task.id}/delegate?delegatedActors=cleo&comment=away`;
      const response = await put(line, 'ben');
      expect([response.status, response.text]).toEqual([200, '']);
      const { json } = await get(`/task/${task.id}`, 'cleo');
      expect(json).toMatchObject({
        actors: [{ id: 'ben' }],
        delegatedActors: [{ id: 'cleo' }],
        comments: [{ author: 'ben', text: 'away' }],
      });
      for (const user of ['ben', 'cleo']) {
        expect(await tasksOf(app, user, workflow.id)).toHaveLength(1);
      }
      expect((await endTask(app, task.id, 'approve', { user: 'cleo' })).status).toBe(200);
    });

    test('is refused to others, without names, and where the node does not allow it', async () => {
      const { workflow, task } = await assigned('unassignable');
      for (const what of ['reassign?actors=cleo', 'delegate?delegatedActors=cleo']) {
        expect((await put(`/task/${task.id}/${what}`, 'cleo')).status, what).toBe(403);
        expect((await put(`/task/${unknownId}/${what}`, 'ben')).status, what).toBe(404);
      }
      for (const what of [
        'reassign',
        'delegate',
        'reassign?actors=',
        'reassign?actors=nobody-there',
      ]) {
        const response = await put(`/task/${task.id}/${what}`, 'ben');
        expect([response.status, response.json.message], what).toEqual([
          400,
          expect.stringMatching(/actors/),
        ]);
      }
      const odd = await put(`/task/${task.id}/delegate?delegatedActors=%00`, 'ben');
      expect(odd.status).toBe(400);
      expect((await endTask(app, task.id, '%00', { user: 'ben' })).status).toBe(400);
      const long = await put(
        `/task/${task.id}/reassign?actors=cleo&comment=${'x'.repeat(10_001)}`,
        'ben',
      );
      expect(long.status).toBe(400);
      await endTask(app, task.id, 'approve', { user: 'ben' });
      for (const what of ['reassign?actors=cleo', 'delegate?delegatedActors=cleo']) {
        expect((await put(`/task/${task.id}/${what}`, 'ben')).status, what).toBe(409);
      }
      const decision = await taskOf(app, 'ann', workflow.id);
      const fixed = await put(`/task/${decision.id}/reassign?actors=ben`, 'ann');
      expect([fixed.status, fixed.json.message]).toEqual([
        400,
        `Task ${decision.id} can not be reassigned. Node decide doesn't allow reassignment.`,
      ]);
    });
  });

  describe('below a document', () => {
    test('open tasks are listed that the caller may read, with the same filters', async () => {
      const { documentId, workflow, task } = await assigned('on-document', {}, ['ben', 'cleo']);
      const other = await postWorkflow(
        app,
        { documents: [documentId], model: 'Sign' },
        { user: 'cleo' },
      );
      const list = (query: string, user: string) => get(`/id/${documentId}/@task${query}`, user);
      expect((await list('', 'ben')).json).toEqual({ 'entity-type': 'tasks', entries: [task] });
      const signing = await taskOf(app, 'cleo', other.json.id);
      expect(idsOf(await list('', 'cleo'))).toEqual([signing.id]);
      expect(idsOf(await list('', 'Administrator'))).toEqual([task.id, signing.id]);
      expect(idsOf(await list('?userId=cleo', 'Administrator'))).toEqual([signing.id]);
      const ofInstance = `?workflowInstanceId=${workflow.id}`;
      expect(idsOf(await list(ofInstance, 'Administrator'))).toEqual([task.id]);
      expect(idsOf(await list('?workflowModelName=Sign', 'Administrator'))).toEqual([signing.id]);
      const path = '/path/default-domain/workspaces/on-document/@task';
      expect(idsOf(await get(path, 'ben'))).toEqual([task.id]);
      const fetched = await get(`/id/${documentId}/@task`, 'ben', { 'fetch.task': 'actors' });
      expect(fetched.json.entries[0].actors).toMatchObject([{ 'entity-type': 'user' }]);
    });

    test('one is ended, given to others and delegated as at its own address', async () => {
      const { documentId, task } = await assigned('act-below', {}, ['ben', 'cleo']);
      const line = (action: string, id = task.id) => `/id/${documentId}/@task/${id}/${action}`;
      const delegated = await put(line('delegate?delegatedActors=cleo'), 'ben');
      expect([delegated.status, delegated.text]).toEqual([200, '']);
      const reassigned = await put(line('reassign?actors=cleo'), 'cleo');
      expect([reassigned.status, reassigned.text]).toEqual([200, '']);
      const body = { 'entity-type': 'task', id: task.id, comment: 'done' };
      expect((await put(line('approve'), 'ben', { body })).status).toBe(403);
      const ended = await put(line('approve'), 'cleo', { body });
      expect([ended.status, ended.json.state]).toEqual([200, 'ended']);
    });

    test('another document’s task, or what is no action, is 404', async () => {
      const { documentId } = await assigned('here', {}, ['ben']);
      const elsewhere = await assigned('there');
      const body = { 'entity-type': 'task', id: elsewhere.task.id };
      const at = (id: string, rest: string) => `/id/${id}/@task/${rest}`;
      const wrong = await put(at(documentId, `${elsewhere.task.id}/approve`), 'ben', { body });
      expect(wrong.status).toBe(404);
      expect((await put(at(documentId, elsewhere.task.id), 'ben', { body })).status).toBe(404);
      expect((await get(`/id/${documentId}/@task/${elsewhere.task.id}`, 'ben')).status).toBe(404);
      // The permission of the task is enough to see the document.
      expect((await get(`/id/${elsewhere.documentId}/@task`, 'eve')).status).not.toBe(200);
      expect((await get(`/id/${unknownId}/@task`, 'ben')).status).toBe(404);
    });
  });
});
