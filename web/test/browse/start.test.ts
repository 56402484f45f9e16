import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createDocument, createUser } from '../../../test/support/documents.ts';
import { grantAce, setAcl } from '../../../test/support/security.ts';
import { dragFiles, dropFiles } from '../support/drop-files.ts';
import {
  describeWeb,
  expectAccessible,
  expectNoSidewaysScroll,
  type Stage,
} from '../support/stage.ts';
import { documentsBelow, filesOnDisk, panelOf } from '../uploads/uploading.ts';

const workspaces = '/default-domain/workspaces';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const inList = (page: Page, name: string) => page.getByRole('grid').getByRole('link', { name });
/** Of a row, beside what can be clicked in it. */
const rest = { x: 400, y: 20 };
const inTree = (page: Page, name: string) =>
  page.getByRole('treegrid', { name: 'Folders' }).getByRole('row', { name, exact: true });

async function make(stage: Stage, parent: string, title: string, type = 'Folder') {
  const body = { 'entity-type': 'document', name: title, type, properties: { 'dc:title': title } };
  const { status, json } = await stage.app.request(`POST /api/v1/path${parent}`, { body });
  expect(status).toBe(201);
  return json;
}

describeWeb('the first minutes', (stage) => {
  beforeAll(async () => {
    await createUser(stage.app, 'mia', ['members']);
  });

  test('a member begins where workspaces are, and goes on to a workspace of their own', async () => {
    const page = await stage.open('', { user: 'mia' });
    await heading(page, 'Workspaces').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/app\/browse\/default-domain\/workspaces$/);
    await page.getByText('There are no workspaces yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open my workspace' }).click();
    await heading(page, 'mia').waitFor();
    await page.getByRole('button', { name: 'Create a document' }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'My workspace' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await heading(page, 'Workspaces').waitFor();
    const here = page.getByRole('link', { name: 'Documents', exact: true });
    expect(await here.getAttribute('aria-current')).toBe('page');
    await page.getByRole('link', { name: 'All documents' }).click();
    await inList(page, 'Domain').waitFor();
  });

  test('files are refused where workspaces are, with what to do; a folder becomes a workspace', async () => {
    const at = await filesOnDisk({ 'Bridge/Plans/a.txt': 'a', 'Bridge/b.txt': 'b', 'c.txt': 'c' });
    const page = await stage.open('', { context: { viewport: { width: 360, height: 740 } } });
    await page.getByRole('button', { name: 'Create a workspace' }).waitFor();
    await page.getByRole('button', { name: 'Add a whole folder' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await inTree(page, 'Workspaces').waitFor();
    const written: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(request.url());
    });
    const main = page.getByRole('main');
    const drop = await dragFiles(page, main, [at('c.txt')]);
    await page.getByText('Add folders to “Workspaces”').waitFor();
    await drop();
    await page.getByText('The file was not added: “Workspaces” does not take files.').waitFor();
    await page.getByText(/Open or create a workspace/).waitFor();
    expect(written).toEqual([]);
    expect(await panelOf(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await dropFiles(page, main, [at('Bridge'), at('c.txt')]);
    await page.getByText('The file was not added: “Workspaces” does not take files.').waitFor();
    await panelOf(page).getByText('2 items uploaded').waitFor();
    await inList(page, 'Bridge').waitFor();
    const { json } = await stage.app.request(`GET /api/v1/path${workspaces}`);
    const made = (await documentsBelow(stage, json.uid)).map(({ type, title }) => [type, title]);
    expect(made).toEqual(
      [
        ['Workspace', 'Bridge'],
        ['Folder', 'Plans'],
        ['File', 'a.txt'],
        ['File', 'b.txt'],
      ].map(([type, title]) => [
        expect.stringMatching(type === 'File' ? /File|Note/ : (type ?? '')),
        title,
      ]),
    );
    // The workspace has a folder now, which was made after the tree had shown it.
    await inTree(page, 'Workspaces').getByRole('button').click();
    await inTree(page, 'Bridge').getByRole('button').click();
    await inTree(page, 'Plans').waitFor();
  });

  test('a workspace of the tree can be opened when it gets its first folder, until that is in the trash', async () => {
    const { path } = await make(stage, workspaces, 'Tower', 'Workspace');
    const page = await stage.open(`browse${path}`);
    const opener = inTree(page, 'Tower').getByRole('button');
    await inTree(page, 'Tower').waitFor();
    await page.getByText('This folder is empty').waitFor();
    expect(await opener.count()).toBe(0);
    await page.getByRole('button', { name: 'Create a document' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Top');
    await page.keyboard.press('Enter');
    await opener.waitFor();
    await inList(page, 'Top').waitFor();
    await page.getByRole('grid').getByRole('row', { name: 'Top' }).click({ position: rest });
    await page.keyboard.press('Delete');
    await opener.waitFor({ state: 'detached' });
    await page.getByText(/is in the trash/).waitFor();
    await page.keyboard.press('Control+z');
    await opener.waitFor();
  });

  test('a list that has not come, or was empty before a change, is never shown as empty', async () => {
    const { uid, path } = await make(stage, workspaces, 'Quay', 'Workspace');
    const page = await stage.open(`browse${path}`);
    await page.getByText('This folder is empty').waitFor();
    await page.getByRole('link', { name: 'Workspaces' }).click();
    await inList(page, 'Quay').waitFor();
    const gate = Promise.withResolvers<void>();
    await page.route(`**/api/v1/id/${uid}/@children*`, async (route) => {
      await gate.promise;
      await route.continue();
    });
    const at = await filesOnDisk({ 'later.txt': 'later' });
    await dropFiles(page, page.getByRole('grid').getByRole('row', { name: 'Quay' }), [
      at('later.txt'),
    ]);
    await panelOf(page).getByText('1 item uploaded').waitFor();
    await inList(page, 'Quay').click();
    await heading(page, 'Quay').waitFor();
    await page.locator('[data-skeleton] span').first().waitFor();
    await page.getByRole('status').getByText('Loading').waitFor();
    expect(await page.getByText(/No documents|This folder is empty/).count()).toBe(0);
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    await expectAccessible(page);
    gate.resolve();
    await inList(page, 'later.txt').waitFor();
    await page.getByText('1 document', { exact: true }).waitFor();
    expect(await page.locator('[data-skeleton]').count()).toBe(0);
  });

  test('lists show the full names of people, with one request for a page', async () => {
    const properties = { firstName: 'Ines', lastName: 'Moreau' };
    const body = { 'entity-type': 'user', id: 'mia', properties };
    expect((await stage.app.request('PUT /api/v1/user/mia', { body })).status).toBe(200);
    const { path, uid } = await make(stage, workspaces, 'Dock', 'Workspace');
    await setAcl(stage.app, uid, [grantAce('mia', 'Everything')]);
    for (const name of ['One', 'Two']) {
      await createDocument(stage.app, { parent: uid, name }, { user: 'mia' });
    }
    const page = await stage.open('icon.svg');
    const users: string[] = [];
    page.on('request', (request) => {
      if (/\/user\//.test(request.url())) users.push(request.url());
    });
    await page.goto(`${stage.url}/app/browse${path}?columns=contributor,creator`);
    await expect.poll(() => page.getByRole('gridcell', { name: 'Ines Moreau' }).count()).toBe(4);
    expect(users).toEqual([]);
  });
});
