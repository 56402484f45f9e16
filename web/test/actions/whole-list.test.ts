import { beforeAll, expect, test } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import { addMany } from '../support/many-documents.ts';
import { describeWeb, expectAccessible } from '../support/stage.ts';

const count = 150;

describeWeb('all of a folder that is not loaded', (stage) => {
  let folder = '';

  beforeAll(async () => {
    ({ uid: folder } = await createDocument(stage.app, { name: 'archive', type: 'Folder' }));
    await addMany(stage.app, {
      parent: folder,
      count,
      titleOf: (index) => `Record ${String(index).padStart(3, '0')}`,
    });
  });

  async function liveCount(): Promise<number> {
    const query = `SELECT * FROM Document WHERE ecm:parentId = '${folder}' AND ecm:isTrashed = 0`;
    const path = `GET /api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`;
    return (await stage.app.request(path)).json.resultsCount;
  }

  test('goes to the trash by a command of the server, and undo brings it back', async () => {
    const page = await stage.open('browse/default-domain/workspaces/archive');
    await page.getByText(`${count} documents`).waitFor();
    await page.getByRole('row', { name: 'Record 000' }).click();
    await page.keyboard.press('Control+a');
    await page.getByText(`100 of ${count} selected`).waitFor();
    await page
      .getByRole('button', { name: `Select all ${count} documents of this folder` })
      .click();
    await page.getByText(`All ${count} documents of this folder are selected`).waitFor();
    // Only what the server can do with all of them is offered.
    const bar = page.getByRole('toolbar', { name: 'Actions' });
    expect(await bar.getByRole('button', { name: 'Download' }).count()).toBe(0);
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Move to the trash' }).click();
    await page.getByText(`${count} documents are in the trash`).waitFor();
    expect(await liveCount()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect(await liveCount()).toBe(count);
  });
});
