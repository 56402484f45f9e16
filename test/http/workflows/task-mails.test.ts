import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/base/log.ts';
import type { JobContext } from '../../../src/jobs/job-kind.ts';
import type { TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  mailIsIdle,
  type ReceivedMail,
  setEmail,
  startMailReceiver,
} from '../../support/mail-receiver.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import { endTask, startWithWorkflows, startWorkflow, tasksOf } from '../../support/workflows.ts';

const hourMs = 60 * 60 * 1_000;

const node = (more: object) => [
  { id: 'start', start: true, transitions: [{ name: 'go', target: 'ask' }] },
  {
    id: 'ask',
    title: 'wf.serialDocumentReview.DocumentValidation',
    task: {
      assigneesExpression: 'WorkflowVariables["reviewers"]',
      directive: 'Check <b>all</b> & more',
      dueDate: 'WorkflowVariables["until"]',
      buttons: [{ name: 'ok' }],
      reassignable: true,
      ...more,
    },
    transitions: [{ name: 'done', target: 'end' }],
  },
  { id: 'end', stop: true },
];
const variables = [
  { name: 'reviewers', type: 'string[]', default: [] },
  { name: 'until', type: 'date' },
];
const models = [
  {
    name: 'Told',
    variables,
    nodes: node({ permission: 'Read', notification: 'workflowTaskAssigned' }),
  },
  { name: 'Closed', variables, nodes: node({ notification: 'workflowTaskAssigned' }) },
  { name: 'Silent', variables, nodes: node({ permission: 'Read' }) },
];

describe.each(engines)('mails about tasks on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  let folder: string;

  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startWithWorkflows(engine, {
      models,
      flags: { ...mailFlags(receiver), taskReminderHours: 2 },
    });
    for (const name of ['ann', 'ben', 'cas', 'dan', 'eve']) {
      await createUser(app, name);
      await setEmail(app, name, `${name}@example.org`);
    }
    const crew = { 'entity-type': 'group', groupname: 'crew', memberUsers: ['cas', 'dan'] };
    expect((await app.request('POST /api/v1/group', { body: crew })).status).toBe(201);
    folder = (await createDocument(app, { name: 'space', type: 'Workspace' })).uid;
    await setAcl(app, folder, [grantAce('ann', 'Everything'), grantAce('eve', 'Read'), denyAll]);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const mailsOf = async (action: () => Promise<unknown>): Promise<readonly ReceivedMail[]> => {
    await mailIsIdle(app);
    const before = receiver.mails.length;
    await action();
    await mailIsIdle(app);
    return receiver.mails.slice(before);
  };
  const recipients = (mails: readonly ReceivedMail[]) => mails.flatMap(({ to }) => to).sort();
  const start = async (name: string, model: string, values: object) => {
    const { uid } = await createDocument(app, { name, parent: folder });
    const id = await startWorkflow(app, model, uid, { user: 'ann', variables: values });
    const [task] = await tasksOf(app, id);
    return { uid, id, taskId: task?.id ?? '' };
  };
  const put = async (path: string, user: string) => {
    const response = await app.request(`PUT /api/v1/task/${path}`, { user });
    expect(response.status, response.text).toBe(200);
  };
  const remind = async () => {
    const { jobKinds, database } = app.services;
    const kind = jobKinds.find((each) => each.kind === 'task-reminders');
    const context = { database, log: createLogger('silent'), signal: new AbortController().signal };
    await kind?.prepare({})(context as unknown as JobContext);
  };

  test('actors and members of groups get one mail each, in their language', async () => {
    const params = { locale: 'fr' };
    await callOperation(app, 'User.CreateOrUpdate', { params: { username: 'ben', ...params } });
    const mails = await mailsOf(() =>
      start('plan', 'Told', {
        reviewers: ['user:ben', 'crew', 'group:crew', 'nobody'],
        until: '2031-05-01T10:00:00.000Z',
      }),
    );
    expect(recipients(mails)).toEqual(['ben@example.org', 'cas@example.org', 'dan@example.org']);
    const [mail] = mails.filter(({ to }) => to.includes('cas@example.org'));
    expect(mail?.email.subject).toBe('[Cartulary] Task Assigned for plan');
    const text = mail?.email.text ?? '';
    expect(text).toContain('ann has assigned a task about “plan” to you.');
    expect(text).not.toContain('wf.serialDocumentReview');
    expect(text).toContain('What to do: Check <b>all</b> & more');
    expect(text).toContain('Due: 2031-05-01 10:00:00 UTC');
    expect(text).toContain('Workflow started by: ann');
    expect(text).toContain('https://archive.example.org/nuxeo/ui/#!/doc/');
    expect(mail?.email.html).toContain('Check &lt;b&gt;all&lt;/b&gt; &amp; more');
  });

  test('those who get a task by reassignment or delegation are told, and nobody else', async () => {
    const made = await mailsOf(() => start('given', 'Told', { reviewers: ['ben'] }));
    expect(recipients(made)).toEqual(['ben@example.org']);
    const [task] = (await callOperation(app, 'Task.GetAssigned', { user: 'ben' })).json.slice(-1);
    const delegated = await mailsOf(() =>
      put(`${task.id}/delegate?delegatedActors=group:crew&comment=please`, 'ben'),
    );
    expect(recipients(delegated)).toEqual(['cas@example.org', 'dan@example.org']);
    expect(delegated[0]?.email.text).toContain('ben has delegated a task');
    expect(delegated[0]?.email.text).toContain('Comment: please');
    const reassigned = await mailsOf(() => put(`${task.id}/reassign?actors=user:eve`, 'ben'));
    expect(recipients(reassigned)).toEqual(['eve@example.org']);
    expect(reassigned[0]?.email.subject).toBe('[Cartulary] Task Reassigned on given');
  });

  test('no mail without a notification, and none to actors who may not read the document', async () => {
    expect(await mailsOf(() => start('silent', 'Silent', { reviewers: ['ben'] }))).toEqual([]);
    const mails = await mailsOf(() => start('closed', 'Closed', { reviewers: ['ben', 'eve'] }));
    expect(recipients(mails)).toEqual(['eve@example.org']);
  });

  test('the initiator of a review is told that the document is approved', async () => {
    const { uid } = await createDocument(app, { name: 'reviewed', parent: folder });
    await setAcl(app, uid, [grantAce('eve', 'Read')]);
    const id = await startWorkflow(app, 'SerialDocumentReview', uid, { user: 'ann' });
    const workflowVariables = { participants: ['user:eve'], validationOrReview: 'validation' };
    const assigned = await mailsOf(async () => {
      const begun = { user: 'ann', status: 'start_review', workflowVariables };
      expect((await endTask(app, id, begun)).status).toBe(200);
    });
    expect(recipients(assigned)).toEqual(['eve@example.org']);
    expect(assigned[0]?.email.text).toContain('Task: Document validation');
    const approved = await mailsOf(async () => {
      const ended = await endTask(app, id, { user: 'eve', status: 'validate' });
      expect(ended.status, ended.text).toBe(200);
    });
    expect(recipients(approved)).toEqual(['ann@example.org']);
    expect(approved[0]?.email.subject).toContain('Document approved');
  });

  test('actors are reminded once of what is due soon or overdue', async () => {
    await mailsOf(async () => {
      const at = (ms: number) => new Date(Date.now() + ms).toISOString();
      await start('soon', 'Silent', { reviewers: ['ben'], until: at(hourMs) });
      await start('overdue', 'Silent', { reviewers: ['crew'], until: at(-hourMs) });
      await start('later', 'Silent', { reviewers: ['eve'], until: at(3 * hourMs) });
      await start('forgotten', 'Silent', { reviewers: ['eve'], until: at(-40 * 24 * hourMs) });
      const ended = await start('ended', 'Silent', { reviewers: ['eve'], until: at(hourMs) });
      const call = { input: ended.taskId, user: 'eve', params: { status: 'ok' } };
      expect((await callOperation(app, 'WorkflowTask.Complete', call)).status).toBe(200);
    });
    const mails = await mailsOf(remind);
    expect(recipients(mails)).toEqual(['ben@example.org', 'cas@example.org', 'dan@example.org']);
    const [mail] = mails.filter(({ to }) => to.includes('cas@example.org'));
    expect(mail?.email.subject).toBe('[Cartulary] Task due for overdue');
    expect(mail?.email.text).toContain('A task about “overdue” is waiting for you.');
    expect(mail?.email.text).toContain('What to do: Check <b>all</b> & more');
    expect(await mailsOf(remind)).toEqual([]);
  });

  test('a task without a workflow is told as well', async () => {
    const { uid } = await createDocument(app, { name: 'loose', parent: folder });
    const params = { 'task name': 'Look', 'additional list of actors prefixed ids': ['user:eve'] };
    const mails = await mailsOf(() =>
      callOperation(app, 'Task.Create', { input: uid, user: 'ann', params }),
    );
    expect(recipients(mails)).toEqual(['eve@example.org']);
    expect(mails[0]?.email.text).toContain('Task: Look');
    const [task] = (await callOperation(app, 'Task.GetAssigned', { user: 'eve' })).json.slice(-1);
    await setAcl(app, uid, [grantAce('ben', 'Read')]);
    const given = await mailsOf(() => put(`${task.id}/reassign?actors=ben`, 'eve'));
    expect(recipients(given)).toEqual(['ben@example.org']);
  });
});
