import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../src/base/log.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { startTestApp, type TestApp, type TestClient, type TestRequest } from './app.ts';
import { createDocument, createUser } from './documents.ts';
import { makeFolder } from './engines.ts';
import { denyAll, grantAce, setAcl } from './security.ts';

const text = (name: string, more: object = {}) => ({ name, type: 'string', ...more });

/** A review with one task for each reviewer, and a decision of the initiator; all types of variables. */
const check = {
  name: 'Check',
  title: 'check.title',
  availability: {
    permission: 'ReadWrite',
    types: ['File', 'Note'],
    excludedStates: ['approved'],
    refusesLocked: true,
  },
  variables: [
    text('subject', { default: 'none', maxLength: 20 }),
    { name: 'count', type: 'integer', default: 3 },
    { name: 'ratio', type: 'double', default: 0.5 },
    { name: 'urgent', type: 'boolean' },
    { name: 'until', type: 'date' },
    { name: 'report', type: 'blob' },
    { name: 'reviewers', type: 'string[]', default: [] },
    { name: 'steps', type: 'integer[]' },
    { name: 'days', type: 'date[]' },
    text('internal'),
  ],
  nodes: [
    {
      id: 'begin',
      title: 'check.begin',
      start: true,
      x: 10,
      y: 0,
      transitions: [{ name: 'go', label: 'check.go', target: 'ask', path: [{ x: 0.5, y: 1 }] }],
    },
    {
      id: 'ask',
      title: 'check.ask',
      x: 10,
      y: 100,
      variables: [text('opinion'), text('remark')],
      exposedVariables: [
        'subject',
        'count',
        'ratio',
        'urgent',
        'until',
        'report',
        'reviewers',
        'steps',
        'days',
      ],
      task: {
        directive: 'check.directive',
        assigneesExpression: 'WorkflowVariables["reviewers"]',
        permission: 'Read',
        dueDate: 'CurrentDate.days(5)',
        reassignable: true,
        oneForEachActor: true,
        buttons: [
          { name: 'approve', label: 'check.approve' },
          { name: 'reject', label: 'check.reject', validate: false },
          { name: 'expedite', condition: 'WorkflowVariables["urgent"] == true' },
        ],
      },
      transitions: [{ name: 'asked', label: 'check.asked', target: 'decide' }],
    },
    {
      id: 'decide',
      title: 'check.decide',
      x: 10,
      y: 200,
      task: {
        assigneesExpression: 'workflowInitiator',
        buttons: [{ name: 'accept' }, { name: 'again' }, { name: 'nowhere' }],
      },
      transitions: [
        { name: 'accepted', target: 'end', condition: 'NodeVariables["button"] == "accept"' },
        { name: 'repeated', target: 'ask', condition: 'NodeVariables["button"] == "again"' },
      ],
    },
    { id: 'end', title: 'check.end', stop: true, x: 10, y: 300 },
  ],
};

/** One task for a group; it starts where a condition holds. */
const sign = (condition: string) => ({
  name: 'Sign',
  title: 'Signature',
  availability: { permission: 'Read', condition },
  nodes: [
    { id: 'first', start: true, transitions: [{ name: 'a', target: 'sign' }] },
    {
      id: 'sign',
      title: 'Sign it',
      task: { assignees: ['group:signers'], buttons: [{ name: 'signed' }] },
      transitions: [{ name: 'b', target: 'last' }],
    },
    { id: 'last', stop: true },
  ],
});

const labels = {
  en: { 'check.title': 'Check', 'check.ask': 'Ask reviewers', 'check.asked': 'All were asked' },
  fr: { 'check.ask': 'Demander un avis' },
};

interface ReviewOptions {
  readonly log?: Logger;
  /** Of the model `Sign`. */
  readonly condition?: string;
}

/** An application with the models `Check` and `Sign`, beside the built-in ones, and with users. */
export async function startWithWorkflows(
  engine: EngineName,
  flags: Readonly<Record<string, unknown>> = {},
  { log, condition = 'Document.name != "closed"' }: ReviewOptions = {},
): Promise<TestApp> {
  const folder = await makeFolder();
  try {
    const path = join(folder.path, 'workflows.json');
    await writeFile(path, JSON.stringify({ models: [check, sign(condition)], labels }));
    const app = await startTestApp(engine, { workflowFiles: [path], ...flags }, log);
    const group = { 'entity-type': 'group', groupname: 'signers' };
    await app.request('POST /api/v1/group', { body: group });
    for (const name of ['ann', 'ben', 'cleo', 'eve']) {
      await createUser(app, name, name === 'cleo' ? ['signers'] : []);
    }
    return app;
  } finally {
    await folder.remove();
  }
}

/** A file that ann may change, others may read, and no one else sees. */
export async function createReviewed(
  app: TestApp,
  name: string,
  readers: readonly string[] = [],
): Promise<string> {
  const properties = { 'dc:title': `title of ${name}` };
  const { uid } = await createDocument(app, { name, properties });
  const grants = readers.map((each) => grantAce(each, 'Read'));
  await setAcl(app, uid, [grantAce('ann', 'ReadWrite'), ...grants, denyAll]);
  return uid;
}

interface Started {
  readonly documents: readonly unknown[];
  readonly model?: string;
  readonly variables?: unknown;
}

export function postWorkflow(
  app: TestClient,
  { documents, model = 'Check', variables = { reviewers: ['ben'] } }: Started,
  options: TestRequest = { user: 'ann' },
) {
  const body = {
    'entity-type': 'workflow',
    workflowModelName: model,
    attachedDocumentIds: documents,
    variables,
  };
  return app.request('POST /api/v1/workflow', { ...options, body });
}

/** Starts a workflow as ann and returns its entity; fails the test unless it is 201. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
export async function startWorkflow(app: TestClient, started: Started): Promise<any> {
  const response = await postWorkflow(app, started);
  if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`);
  return response.json;
}

/** The open tasks of a workflow that a user has, by due date. */
export async function tasksOf(
  app: TestClient,
  user: string,
  workflowId: string,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
): Promise<readonly any[]> {
  const line = `GET /api/v1/task?userId=${user}&workflowInstanceId=${workflowId}`;
  const response = await app.request(line, { user, headers });
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return response.json.entries;
}

/** The only open task of a workflow that a user has. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
export async function taskOf(app: TestClient, user: string, workflowId: string): Promise<any> {
  const tasks = await tasksOf(app, user, workflowId);
  if (tasks.length !== 1) throw new Error(`${user} has ${tasks.length} tasks`);
  return tasks[0];
}

export function endTask(
  app: TestClient,
  taskId: string,
  action: string,
  options: TestRequest & { readonly more?: object } = {},
) {
  const { more, ...rest } = options;
  const body = { 'entity-type': 'task', id: taskId, ...more };
  return app.request(`PUT /api/v1/task/${taskId}/${action}`, { body, ...rest });
}
