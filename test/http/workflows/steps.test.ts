import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { step } from '../../support/chains.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import {
  endTask,
  instanceOf,
  openTasks,
  startWithWorkflows,
  startWorkflow,
} from '../../support/workflows.ts';

const buttons = [{ name: 'yes' }, { name: 'no' }];
const pressed = (name: string) => `NodeVariables["button"] == "${name}"`;

const models = [
  {
    name: 'Approval',
    variables: [
      { name: 'reviewer', type: 'string', default: 'Administrator' },
      { name: 'count', type: 'integer', default: 0 },
    ],
    nodes: [
      { id: 'start', start: true, transitions: [{ name: 'go', target: 'review' }] },
      {
        id: 'review',
        variables: [{ name: 'comment', type: 'string' }],
        exposedVariables: ['reviewer'],
        inputChain: 'CountUp',
        task: {
          assigneesExpression: 'WorkflowVariables["reviewer"]',
          permission: 'ReadWrite',
          dueDate: 'CurrentDate.days(2)',
          buttons,
        },
        transitions: [
          { name: 'again', condition: pressed('no'), target: 'review' },
          { name: 'done', condition: pressed('yes'), target: 'end', chain: 'Approve' },
        ],
      },
      { id: 'end', stop: true },
    ],
  },
];

const chains = {
  CountUp: [
    step('RunScript', {
      script: 'WorkflowVariables["count"] = WorkflowVariables["count"] + 1',
    }),
  ],
  Approve: [step('Document.FollowLifecycleTransition', { value: 'approve' })],
};

describe.each(engines)('steps of a workflow on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithWorkflows(engine, { models, chains });
  });
  afterAll(() => app.close());

  test('a task waits, is repeated, and ends the workflow', async () => {
    const { uid } = await createDocument(app, { name: 'plan' });
    const id = await startWorkflow(app, 'Approval', uid);
    expect(await openTasks(app, id)).toEqual(['review Administrator']);
    const again = await endTask(app, id, { status: 'no', comment: 'not yet' });
    expect([again.status, again.json.state]).toEqual([200, 'ended']);
    expect(await openTasks(app, id)).toEqual(['review Administrator']);
    expect((await endTask(app, id, { status: 'yes' })).status).toBe(200);
    expect(await openTasks(app, id)).toEqual([]);
    const { state, variables } = await instanceOf(app, id);
    expect([state, JSON.parse(variables).count]).toEqual(['done', 2]);
    expect((await app.request(`GET /api/v1/id/${uid}`)).json.state).toBe('approved');
  });
});
