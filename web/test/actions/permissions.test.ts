import { beforeAll, expect, test } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import { describeWeb } from '../support/stage.ts';
import { createReader, stored } from './support.ts';

describeWeb('actions and permissions', (stage) => {
  let folder = '';
  let plan = '';

  beforeAll(async () => {
    ({ uid: folder } = await createDocument(stage.app, { name: 'shared', type: 'Folder' }));
    ({ uid: plan } = await createDocument(stage.app, {
      parent: folder,
      name: 'plan',
      type: 'Note',
    }));
    await createReader(stage, { uid: folder, user: 'rita', permission: 'Read' });
    await createReader(stage, { uid: folder, user: 'will', permission: 'ReadWrite' });
  });

  test('a user who may only read sees nothing that changes documents', async () => {
    const page = await stage.open(`document/${plan}`, { user: 'rita' });
    await page.getByRole('button', { name: 'More actions' }).click();
    const entries = page.getByRole('menuitem');
    await entries.first().waitFor();
    expect(await entries.allInnerTexts()).toEqual([
      'Copy to…',
      'Copy',
      'Add to favorites',
      'Add to a collection',
      'Add tags…',
      'Download',
      'Download as PDF',
      'Copy link',
      'Copy ID',
      'Copy path',
      'Copy API call (curl)',
      'Print',
      'Start a workflow',
      'Share\nYou may not change the permissions here.',
      'Publish',
      'Tell me about changes',
    ]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.keyboard.press('Delete');
    await page.goto(`${stage.url}/app/browse/default-domain/workspaces/shared`);
    await page.getByRole('heading', { name: 'shared' }).waitFor();
    expect(await page.getByRole('button', { name: 'New' }).count()).toBe(0);
    expect(await stored(stage, plan)).toMatchObject({ title: 'plan', isTrashed: false });
  });

  test('a lock of another user is the reason why a document cannot be changed', async () => {
    const { uid } = await createDocument(stage.app, { parent: folder, name: 'held', type: 'Note' });
    await stage.app.request('POST /site/automation/Document.Lock', {
      body: { input: `doc:${uid}` },
    });
    const page = await stage.open(`document/${uid}`, { user: 'will' });
    await page.getByRole('button', { name: 'More actions' }).click();
    const rename = page.getByRole('menuitem', { name: 'Rename' });
    await rename.waitFor();
    expect(await rename.innerText()).toContain('Administrator has locked it');
    expect(await rename.getAttribute('aria-disabled')).toBe('true');
  });

  test('a permission that was withdrawn meanwhile: what the server says, with the request', async () => {
    const { uid } = await createDocument(stage.app, {
      parent: folder,
      name: 'taken',
      type: 'Note',
    });
    const page = await stage.open(`document/${uid}`, { user: 'will' });
    await page.getByRole('button', { name: 'Move to the trash' }).waitFor();
    await stage.app.request('POST /site/automation/Document.RemovePermission', {
      body: { input: `doc:${folder}`, params: { user: 'will' } },
    });
    await createReaderAgain();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    const notice = page.getByRole('alertdialog');
    await notice.getByText('You do not have the permission for this.').waitFor();
    expect(await notice.innerText()).toMatch(/permission to remove.*Request [\w-]+/s);
    expect(await stored(stage, uid)).toMatchObject({ isTrashed: false });

    await page.getByRole('button', { name: 'More actions' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Rename' }).count()).toBe(0);
  });

  async function createReaderAgain(): Promise<void> {
    const params = { permission: 'Read', username: 'will' };
    const body = { input: `doc:${folder}`, params };
    await stage.app.request('POST /site/automation/Document.AddPermission', { body });
  }
});
