import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines, makeFolder } from '../../support/engines.ts';
import {
  endTask,
  instanceOf,
  openTasks,
  startWorkflow,
  tryStart,
} from '../../support/workflows.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/workflows.md'), 'utf8');

function blockOf(name: string): string {
  const [, text] = new RegExp(`^\`\`\`json ${name}\\n([^]*?)^\`\`\``, 'm').exec(guide) ?? [];
  if (text === undefined) throw new Error(`the guide has no block ${name}`);
  return text;
}

describe.each(engines)('the example of the guide on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    const folder = await makeFolder();
    const [workflows, chains] = ['workflows', 'operations'].map((name) =>
      join(folder.path, `${name}.json`),
    ) as [string, string];
    await writeFile(workflows, blockOf('workflows'));
    await writeFile(chains, blockOf('operations'));
    app = await startTestApp(engine, { workflowFiles: [workflows], operationFiles: [chains] });
    await folder.remove();
    const properties = { groupname: 'finance', memberUsers: [], memberGroups: [] };
    const body = { 'entity-type': 'group', id: 'finance', properties };
    expect((await app.request('POST /api/v1/group', { body })).status).toBe(201);
    for (const name of ['lawyer', 'other']) await createUser(app, name);
    await createUser(app, 'cashier', ['finance']);
  });
  afterAll(() => app.close());

  test('asks two parties at once, goes back after a refusal, and approves', async () => {
    const properties = { 'dc:title': 'A contract' };
    const { uid } = await createDocument(app, { name: 'contract', properties });
    const id = await startWorkflow(app, 'ContractReview', uid);
    const end = async (user: string, status: string, more = {}) => {
      const ended = await endTask(app, id, { user, status, ...more });
      expect([ended.status, ended.json.message]).toEqual([200, undefined]);
    };
    const both = ['finance finance', 'legal lawyer'];
    await end('Administrator', 'send', { workflowVariables: { lawyer: 'user:lawyer' } });
    expect(await openTasks(app, id)).toEqual(both);
    await end('lawyer', 'agree');
    expect(await openTasks(app, id)).toEqual(['finance finance']);
    await endTask(app, id, { node: 'finance', user: 'cashier', status: 'refuse' });
    expect(await openTasks(app, id)).toEqual(['prepare Administrator']);
    await end('Administrator', 'send');
    expect(await openTasks(app, id)).toEqual(both);
    await endTask(app, id, { node: 'finance', user: 'cashier', status: 'agree' });
    await endTask(app, id, { node: 'legal', user: 'lawyer', status: 'agree' });
    expect(await instanceOf(app, id)).toMatchObject({ state: 'done' });
    expect((await app.request(`GET /api/v1/id/${uid}`)).json.state).toBe('approved');
    const query = "SELECT * FROM DocumentRoute WHERE var_ContractReview:lawyer = 'user:lawyer'";
    const path = `/api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`;
    const found = await app.request(`GET ${path}`);
    expect(found.json.entries.map((entry: { uid: string }) => entry.uid)).toEqual([id]);
  });

  test('has a document of its own, which users can read', async () => {
    const path = '/api/v1/path/document-route-models-root/ContractReview';
    const { status, json } = await app.request(`GET ${path}`, { user: 'other' });
    expect([status, json.type, json.state, json.title]).toEqual([
      200,
      'DocumentRoute',
      'validated',
      'contract.title',
    ]);
  });

  test('does not start where the model says so', async () => {
    const { uid } = await createDocument(app, { name: 'untitled' });
    const response = await tryStart(app, 'ContractReview', [uid]);
    expect([response.status, response.json.message]).toEqual([
      400,
      expect.stringContaining('the condition of the workflow does not hold'),
    ]);
  });

  test('is shown in the language of the request', () => {
    const { workflowModels } = app.services.repository;
    expect(workflowModels.translate('contract.title', 'fr')).toBe('Revue de contrat');
    expect(workflowModels.translate('contract.agree', 'fr')).toBe('Agree');
  });
});
