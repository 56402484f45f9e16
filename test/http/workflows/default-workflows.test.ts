import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completeTask } from '../../../src/workflow/workflow-service.ts';
import type { TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import {
  callerNamed,
  endTask,
  instanceOf,
  openTasks,
  startWithWorkflows,
  startWorkflow,
  tasksOf,
} from '../../support/workflows.ts';

const serial = 'SerialDocumentReview';
const parallel = 'ParallelDocumentReview';

describe.each(engines)('the reviews of the server on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithWorkflows(engine);
    for (const name of ['sue', 'ann', 'ben']) await createUser(app, name);
    await callOperation(app, 'Document.AddPermission', {
      input: '/default-domain/workspaces',
      params: { users: ['sue'], permission: 'ReadWrite' },
    });
  });
  afterAll(() => app.close());

  let count = 0;
  const begin = async (model: string) => {
    count += 1;
    const { uid } = await createDocument(app, { name: `doc${count}` });
    return { uid, id: await startWorkflow(app, model, uid, { user: 'sue' }) };
  };
  const press = async (id: string, user: string, status: string, more: object = {}) => {
    const response = await endTask(app, id, { user, status, ...more });
    expect([response.status, response.text]).toEqual([200, expect.anything()]);
  };
  const choose = (id: string, validationOrReview = 'validation') =>
    press(id, 'sue', 'start_review', {
      comment: 'please look',
      nodeVariables: { comment: 'please look' },
      workflowVariables: { participants: ['user:ann', 'user:ben'], validationOrReview },
    });
  const docOf = async (uid: string) => {
    const headers = { properties: '*', 'fetch.document': 'lock' };
    return (await app.request(`GET /api/v1/id/${uid}`, { headers })).json;
  };
  const variablesOf = async (id: string) => JSON.parse((await instanceOf(app, id)).variables);
  const auditOf = async (uid: string, category: string) => {
    const { entries } = (await app.request(`GET /api/v1/id/${uid}/@audit`)).json;
    return entries
      .filter((entry: { category: string }) => entry.category === category)
      .map((entry: Record<string, string>) => `${entry.eventId} ${entry.principalName}`)
      .toReversed();
  };

  test('serial: all validate, and the document is approved', async () => {
    const { uid, id } = await begin(serial);
    expect(await openTasks(app, id)).toEqual(['Task38e sue']);
    await choose(id);
    expect(await variablesOf(id)).toMatchObject({ initiatorComment: 'please look', index: 0 });
    expect(await openTasks(app, id)).toEqual(['Task6d8 ann']);
    await press(id, 'ann', 'validate', { comment: 'fine' });
    expect(await openTasks(app, id)).toEqual(['Task6d8 ben']);
    await press(id, 'ben', 'validate', { comment: 'very fine' });
    expect((await instanceOf(app, id)).state).toBe('done');
    const document = await docOf(uid);
    expect([document.state, document.properties['uid:minor_version']]).toEqual(['approved', '1']);
    expect(await auditOf(uid, 'Routing')).toEqual([
      'afterWorkflowStarted sue',
      'afterWorkflowTaskCreated sue',
      'afterWorkflowTaskEnded sue',
      'afterWorkflowTaskCreated sue',
      'afterWorkflowTaskEnded ann',
      'afterWorkflowTaskCreated ann',
      'afterWorkflowTaskEnded ben',
      'afterWorkflowFinish ben',
    ]);
    const reviewed = await auditOf(uid, 'Review workflow');
    expect(reviewed.slice(0, 2)).toEqual([
      'chain.document.validated ann',
      'chain.document.validated ben',
    ]);
  });

  test('serial: only reviewed, the document keeps its state', async () => {
    const { uid, id } = await begin(serial);
    await choose(id, 'simpleReview');
    await press(id, 'ann', 'validate');
    await press(id, 'ben', 'validate');
    expect([(await instanceOf(app, id)).state, (await docOf(uid)).state]).toEqual([
      'done',
      'project',
    ]);
  });

  test('serial: a refusal goes back to the one before, then to the initiator, who submits again', async () => {
    const { uid, id } = await begin(serial);
    await choose(id);
    await press(id, 'ann', 'validate');
    await press(id, 'ben', 'reject', { comment: 'no' });
    expect(await openTasks(app, id)).toEqual(['Task6d8 ann']);
    await press(id, 'ann', 'reject');
    expect(await openTasks(app, id)).toEqual(['Task542 sue']);
    await press(id, 'sue', 'submit');
    expect([await openTasks(app, id), (await variablesOf(id)).index]).toEqual([['Task6d8 ann'], 0]);
    await press(id, 'ann', 'reject');
    await press(id, 'sue', 'cancel');
    expect([(await instanceOf(app, id)).state, (await docOf(uid)).state]).toEqual([
      'done',
      'project',
    ]);
    expect(await auditOf(uid, 'Review workflow')).toEqual([
      'chain.document.validated ann',
      'chain.document.refused ben',
      'chain.document.refused ann',
      'chain.document.refused ann',
    ]);
  });

  test('serial: the initiator gives it up at once', async () => {
    const { id } = await begin(serial);
    await press(id, 'sue', 'cancel');
    expect((await instanceOf(app, id)).state).toBe('done');
  });

  test('serial: without participants nothing is ended', async () => {
    const { id } = await begin(serial);
    const response = await endTask(app, id, { user: 'sue', status: 'start_review' });
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringMatching(/Task6d8', assignees/),
    ]);
    expect(await openTasks(app, id)).toEqual(['Task38e sue']);
  });

  test('serial: ending a task costs few statements', async () => {
    const { id } = await begin(serial);
    await choose(id);
    const [, task] = await tasksOf(app, id);
    const meter = { queries: 0 };
    const caller = { ...(await callerNamed(app, 'ann')), meter };
    const request = { taskId: task?.id ?? '', action: 'validate', comment: 'fine' };
    await completeTask(app.services.automation, caller, request);
    expect(meter.queries).toBeLessThanOrEqual(15);
  });

  const consult = (id: string) =>
    press(id, 'sue', 'start_review', {
      nodeVariables: { comment: 'your opinion?' },
      workflowVariables: { participants: ['user:ann', 'user:ben'], end_date: '2040-01-01' },
    });

  test.each([
    ['validate', 'approved'],
    ['reject', 'project'],
  ])('parallel: all give an opinion, and the initiator decides to %s', async (decision, state) => {
    const { uid, id } = await begin(parallel);
    expect(await openTasks(app, id)).toEqual(['Task2556 sue']);
    await consult(id);
    expect((await docOf(uid)).lockOwner).toBe('sue');
    expect(await openTasks(app, id)).toEqual(['Task328d ann', 'Task328d ben']);
    await press(id, 'ann', 'approve', { comment: 'yes <b>' });
    expect(await openTasks(app, id)).toEqual(['Task328d ben']);
    await press(id, 'ben', 'reject', { comment: '', nodeVariables: { comment: 'not yet' } });
    expect(await openTasks(app, id)).toEqual(['Task2169 sue']);
    const { review_result, review_result_file } = await variablesOf(id);
    expect(review_result).toMatch(/ann[\s\S]*yes &lt;b&gt;[\s\S]*ben[\s\S]*not yet/);
    expect(review_result_file).toMatchObject({ mimeType: 'text/html' });
    await press(id, 'sue', decision);
    const document = await docOf(uid);
    expect([(await instanceOf(app, id)).state, document.state, document.lockOwner]).toEqual([
      'done',
      state,
      undefined,
    ]);
  });

  test('parallel: given up, and cancelled while opinions are given', async () => {
    const first = await begin(parallel);
    await press(first.id, 'sue', 'cancel');
    expect((await instanceOf(app, first.id)).state).toBe('done');
    const second = await begin(parallel);
    await consult(second.id);
    const cancelled = await callOperation(app, 'WorkflowInstance.Cancel', {
      params: { id: second.id },
      user: 'sue',
    });
    expect(cancelled.status).toBe(204);
    expect([(await docOf(second.uid)).lockOwner, await openTasks(app, second.id)]).toEqual([
      undefined,
      [],
    ]);
  });
});
