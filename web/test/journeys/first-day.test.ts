import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { change } from '../previews/stored-files.ts';
import { setTime } from '../support/calendar.ts';
import { dropFiles } from '../support/drop-files.ts';
import { picture } from '../support/pictures.ts';
import { contractFile } from '../support/sample-contract.ts';
import { craneRental, sampleFiles } from '../support/sample-files.ts';
import { describeWeb, expectAccessible } from '../support/stage.ts';
import { filesOnDisk, panelOf } from '../uploads/uploading.ts';
import {
  asUser,
  closeMessages,
  flags,
  openWindow,
  prepareOffice,
  signIn,
  tab,
  workspace,
} from './office.ts';

beforeAll(() => setTime('2026-09-15T08:00:00Z'));

describeWeb(
  'the first days of a user who has never seen a command line',
  (stage) => {
    let page: Page;
    /** Of the contract that Ann works with. */
    let address = '';
    let uid = '';

    beforeAll(async () => {
      await prepareOffice(stage);
      page = await openWindow(stage, '2026-09-15T09:00:00Z');
    });

    test('signs in at the address that the server prints, and finds the workspace', async () => {
      await page.goto(`${stage.url}/`);
      await page.getByRole('link', { name: 'Open the web application' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await picture(page, 'sign-in');
      await signIn(page, 'ann');
      await page.getByRole('combobox', { name: 'Search documents' }).click();
      await page.keyboard.type('Harbour');
      await page.getByRole('option', { name: 'Harbour works' }).click();
      await page.getByRole('heading', { name: 'Harbour works', level: 1 }).waitFor();
      await page.getByText('This folder is empty').waitFor();
      expect(await page.getByRole('combobox', { name: 'Search documents' }).inputValue()).toBe('');
    });

    test('drags a folder of drawings and contracts in', async () => {
      const at = await filesOnDisk(await sampleFiles());
      await dropFiles(page, page.getByRole('main'), [at('Riverside bridge')]);
      await panelOf(page)
        .getByRole('heading', { name: '15 items uploaded' })
        .waitFor({ timeout: 110_000 });
      await page.getByRole('button', { name: 'Close the list of uploads' }).click();
      await page.getByRole('grid').getByRole('link', { name: 'Riverside bridge' }).click();
      await page.getByText('5 documents').waitFor();
      await setTime('2026-09-15T09:40:00Z', page);
      expect(await page.getByRole('grid').getByRole('rowheader').allInnerTexts()).toEqual([
        'Contracts',
        'Costs.csv',
        'Drawings',
        'First site meeting.md',
        'Photographs',
      ]);
      await page.getByRole('grid').getByRole('link', { name: 'Contracts' }).click();
      await page.getByText('7 documents').waitFor();
      await picture(page, 'list');
    });

    test('finds a contract by a word inside it, and looks at it', async () => {
      await expect.poll(() => found('escrow')).toBe(1);
      await page.keyboard.press('/');
      await page.keyboard.type('escrow');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Search: escrow' }).waitFor();
      const results = page.getByRole('list', { name: 'Results' });
      await results.getByRole('link', { name: 'Crane rental.pdf' }).waitFor();
      expect(await results.locator('mark').allTextContents()).toEqual(['escrow']);
      await results.getByRole('link', { name: 'Crane rental.pdf' }).click();
      await page.getByRole('heading', { name: 'Crane rental.pdf', level: 1 }).waitFor();
      await page.getByText('The deposit lies in an escrow account').waitFor();
      ({ href: address } = new URL(page.url()));
      uid = /document\/([0-9a-f-]+)/.exec(address)?.[1] ?? '';
      await picture(page, 'document');
    });

    test('writes down what it is about, and keeps it as a version', async () => {
      await setTime('2026-09-15T10:30:00Z', page);
      await tab(page, 'Edit').click();
      await page.getByRole('textbox', { name: 'Description' }).click();
      await page.keyboard.type('Tower crane for the arch, with its drivers');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Tower crane for the arch, with its drivers').waitFor();
      await tab(page, 'Versions').click();
      await page.getByRole('button', { name: 'Create a version' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create a version' });
      await dialog.getByText('Major: 1.0').click();
      await dialog.getByRole('textbox', { name: 'Comment' }).click();
      await page.keyboard.type('As signed');
      await dialog.getByRole('button', { name: 'Create a version' }).click();
      await page.getByText('The document is as in version 1.0.').waitFor();
    });

    test('shares it with a colleague until Friday', async () => {
      await setTime('2026-09-15T11:00:00Z', page);
      await closeMessages(page);
      await tab(page, 'Permissions').click();
      await page.getByRole('button', { name: 'Share', exact: true }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Share “Crane rental.pdf”' });
      await dialog.getByRole('combobox', { name: 'With whom' }).click();
      await page.keyboard.type('bob');
      await page.getByRole('option', { name: 'Bob Baker' }).click();
      await dialog.getByRole('button', { name: /Until/ }).click();
      await page.getByRole('option', { name: 'A date' }).click();
      await dialog.getByLabel('Last day').fill('2026-09-18');
      await picture(page, 'share');
      await dialog.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByText('Shared with Bob Baker.').waitFor();
      await entryOf('Bob Baker').getByText('until Sep 18, 2026').waitFor();
      await entryOf('Bob Baker').getByText('Read', { exact: true }).waitFor();
    });

    test('the colleague opens the link, sees the document, and may not change it', async () => {
      const bob = await openWindow(stage, '2026-09-15T13:00:00Z');
      await bob.goto(address);
      await signIn(bob, 'bob');
      await bob.getByRole('heading', { name: 'Crane rental.pdf', level: 1 }).waitFor();
      await bob.getByText('The deposit lies in an escrow account').waitFor();
      await tab(bob, 'Summary').click();
      await bob.getByText('Tower crane for the arch, with its drivers').waitFor();
      expect(await tab(bob, 'Edit').count()).toBe(0);
      await bob.getByRole('button', { name: 'More actions' }).click();
      await bob.getByRole('menuitem', { name: 'Download', exact: true }).waitFor();
      expect(await bob.getByRole('menuitem', { name: 'Rename' }).count()).toBe(0);
      await bob.keyboard.press('Escape');
      await bob.goto(`${stage.url}/app/browse${workspace}`);
      await bob.getByText('You do not have the permission for this.').waitFor();
    });

    test('compares with yesterday’s version the next day, and restores it', async () => {
      await setTime('2026-09-16T08:20:00Z');
      const content = await contractFile({ ...craneRental, special: 'No deposit is paid.' });
      const file = { name: 'Crane rental.pdf', type: 'application/pdf', content };
      await change(
        asUser(stage, 'cleo'),
        uid,
        { 'dc:description': 'Mobile crane for the arch' },
        file,
      );
      await setTime('2026-09-16T09:00:00Z', page);
      await page.reload();
      await page
        .getByText('Sign in again')
        .or(page.getByRole('heading', { name: 'Sign in' }))
        .first()
        .waitFor();
      await signIn(page, 'ann');
      await tab(page, 'Versions').click();
      await page.getByText('The document was changed since version 1.0.').waitFor();
      await page.getByText(/^2[0-3] hours ago · Ann Archer$/).waitFor();
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      const comparison = page.getByRole('region', { name: 'Comparison' });
      await comparison.locator('del', { hasText: 'Tower' }).waitFor();
      await comparison.locator('ins', { hasText: 'Mobile' }).waitFor();
      await picture(page, 'versions');
      await page.getByRole('button', { name: 'Actions for version 1.0' }).click();
      await page.getByRole('menuitem', { name: 'Restore' }).click();
      const restore = page.getByRole('alertdialog', { name: 'Restore version 1.0?' });
      await restore.getByRole('button', { name: 'Restore' }).click();
      await page.getByText('Version 1.0 was restored.').waitFor();
      await tab(page, 'Preview').click();
      await page.getByText('The deposit lies in an escrow account').waitFor();
    });

    test('approves a task', async () => {
      await setTime('2026-09-16T09:30:00Z', page);
      await closeMessages(page);
      await startReview();
      await page
        .getByRole('navigation', { name: 'Main navigation' })
        .getByRole('link', { name: /^Tasks/ })
        .click();
      await page.getByRole('link', { name: 'Document validation' }).click();
      await page.getByRole('heading', { name: 'Document validation', level: 1 }).waitFor();
      await page.getByText('The deposit lies in an escrow account').waitFor();
      await picture(page, 'task');
      await page.getByRole('textbox', { name: 'Comment', exact: true }).click();
      await page.keyboard.type('The crane may come');
      await page.getByRole('button', { name: 'Validate' }).click();
      await page.getByText('“Document validation” is done').waitFor();
      await page.getByText('There is nothing to do').waitFor();
    });

    test('sees what happened', async () => {
      await page.goto(`${address}?tab=history`);
      const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
      await entries.filter({ hasText: 'Workflow finished' }).waitFor();
      const shown = await entries.allInnerTexts();
      const told = shown.map((entry) => entry.split('\n').slice(0, 2).join(', ')).reverse();
      expect(told.filter((each) => !/^(Looked at|Task|Workflow|Values)/.test(each))).toEqual([
        'Created, Ann Archer',
        'Changed, Ann Archer',
        'Version created, Ann Archer',
        'Permissions changed, Ann Archer',
        'Changed, Cléo Durand',
        'Version created, Ann Archer',
        'Version restored, Ann Archer',
        'Validated, Ann Archer',
        'State changed, Ann Archer',
        'Version created, Ann Archer',
        'All steps of the workflow done, Ann Archer',
      ]);
      expect(told).toContain('Looked at, Bob Baker');
      expect(told).toContain('Workflow started, Cléo Durand');
      expect(told).toContain('Task completed, Ann Archer');
      expect(told).toContain('Workflow finished, Ann Archer');
      await entries.filter({ hasText: 'As signed' }).getByText('Version created').waitFor();
      await entries.filter({ hasText: 'The crane may come' }).getByText('Task completed').waitFor();
      // Each event has a text: none is shown by its name, such as `documentCreated`.
      expect(told.filter((each) => /^[a-z]/.test(each))).toEqual([]);
      await picture(page, 'history');
      await expectAccessible(page);
    });

    test('the colleague may not open the link any more after Friday', async () => {
      const bob = await openWindow(stage, '2026-09-19T08:00:00Z');
      await bob.goto(address);
      await signIn(bob, 'bob');
      await bob.getByText('You do not have the permission for this.').waitFor();
    });

    const entryOf = (name: string): Locator =>
      page
        .getByRole('region', { name: 'Set on this document' })
        .getByRole('listitem')
        .filter({ hasText: name });

    async function found(word: string): Promise<number> {
      const path = `GET /api/v1/search/pp/default_search/execute?ecm_fulltext=${word}`;
      return (await stage.app.request(path)).json.resultsCount;
    }

    /** Cléo asks Ann for her approval. */
    async function startReview(): Promise<void> {
      const body = {
        'entity-type': 'workflow',
        workflowModelName: 'SerialDocumentReview',
        attachedDocumentIds: [uid],
      };
      const started = await stage.app.request('POST /api/v1/workflow', { body, user: 'cleo' });
      expect(started.status, started.text).toBe(201);
      const { json } = await stage.app.request(`GET /api/v1/id/${uid}/@task`, { user: 'cleo' });
      const { id } = json.entries[0];
      const task = {
        'entity-type': 'task',
        id,
        variables: { participants: ['user:ann'] },
      };
      const answer = await stage.app.request(`PUT /api/v1/task/${id}/start_review`, {
        body: task,
        user: 'cleo',
      });
      expect(answer.status, answer.text).toBe(200);
    }
  },
  { flags },
);
