import { beforeAll, expect, test } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import { describeWeb, expectAccessible } from '../support/stage.ts';
import { childrenOf, stored } from './support.ts';

const place = 'browse/default-domain/workspaces';
const titles = Array.from({ length: 30 }, (_, at) => `Sheet ${String(at + 1).padStart(2, '0')}`);

describeWeb('many documents at once', (stage) => {
  const ids: string[] = [];
  let source = '';
  let target = '';

  beforeAll(async () => {
    ({ uid: source } = await createDocument(stage.app, { name: 'many', type: 'Folder' }));
    ({ uid: target } = await createDocument(stage.app, { name: 'other', type: 'Folder' }));
    for (const title of titles) {
      const { uid } = await createDocument(stage.app, {
        parent: source,
        name: title,
        type: 'Note',
        properties: { 'dc:title': title },
      });
      ids.push(uid);
    }
  });

  /** As cut in another window: what is there about the documents is what that window has written. */
  function cut(): string {
    const documents = ids.map((uid, at) => ({
      uid,
      title: titles[at],
      path: `/default-domain/workspaces/many/${titles[at]}`,
      parentRef: source,
    }));
    const taken = { user: 'Administrator', isCut: true, documents, links: '' };
    return `localStorage.setItem('cartulary.clipboard', ${JSON.stringify(JSON.stringify(taken))})`;
  }

  test('30 are moved with progress; what was renamed is told; undo brings them back', async () => {
    await createDocument(stage.app, { parent: target, name: 'Sheet 07', type: 'Note' });
    const page = await stage.open(`${place}/other`);
    await page.evaluate(cut());
    await page.reload();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/Document.Move', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Paste' }).click();
    await page.getByRole('progressbar', { name: 'Moving 30 documents' }).waitFor();
    await expectAccessible(page);
    release();
    await page.getByText('Moved 30 documents to “other”').waitFor();
    await page.getByText(/The name was taken: it is now Sheet 07\.\d+/).waitFor();
    expect(await childrenOf(stage, source)).toEqual([]);
    expect(await childrenOf(stage, target)).toHaveLength(31);

    await page.keyboard.press('Control+z');
    await page.getByText('Undone').waitFor();
    expect((await childrenOf(stage, source)).toSorted()).toEqual(ids.toSorted());
    const names = await Promise.all(ids.map(async (uid) => (await stored(stage, uid)).path));
    expect(names).toContain('/default-domain/workspaces/many/Sheet 07');
  });

  test('one that is refused is named with the reason, and the others are done', async () => {
    await stage.app.request(`DELETE /api/v1/id/${ids[4]}`);
    const page = await stage.open(`${place}/other`);
    await page.evaluate(cut());
    await page.reload();
    await page.getByRole('button', { name: 'Paste' }).click();
    const dialog = page.getByRole('dialog', { name: 'Not everything was done' });
    await dialog.getByText('29 documents are done.').waitFor();
    await dialog.getByRole('heading', { name: 'One document was refused' }).waitFor();
    const refused = dialog.getByRole('listitem');
    expect(await refused.allInnerTexts()).toEqual([
      expect.stringMatching(/Sheet 05[\s\S]*Request/),
    ]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await childrenOf(stage, source)).toEqual([]);
  });

  test('29 are restored from the trash, put there again by undo, and deleted for good', async () => {
    const left = ids.filter((_, at) => at !== 4);
    await stage.app.request('POST /site/automation/Document.Trash', {
      body: { input: `docs:${left.join(',')}` },
    });
    const page = await stage.open('trash');
    await page.getByRole('row', { name: 'Sheet 30' }).waitFor();
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await all.press('Space');
    await page.getByText('29 selected').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('29 documents are back in their folders').waitFor();
    await page.getByText('The trash is empty').waitFor();
    expect(await childrenOf(stage, target)).toEqual(expect.arrayContaining(left));

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name: 'Sheet 30' }).waitFor();
    // What was selected still is.
    await page.getByRole('button', { name: 'Delete for good' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 29 documents for good?' });
    await dialog.getByText('This cannot be undone.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('Deleted 29 documents').waitFor();
    expect(await stored(stage, left[0] ?? '')).toBeUndefined();
  });
});
