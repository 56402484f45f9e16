import { expect, test } from 'vitest';
import { isAppError } from '../../base/errors/app-error.ts';
import { parseExpression } from '../../expressions/expression-parser.ts';
import {
  buildWorkflowModels,
  defaultWorkflowFile,
  loadDefaultWorkflows,
  parseWorkflowFile,
} from './workflow-file.ts';
import type { WorkflowFile } from './workflow-format.ts';
import { readDefinition, type WorkflowModels } from './workflow-models.ts';

function checkExpression(text: string): string | undefined {
  try {
    parseExpression(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function parse(content: object, source = 'own.json'): Promise<WorkflowFile> {
  const parsed = await parseWorkflowFile(content, source);
  if ('content' in parsed) return parsed;
  throw new Error(parsed.join('\n'));
}

async function formProblems(content: unknown): Promise<readonly string[]> {
  const parsed = await parseWorkflowFile(content, 'own.json');
  return 'content' in parsed ? [] : parsed;
}

async function build(...contents: readonly object[]): Promise<WorkflowModels> {
  const files: WorkflowFile[] = [];
  for (const [index, content] of contents.entries()) {
    files.push(await parse(content, index === 0 ? 'own.json' : `own${index + 1}.json`));
  }
  return buildWorkflowModels(files, checkExpression);
}

/** The problems without the name of the file and the place of the only model. */
async function problemsOf(...contents: readonly object[]): Promise<readonly string[]> {
  try {
    await build(...contents);
    return [];
  } catch (error) {
    if (!isAppError(error, 'workflow.invalid')) throw error;
    const { problems } = error.detail as { problems: readonly string[] };
    return problems.map((problem) => problem.replace('own.json: models[0].', ''));
  }
}

const approve = { assignees: ['bob'], buttons: [{ name: 'ok' }] };
const stop = { id: 'end', stop: true };

interface Changes {
  readonly model?: object;
  readonly start?: object;
  readonly work?: object;
  readonly more?: readonly object[];
}

/** start → work (a task) → end, with changes. */
function modelWith({ model = {}, start = {}, work = {}, more = [] }: Changes): object {
  return {
    models: [
      {
        name: 'Own',
        nodes: [
          { id: 'begin', start: true, transitions: [{ name: 'go', target: 'work' }], ...start },
          { id: 'work', task: approve, transitions: [{ name: 'done', target: 'end' }], ...work },
          stop,
          ...more,
        ],
        ...model,
      },
    ],
  };
}

test('the models of the server pass all checks that files have to pass', async () => {
  const file = await parse(defaultWorkflowFile.content, 'the models of the server');
  const models = buildWorkflowModels([file], checkExpression);
  expect(models.all).toEqual(loadDefaultWorkflows().all);
  expect(models.all.map(({ name }) => name)).toEqual([
    'ParallelDocumentReview',
    'SerialDocumentReview',
  ]);
});

test('each label of the models of the server has a text in three languages', () => {
  const models = loadDefaultWorkflows();
  const keys = models.all.flatMap(({ title, nodes }) => [
    title,
    ...nodes.flatMap((node) => [
      node.title,
      node.task?.directive ?? node.title,
      ...node.transitions.map(({ label }) => label),
      ...(node.task?.buttons ?? []).map(({ label }) => label),
    ]),
  ]);
  const labels = defaultWorkflowFile.content.labels ?? {};
  for (const language of ['en', 'fr', 'de']) {
    expect(keys.filter((key) => labels[language]?.[key] === undefined)).toEqual([]);
  }
  const cancel = 'wf.serialDocumentReview.cancel';
  expect(models.translate(cancel, 'fr-CA')).toBe('Annuler la revue');
  expect(models.translate(cancel, ['it', 'de'])).toBe('Prüfung abbrechen');
  expect(models.translate(cancel, 'it')).toBe('Cancel the review');
  expect(models.translate('a text of its own', 'fr')).toBe('a text of its own');
});

test('a file adds a model, with what it leaves out', async () => {
  const models = await build(modelWith({}));
  const model = models.find('Own');
  expect(models.all.map(({ name }) => name)).toEqual([
    'Own',
    'ParallelDocumentReview',
    'SerialDocumentReview',
  ]);
  expect(model).toMatchObject({
    title: 'Own',
    cancelChain: null,
    availability: { permission: null, types: null, excludedStates: [], refusesLocked: false },
    nodes: [
      { id: 'begin', isStart: true, isStop: false, task: null, title: 'begin', merge: null },
      {
        id: 'work',
        task: {
          assignees: ['bob'],
          documentType: 'TaskDoc',
          layout: 'work@taskLayout',
          isForEachActor: false,
          allowsReassignment: false,
          buttons: [{ name: 'ok', label: 'ok', validate: true, condition: null }],
        },
        transitions: [{ name: 'done', label: 'done', condition: 'true', chain: null, path: [] }],
      },
      { id: 'end', isStop: true, transitions: [] },
    ],
  });
});

test('a definition is read as the same model, and its digest follows from it', async () => {
  const [one, same, other] = [
    await build(modelWith({})),
    await build(modelWith({})),
    await build(modelWith({ work: { title: 'Other' } })),
  ];
  const own = (models: WorkflowModels) => models.all[0] ?? expect.fail('no model');
  expect(readDefinition(one.definitionOf(own(one)))).toEqual(own(one));
  expect(one.digestOf(own(one))).toBe(same.digestOf(own(same)));
  expect(one.digestOf(own(one))).not.toBe(other.digestOf(own(other)));
  expect(one.digestOf(readDefinition(one.definitionOf(own(one))))).toBe(one.digestOf(own(one)));
});

test('a later file replaces a model, disables another and adds labels', async () => {
  const replacing = modelWith({ model: { name: 'SerialDocumentReview', title: 'own.title' } });
  const models = await build(
    { ...replacing, labels: { 'de-AT': { 'own.title': 'Prüfung' } } },
    { models: [{ name: 'ParallelDocumentReview', enabled: false }] },
  );
  expect(models.all.map(({ name }) => name)).toEqual(['SerialDocumentReview']);
  expect(models.find('SerialDocumentReview')?.nodes).toHaveLength(3);
  expect(models.translate('own.title', 'de_at')).toBe('Prüfung');
  expect(models.translate('wf.serialDocumentReview.submit', 'de-AT')).toBe('Einreichen');
});

test('what a file disables has to exist', async () => {
  expect(await problemsOf({ models: [{ name: 'Seriel', enabled: false }] })).toEqual([
    'name: there is no model "Seriel" to disable; use one of SerialDocumentReview, ParallelDocumentReview',
  ]);
});

test('problems of the form name the place', async () => {
  const problems = await formProblems({
    models: [
      { name: 'Own', nodes: [{ id: '1', task: { buttons: [{ name: 'a/b' }] }, extra: 1 }] },
      { name: 'constructor', enabled: false, nodes: [] },
      { name: 'Other', nodes: [], variables: [{ name: 'a', type: 'number' }] },
      5,
    ],
  });
  expect(problems).toEqual([
    expect.stringMatching(/^own\.json: models\[0\]\.nodes\[0\]\.id: use 1 to 100 letters/),
    expect.stringMatching(/^own\.json: models\[0\]\.nodes\[0\]\.task\.buttons\[0\]\.name: use 1/),
    'own.json: models[0].nodes[0].extra: unknown key',
    'own.json: models[1].name: this name is reserved',
    'own.json: models[1].nodes: unknown key',
    expect.stringMatching(/^own\.json: models\[2\]\.variables\[0\]\.type: /),
    expect.stringMatching(/^own\.json: models\[2\]\.nodes: /),
    expect.stringMatching(/^own\.json: models\[3\]: /),
  ]);
  expect(await formProblems([])).toEqual([expect.stringMatching(/^own\.json: \(the file\): /)]);
  expect(await formProblems({ labels: { fr: { a: 1 } }, other: 1 })).toEqual([
    expect.stringMatching(/^own\.json: labels\.fr\.a: /),
    'own.json: other: unknown key',
  ]);
});

const go = (target: string, name = target): object => ({ name, target });

const wrong: readonly (readonly [what: string, changes: Changes, problems: readonly string[]])[] = [
  [
    'an unknown target',
    { work: { transitions: [go('nowhere')] } },
    [
      'nodes[1].transitions[0].target: there is no node "nowhere"',
      'nodes[2]: no transitions lead from the start to "end"; remove it',
    ],
  ],
  [
    'names that are there twice',
    {
      model: {
        variables: [
          { name: 'a', type: 'string' },
          { name: 'a', type: 'date' },
        ],
      },
      work: {
        variables: [
          { name: 'b', type: 'string' },
          { name: 'b', type: 'string' },
        ],
        task: { ...approve, buttons: [{ name: 'ok' }, { name: 'ok' }] },
        escalations: [
          { id: 'late', condition: 'true', chain: 'x' },
          { id: 'late', condition: 'true', chain: 'x' },
        ],
        transitions: [go('end', 'a'), go('end', 'a')],
        exposedVariables: ['a', 'a'],
      },
    },
    [
      'variables[1].name: "a" is there twice; use another name',
      'nodes[1].variables[1].name: "b" is there twice; use another name',
      'nodes[1].exposedVariables[1]: "a" is there twice; use another name',
      'nodes[1].transitions[1].name: "a" is there twice; use another name',
      'nodes[1].escalations[1].id: "late" is there twice; use another name',
      'nodes[1].task.buttons[1].name: "ok" is there twice; use another name',
    ],
  ],
  [
    'a node that is there twice',
    { more: [{ id: 'work', stop: true }] },
    ['nodes[3].id: "work" is there twice; use another name'],
  ],
  [
    'no start',
    { start: { start: false } },
    ['nodes: there is no start node: give one "start": true'],
  ],
  [
    'several starts',
    { work: { start: true } },
    ['nodes: there are 2 start nodes (begin, work); keep one of them'],
  ],
  [
    'unreachable nodes',
    {
      more: [
        { id: 'lost', task: approve, transitions: [go('lost2')] },
        { id: 'lost2', task: approve, transitions: [go('lost')] },
      ],
    },
    [
      'nodes[3]: no transitions lead from the start to "lost"; remove it',
      'nodes[4]: no transitions lead from the start to "lost2"; remove it',
    ],
  ],
  [
    'a node that never ends',
    { start: { transitions: [go('work'), go('dead')] }, more: [{ id: 'dead', task: approve }] },
    [
      'nodes[3].transitions: the workflow would stay at "dead" for ever: add a transition, or make it a stop node',
    ],
  ],
  [
    'a circle without a wait',
    {
      start: { transitions: [go('a')] },
      more: [
        { id: 'a', transitions: [go('b'), go('work')] },
        { id: 'b', transitions: [go('a')] },
        { id: 'c', transitions: [go('c')] },
      ],
    },
    [
      'nodes[5]: no transitions lead from the start to "c"; remove it',
      'nodes[3].transitions: the circle a → b → a never waits: give one of its nodes a task or a sub-workflow',
      'nodes[5].transitions: the circle c → c never waits: give one of its nodes a task or a sub-workflow',
    ],
  ],
  [
    'a stop node that would go on',
    { work: { stop: true } },
    [
      'nodes[1].stop: the node ends the workflow at once: move its task to a node before it',
      'nodes[1].transitions: a stop node has none; remove them',
    ],
  ],
  [
    'a merge of what comes after it',
    {
      work: {
        merge: 'all',
        transitions: [go('end'), go('again')],
      },
      more: [{ id: 'again', task: approve, transitions: [go('work', 'back')] }],
    },
    ['nodes[1].merge: waits for the transition "back" of "again", which comes after it; use "one"'],
  ],
  [
    'a merge of itself',
    { work: { merge: 'all', transitions: [go('end'), go('work', 'once more')] } },
    [
      'nodes[1].merge: waits for the transition "once more" of "work", which comes after it; use "one"',
    ],
  ],
  [
    'a merge of ways that exclude each other',
    {
      start: { firstTransitionOnly: true, transitions: [go('a'), go('b')] },
      work: { merge: 'all' },
      more: [
        { id: 'a', transitions: [go('work')] },
        { id: 'b', transitions: [go('work')] },
      ],
    },
    [
      'nodes[1].merge: "begin" takes only one transition, so that not all that lead to "work" are taken; use "one"',
    ],
  ],
  [
    'variables that are none',
    {
      model: {
        variables: [
          { name: 'count', type: 'integer', default: 1.5 },
          { name: 'text', type: 'string', default: 'abc', maxLength: 2 },
          { name: 'day', type: 'date', default: '2026-02-31' },
          { name: 'file', type: 'blob', default: 'a' },
          { name: 'list', type: 'boolean[]', default: [true, 'no'] },
          { name: 'flag', type: 'boolean', default: true, maxLength: 5 },
          { name: 'good', type: 'date[]', default: ['2026-02-28', '2026-02-28T12:00:00Z'] },
        ],
      },
      work: { variables: [{ name: 'button', type: 'string' }], exposedVariables: ['other'] },
    },
    [
      'variables[0].default: 1.5 is no default for integer',
      'variables[1].default: is longer than maxLength, 2',
      'variables[2].default: "2026-02-31" is no default for date',
      'variables[3].default: a file cannot have a default; leave it out',
      'variables[4].default: [true,"no"] is no default for boolean[]',
      'variables[5].maxLength: applies to string and string[] only, not to boolean',
      'nodes[1].variables[0].name: "button" is set by the server; use another name',
      'nodes[1].exposedVariables[0]: the workflow has no variable "other"; add it to the variables of the model',
    ],
  ],
  [
    'a task for nobody, with reserved actions',
    { work: { task: { buttons: [{ name: 'delegate' }, { name: 'reassign' }] } } },
    [
      'nodes[1].task.assignees: name users or groups, or write an assigneesExpression',
      'nodes[1].task.buttons[0].name: "delegate" is reserved for giving a task to other actors',
      'nodes[1].task.buttons[1].name: "reassign" is reserved for giving a task to other actors',
    ],
  ],
  [
    'a file as a variable of a node',
    { work: { variables: [{ name: 'paper', type: 'blob' }] } },
    ['nodes[1].variables[0].type: a node cannot keep a file; make it a variable of the model'],
  ],
  [
    'escalations of a node that does not wait',
    { start: { escalations: [{ id: 'a', condition: 'true', chain: 'x' }] } },
    ['nodes[0].escalations: the node does not wait: give it a task or a sub-workflow'],
  ],
];

test.each(wrong)('refused: %s', async (_what, changes, problems) => {
  expect(await problemsOf(modelWith(changes))).toEqual(problems);
});

test('without a stop node', async () => {
  const [model] = (modelWith({}) as { models: { nodes: object[] }[] }).models;
  const [begin, work] = model?.nodes ?? [];
  const nodes = [begin, { ...work, transitions: [go('begin')] }];
  expect(await problemsOf({ models: [{ ...model, nodes }] })).toEqual([
    'nodes: there is no stop node: give the last one "stop": true',
  ]);
});

test('every expression of a model is parsed', async () => {
  const bad = '1 +';
  const problems = await problemsOf(
    modelWith({
      model: { availability: { condition: bad } },
      start: {
        transitions: [
          { ...go('work'), condition: bad },
          { ...go('sub'), condition: '1 == 1' },
        ],
      },
      work: {
        task: {
          assigneesExpression: bad,
          dueDate: bad,
          buttons: [{ name: 'ok', condition: bad }],
        },
        escalations: [{ id: 'a', condition: bad, chain: 'x' }],
      },
      more: [
        {
          id: 'sub',
          subWorkflow: { model: `expr:${bad}`, variables: { a: `expr:${bad}`, b: bad } },
          transitions: [go('end')],
        },
      ],
    }),
  );
  expect(problems.map((problem) => problem.split(': ').slice(0, 2))).toEqual(
    [
      'availability.condition',
      'nodes[0].transitions[0].condition',
      'nodes[1].escalations[0].condition',
      'nodes[1].task.assigneesExpression',
      'nodes[1].task.dueDate',
      'nodes[1].task.buttons[0].condition',
      'nodes[3].subWorkflow.model',
      'nodes[3].subWorkflow.variables.a',
    ].map((place) => [place, 'is no expression']),
  );
});

function caller(name: string, called: string, hasTask: boolean): object {
  const task = hasTask ? { task: approve } : {};
  return {
    name,
    nodes: [
      { id: 'begin', start: true, ...task, transitions: [go('sub')] },
      {
        id: 'sub',
        subWorkflow: { model: called, variables: { review: 1 } },
        transitions: [go('end')],
      },
      stop,
    ],
    variables: [{ name: 'review', type: 'integer' }],
  };
}

test('sub-workflows are known, take the variables, and do not start themselves without a wait', async () => {
  expect(await problemsOf({ models: [caller('Own', 'Missing', false)] })).toEqual([
    'nodes[1].subWorkflow.model: there is no model "Missing"; use one of SerialDocumentReview, ParallelDocumentReview, Own',
  ]);
  expect(await problemsOf({ models: [caller('Own', 'SerialDocumentReview', false)] })).toEqual([
    'nodes[1].subWorkflow.variables.review: "SerialDocumentReview" has no variable of that name',
  ]);
  const circle = [caller('A', 'B', false), caller('B', 'C', false), caller('C', 'A', false)];
  expect(await problemsOf({ models: circle })).toEqual([
    'nodes: the workflow would start itself without a task before: A → B → C → A',
    'own.json: models[1].nodes: the workflow would start itself without a task before: B → C → A → B',
    'own.json: models[2].nodes: the workflow would start itself without a task before: C → A → B → C',
  ]);
  const waiting = [caller('A', 'B', false), caller('B', 'C', false), caller('C', 'A', true)];
  expect(await problemsOf({ models: waiting })).toEqual([]);
});

test('problems of all files are reported together', async () => {
  const problems = await problemsOf(
    modelWith({ work: { exposedVariables: ['x'] } }),
    modelWith({ model: { name: 'Second' }, work: { transitions: [] } }),
  );
  expect(problems.map((problem) => problem.slice(0, 25))).toEqual([
    'nodes[1].exposedVariables',
    'own2.json: models[0].node',
    'own2.json: models[0].node',
  ]);
});

test('a model may not be larger than what an instance can store', async () => {
  const long = 'x'.repeat(5_000);
  const more = Array.from({ length: 80 }, (_, index) => ({
    id: `n${index}`,
    title: long,
    transitions: [go('end')],
  }));
  const start = { transitions: more.map(({ id }) => go(id)).concat(go('work')) };
  const problems = await problemsOf(modelWith({ start, more }));
  expect(problems).toEqual([]);
  const wide = more.map((node) => ({ ...node, task: { ...approve, directive: long } }));
  expect(await problemsOf(modelWith({ start, more: wide }))).toEqual([
    expect.stringMatching(
      /^own\.json: models\[0\]: has \d+ characters, more than 500000; split it/,
    ),
  ]);
});
