import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import { unzip } from '../../../test/support/unzip.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';
import { childrenOf, chooseInMenu, stored } from './support.ts';

const place = 'browse/default-domain/workspaces';
const permissions = ['clipboard-read', 'clipboard-write'];

describeWeb('a document and its folder', (stage) => {
  let folder = '';
  let other = '';

  const create = async (title: string, type = 'Note', more: object = {}): Promise<string> => {
    const properties = { 'dc:title': title, ...more };
    const given = { parent: folder, name: title, type, properties };
    return (await createDocument(stage.app, given)).uid;
  };

  const downloaded = async (page: Page, press: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  beforeAll(async () => {
    ({ uid: folder } = await createDocument(stage.app, { name: 'desk', type: 'Folder' }));
    ({ uid: other } = await createDocument(stage.app, { name: 'other', type: 'Folder' }));
  });

  test('a title that another person has changed is not replaced without asking', async () => {
    const uid = await create('Mine');
    const page = await stage.open(`document/${uid}`);
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    const title = dialog.getByLabel('Title');
    await title.fill('');
    await title.press('Enter');
    await dialog.getByText('Enter a title.').waitFor();
    const { changeToken } = await stored(stage, uid);
    const properties = { 'dc:title': 'Theirs' };
    const body = { 'entity-type': 'document', uid, changeToken, properties };
    await stage.app.request(`PUT /api/v1/id/${uid}`, { body });
    await title.fill('Ours');
    await title.press('Enter');
    await dialog.getByText('Another person has renamed it to “Theirs”').waitFor();
    await title.press('Enter');
    await page.getByText('Renamed “Theirs” to “Ours”').waitFor();
    expect(await stored(stage, uid)).toMatchObject({ title: 'Ours' });
  });

  test('it is cut in one window and pasted in another, where it is moved once', async () => {
    const uid = await create('Parcel');
    const page = await stage.open(`document/${uid}`, { context: { permissions } });
    await page.getByRole('heading', { level: 1, name: 'Parcel' }).waitFor();
    await page.keyboard.press('Control+x');
    await page.getByText('“Parcel” will be moved where you paste it').waitFor();

    const second = await page.context().newPage();
    await second.goto(`${stage.url}/app/${place}/other`);
    await second.getByRole('button', { name: 'Paste' }).waitFor();
    await second.keyboard.press('Control+v');
    await second.getByText('Moved “Parcel” to “other”').waitFor();
    expect(await stored(stage, uid)).toMatchObject({ parentRef: other });
    await second.getByRole('button', { name: 'Paste' }).waitFor({ state: 'detached' });
  });

  test('it is copied, pasted twice, and the last copy goes away by undo', async () => {
    const uid = await create('Form');
    const before = (await childrenOf(stage, other)).length;
    const page = await stage.open(`document/${uid}`, { context: { permissions } });
    await chooseInMenu(page, 'Copy');
    await page.getByText('“Form” can be pasted').waitFor();
    const link = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(link).toBe(`${stage.url}/app/document/${uid}`);
    await page.goto(`${stage.url}/app/${place}/other`);
    await page.getByRole('button', { name: 'Paste' }).click();
    await page.getByText('Copied “Form” to “other”').waitFor();
    await page.getByRole('button', { name: 'Paste' }).click();
    await page.getByText(/The name was taken: it is now Form\.\d+/).waitFor();
    expect(await childrenOf(stage, other)).toHaveLength(before + 2);
    await page.keyboard.press('Control+z');
    await page.getByText('Undone').waitFor();
    expect(await childrenOf(stage, other)).toHaveLength(before + 1);
  });

  test('its link and its id are copied, its file is downloaded', async () => {
    const file = { data: 'words of a file', name: 'words.txt' };
    const uid = await create('Words', 'File', { 'file:content': file });
    const page = await stage.open(`document/${uid}`, { context: { permissions } });
    await chooseInMenu(page, 'Copy ID');
    await page.getByText('ID copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(uid);
    await chooseInMenu(page, 'Copy link');
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`/document/${uid}`);
    const copied = async (entry: string) => {
      await chooseInMenu(page, entry);
      await page.getByText('Copied', { exact: true }).last().waitFor();
      return page.evaluate('navigator.clipboard.readText()');
    };
    expect(await copied('Copy path')).toBe('/default-domain/workspaces/desk/Words');
    await expect
      .poll(() => copied('Copy API call (curl)'))
      .toBe(`curl -u 'Administrator' -H 'properties: *' '${stage.url}/api/v1/id/${uid}'`);
    const { name, bytes } = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    );
    expect([name, bytes.toString()]).toEqual(['words.txt', 'words of a file']);
  });

  test('a folder is downloaded with all files at any depth, after a question where it is much', async () => {
    let inner = await create('Archive', 'Folder');
    const parents = [inner];
    for (const name of ['a', 'b', 'c']) {
      const given = { parent: inner, name, type: 'Folder', properties: { 'dc:title': name } };
      ({ uid: inner } = await createDocument(stage.app, given));
      parents.push(inner);
    }
    const file = { data: 'inside', name: 'inside.txt' };
    for (const parent of parents) {
      const properties = { 'file:content': file };
      await createDocument(stage.app, { parent, name: 'inside', properties });
    }
    const page = await stage.open(`${place}/desk/Archive`);
    const choose = () => chooseInMenu(page, 'Download', 'More actions for this folder');
    const { name, bytes } = await downloaded(page, choose);
    expect(name).toBe('Archive.zip');
    const names = ['', 'a/', 'a/b/', 'a/b/c/'].map((at) => `Archive/${at}inside.txt`);
    expect((await unzip({ bytes })).map(([each]) => each).sort()).toEqual(names.sort());

    // The server says that there is much more, and then less than that is allowed.
    const answer = { files: 12_345, bytes: 4_200_000_000, filesMax: 50_000, bytesMax: 2e10 };
    await page.route('**/Blob.MeasureDownload', (route) =>
      route.fulfill({ json: answer, headers: { 'Content-Disposition': 'attachment' } }),
    );
    await choose();
    const question = page.getByRole('dialog', { name: 'Download' });
    await question.getByText('12,345 files, 4.2 GB').waitFor();
    await expectAccessible(page);
    const large = await downloaded(page, () =>
      question.getByRole('button', { name: 'Download' }).click(),
    );
    expect(large.name).toBe('Archive.zip');
    answer.bytesMax = 2e9;
    await choose();
    await question.getByText('One archive has at most 50,000 files and 2 GB.').waitFor();
    await question.getByRole('button', { name: 'Close' }).click();
  });

  test('it is printed as a record: title and metadata, on white paper', async () => {
    const uid = await create('Lease', 'File', { 'dc:description': 'Of the harbour' });
    const page = await stage.open(`document/${uid}?tab=history`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate('window.print = () => { window.isPrinted = true; }');
    await chooseInMenu(page, 'Print');
    await expect.poll(() => page.evaluate('window.isPrinted')).toBe(true);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1, name: 'Lease' }).waitFor();
    await page.getByText('Of the harbour').waitFor();
    await page.locator('html[data-theme=light]').waitFor();
    const visible = page.locator('button:visible, nav:visible, [role=search]:visible');
    expect(await visible.count()).toBe(0);
  });

  test('the palette finds actions, documents and places; the shortcuts are listed', async () => {
    const uid = await create('Treasure map');
    const page = await stage.open(`${place}/desk`);
    await page.getByRole('heading', { name: 'desk' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find a command, a document or a place' });
    const marked = palette.locator('[role="menuitem"][data-focused]');
    await palette.getByRole('menuitem', { name: 'New' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type('treasure');
    await marked.filter({ hasText: 'Treasure map' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Treasure map' }).waitFor();
    expect(page.url()).toContain(uid);

    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('renam');
    await marked.filter({ hasText: 'Rename' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Rename' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Ctrl+K').waitFor();
    await expectAccessible(page);
    await help.getByText('Shortcuts of a single character are on').click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename' }).waitFor();
    expect(await help.count()).toBe(0);
  });

  test('the trash is searched, shown for one folder, and emptied, in a narrow dark window', async () => {
    const kept = await create('Kept');
    const gone = await create('Gone');
    const elsewhere = await createDocument(stage.app, { name: 'Elsewhere', type: 'Note' });
    await stage.app.request('POST /site/automation/Document.Trash', {
      body: { input: `docs:${kept},${gone},${elsewhere.uid}` },
    });
    const page = await stage.open(`${place}/desk`, {
      context: { viewport: { width: 360, height: 700 }, colorScheme: 'dark' },
    });
    await chooseInMenu(page, 'Trash of this folder', 'More actions for this folder');
    await page.getByRole('row', { name: 'Gone' }).waitFor();
    expect(await page.getByRole('row', { name: 'Elsewhere' }).count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.getByRole('searchbox', { name: 'Search in the trash by title' }).fill('kep');
    await page.getByRole('row', { name: 'Gone' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('q=kep');
    await page.getByRole('checkbox', { name: 'Select Kept' }).press('Space');
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('“Kept” is back in its folder').waitFor();
    await page.getByText('Nothing in the trash has such a title').waitFor();
    expect(await stored(stage, kept)).toMatchObject({ isTrashed: false });

    await page.getByRole('searchbox', { name: 'Search in the trash by title' }).fill('');
    await page.getByRole('row', { name: 'Gone' }).waitFor();
    await page.getByRole('button', { name: 'Empty the trash' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Gone” for good?' });
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('The trash is empty').waitFor();
    expect(await stored(stage, gone)).toBeUndefined();
    expect(await stored(stage, elsewhere.uid)).toMatchObject({ isTrashed: true });
  });
});
