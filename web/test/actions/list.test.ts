import { beforeAll, expect, test } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import { describeWeb, expectAccessible } from '../support/stage.ts';
import { childrenOf } from './support.ts';

const place = 'browse/default-domain/workspaces';

describeWeb('actions on the selection of a list', (stage) => {
  let source = '';
  let target = '';

  beforeAll(async () => {
    ({ uid: source } = await createDocument(stage.app, { name: 'many', type: 'Folder' }));
    ({ uid: target } = await createDocument(stage.app, { name: 'other', type: 'Folder' }));
    for (let at = 10; at < 40; at += 1) {
      const properties = { 'dc:title': `Sheet ${at}` };
      const name = `Sheet ${at}`;
      await createDocument(stage.app, { parent: source, name, type: 'Note', properties });
    }
  });

  test('all 30 are selected and moved by the dialog, with the keyboard; undo brings them back', async () => {
    const page = await stage.open(`${place}/many`);
    await page.getByRole('row', { name: 'Sheet 10' }).click();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Move to…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move 30 documents' });
    await dialog.getByRole('row', { name: 'other' }).click();
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moved 30 documents to “other”').waitFor();
    expect(await childrenOf(stage, target)).toHaveLength(30);
    await page.keyboard.press('Control+z');
    await page.getByText('Undone').waitFor();
    expect(await childrenOf(stage, source)).toHaveLength(30);
  });

  test('one is duplicated from the menu at the pointer, renamed by F2, and put in the trash', async () => {
    const page = await stage.open(`${place}/many`);
    await page.getByRole('row', { name: 'Sheet 12' }).click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'More actions' });
    await menu.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    await expectAccessible(page);
    await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText(/The name was taken: it is now Sheet 12\.\d+/).waitFor();
    expect(await childrenOf(stage, source)).toHaveLength(31);
    await page.getByRole('row', { name: 'Sheet 13' }).click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New name of Sheet 13' }).fill('Sheet 13, revised');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'Sheet 13, revised' }).waitFor();
    await page.getByRole('row', { name: 'Sheet 13, revised' }).click();
    await page.keyboard.press('Delete');
    await page.getByRole('row', { name: 'Sheet 13, revised' }).waitFor({ state: 'detached' });
    expect(await childrenOf(stage, source)).toHaveLength(30);
    // What is in the trash is not selected in the folder any more.
    await page.getByText('30 documents', { exact: true }).waitFor();
  });
});
