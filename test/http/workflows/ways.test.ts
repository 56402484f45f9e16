import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { step } from '../../support/chains.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import {
  endTask,
  instanceOf,
  instancesOf,
  openTasks,
  startWithWorkflows,
  startWorkflow,
  tasksOf,
  tryStart,
} from '../../support/workflows.ts';

const me = 'Administrator';
const buttons = [{ name: 'yes' }, { name: 'no' }];
const pressed = (name: string) => `NodeVariables["button"] == "${name}"`;
const to = (target: string, more: object = {}) => ({ name: `to_${target}`, target, ...more });
const start = (...targets: string[]) => ({
  id: 'start',
  start: true,
  transitions: targets.map((target) => to(target)),
});
const ask = (id: string, transitions: object[], more: object = {}) => ({
  id,
  task: { assignees: [me], buttons },
  transitions,
  ...more,
});
const end = { id: 'end', stop: true };
const trail = { name: 'trail', type: 'string', default: '' };
const write = (letter: string) =>
  step('RunScript', {
    script: `WorkflowVariables["trail"] = WorkflowVariables["trail"] + "${letter}"`,
  });

const models = [
  {
    name: 'JoinAll',
    variables: [trail],
    nodes: [
      start('a', 'b'),
      ask('a', [to('join', { chain: 'A' })]),
      ask('b', [to('join', { chain: 'B' })]),
      { id: 'join', merge: 'all', inputChain: 'J', transitions: [to('last')] },
      ask('last', [to('end')]),
      end,
    ],
  },
  {
    name: 'JoinOne',
    nodes: [
      start('a', 'b'),
      ask('a', [to('join')]),
      ask('b', [to('c')]),
      ask('c', [to('join')]),
      { id: 'join', merge: 'one', transitions: [to('last')] },
      ask('last', [to('end')]),
      end,
    ],
  },
  {
    name: 'FirstOnly',
    nodes: [
      { ...start('b', 'a'), firstTransitionOnly: true },
      ask('a', [to('end')]),
      ask('b', [to('end')]),
      end,
    ],
  },
  {
    name: 'ForEach',
    variables: [
      { name: 'voters', type: 'string[]', default: [me, 'user:ann', 'group:members', 'ann'] },
    ],
    nodes: [
      start('vote'),
      {
        id: 'vote',
        task: {
          assigneesExpression: 'WorkflowVariables["voters"]',
          oneForEachActor: true,
          buttons,
        },
        transitions: [to('end', { condition: 'NodeVariables["numberOfProcessedTasks"] == 3' })],
      },
      end,
    ],
  },
  {
    name: 'ForEachWriter',
    variables: [{ name: 'writers', type: 'string[]', default: [me] }],
    nodes: [
      start('write'),
      {
        id: 'write',
        task: {
          assigneesExpression: 'WorkflowVariables["writers"]',
          oneForEachActor: true,
          permission: 'Write',
          buttons,
        },
        transitions: [to('end')],
      },
      end,
    ],
  },
  {
    name: 'Inner',
    variables: [{ name: 'text', type: 'string' }],
    nodes: [start('inside'), ask('inside', [to('end')]), end],
  },
  { name: 'Empty', nodes: [start('end'), end] },
  {
    name: 'Outer',
    variables: [{ name: 'which', type: 'string', default: 'Inner' }, trail],
    nodes: [
      start('call'),
      {
        id: 'call',
        subWorkflow: {
          model: 'expr:WorkflowVariables["which"]',
          variables: { text: 'expr:"of " + workflowInitiator' },
        },
        outputChain: 'A',
        transitions: [to('after')],
      },
      ask('after', [to('end')]),
      end,
    ],
  },
  {
    name: 'Deep',
    nodes: [
      start('call'),
      { id: 'call', subWorkflow: { model: 'expr:"Deep"' }, transitions: [to('end')] },
      end,
    ],
  },
  {
    name: 'Stopping',
    nodes: [start('a', 'end'), ask('a', [to('end')]), end],
  },
  {
    name: 'StopWhilePending',
    nodes: [start('end', 'second'), { ...end, id: 'second' }, end],
  },
  {
    name: 'Never',
    nodes: [start('a'), ask('a', [to('end', { condition: pressed('yes') })]), end],
  },
  {
    name: 'Twice',
    nodes: [start('a', 'b'), ask('a', [to('c')]), ask('b', [to('c')]), ask('c', [to('end')]), end],
  },
  {
    name: 'Endless',
    nodes: [
      start('a'),
      { ...ask('a', [to('end')]), task: { assignees: [me], buttons, dueDate: '[1]' } },
      end,
    ],
  },
  {
    name: 'Failing',
    variables: [{ name: 'place', type: 'string', default: '' }],
    nodes: [
      {
        ...start(),
        transitions: [
          to('a', { condition: 'WorkflowVariables["place"] == "text" ? "text" : missing' }),
        ],
      },
      ask('a', [to('end')]),
      end,
    ],
  },
  {
    name: 'Alone',
    nodes: [
      start('a'),
      { ...ask('a', [to('end')]), task: { assigneesExpression: '[]', buttons } },
      end,
    ],
  },
  {
    name: 'Broken',
    nodes: [start('a'), ask('a', [to('end')], { inputChain: 'Fail' }), end],
  },
  {
    name: 'Committing',
    nodes: [start('a'), ask('a', [to('end')], { inputChain: 'NewTransaction' }), end],
  },
];

const chains = {
  A: [write('a')],
  B: [write('b')],
  J: [write('j')],
  Fail: [
    step('Document.SetProperty', { xpath: 'dc:title', value: 'changed' }),
    step('Document.FollowLifecycleTransition', { value: 'no such transition' }),
  ],
  NewTransaction: [step('Context.RunDocumentOperationInNewTx', { id: 'A' })],
};

describe.each(engines)('the ways of a workflow on %s', (engine) => {
  let app: TestApp;
  let uid: string;
  beforeAll(async () => {
    app = await startWithWorkflows(engine, { models, chains });
    ({ uid } = await createDocument(app, { name: 'plan' }));
  });
  afterAll(() => app.close());

  const press = (id: string, node: string, status = 'yes') => endTask(app, id, { node, status });
  const stateOf = async (id: string) => (await instanceOf(app, id)).state;

  test('a join of all ways waits for each of them', async () => {
    const id = await startWorkflow(app, 'JoinAll', uid);
    expect(await openTasks(app, id)).toEqual([`a ${me}`, `b ${me}`]);
    expect((await press(id, 'b')).status).toBe(200);
    expect(await openTasks(app, id)).toEqual([`a ${me}`]);
    expect(JSON.parse((await instanceOf(app, id)).nodes).join.state).toBe('waiting');
    await press(id, 'a');
    expect(await openTasks(app, id)).toEqual([`last ${me}`]);
    await press(id, 'last');
    const { state, variables } = await instanceOf(app, id);
    expect([state, JSON.parse(variables)]).toEqual(['done', { trail: 'baj' }]);
  });

  test('the first way to a join of one ends the others with their tasks', async () => {
    const id = await startWorkflow(app, 'JoinOne', uid);
    await press(id, 'b');
    expect(await openTasks(app, id)).toEqual([`a ${me}`, `c ${me}`]);
    await press(id, 'a');
    expect(await openTasks(app, id)).toEqual([`last ${me}`]);
    const states = (await tasksOf(app, id)).map(({ node_id, state }) => `${node_id} ${state}`);
    expect(states.sort()).toEqual(['a ended', 'b ended', 'c cancelled', 'last opened']);
    const cancelled = (await tasksOf(app, id)).find(({ node_id }) => node_id === 'c');
    const entity = (await app.request(`GET /api/v1/id/${cancelled?.id}`)).json;
    expect(entity.state).toBe('cancelled');
    await press(id, 'last');
    expect(await stateOf(id)).toBe('done');
  });

  test('only the first transition by name is taken where the node says so', async () => {
    const id = await startWorkflow(app, 'FirstOnly', uid);
    expect(await openTasks(app, id)).toEqual([`a ${me}`]);
  });

  test('a node with a task for each actor waits for all of them', async () => {
    const id = await startWorkflow(app, 'ForEach', uid);
    expect(await openTasks(app, id)).toEqual([`vote ${me}`, 'vote ann', 'vote members']);
    expect((await press(id, 'vote')).status).toBe(200);
    expect((await press(id, 'vote', 'no')).status).toBe(200);
    expect(await stateOf(id)).toBe('running');
    expect((await press(id, 'vote')).status).toBe(200);
    expect(await stateOf(id)).toBe('done');
  });

  test('tasks of one step that would give too many rights are refused together', async () => {
    const names = Array.from({ length: 21 }, (_item, index) => `part-${index}`);
    const ids: string[] = [];
    for (const name of names) ids.push((await createDocument(app, { name })).uid);
    const writers = Array.from({ length: 1_000 }, (_item, index) => `user:w${index}`);
    const before = await instancesOf(app);
    const refused = await tryStart(app, 'ForEachWriter', ids, { variables: { writers } });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/953 assignees on 21 documents are too many/);
    expect(await instancesOf(app)).toEqual(before);
    const few = { variables: { writers: writers.slice(0, 3) } };
    expect((await tryStart(app, 'ForEachWriter', ids, few)).status).toBe(200);
  });

  test('a node waits for its sub-workflow, which is on the same documents', async () => {
    const id = await startWorkflow(app, 'Outer', uid, {});
    const outer = (await instancesOf(app)).find(({ model_name }) => model_name === 'Outer');
    const inner = (await instancesOf(app)).find(({ id: other }) => other === id);
    expect([inner?.model_name, inner?.parent_id, inner?.parent_node]).toEqual([
      'Inner',
      outer?.id,
      'call',
    ]);
    expect(JSON.parse(inner?.variables ?? '')).toEqual({ text: `of ${me}` });
    const task = (await tasksOf(app, id))[0];
    const entity = await app.request(`GET /api/v1/id/${task?.id}`, {
      headers: { properties: '*' },
    });
    expect(entity.json.properties['nt:targetDocumentsIds']).toEqual([uid]);
    await press(id, 'inside');
    expect(await stateOf(id)).toBe('done');
    expect(await openTasks(app, outer?.id ?? '')).toEqual([`after ${me}`]);
    expect(JSON.parse((await instanceOf(app, outer?.id ?? '')).variables).trail).toBe('a');
  });

  test('a sub-workflow that ends at once lets the node go on', async () => {
    const before = new Set((await instancesOf(app)).map(({ id }) => id));
    const response = await tryStart(app, 'Outer', [uid], { variables: { which: 'Empty' } });
    expect(response.status).toBe(200);
    // The ids of one millisecond have no order.
    const made = (await instancesOf(app)).filter(({ id }) => !before.has(id));
    const outer = made.find(({ state }) => state === 'running');
    expect(made.map(({ state }) => state).sort()).toEqual(['done', 'running']);
    expect(await openTasks(app, outer?.id ?? '')).toEqual([`after ${me}`]);
  });

  test('what a workflow waits for elsewhere ends with it', async () => {
    const id = await startWorkflow(app, 'Stopping', uid);
    const states = (await tasksOf(app, id)).map(({ state }) => state);
    expect([await stateOf(id), states]).toEqual(['done', []]);
  });

  test.each([
    ['StopWhilePending', {}, /pending nodes: second/],
    ['Endless', {}, /node 'a', due date: .*no date/],
    ['Failing', { place: 'text' }, /node 'start', transition 'to_a': .*neither true nor false/],
    ['Failing', {}, /node 'start', transition 'to_a': .*missing/],
    ['Alone', {}, /node 'a', assignees: .*no assignees/],
    ['Broken', {}, /node 'a', input chain: .*no such transition/],
    ['Committing', {}, /node 'a', input chain: .*one transaction/],
    ['Outer', { which: 'Missing' }, /node 'call', sub-workflow: there is no model 'Missing'/],
    ['Deep', {}, /Execution is looping, node: (?:start|call) of the workflow 'Deep'/],
  ])('%s with %o fails as a whole, and says where', async (model, variables, message) => {
    const before = (await instancesOf(app)).length;
    const response = await tryStart(app, model, [uid], { variables });
    expect([response.status, response.json.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await instancesOf(app)).length).toBe(before);
    expect((await app.request(`GET /api/v1/id/${uid}`)).json.title).toBe('plan');
  });

  test('a task that leads nowhere stays open', async () => {
    const id = await startWorkflow(app, 'Never', uid);
    const response = await press(id, 'a', 'no');
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringMatching(/No transition evaluated to true from node 'a'/),
    ]);
    expect(await openTasks(app, id)).toEqual([`a ${me}`]);
    expect((await press(id, 'a')).status).toBe(200);
  });

  test('a node that still waits cannot be reached again without a join', async () => {
    const id = await startWorkflow(app, 'Twice', uid);
    await press(id, 'a');
    const response = await press(id, 'b');
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringMatching(/node 'c': it is reached while it still waits/),
    ]);
    expect(await openTasks(app, id)).toEqual([`b ${me}`, `c ${me}`]);
  });
});
