import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/base/log.ts';
import type { JobContext } from '../../../src/jobs/job-kind.ts';
import { escalationKind } from '../../../src/workflow/escalation-job.ts';
import type { TestApp } from '../../support/app.ts';
import { whenEnded } from '../../support/bulk.ts';
import { step } from '../../support/chains.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import {
  endTask,
  instanceOf,
  openTasks,
  startWithWorkflows,
  startWorkflow,
} from '../../support/workflows.ts';

const escalation = (more: object) => ({
  name: 'Waiting',
  nodes: [
    { id: 'start', start: true, transitions: [{ name: 'go', target: 'ask' }] },
    { id: 'ask', ...more, transitions: [{ name: 'done', target: 'end' }] },
    { id: 'end', stop: true },
  ],
});
const task = { assignees: ['Administrator'], buttons: [{ name: 'ok' }] };
const limit = 'WorkflowVariables["limit"]';

const models = [
  {
    ...escalation({
      task,
      escalations: [
        { id: 'tell', condition: `${limit} > 0`, chain: 'Tell', repeated: true },
        { id: 'force', condition: `${limit} > 1`, chain: 'Force' },
      ],
    }),
    name: 'Patient',
    variables: [
      { name: 'limit', type: 'integer', default: 0 },
      { name: 'told', type: 'integer', default: 0 },
    ],
  },
  {
    ...escalation({
      task,
      escalations: [
        { id: 'broken', condition: `${limit}.nothing() > 1`, chain: 'Tell' },
        { id: 'failing', condition: 'true', chain: 'Fail' },
      ],
    }),
    name: 'Broken',
    variables: [
      { name: 'limit', type: 'integer', default: 0 },
      { name: 'told', type: 'integer', default: 0 },
    ],
  },
  {
    ...escalation({ task, escalations: [{ id: 'end', condition: 'true', chain: 'Cancel' }] }),
    name: 'Cancelled',
  },
];

const chains = {
  Tell: [
    step('RunScript', {
      script: 'WorkflowVariables["told"] = WorkflowVariables["told"] + 1',
    }),
  ],
  Force: [
    step('Workflow.ResumeNode', {
      nodeId: 'expr:nodeId',
      workflowInstanceId: 'expr:workflowInstanceId',
    }),
  ],
  Fail: [
    step('Context.SetWorkflowVar', { name: 'told', value: 7 }),
    step('Document.FollowLifecycleTransition', { value: 'no_such_transition' }),
  ],
  Cancel: [step('WorkflowInstance.Cancel', { id: 'expr:workflowInstanceId' })],
};

describe.each(engines)('escalation on %s', (engine) => {
  let app: TestApp;
  let file: string;
  beforeAll(async () => {
    app = await startWithWorkflows(engine, { models, chains });
    file = (await createDocument(app, { name: 'late' })).uid;
  });
  afterAll(() => app.close());

  /** One run, as the schedule starts it. */
  const escalate = async () => {
    const { jobKinds, database } = app.services;
    const kind = jobKinds.find((each) => each.kind === escalationKind);
    const context = { database, log: createLogger('silent'), signal: new AbortController().signal };
    await kind?.prepare({})(context as unknown as JobContext);
  };
  const stateOf = async (id: string) => {
    const { state, variables } = await instanceOf(app, id);
    return { state, ...JSON.parse(variables) };
  };

  test('a schedule starts it every five minutes', async () => {
    const { json } = await app.request('GET /api/v1/management/scheduler');
    const schedules = json.schedules ?? json.entries ?? json;
    expect(JSON.stringify(schedules)).toContain('executeEscalationRules');
  });

  test('rules run when their conditions hold, once unless they run again', async () => {
    const quiet = await startWorkflow(app, 'Patient', file);
    const told = await startWorkflow(app, 'Patient', file, { variables: { limit: 1 } });
    await escalate();
    await escalate();
    expect(await stateOf(quiet)).toMatchObject({ state: 'running', told: 0 });
    expect(await stateOf(told)).toMatchObject({ state: 'running', told: 2 });
    expect(await openTasks(app, told)).toEqual(['ask Administrator']);
    await endTask(app, quiet, { status: 'ok' });
    await endTask(app, told, { status: 'ok' });
    expect((await stateOf(told)).state).toBe('done');
    await escalate();
    expect((await stateOf(told)).told).toBe(2);
  });

  test('a chain can go on without what the node waits for, and the audit tells it', async () => {
    const { uid } = await createDocument(app, { name: 'forced' });
    const id = await startWorkflow(app, 'Patient', uid, { variables: { limit: 2 } });
    await escalate();
    expect(await stateOf(id)).toMatchObject({ state: 'done', told: 1 });
    expect(await openTasks(app, id)).toEqual([]);
    const { json } = await app.request(`GET /api/v1/id/${uid}/@audit`);
    const told = json.entries.filter(
      ({ eventId }: { eventId: string }) => eventId === 'workflowEscalated',
    );
    expect(told).toHaveLength(2);
    expect(told[0]).toMatchObject({ category: 'Routing', principalName: 'system' });
  });

  test('the parallel review goes on a day after its end with the opinions that it has', async () => {
    const { uid } = await createDocument(app, { name: 'parallel', type: 'File' });
    const id = await startWorkflow(app, 'ParallelDocumentReview', uid);
    const day = 24 * 60 * 60 * 1_000;
    const begin = async (endMs: number) => {
      const end_date = new Date(endMs).toISOString();
      const workflowVariables = { end_date, participants: ['user:Administrator', 'members'] };
      const begun = await endTask(app, id, { status: 'start_review', workflowVariables });
      expect(begun.status, begun.text).toBe(200);
    };
    await begin(Date.now() - day / 2);
    await escalate();
    expect(await openTasks(app, id)).toEqual(['Task328d Administrator', 'Task328d members']);
    const end = { workflowInstanceId: id, name: 'end_date', value: new Date(Date.now() - 2 * day) };
    const set = await callOperation(app, 'Context.SetWorkflowVar', { params: end });
    expect(set.status, set.text).toBe(204);
    await escalate();
    expect(await openTasks(app, id)).toEqual(['Task2169 Administrator']);
    const { json } = await app.request(`GET /api/v1/id/${uid}/@audit`);
    expect(JSON.stringify(json.entries)).toContain('Consultation time excedeed');
  });

  test('a bulk command evaluates the rules of chosen workflows', async () => {
    const told = await startWorkflow(app, 'Patient', file, { variables: { limit: 1 } });
    const quiet = await startWorkflow(app, 'Patient', file);
    const broken = await startWorkflow(app, 'Broken', file);
    const query = `SELECT * FROM DocumentRoute WHERE ecm:uuid IN ('${told}', '${quiet}', '${broken}')`;
    const params = { action: 'documentRoutingEscalation', query };
    const { json } = await callOperation(app, 'Bulk.RunAction', { params });
    const status = await whenEnded(app, json.commandId);
    expect(status).toMatchObject({ total: 3, processed: 3, skipCount: 1, errorCount: 1 });
    expect(await stateOf(told)).toMatchObject({ told: 1 });
    expect(await stateOf(broken)).toMatchObject({ told: 0 });
  });

  test('a rule that fails leaves nothing, and does not stop others', async () => {
    const broken = await startWorkflow(app, 'Broken', file);
    const cancelled = await startWorkflow(app, 'Cancelled', file);
    const told = await startWorkflow(app, 'Patient', file, { variables: { limit: 1 } });
    await escalate();
    expect(await stateOf(broken)).toMatchObject({ state: 'running', told: 0 });
    expect(await stateOf(cancelled)).toMatchObject({ state: 'canceled' });
    expect(await stateOf(told)).toMatchObject({ told: 1 });
    expect(await openTasks(app, broken)).toEqual(['ask Administrator']);
  });
});
