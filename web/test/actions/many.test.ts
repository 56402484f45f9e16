import { beforeAll, expect, test } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

const home = 'default-domain/workspaces';
const titles = Array.from({ length: 30 }, (_, at) => `Sheet ${String(at + 1).padStart(2, '0')}`);

describeWeb('many documents at once', (stage) => {
  const ids: string[] = [];
  let target = '';

  beforeAll(async () => {
    const { uid } = await createDocument(stage.app, { name: 'many', type: 'Folder' });
    for (const title of titles) {
      const properties = { 'dc:title': title };
      const made = await createDocument(stage.app, {
        parent: uid,
        name: title,
        type: 'Note',
        properties,
      });
      ids.push(made.uid);
    }
    ({ uid: target } = await createDocument(stage.app, { name: 'elsewhere', type: 'Folder' }));
  });

  const childrenOf = async (path: string): Promise<string[]> => {
    const list = await stage.app.request(`GET /api/v1/path/${home}/${path}/@children?pageSize=100`);
    const entries: { uid: string; isTrashed: boolean }[] = list.json.entries;
    return entries.filter((each) => !each.isTrashed).map((each) => each.uid);
  };

  test('30 are put in the trash, restored from its screen, trashed again by undo, and deleted', async () => {
    await stage.app.request('POST /site/automation/Document.Trash', {
      body: { input: `docs:${ids.join(',')}` },
    });
    const page = await stage.open('trash');
    await page.getByRole('row', { name: 'Sheet 30' }).waitFor();
    await expectAccessible(page);
    await page
      .getByText('Select all on this page')
      .or(page.getByLabel('Select all on this page'))
      .first()
      .waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await page.getByText('30 selected').waitFor();

    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('30 documents are back in their folders').waitFor();
    await page.getByText('The trash is empty').waitFor();
    expect((await childrenOf('many')).toSorted()).toEqual(ids.toSorted());

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name: 'Sheet 30' }).waitFor();
    await expect.poll(() => childrenOf('many')).toEqual([]);
    expect(target).not.toBe('');
    await expectNoSidewaysScroll(page);
  });
});
