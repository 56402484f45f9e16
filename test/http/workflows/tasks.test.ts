import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAppError } from '../../../src/base/errors/app-error.ts';
import {
  cancelWorkflow,
  completeTask,
  delegateTask,
  reassignTask,
  startWorkflow as startBy,
} from '../../../src/workflow/workflow-service.ts';
import type { TestApp } from '../../support/app.ts';
import { step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import {
  callerNamed,
  endTask,
  instanceOf,
  instancesOf,
  openTasks,
  startWithWorkflows,
  startWorkflow,
  tasksOf,
  tryStart,
} from '../../support/workflows.ts';

const pressed = (name: string) => `NodeVariables["button"] == "${name}"`;

const models = [
  {
    name: 'Review',
    variables: [
      { name: 'reviewers', type: 'string[]', default: ['user:ann'] },
      { name: 'secret', type: 'string', default: 'kept' },
      { name: 'number', type: 'integer' },
      { name: 'when', type: 'date' },
      { name: 'isUrgent', type: 'boolean' },
      { name: 'rates', type: 'double[]' },
      { name: 'file', type: 'blob' },
    ],
    nodes: [
      { id: 'start', start: true, transitions: [{ name: 'go', target: 'review' }] },
      {
        id: 'review',
        title: 'Look at it',
        variables: [
          { name: 'comment', type: 'string' },
          { name: 'mark', type: 'integer' },
        ],
        exposedVariables: ['reviewers', 'number', 'when', 'isUrgent', 'rates', 'file'],
        task: {
          assigneesExpression: 'WorkflowVariables["reviewers"]',
          permission: 'ReadWrite',
          reassignable: true,
          dueDate: 'CurrentDate.days(2)',
          directive: 'Read and decide',
          buttons: [
            { name: 'yes' },
            { name: 'no' },
            { name: 'stamp', condition: 'CurrentUser.name == "boss"' },
          ],
        },
        transitions: [
          { name: 'again', condition: pressed('no'), target: 'review' },
          { name: 'done', condition: `${pressed('yes')} || ${pressed('stamp')}`, target: 'sign' },
        ],
      },
      {
        id: 'sign',
        task: { assignees: ['group:signers'], buttons: [{ name: 'sign' }] },
        transitions: [{ name: 'end', target: 'end' }],
      },
      { id: 'end', stop: true },
    ],
    cancelChain: 'Untitle',
  },
  {
    name: 'Circle',
    nodes: [
      { id: 'start', start: true, transitions: [{ name: 'go', target: 'call' }] },
      {
        id: 'call',
        subWorkflow: { model: 'expr:"Circle"' },
        transitions: [{ name: 'go', target: 'end' }],
      },
      { id: 'end', stop: true },
    ],
  },
  {
    name: 'Strict',
    availability: {
      permission: 'ReadWrite',
      types: ['File'],
      excludedStates: ['approved'],
      refusesLocked: true,
      condition: 'Document["dc:title"] != "never"',
    },
    nodes: [
      { id: 'start', start: true, transitions: [{ name: 'go', target: 'end' }] },
      { id: 'end', stop: true },
    ],
  },
];

const chains = {
  Untitle: [step('Document.SetProperty', { xpath: 'dc:title', value: 'cancelled' })],
};

describe.each(engines)('tasks of workflows on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithWorkflows(engine, { models, chains });
    for (const name of ['ann', 'ben', 'cas', 'boss', 'sue']) await createUser(app, name);
    await createUser(app, 'pat', ['powerusers']);
    const signers = { 'entity-type': 'group', groupname: 'signers', memberUsers: ['cas'] };
    await app.request('POST /api/v1/group', { body: signers });
    const grant = { users: ['sue'], permission: 'ReadWrite' };
    await callOperation(app, 'Document.AddPermission', {
      input: '/default-domain/workspaces',
      params: grant,
    });
  });
  afterAll(() => app.close());

  let count = 0;
  const begin = async (variables: object = {}) => {
    count += 1;
    const { uid } = await createDocument(app, { name: `doc${count}` });
    const id = await startWorkflow(app, 'Review', uid, { user: 'sue', variables });
    const [task] = await tasksOf(app, id);
    if (!task) throw new Error('no task');
    return { uid, id, taskId: task.id };
  };
  const complete = (taskId: string, user: string, params: object = { status: 'yes' }) =>
    callOperation(app, 'WorkflowTask.Complete', { input: taskId, params, user });
  const titled = (uid: string, user: string, title: string) =>
    app.request(`PUT /api/v1/id/${uid}`, {
      user,
      body: { 'entity-type': 'document', properties: { 'dc:title': title } },
    });

  test('the document of a task has what clients show', async () => {
    const { uid, id, taskId } = await begin();
    const { json } = await app.request(`GET /api/v1/id/${taskId}`, {
      user: 'ann',
      headers: { properties: '*' },
    });
    expect([json.type, json.state, json.title]).toEqual(['TaskDoc', 'opened', 'Look at it']);
    expect(json.properties).toMatchObject({
      'nt:name': 'Look at it',
      'nt:type': 'review',
      'nt:processId': id,
      'nt:processName': 'Review',
      'nt:initiator': 'sue',
      'nt:actors': ['user:ann'],
      'nt:delegatedActors': null,
      'nt:targetDocumentId': uid,
      'nt:targetDocumentsIds': [uid],
      'nt:directive': 'Read and decide',
      'nt:dueDate': expect.stringMatching(/^20/),
    });
    const instance = await app.request(`GET /api/v1/id/${id}`, {
      user: 'sue',
      headers: { properties: '*' },
    });
    expect([instance.status, instance.json.type, instance.json.state]).toEqual([
      200,
      'DocumentRoute',
      'running',
    ]);
    expect(instance.json.path).toMatch(
      /^\/document-route-instances-root\/\d{4}\/\d\d\/\d\d\/Review\./,
    );
    expect(instance.json.properties['docri:participatingDocuments']).toEqual([uid]);
    expect((await app.request(`GET /api/v1/id/${id}`, { user: 'ann' })).status).toBe(403);
  });

  test('an actor may write the document while the task is open, and no longer', async () => {
    const { uid, taskId } = await begin();
    expect((await titled(uid, 'ann', 'by ann')).status).toBe(200);
    expect((await titled(uid, 'ben', 'by ben')).status).toBe(403);
    const ended = await complete(taskId, 'ann', { status: 'yes', comment: 'good' });
    expect([ended.status, ended.json.state]).toEqual([200, 'ended']);
    expect((await titled(uid, 'ann', 'by ann again')).status).toBe(403);
  });

  test('the document of a task or a workflow cannot be changed past its workflow', async () => {
    const { id, taskId } = await begin();
    const put = (uid: string, properties: object, user = 'ann') =>
      app.request(`PUT /api/v1/id/${uid}`, {
        user,
        body: { 'entity-type': 'document', properties },
      });
    const refused = await put(taskId, { 'nt:actors': ['ben'] });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringMatching(/nt:actors since tasks change with their workflow/),
    ]);
    expect((await put(taskId, { 'nt:actors': ['user:ann'], 'dc:title': 'mine' })).status).toBe(200);
    const documents = { 'docri:participatingDocuments': [taskId] };
    expect((await put(id, documents, 'Administrator')).status).toBe(400);
    for (const [input, value] of [
      [taskId, 'end'],
      [id, 'toDone'],
    ]) {
      const moved = await callOperation(app, 'Document.FollowLifecycleTransition', {
        input,
        params: { value },
      });
      expect([moved.status, moved.json.message]).toEqual([
        400,
        expect.stringMatching(/changes with its steps/),
      ]);
    }
    expect(
      (await callOperation(app, 'Document.Delete', { input: taskId, user: 'ann' })).status,
    ).toBe(403);
    expect((await complete(taskId, 'ann')).status).toBe(200);
  });

  test('only those who have the task can end it, and only once', async () => {
    const { id, taskId } = await begin();
    const denied = await complete(taskId, 'ben');
    expect(denied.status).toBe(403);
    expect((await complete(taskId, 'ann')).status).toBe(200);
    const twice = await complete(taskId, 'ann');
    expect([twice.status, twice.json.message]).toEqual([
      409,
      expect.stringMatching(/The task 'Look at it' is not active/),
    ]);
    expect(await openTasks(app, id)).toEqual(['sign signers']);
    expect((await endTask(app, id, { node: 'sign', user: 'ann', status: 'sign' })).status).toBe(
      403,
    );
    expect((await endTask(app, id, { node: 'sign', user: 'cas', status: 'sign' })).status).toBe(
      200,
    );
    expect((await instanceOf(app, id)).state).toBe('done');
  });

  test('the initiator can end a task, others cannot, by the service as well', async () => {
    const { taskId } = await begin();
    const caller = await callerNamed(app, 'ben');
    const request = { taskId, action: 'yes', comment: null };
    const refused = await completeTask(app.services.automation, caller, request).catch((e) => e);
    expect(isAppError(refused, 'permission.denied')).toBe(true);
    expect(refused.message).toBe("User with id 'ben' cannot end this task");
    const unknown = { ...request, taskId: 'none' };
    const none = await completeTask(app.services.automation, caller, unknown).catch((e) => e);
    expect(isAppError(none, 'task.not-found')).toBe(true);
    expect((await complete(taskId, 'sue')).status).toBe(200);
  });

  test('an action that the task does not have is refused, and one that is not open to the caller', async () => {
    const { id, taskId } = await begin({ reviewers: ['ann', 'boss'] });
    const wrong = await complete(taskId, 'ann', { status: 'maybe' });
    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      expect.stringMatching(/no action 'maybe'; use one of yes, no, stamp/),
    ]);
    expect((await complete(taskId, 'ann', { status: 'stamp' })).status).toBe(403);
    expect((await complete(taskId, 'ann', {})).status).toBe(400);
    expect(await openTasks(app, id)).toEqual(['review ann,boss']);
    expect((await complete(taskId, 'boss', { status: 'stamp' })).status).toBe(200);
  });

  test('variables are read by their types; others than those of the task are ignored and recorded', async () => {
    const { id, taskId } = await begin({ number: '4', unknown: 'x', isUrgent: true });
    expect(JSON.parse((await instanceOf(app, id)).variables)).toEqual({
      reviewers: ['user:ann'],
      secret: 'kept',
      number: 4,
      when: null,
      isUrgent: true,
      rates: null,
      file: null,
    });
    const ended = await complete(taskId, 'ann', {
      status: 'no',
      comment: 'once more',
      nodeVariables: 'mark=3',
      workflowVariables: {
        number: '12',
        when: '2030-01-02T03:04:05.000Z',
        rates: [1.5, '2'],
        isUrgent: 'false',
        secret: 'stolen',
        other: 1,
      },
    });
    expect(ended.status).toBe(200);
    const { variables, nodes } = await instanceOf(app, id);
    expect(JSON.parse(variables)).toMatchObject({
      secret: 'kept',
      number: 12,
      when: Date.UTC(2030, 0, 2, 3, 4, 5),
      rates: [1.5, 2],
      isUrgent: false,
    });
    expect(JSON.parse(nodes).review.variables).toEqual({ comment: 'once more', mark: 3 });
    const audit = await app.request(`GET /api/v1/id/${id}/@audit`);
    const ignored = audit.json.entries.find(
      ({ eventId }: { eventId: string }) => eventId === 'workflowVariablesIgnored',
    );
    expect([ignored?.category, ignored?.principalName]).toEqual(['Routing', 'ann']);
    const found = await app.request(
      `GET /api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(
        `SELECT * FROM DocumentRoute WHERE var_Review:number = 12 AND var_Review:rates/* = 1.5`,
      )}`,
    );
    expect(found.json.entries.map(({ uid }: { uid: string }) => uid)).toEqual([id]);
  });

  test.each([
    [{ number: 'many' }, /Variable number: expected a whole number/],
    [{ number: 1.5 }, /Variable number: expected a whole number/],
    [{ when: 'tomorrow' }, /Variable when: expected a W3C date/],
    [{ isUrgent: 'perhaps' }, /Variable isUrgent: expected true or false/],
    [{ rates: { a: 1 } }, /Variable rates: expected a list/],
    [{ rates: ['x'] }, /Variable rates: expected a number/],
    [{ secret: 'x\ud800y' }, /Variable secret: contains NUL/],
    [{ secret: ['a'] }, /Variable secret: expected a text/],
    [{ file: 'a.txt' }, /Variable file: /],
    [{ file: 5 }, /Variable file: expected a file/],
    [{ reviewers: [] }, /no assignees/],
  ])('a start with %o is refused', async (variables, message) => {
    const { uid } = await createDocument(app, { name: 'typed' });
    const response = await tryStart(app, 'Review', [uid], { variables });
    expect([response.status, response.json.message]).toEqual([400, expect.stringMatching(message)]);
  });

  test('a file is kept as a variable', async () => {
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    await app.request(`POST /api/v1/upload/${batchId}/0`, {
      body: Buffer.from('content of the file'),
      headers: { 'content-type': 'application/octet-stream', 'X-File-Name': 'a.txt' },
    });
    const { uid } = await createDocument(app, { name: 'filed' });
    const id = await startWorkflow(app, 'Review', uid, {
      variables: { file: { 'upload-batch': batchId, 'upload-fileId': '0' } },
    });
    const { file } = JSON.parse((await instanceOf(app, id)).variables);
    expect(file).toMatchObject({ name: 'a.txt', length: 19 });
    const blob = await app.request(`GET /api/v1/id/${id}/@blob/var_Review:file`);
    expect([blob.status, blob.text]).toEqual([200, 'content of the file']);
  });

  test('a task is given to others, who then have its rights', async () => {
    const { uid, id, taskId } = await begin();
    const ann = await callerNamed(app, 'ann');
    const { automation } = app.services;
    const give = (actors: readonly string[], caller = ann) =>
      reassignTask(automation, caller, { taskId, actors, comment: 'for you' });
    const unknown = await give(['user:ghost']).catch((e) => e);
    expect([isAppError(unknown, 'request.invalid'), unknown.message]).toEqual([
      true,
      'actors: there is no user or group ghost',
    ]);
    expect(isAppError(await give([]).catch((e) => e), 'request.invalid')).toBe(true);
    const stranger = await callerNamed(app, 'cas');
    const denied = await give(['cas'], stranger).catch((e) => e);
    expect(isAppError(denied, 'permission.denied')).toBe(true);
    await give(['user:ben']);
    expect(await openTasks(app, id)).toEqual(['review ben']);
    expect((await titled(uid, 'ann', 'x')).status).toBe(403);
    expect((await titled(uid, 'ben', 'x')).status).toBe(200);
    expect((await complete(taskId, 'ann')).status).toBe(403);
    const entity = await app.request(`GET /api/v1/id/${taskId}`, {
      user: 'ben',
      headers: { properties: '*' },
    });
    expect(entity.json.properties).toMatchObject({
      'nt:actors': ['user:ben'],
      'nt:taskComments': [{ author: 'ann', text: 'for you' }],
    });
    expect((await complete(taskId, 'ben')).status).toBe(200);
    const [, sign] = await tasksOf(app, id);
    const cas = await callerNamed(app, 'cas');
    const request = { taskId: sign?.id ?? '', actors: ['ann'], comment: null };
    const refused = await reassignTask(automation, cas, request).catch((e) => e);
    expect([isAppError(refused, 'workflow.not-reassignable'), refused.status]).toEqual([true, 400]);
    const over = await give(['ann'], await callerNamed(app, 'sue')).catch((e) => e);
    expect(isAppError(over, 'task.not-active')).toBe(true);
  });

  test('a task is delegated to some, and then to others as well', async () => {
    const { uid, id, taskId } = await begin();
    const ann = await callerNamed(app, 'ann');
    const delegate = (actors: readonly string[]) =>
      delegateTask(app.services.automation, ann, { taskId, actors, comment: null });
    await delegate(['ben']);
    await delegate(['user:cas', 'ben']);
    const { json } = await app.request(`GET /api/v1/id/${taskId}`, {
      headers: { properties: '*' },
    });
    expect(json.properties['nt:delegatedActors']).toEqual(['ben', 'user:cas']);
    expect((await titled(uid, 'cas', 'x')).status).toBe(200);
    expect((await complete(taskId, 'cas')).status).toBe(200);
    expect((await titled(uid, 'ben', 'x')).status).toBe(403);
    expect(await openTasks(app, id)).toEqual(['sign signers']);
  });

  const cancel = (id: string, user: string) =>
    callOperation(app, 'WorkflowInstance.Cancel', { params: { id }, user });

  test('who started a workflow, power users and administrators cancel it', async () => {
    const { uid, id, taskId } = await begin();
    const denied = await cancel(id, 'ann');
    expect([denied.status, denied.json.message]).toEqual([
      403,
      expect.stringMatching(/You don't have the permission to cancel this workflow/),
    ]);
    expect((await cancel(id, 'sue')).status).toBe(204);
    expect((await instanceOf(app, id)).state).toBe('canceled');
    expect((await tasksOf(app, id)).map(({ state }) => state)).toEqual(['cancelled']);
    expect((await titled(uid, 'ann', 'x')).status).toBe(403);
    expect((await app.request(`GET /api/v1/id/${uid}`)).json.title).toBe('cancelled');
    expect((await complete(taskId, 'ann')).status).toBe(409);
    const again = await cancel(id, 'sue');
    expect([again.status, again.json.message]).toEqual([409, expect.stringMatching(/is canceled/)]);
    const other = await begin();
    expect((await cancel(other.id, 'pat')).status).toBe(204);
    expect((await cancel('none', 'pat')).status).toBe(404);
    const audit = await app.request(`GET /api/v1/id/${uid}/@audit`);
    const events = audit.json.entries
      .filter(({ category }: { category: string }) => category === 'Routing')
      .map(({ eventId, principalName }: Record<string, string>) => `${eventId} ${principalName}`);
    expect(events.toSorted()).toEqual([
      'afterWorkflowStarted sue',
      'afterWorkflowTaskCreated sue',
      'beforeWorkflowCanceled sue',
      'workflowCanceled sue',
    ]);
  });

  test('a node is resumed without its tasks', async () => {
    const { id } = await begin();
    const resume = (user: string, nodeId: string) =>
      callOperation(app, 'Workflow.ResumeNode', {
        params: { workflowInstanceId: id, nodeId },
        user,
      });
    expect((await resume('ann', 'review')).status).toBe(403);
    expect((await resume('sue', 'sign')).status).toBe(400);
    // Without a button no transition of that node is true.
    expect((await resume('sue', 'review')).status).toBe(400);
    expect(await openTasks(app, id)).toEqual(['review ann']);
    await endTask(app, id, { user: 'ann', status: 'yes' });
    expect((await resume('sue', 'sign')).status).toBe(204);
    const states = (await tasksOf(app, id)).map(({ state }) => state);
    expect([(await instanceOf(app, id)).state, states]).toEqual(['done', ['ended', 'cancelled']]);
    expect((await resume('sue', 'sign')).status).toBe(409);
  });

  test('a workflow is stored without a start, and started later', async () => {
    const { uid } = await createDocument(app, { name: 'later' });
    const params = { id: 'Review', start: false };
    const response = await callOperation(app, 'Context.StartWorkflow', { input: uid, params });
    expect(response.status).toBe(200);
    const last = (await instancesOf(app)).at(-1);
    expect([last?.state, await openTasks(app, last?.id ?? '')]).toEqual(['ready', []]);
    const resumed = await callOperation(app, 'Workflow.ResumeNode', {
      params: { workflowInstanceId: last?.id },
    });
    expect([resumed.status, await openTasks(app, last?.id ?? '')]).toEqual([204, ['review ann']]);
  });

  test('variables are set from outside by those who may cancel the workflow', async () => {
    const { id } = await begin();
    const set = (name: string, value: unknown, user = 'sue') =>
      callOperation(app, 'Context.SetWorkflowVar', {
        params: { name, value, workflowInstanceId: id },
        user,
      });
    expect((await set('number', 7)).status).toBe(204);
    expect(JSON.parse((await instanceOf(app, id)).variables).number).toBe(7);
    expect((await set('number', 8, 'ann')).status).toBe(403);
    expect((await set('number', 'x')).status).toBe(400);
    expect((await set('unknown', 'x')).status).toBe(400);
    const node = await callOperation(app, 'Workflow.SetNodeVariable', {
      params: { name: 'mark', value: 1 },
    });
    expect(node.status).toBe(204);
  });

  test('open tasks of documents are found for users and nodes', async () => {
    const { uid, id, taskId } = await begin();
    const find = async (params: object, user = 'ann', input = uid) => {
      const response = await callOperation(app, 'Workflow.GetOpenTasks', { input, params, user });
      if (response.status !== 200) return response.status;
      return response.json.entries.map(({ uid: each }: { uid: string }) => each);
    };
    expect(await find({}, 'Administrator')).toEqual([taskId]);
    expect(await find({ username: 'ann' }, 'Administrator')).toEqual([taskId]);
    expect(await find({ username: 'user:ben' }, 'Administrator')).toEqual([]);
    expect(await find({ nodeId: 'review', workflowInstanceId: id }, 'Administrator')).toEqual([
      taskId,
    ]);
    expect(await find({ nodeId: 'sign', processId: id }, 'Administrator')).toEqual([]);
    expect(await find({ nodeId: 'review' })).toBe(400);
    expect(await find({})).toEqual([taskId]);
    await endTask(app, id, { user: 'ann', status: 'yes' });
    expect(await find({ username: 'cas' }, 'Administrator')).toHaveLength(1);
  });

  test.each([
    [
      'a version',
      async (uid: string) => {
        const response = await app.request(`PUT /api/v1/id/${uid}`, {
          headers: { 'X-Versioning-Option': 'MINOR' },
          body: { 'entity-type': 'document', properties: { 'dc:title': 'one' } },
        });
        return response.json.uid;
      },
      /version/,
    ],
    [
      'a trashed document',
      async (uid: string) => {
        await callOperation(app, 'Document.Trash', { input: uid });
        return uid;
      },
      /trash/,
    ],
    [
      'a locked one',
      async (uid: string) => {
        await callOperation(app, 'Document.Lock', { input: uid });
        return uid;
      },
      /locked/,
    ],
    [
      'one in an excluded state',
      async (uid: string) => {
        await callOperation(app, 'Document.FollowLifecycleTransition', {
          input: uid,
          params: { value: 'approve' },
        });
        return uid;
      },
      /state is approved/,
    ],
    [
      'one for which the condition is false',
      async (uid: string) => {
        await titled(uid, 'Administrator', 'never');
        return uid;
      },
      /condition/,
    ],
  ])('a workflow does not start on %s', async (_what, change, reason) => {
    count += 1;
    const { uid } = await createDocument(app, { name: `unfit${count}` });
    const fit = await createDocument(app, { name: `fit${count}` });
    const unfit = await change(uid);
    const response = await tryStart(app, 'Strict', [fit.uid, unfit]);
    expect([response.status, response.json.message]).toEqual([400, expect.stringMatching(reason)]);
    expect((await tryStart(app, 'Strict', [fit.uid])).status).toBe(200);
  });

  test('a workflow does not start for those who lack the permission, on other types, or unknown', async () => {
    const note = await createDocument(app, { name: 'note', type: 'Note' });
    const file = await createDocument(app, { name: 'file' });
    expect((await tryStart(app, 'Strict', [note.uid])).json.message).toMatch(/type is Note/);
    const denied = await tryStart(app, 'Strict', [file.uid], { user: 'ann' });
    expect([denied.status, denied.json.message]).toEqual([
      400,
      expect.stringMatching(/permission ReadWrite/),
    ]);
    const unknown = await tryStart(app, 'Nothing', [file.uid]);
    expect([unknown.status, unknown.json.message]).toEqual([
      404,
      expect.stringMatching(/No route found for id: Nothing/),
    ]);
    const missing = await tryStart(app, 'Strict', ['00000000-0000-4000-8000-000000000000']);
    expect(missing.status).toBe(404);
  });

  test('a workflow goes on without documents that are removed, and ends without any', async () => {
    const first = await createDocument(app, { name: 'first' });
    const second = await createDocument(app, { name: 'second' });
    const id = await startWorkflow(app, 'Review', [first.uid, second.uid]);
    await callOperation(app, 'Document.Trash', { input: first.uid });
    expect((await endTask(app, id, { user: 'ann', status: 'no' })).status).toBe(200);
    await app.request(`DELETE /api/v1/id/${first.uid}`);
    expect((await endTask(app, id, { user: 'ann', status: 'no' })).status).toBe(200);
    const task = (await tasksOf(app, id)).at(-1);
    const entity = await app.request(`GET /api/v1/id/${task?.id}`, {
      headers: { properties: '*' },
    });
    expect(entity.json.properties['nt:targetDocumentsIds']).toEqual([second.uid]);
    await app.request(`DELETE /api/v1/id/${second.uid}`);
    expect((await endTask(app, id, { user: 'ann', status: 'yes' })).status).toBe(200);
    expect((await cancel(id, 'Administrator')).status).toBe(204);
    expect((await instanceOf(app, id)).state).toBe('canceled');
  });

  test('the task of a user who is removed can be ended by the initiator', async () => {
    await createUser(app, 'gone');
    const { id, taskId } = await begin({ reviewers: ['gone'] });
    await app.request('DELETE /api/v1/user/gone');
    expect((await complete(taskId, 'sue')).status).toBe(200);
    expect(await openTasks(app, id)).toEqual(['sign signers']);
  });

  test('all workflows of a model are restarted, each by itself', async () => {
    const first = await begin({ number: 1 });
    const second = await begin({ number: 2 });
    await endTask(app, second.id, { user: 'ann', status: 'yes' });
    await callOperation(app, 'Document.FollowLifecycleTransition', {
      input: first.uid,
      params: { value: 'approve' },
    });
    const restart = (params: object, user = 'Administrator') =>
      callOperation(app, 'WorkflowModel.BulkRestartInstances', { params, user });
    const params = { workflowId: 'Review', nodeId: 'review', reinitLifecycle: true };
    expect((await restart(params, 'ann')).status).toBe(403);
    expect((await restart({ workflowId: 'Nothing' })).status).toBe(404);
    expect((await restart(params)).status).toBe(204);
    expect((await instanceOf(app, first.id)).state).toBe('canceled');
    expect((await instanceOf(app, second.id)).state).toBe('running');
    expect((await app.request(`GET /api/v1/id/${first.uid}`)).json.state).toBe('project');
    const find = await callOperation(app, 'Workflow.GetOpenTasks', {
      input: first.uid,
      params: {},
    });
    const { properties } = (
      await app.request(`GET /api/v1/id/${find.json.entries[0]?.uid}`, {
        headers: { properties: '*' },
      })
    ).json;
    expect([find.json.entries.length, properties['nt:initiator']]).toEqual([1, 'sue']);
    const again = await instanceOf(app, properties['nt:processId']);
    expect([again.state, JSON.parse(again.variables).number]).toEqual(['running', null]);
  });

  test('errors of steps have codes of their own', async () => {
    const { automation } = app.services;
    const boss = await callerNamed(app, 'sue');
    const { uid, id, taskId } = await begin();
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => (isAppError(error) ? error.code : error),
      );
    const begun = (modelName: string, variables: [string, string][] = []) =>
      codeOf(
        startBy(automation, boss, { modelName, documentIds: [uid], variables: new Map(variables) }),
      );
    const ended = (action: string) =>
      codeOf(completeTask(automation, boss, { taskId, action, comment: null }));
    expect(await begun('Nothing')).toBe('workflow.model-not-found');
    await titled(uid, 'Administrator', 'never');
    expect(await begun('Strict')).toBe('workflow.not-available');
    expect(await begun('Review', [['number', 'x']])).toBe('workflow.variable-invalid');
    expect(await begun('Review', [['reviewers', '']])).toBe('workflow.step-failed');
    expect(await begun('Circle')).toBe('workflow.looping');
    expect(await ended('maybe')).toBe('workflow.no-transition');
    expect(await codeOf(cancelWorkflow(automation, boss, 'none'))).toBe('workflow.not-found');
    expect(await codeOf(cancelWorkflow(automation, boss, id))).toBe('done');
    expect(await codeOf(cancelWorkflow(automation, boss, id))).toBe('workflow.not-active');
    expect(await ended('yes')).toBe('task.not-active');
  });

  test('a workflow keeps the model that it began with, which may be gone', async () => {
    const { id, taskId } = await begin();
    await app.services.database.write(async (handle) => {
      const { builder } = handle;
      const [row] = await handle.all(
        builder.selectFrom('workflow_model').selectAll().where('name', '=', 'Review'),
      );
      if (!row) throw new Error('the model is not stored');
      const definition = row.definition.replaceAll('"sign"', '"seal"');
      const old = { ...row, digest: 'an older one', name: 'Gone', definition };
      await handle.run(builder.insertInto('workflow_model').values(old));
      const gone = { model_name: 'Gone', model_digest: old.digest };
      await handle.run(builder.updateTable('workflow_instance').set(gone).where('id', '=', id));
    });
    expect((await complete(taskId, 'ann')).status).toBe(200);
    expect(await openTasks(app, id)).toEqual(['seal signers']);
    expect((await cancel(id, 'sue')).status).toBe(204);
  });

  test('two who end a task at the same moment: one does', async () => {
    const { id, taskId } = await begin({ reviewers: ['ann', 'ben'] });
    const both = await Promise.all(['ann', 'ben'].map((user) => complete(taskId, user)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await openTasks(app, id)).toEqual(['sign signers']);
  });

  test('ending a task, with the next one, costs few statements', async () => {
    const { taskId } = await begin();
    const meter = { queries: 0 };
    const caller = { ...(await callerNamed(app, 'ann')), meter };
    await completeTask(app.services.automation, caller, {
      taskId,
      action: 'no',
      comment: 'once more',
      variables: new Map([['number', 5]]),
    });
    expect(meter.queries).toBeLessThanOrEqual(15);
  });
});
