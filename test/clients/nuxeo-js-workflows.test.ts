import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { clientPlaces, type NuxeoClient, openClient } from '../support/nuxeo-client.ts';
import { createReviewed, startWithWorkflows } from '../support/reviews.ts';

describe.each(clientPlaces)('workflows with the official client, %s on %s', (dialect, engine) => {
  let app: TestApp;
  let url: string;
  let [ann, ben, cleo]: NuxeoClient[] = [];
  beforeAll(async () => {
    app = await startWithWorkflows(engine, { wireDialect: dialect });
    url = await app.listen();
    [ann, ben, cleo] = ['ann', 'ben', 'cleo'].map((name) => openClient(url, name));
  });
  afterAll(() => app.close());

  const clients = () => ({ ann, ben, cleo }) as Record<'ann' | 'ben' | 'cleo', NuxeoClient>;
  const taskIn = async (client: NuxeoClient, workflowInstanceId: string) => {
    const { entries } = await client.workflows().fetchTasks({ workflowInstanceId });
    const [task, ...more] = entries;
    if (!task || more.length > 0) throw new Error(`${entries.length} tasks`);
    return task;
  };
  const stateOf = async (id: string) => (await openClient(url).repository().fetch(id)).state;

  test('a serial review approves the document after each reviewer', async () => {
    const { ann, ben, cleo } = clients();
    const id = await createReviewed(app, 'serial', ['cleo']);
    const document = await ann.repository().fetch(id);
    const workflow = await document.startWorkflow('SerialDocumentReview');
    expect(workflow).toMatchObject({ state: 'running', attachedDocumentIds: [{ id }] });
    const choice = await taskIn(ann, workflow.id);
    expect(choice.nodeName).toBe('Task38e');
    choice.variable('participants', ['ben', 'user:cleo']).variable('comment', 'please look');
    const chosen = await choice.complete('start_review');
    expect(chosen.state).toBe('ended');
    const first = await taskIn(ben, workflow.id);
    expect(first.variables).toMatchObject({
      initiatorComment: 'please look',
      participants: ['ben', 'user:cleo'],
    });
    // ben may change the document only for the time of the task.
    const seen = await ben.repository().fetch(id);
    await seen.set({ 'dc:description': 'seen by ben' }).save();
    await first.complete('validate', { comment: 'fine' });
    await expect(ben.repository().fetch(id)).rejects.toMatchObject({ response: { status: 403 } });
    const second = await taskIn(cleo, workflow.id);
    await second.complete('validate');
    expect((await ann.workflows().fetch(workflow.id)).state).toBe('done');
    expect(await stateOf(id)).toBe('approved');
  });

  test('a reviewer rejects, and the initiator gives up', async () => {
    const { ann, ben } = clients();
    const id = await createReviewed(app, 'rejected');
    const workflow = await ann.workflows().start('SerialDocumentReview', {
      attachedDocumentIds: [id],
      variables: { participants: ['ben'], validationOrReview: 'simpleReview' },
    });
    await (await taskIn(ann, workflow.id)).complete('start_review');
    await (await taskIn(ben, workflow.id)).complete('reject', { comment: 'no' });
    const update = await taskIn(ann, workflow.id);
    expect(update.nodeName).toBe('Task542');
    await update.complete('cancel');
    expect((await ann.workflows().fetch(workflow.id)).state).toBe('done');
    expect(await stateOf(id)).toBe('project');
  });

  test('a parallel review collects the opinions of all', async () => {
    const { ann, ben, cleo } = clients();
    const id = await createReviewed(app, 'parallel', ['ben', 'cleo']);
    const document = await ann.repository().fetch(id);
    const workflow = await document.startWorkflow('ParallelDocumentReview');
    const choice = await taskIn(ann, workflow.id);
    choice.variable('participants', ['user:ben', 'user:cleo']);
    choice.variable('end_date', '2040-01-01T00:00:00.000Z');
    await choice.complete('start_review');
    const opinion = await taskIn(ben, workflow.id);
    await opinion.delegate('cleo', { comment: 'please help' });
    const delegated = (await cleo.workflows().fetchTasks({ actorId: 'cleo' })).entries;
    expect(delegated.map((each) => each.id)).toContain(opinion.id);
    await (await taskIn(ben, workflow.id)).complete('approve', {
      variables: { comment: 'good' },
      comment: 'good',
    });
    await (await taskIn(cleo, workflow.id)).complete('reject', { variables: { comment: 'bad' } });
    const result = await taskIn(ann, workflow.id);
    expect(result.nodeName).toBe('Task2169');
    expect(String(result.variables.review_result)).toContain('good');
    await result.complete('validate');
    expect((await ann.workflows().fetch(workflow.id)).state).toBe('done');
  });

  test('tasks are given to others, workflows are listed, drawn and cancelled', async () => {
    const { ann, ben, cleo } = clients();
    const id = await createReviewed(app, 'managed', ['cleo']);
    const document = await ann.repository().fetch(id);
    const { id: workflowId } = await ann.workflows().start('Check', {
      attachedDocumentIds: [id],
      variables: { reviewers: ['ben'] },
    });
    const [workflow] = (await document.fetchWorkflows()).entries;
    expect(workflow?.id).toBe(workflowId);
    const graph = await workflow?.fetchGraph();
    expect(graph?.nodes.find((node) => node.id === 'ask')?.state).toBe('suspended');
    const task = await taskIn(ben, workflowId);
    await task.reassign(['cleo', 'ann'], { comment: 'for you' });
    const reassigned = await taskIn(cleo, workflowId);
    expect(reassigned).toMatchObject({
      actors: [{ id: 'cleo' }, { id: 'ann' }],
      comments: [{ author: 'ben', text: 'for you' }],
    });
    const [shown] = (await workflow?.fetchTasks())?.entries ?? [];
    expect(shown?.id).toBe(task.id);
    const started = await ann.workflows().fetchStartedWorkflows('Check');
    expect(started.entries.map((each) => each.id)).toContain(workflowId);
    await ann.workflows().delete(workflowId);
    expect((await ann.workflows().fetch(workflowId)).state).toBe('canceled');
    await expect(task.complete('approve')).rejects.toMatchObject({ response: { status: 403 } });
    await expect(reassigned.complete('approve')).rejects.toMatchObject({
      response: { status: 409 },
    });
  });
});
