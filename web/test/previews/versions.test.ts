import { expect, test } from 'vitest';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';
import { addDocument, addFile, addFolder, change } from './stored-files.ts';

describeWeb('versions and history', (stage) => {
  test('a version is created, compared with the current state, restored, and that is undone', async () => {
    await addFolder(stage.app, 'contracts');
    const uid = await addDocument(stage.app, '/contracts', {
      type: 'File',
      name: 'lease',
      properties: {
        'dc:title': 'Lease',
        'dc:subjects': ['art/cinema', 'art/comics'],
        'dc:description': 'The lease begins in May.',
      },
    });
    const page = await stage.open(`document/${uid}?tab=versions`);
    await page.getByText('There are no versions yet').waitFor();
    await page.getByRole('button', { name: 'Create a version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a version' });
    await dialog.getByRole('radio', { name: 'Minor: 0.1' }).waitFor();
    await expectAccessible(page);
    await dialog.getByText('Major: 1.0').click();
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('As signed');
    await dialog.getByRole('button', { name: 'Create a version' }).click();
    await dialog.waitFor({ state: 'detached' });
    const list = page.getByRole('list', { name: 'Versions of the document' });
    await list.getByText('As signed').waitFor();
    await page.getByText('The document is as in version 1.0.').waitFor();
    expect(await page.getByRole('button', { name: 'Create a version' }).count()).toBe(0);

    await change(stage.app, uid, {
      'dc:title': 'Long lease',
      'dc:subjects': ['art/comics', 'art/culture'],
      'dc:description': 'The lease begins in June.',
    });
    await page.reload();
    await page.getByText('The document was changed since version 1.0.').waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('3 properties differ').waitFor();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const words = async (tag: string) =>
      (await comparison.locator(tag).allTextContents()).map((each) => each.trim());
    expect((await words('del')).toSorted()).toEqual(['Cinema', 'Lease', 'May']);
    expect((await words('ins')).toSorted()).toEqual(['Culture', 'June', 'Long lease']);
    await expectAccessible(page);
    await page.reload();
    await page.getByText('3 properties differ').waitFor();

    await page.getByRole('button', { name: 'Actions for version 1.0' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    const restore = page.getByRole('alertdialog', { name: 'Restore version 1.0?' });
    await expectAccessible(page);
    await restore.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Version 1.0 was restored.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Lease', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 1, name: 'Long lease' }).waitFor();
    const { json } = await stage.app.request(`GET /api/v1/id/${uid}`, {
      headers: { properties: '*' },
    });
    expect(json.properties['dc:description']).toBe('The lease begins in June.');

    // The version that was made of the current state before is there too, and can be looked at.
    await list.getByRole('link', { name: 'Version 1.0' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lease', exact: true }).waitFor();
  });

  test('files of two versions are compared by words; a version is deleted; without the right there is no such action', async () => {
    await addFolder(stage.app, 'drafts');
    const file = (content: string) => ({ name: 'draft.txt', type: 'text/plain', content });
    const uid = await addFile(stage.app, '/drafts', file('one two three'));
    const checkIn = async (comment: string) => {
      const { status } = await stage.app.request('POST /site/automation/Document.CheckIn', {
        body: { input: uid, params: { version: 'minor', comment } },
      });
      expect(status).toBe(200);
    };
    await checkIn('first');
    await change(stage.app, uid, {}, file('one 2 three'));
    await checkIn('second');
    const page = await stage.open(`document/${uid}?tab=versions`, {
      context: { colorScheme: 'dark', viewport: { width: 360, height: 700 } },
    });
    await page.getByRole('button', { name: 'Actions for version 0.1' }).click();
    await page.getByRole('menuitem', { name: 'Compare with the current state' }).click();
    await page.getByText('1 property differs').waitFor();
    await page.locator('ins', { hasText: /^2$/ }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Close the comparison' }).click();

    await page.getByRole('button', { name: 'Actions for version 0.2' }).click();
    await page
      .getByRole('menuitem', { name: 'Delete' })
      .and(page.locator('[aria-disabled=true]'))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for version 0.1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Version 0.1 was deleted.').waitFor();
    await page.getByRole('link', { name: 'Version 0.1' }).waitFor({ state: 'detached' });

    await reader(stage.app, '/drafts');
    const theirs = await stage.open(`document/${uid}?tab=versions`, {
      user: 'rita',
      password: 'rita-password',
    });
    await theirs.getByRole('link', { name: 'Version 0.2' }).waitFor();
    await theirs.getByRole('button', { name: 'Actions for version 0.2' }).click();
    await theirs.getByRole('menuitem', { name: 'Compare with the current state' }).waitFor();
    expect(await theirs.getByRole('menuitem').count()).toBe(1);
  });

  test('the history says what was done, by whom and when; its filters are in the address', async () => {
    await addFolder(stage.app, 'acts');
    const uid = await addFile(stage.app, '/acts', {
      name: 'act.txt',
      type: 'text/plain',
      content: 'act',
    });
    await change(stage.app, uid, { 'dc:description': 'changed' });
    await stage.app.request('POST /site/automation/Document.CheckIn', {
      body: { input: uid, params: { version: 'minor', comment: 'ready' } },
    });
    const page = await stage.open(`document/${uid}?tab=history`);
    const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await entries.first().waitFor();
    expect(await entries.allTextContents()).toEqual([
      expect.stringMatching(/^Version createdAdministrator.*\((?:now|.* ago)\)0\.1 ready$/),
      expect.stringMatching(/^ChangedAdministrator/),
      expect.stringMatching(/^CreatedAdministrator/),
    ]);
    await expectAccessible(page);
    await page.getByRole('button', { name: /What$/ }).click();
    await page.getByRole('option', { name: 'Changed', exact: true }).click();
    await expect.poll(() => entries.count()).toBe(1);
    expect(page.url()).toContain('event=documentModified');
    await page.getByRole('textbox', { name: 'User name' }).fill('rita');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing happened that is shown here').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => entries.count()).toBe(3);
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('2020-01-01');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('2020-12-31');
    await page.getByText('Nothing happened that is shown here').waitFor();
    await page.goto(`${stage.url}/app/document/${uid}?tab=history&event=documentCheckedIn`);
    await expect.poll(() => entries.count()).toBe(1);
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(table.suggestedFilename()).toBe('act.txt history.csv');
    await page.setViewportSize({ width: 360, height: 640 });
    await expectNoSidewaysScroll(page);
  });

  test('each state of a note is a version: the last one has nothing to add', async () => {
    await addFolder(stage.app, 'notes');
    const uid = await addDocument(stage.app, '/notes', {
      type: 'Note',
      name: 'note',
      properties: { 'dc:title': 'note', 'note:note': 'red', 'note:mime_type': 'text/plain' },
    });
    await change(stage.app, uid, { 'note:note': 'blue' });
    const page = await stage.open(`document/${uid}?tab=versions`);
    await page.getByText('The document is as in version 0.2.').waitFor();
    await page.getByRole('button', { name: 'Actions for version 0.1' }).click();
    await page.getByRole('menuitem', { name: 'Compare with the current state' }).click();
    await page.locator('del', { hasText: 'red' }).waitFor();
    await page.getByRole('button', { name: 'Actions for version 0.1' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The document is as in version 0.1.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The document is as in version 0.2.').waitFor();
  });

  test('a long history has pages', async () => {
    await addFolder(stage.app, 'busy');
    const uid = await addDocument(stage.app, '/busy', {
      type: 'File',
      name: 'busy',
      properties: { 'dc:title': 'busy' },
    });
    for (let at = 0; at < 60; at += 1) {
      await change(stage.app, uid, { 'dc:description': `state ${at}` });
    }
    const page = await stage.open(`document/${uid}?tab=history`);
    await page.getByText('1–50 of 61').waitFor();
    await page.getByRole('button', { name: 'Older entries' }).click();
    await page.getByText('51–61 of 61').waitFor();
    expect(page.url()).toContain('page=1');
  });
});

/** A user who may read what is in a folder. */
async function reader(app: Parameters<typeof addFolder>[0], folder: string): Promise<void> {
  const user = await app.request('POST /api/v1/user', {
    body: {
      'entity-type': 'user',
      id: 'rita',
      properties: { username: 'rita', password: 'rita-password' },
    },
  });
  expect(user.status, user.text).toBe(201);
  const permission = await app.request('POST /site/automation/Document.AddPermission', {
    body: { input: folder, params: { username: 'rita', permission: 'Read' } },
  });
  expect(permission.status, permission.text).toBe(200);
}
