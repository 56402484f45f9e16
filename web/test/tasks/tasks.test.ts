import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  describeWeb,
  expectAccessible,
  expectNoSidewaysScroll,
  type Stage,
} from '../support/stage.ts';

async function addUser(stage: Stage, username: string): Promise<void> {
  const { status } = await stage.app.request('POST /api/v1/user', {
    body: {
      'entity-type': 'user',
      properties: { username, password: `${username}-secret`, groups: ['members'] },
    },
  });
  expect(status).toBe(201);
}

async function addNote(stage: Stage, name: string): Promise<string> {
  const path = 'POST /api/v1/path/default-domain/workspaces';
  const { json } = await stage.app.request(path, {
    body: {
      'entity-type': 'document',
      type: 'Note',
      name,
      properties: { 'dc:title': name, 'note:note': 'text' },
    },
  });
  return json.uid;
}

const openAs = (stage: Stage, user: string, path: string): Promise<Page> =>
  stage.open(path, { user, password: `${user}-secret` });

describeWeb('workflows and tasks', (stage) => {
  let uid: string;
  let page: Page;
  beforeAll(async () => {
    await addUser(stage, 'ann');
    await addUser(stage, 'ben');
    uid = await addNote(stage, 'Contract');
    page = await stage.open(`document/${uid}?tab=workflow`);
  });

  test('a review is started on a document, and its first task is there', async () => {
    await page.getByText('No workflow runs on this document.').waitFor();
    await page.getByRole('button', { name: 'Start a workflow' }).click();
    await page.getByRole('button', { name: /Which workflow/ }).click();
    await page.getByRole('option', { name: 'Serial document review' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: 'Serial document review', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Tasks 1 task' }).waitFor();
    await expectAccessible(page);
  });

  test('the graph says in its table where the workflow stands', async () => {
    await page.getByText('Steps', { exact: true }).click();
    const step = page.getByRole('rowheader', { name: 'Choose participants' });
    const row = page.getByRole('row').filter({ has: step });
    expect(await row.textContent()).toContain('It stands here');
  });

  test('participants are asked for, found by their name, and get the task', async () => {
    await page.getByRole('link', { name: 'Choose participants' }).click();
    await page.getByRole('heading', { name: 'Choose participants', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Start the review' }).click();
    await page.getByText('Choose at least one person or group.').waitFor();
    await page.getByRole('combobox', { name: 'Participants' }).fill('ann');
    await page.getByRole('option', { name: 'ann' }).click();
    await page.getByRole('list', { name: 'Participants' }).getByText('ann').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start the review' }).click();
    await page.getByText('“Choose participants” is done').waitFor();
    await page.getByText('There is nothing to do').waitFor();
    expect(new URL(page.url()).pathname).toContain('/app/tasks');
    await expectAccessible(page);
  });

  test('a task is delegated, and done by the other person with the keyboard alone', async () => {
    const ann = await openAs(stage, 'ann', 'tasks');
    await ann.getByRole('link', { name: 'Document validation' }).click();
    await ann.getByRole('button', { name: 'Delegate' }).click();
    await ann.getByRole('combobox', { name: 'Users and groups' }).fill('ben');
    await ann.getByRole('option', { name: 'ben' }).click();
    await expectAccessible(ann);
    await ann.getByRole('dialog').getByRole('button', { name: 'Delegate' }).click();
    await ann.getByText('The task was delegated').waitFor();

    const ben = await openAs(stage, 'ben', 'tasks');
    await ben.getByRole('link', { name: 'Document validation' }).focus();
    await ben.keyboard.press('Enter');
    const comment = ben.getByRole('textbox', { name: 'Comment', exact: true });
    await comment.focus();
    await ben.keyboard.type('no objections');
    await ben.keyboard.press('Tab');
    await ben.keyboard.press('Enter');
    await ben.getByText('“Document validation” is done').waitFor();
    const { json } = await stage.app.request(`GET /api/v1/id/${uid}/@workflow`);
    expect(json.entries).toEqual([]);
  });

  test('a task that another person has ended says so with the words of the server', async () => {
    const other = await addNote(stage, 'Drawing');
    const started = await stage.app.request('POST /api/v1/workflow', {
      body: {
        'entity-type': 'workflow',
        workflowModelName: 'SerialDocumentReview',
        attachedDocumentIds: [other],
      },
    });
    const { json } = await stage.app.request(`GET /api/v1/id/${other}/@task`);
    const task = json.entries[0].id;
    await page.goto(`${stage.url}/app/tasks/${task}`);
    await page.getByRole('button', { name: 'Cancel the review' }).waitFor();
    await stage.app.request(`PUT /api/v1/task/${task}/cancel`, {
      body: { 'entity-type': 'task', id: task, variables: {} },
    });
    await page.getByRole('button', { name: 'Cancel the review' }).click();
    await page.getByText('This was changed by another person in the meantime.').waitFor();
    expect(started.status).toBe(201);
  });

  test('a running workflow is cancelled after a question', async () => {
    const other = await addNote(stage, 'Plan');
    await stage.app.request('POST /api/v1/workflow', {
      body: {
        'entity-type': 'workflow',
        workflowModelName: 'ParallelDocumentReview',
        attachedDocumentIds: [other],
      },
    });
    await page.goto(`${stage.url}/app/document/${other}?tab=workflow`);
    await page.getByRole('button', { name: 'Cancel the workflow' }).click();
    await expectAccessible(page);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Cancel the workflow' })
      .click();
    await page.getByText('No workflow runs on this document.').waitFor();
  });

  test('in a narrow window, in French, in the dark', async () => {
    const other = await addNote(stage, 'Photo');
    await stage.app.request('POST /api/v1/workflow', {
      body: {
        'entity-type': 'workflow',
        workflowModelName: 'ParallelDocumentReview',
        attachedDocumentIds: [other],
      },
    });
    const narrow = await stage.open('tasks', {
      context: {
        locale: 'fr-FR',
        colorScheme: 'dark',
        viewport: { width: 360, height: 700 },
      },
    });
    await narrow.getByRole('link', { name: 'Choix des participants' }).first().click();
    await narrow.getByRole('heading', { name: 'Graphe de Revue en parallèle' }).waitFor();
    await expectNoSidewaysScroll(narrow);
    await expectAccessible(narrow);
  });
});
