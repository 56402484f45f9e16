import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AutomationServices, Caller } from '../../src/automation/execution.ts';
import { executeWork } from '../../src/automation/executor.ts';
import { isAppError } from '../../src/base/errors/app-error.ts';
import { resumeNodeIn } from '../../src/workflow/manage-workflow.ts';
import {
  cancelWorkflow,
  completeTask,
  delegateTask,
  reassignTask,
  startWorkflow as startBy,
} from '../../src/workflow/workflow-service.ts';
import type { TestApp } from '../support/app.ts';
import { step } from '../support/chains.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { type FaultMoment, FaultyDatabase } from '../support/faulty-database.ts';
import { storeFindings } from '../support/invariants.ts';
import { dumpStore } from '../support/store-dump.ts';
import { callerNamed, startWithWorkflows, startWorkflow, tasksOf } from '../support/workflows.ts';

const press = [{ name: 'yes' }];
const ask = (id: string, target: string, more: object = {}) => ({
  id,
  task: {
    assignees: ['ann', 'ben'],
    permission: 'ReadWrite',
    reassignable: true,
    buttons: press,
    ...more,
  },
  transitions: [{ name: 'go', target, chain: 'Touch' }],
});

const models = [
  {
    name: 'Inner',
    nodes: [
      { id: 'start', start: true, transitions: [{ name: 'go', target: 'inside' }] },
      ask('inside', 'end'),
      { id: 'end', stop: true },
    ],
  },
  {
    name: 'Journey',
    variables: [{ name: 'text', type: 'string' }],
    nodes: [
      {
        id: 'start',
        start: true,
        transitions: [
          { name: 'one', target: 'first' },
          { name: 'two', target: 'each' },
        ],
      },
      ask('first', 'join'),
      ask('each', 'join', { oneForEachActor: true }),
      { id: 'join', merge: 'one', transitions: [{ name: 'go', target: 'call' }] },
      {
        id: 'call',
        subWorkflow: { model: 'Inner' },
        transitions: [{ name: 'go', target: 'last' }],
      },
      ask('last', 'end'),
      { id: 'end', stop: true },
    ],
    cancelChain: 'Touch',
  },
];

const chains = { Touch: [step('Document.SetProperty', { xpath: 'dc:title', value: 'touched' })] };

interface Stage {
  readonly services: AutomationServices;
  readonly ann: Caller;
}

interface UseCase {
  readonly title: string;
  prepare(app: TestApp): Promise<(stage: Stage) => Promise<unknown>>;
}

let count = 0;
const begin = async (app: TestApp): Promise<string> => {
  count += 1;
  const { uid } = await createDocument(app, { name: `doc${count}` });
  await startWorkflow(app, 'Journey', uid);
  const instances = await app.services.database.read((handle) =>
    handle.all(
      handle.builder
        .selectFrom('workflow_instance')
        .selectAll()
        .where('model_name', '=', 'Journey')
        .orderBy('id', 'desc'),
    ),
  );
  return instances[0]?.id ?? '';
};

const taskOf = async (app: TestApp, id: string, node: string): Promise<string> =>
  (await tasksOf(app, id)).find(({ node_id, state }) => node_id === node && state === 'opened')
    ?.id ?? '';

const ending = (taskId: string) => ({ taskId, action: 'yes', comment: 'good' });

const cases: readonly UseCase[] = [
  {
    title: 'starting a workflow',
    async prepare(app) {
      count += 1;
      const { uid } = await createDocument(app, { name: `doc${count}` });
      const request = { modelName: 'Journey', documentIds: [uid], variables: new Map() };
      return ({ services, ann }) => startBy(services, ann, request);
    },
  },
  {
    title: 'ending a task, with a join that cancels others and a workflow that begins',
    async prepare(app) {
      const taskId = await taskOf(app, await begin(app), 'first');
      return ({ services, ann }) => completeTask(services, ann, ending(taskId));
    },
  },
  {
    title: 'ending the task after which another workflow goes on',
    async prepare(app) {
      const id = await begin(app);
      const caller = await callerNamed(app, 'ann');
      const { automation } = app.services;
      await completeTask(automation, caller, ending(await taskOf(app, id, 'first')));
      const inner = await app.services.database.read((handle) =>
        handle.first(
          handle.builder.selectFrom('workflow_instance').selectAll().where('parent_id', '=', id),
        ),
      );
      const taskId = await taskOf(app, inner?.id ?? '', 'inside');
      return ({ services, ann }) => completeTask(services, ann, ending(taskId));
    },
  },
  {
    title: 'reassigning a task',
    async prepare(app) {
      const taskId = await taskOf(app, await begin(app), 'first');
      const request = { taskId, actors: ['user:cas'], comment: 'for you' };
      return ({ services, ann }) => reassignTask(services, ann, request);
    },
  },
  {
    title: 'delegating a task',
    async prepare(app) {
      const taskId = await taskOf(app, await begin(app), 'first');
      const request = { taskId, actors: ['user:cas'], comment: null };
      return ({ services, ann }) => delegateTask(services, ann, request);
    },
  },
  {
    title: 'resuming a node',
    async prepare(app) {
      const instanceId = await begin(app);
      const request = { instanceId, nodeId: 'first' };
      return ({ services, ann }) =>
        executeWork(services, ann, (context) => resumeNodeIn(context, request));
    },
  },
  {
    title: 'cancelling a workflow',
    async prepare(app) {
      const id = await begin(app);
      return ({ services, ann }) => cancelWorkflow(services, ann, id);
    },
  },
];

/** More calls than any use case makes. */
const callsMax = 200;

describe.each(engines)('when a query of %s fails in a step of a workflow', (engine) => {
  let app: TestApp;
  let faults: FaultyDatabase;
  let stage: Stage;
  beforeAll(async () => {
    app = await startWithWorkflows(engine, { models, chains });
    for (const name of ['ann', 'ben', 'cas']) await createUser(app, name, ['administrators']);
    faults = new FaultyDatabase(app.services.database);
    const services = { ...app.services.automation, database: faults };
    stage = { services, ann: await callerNamed(app, 'ann') };
    // The folder of the day is made with the first workflow.
    await begin(app);
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    await app.close();
  });

  async function failEveryCall(useCase: UseCase, moment: FaultMoment): Promise<number> {
    const attempt = await useCase.prepare(app);
    const before = await dumpStore(app.services.database);
    for (let call = 1; call < callsMax; call += 1) {
      faults.failAt(call, moment);
      const error = await attempt(stage).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      const context = `${useCase.title}: call ${call} failed ${moment} its effect`;
      if (!faults.hasFailed) {
        expect(error, context).toBeUndefined();
        return call - 1;
      }
      expect(isAppError(error, 'store.unavailable'), `${context}: ${error}`).toBe(true);
      expect(await dumpStore(app.services.database), context).toEqual(before);
    }
    throw new Error(`${useCase.title} never came to its end`);
  }

  describe.each(['before', 'after'] as const)('%s its effect', (moment) => {
    test.each(cases)(
      '$title leaves everything as it was, and the next attempt succeeds',
      async (useCase) => {
        expect(await failEveryCall(useCase, moment)).toBeGreaterThan(5);
      },
    );
  });
});
