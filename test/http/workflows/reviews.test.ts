import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { grantAce, setAcl } from '../../support/security.ts';
import { endTask, instanceOf, openTasks, startWorkflow, tasksOf } from '../../support/workflows.ts';

const serial = 'SerialDocumentReview';
const parallel = 'ParallelDocumentReview';

describe.each(engines)('the reviews of the server on %s', (engine) => {
  let app: TestApp;
  let uid: string;
  let created = 0;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const name of ['ann', 'bob', 'carl']) await createUser(app, name);
  });
  afterAll(() => app.close());

  const plan = async (): Promise<string> => {
    created += 1;
    ({ uid } = await createDocument(app, { name: `plan-${created}` }));
    await setAcl(app, uid, [grantAce('ann', 'ReadWrite')]);
    return uid;
  };
  const end = async (id: string, user: string, status: string, more = {}): Promise<void> => {
    const response = await endTask(app, id, { user, status, ...more });
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
  };
  const variablesOf = async (id: string) => JSON.parse((await instanceOf(app, id)).variables);
  const documentNow = async (): Promise<TestResponse['json']> => {
    const headers = { 'fetch.document': 'lock,versionLabel', properties: 'dublincore' };
    return (await app.request(`GET /api/v1/id/${uid}`, { headers })).json;
  };
  const audited = async (): Promise<string[]> => {
    const rows = await app.services.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select(['event_id', 'comment', 'principal_name'])
          .where('category', '=', 'Review workflow')
          .where('document_id', '=', uid)
          .orderBy('id'),
      ),
    );
    return rows.map(({ event_id, comment }) => `${event_id} ${comment ?? ''}`.trim());
  };
  const startSerial = async (validationOrReview: string) => {
    const id = await startWorkflow(app, serial, await plan(), { user: 'ann' });
    expect(await openTasks(app, id)).toEqual(['Task38e ann']);
    await end(id, 'ann', 'start_review', {
      nodeVariables: { comment: 'please read' },
      workflowVariables: { participants: ['user:bob', 'user:carl'], validationOrReview },
    });
    return id;
  };

  test('serial: each participant after the other, and the document is approved', async () => {
    const id = await startSerial('validation');
    expect(await variablesOf(id)).toMatchObject({ index: 0, initiatorComment: 'please read' });
    expect(await openTasks(app, id)).toEqual(['Task6d8 bob']);
    await end(id, 'bob', 'validate', { nodeVariables: { comment: 'fine' } });
    expect(await openTasks(app, id)).toEqual(['Task6d8 carl']);
    expect(await variablesOf(id)).toMatchObject({ index: 1 });
    await end(id, 'carl', 'validate');
    expect(await instanceOf(app, id)).toMatchObject({ state: 'done' });
    expect(await documentNow()).toMatchObject({ state: 'approved', versionLabel: '0.1' });
    expect(await audited()).toEqual([
      'chain.document.validated fine',
      'chain.document.validated',
      'chain.workflow.completed',
    ]);
  });

  test('serial: a refusal leads back to the participant before, then to the initiator', async () => {
    const id = await startSerial('simpleReview');
    await end(id, 'bob', 'validate');
    await end(id, 'carl', 'reject', { nodeVariables: { comment: 'no' } });
    expect(await openTasks(app, id)).toEqual(['Task6d8 bob']);
    await end(id, 'bob', 'reject');
    expect(await openTasks(app, id)).toEqual(['Task542 ann']);
    expect(await variablesOf(id)).toMatchObject({ index: -1 });
    await end(id, 'ann', 'submit');
    expect(await variablesOf(id)).toMatchObject({ index: 0 });
    await end(id, 'bob', 'validate');
    await end(id, 'carl', 'validate');
    expect(await instanceOf(app, id)).toMatchObject({ state: 'done' });
    expect(await documentNow()).toMatchObject({ state: 'project' });
    expect(await audited()).toEqual([
      'chain.document.validated',
      'chain.document.refused no',
      'chain.document.refused',
      'chain.document.validated',
      'chain.document.validated',
      'chain.workflow.completed',
    ]);
  });

  test('serial: the initiator can cancel, at first and after a refusal', async () => {
    const first = await startWorkflow(app, serial, await plan(), { user: 'ann' });
    await end(first, 'ann', 'cancel');
    expect(await instanceOf(app, first)).toMatchObject({ state: 'done' });
    const second = await startSerial('validation');
    await end(second, 'bob', 'reject');
    await end(second, 'ann', 'cancel');
    expect(await instanceOf(app, second)).toMatchObject({ state: 'done' });
    expect(await documentNow()).toMatchObject({ state: 'project' });
  });

  const startParallel = async (): Promise<string> => {
    const id = await startWorkflow(app, parallel, await plan(), { user: 'ann' });
    await end(id, 'ann', 'start_review', {
      nodeVariables: { comment: 'opinions?' },
      workflowVariables: {
        participants: ['user:bob', 'user:carl'],
        end_date: '2031-05-01T00:00:00Z',
      },
    });
    return id;
  };

  test('parallel: opinions are collected while the document is locked, then it is approved', async () => {
    const id = await startParallel();
    expect(await documentNow()).toMatchObject({ lockOwner: 'ann' });
    expect(await variablesOf(id)).toMatchObject({ initiatorComment: 'opinions?' });
    expect(await openTasks(app, id)).toEqual(['Task328d bob', 'Task328d carl']);
    const dueKeys = (await tasksOf(app, id)).filter(({ node_id }) => node_id === 'Task328d');
    expect(dueKeys.map(({ due_key }) => Number(due_key))).toEqual([
      Date.parse('2031-05-01T00:00:00Z'),
      Date.parse('2031-05-01T00:00:00Z'),
    ]);
    await end(id, 'bob', 'approve', { comment: '<b>fine</b> & "good"' });
    await end(id, 'carl', 'NA', { comment: "don't know" });
    expect(await openTasks(app, id)).toEqual(['Task2169 ann']);
    const { review_result: result, review_result_file: file } = await variablesOf(id);
    expect(result).toContain(
      '<tr><td>bob</td><td>approve</td><td>&lt;b&gt;fine&lt;/b&gt; &amp; &quot;good&quot;</td></tr>',
    );
    expect(result).toContain('<tr><td>carl</td><td>NA</td><td>don&#39;t know</td></tr>');
    expect(file).toMatchObject({ name: 'review.html', mimeType: 'text/html' });
    expect(file.length).toBe(Buffer.byteLength(result));
    await end(id, 'ann', 'validate', { nodeVariables: { comment: 'good' } });
    expect(await instanceOf(app, id)).toMatchObject({ state: 'done' });
    const now = await documentNow();
    expect(now).toMatchObject({ state: 'approved', versionLabel: '0.1' });
    expect(now.lockOwner).toBeUndefined();
    expect(await audited()).toEqual(['chain.document.validated good']);
  });

  test('parallel: refused, cancelled, and cancelled before it began', async () => {
    const refused = await startParallel();
    await end(refused, 'carl', 'reject');
    await end(refused, 'bob', 'reject');
    await end(refused, 'ann', 'reject');
    expect(await instanceOf(app, refused)).toMatchObject({ state: 'done' });
    expect(await documentNow()).toMatchObject({ state: 'project' });
    expect((await documentNow()).lockOwner).toBeUndefined();
    expect(await audited()).toEqual(['chain.document.refused']);

    const cancelled = await startParallel();
    const params = { id: cancelled };
    const call = await callOperation(app, 'WorkflowInstance.Cancel', { params, user: 'ann' });
    expect([call.status, call.text]).toEqual([204, '']);
    expect(await instanceOf(app, cancelled)).toMatchObject({ state: 'canceled' });
    expect((await documentNow()).lockOwner).toBeUndefined();

    const early = await startWorkflow(app, parallel, await plan(), { user: 'ann' });
    await end(early, 'ann', 'cancel');
    expect(await instanceOf(app, early)).toMatchObject({ state: 'done' });
    expect((await documentNow()).lockOwner).toBeUndefined();
  });

  test('parallel: many long opinions do not make the result too long', async () => {
    const id = await startParallel();
    const comment = '<'.repeat(2_000);
    await end(id, 'bob', 'approve', { comment });
    await end(id, 'carl', 'reject', { comment });
    const { review_result: result, review_result_file: file } = await variablesOf(id);
    expect(result.length).toBeLessThanOrEqual(10_000);
    expect(result).toContain('and 1 more');
    expect(file.length).toBeGreaterThan(16_000);
  });

  test('chains that act for the initiator or send mail are not for other callers', async () => {
    const context = { workflowInitiator: 'Administrator' };
    const input = await plan();
    for (const chain of [
      'NRD-AC-PR-LockDocument',
      'NRD-AC-PR-ChooseParticipants-Output',
      'NRD-AC-PR-force-validate',
      'notifyInitiatorEndOfWorkflow',
      'terminateWorkflow',
    ]) {
      const call = await callOperation(app, chain, { input, context, user: 'ann' });
      expect([chain, call.status]).toEqual([chain, 404]);
      const params = { id: chain };
      const nested = await callOperation(app, 'RunOperation', { input, params, user: 'ann' });
      expect([chain, nested.status]).toEqual([chain, 404]);
    }
    expect((await documentNow()).lockOwner).toBeUndefined();
  });
});
