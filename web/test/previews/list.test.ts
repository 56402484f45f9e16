import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pdfFile } from '../../../test/support/pdf-files.ts';
import { describeWeb, expectAccessible } from '../support/stage.ts';
import { addDocument, addFile, addFolder } from './stored-files.ts';

const names = ['alpha', 'bravo', 'charlie', 'delta'];

/** Waits until the text of a document is shown, and the way to its neighbours is known. */
async function shows(page: Page, name: string, position: string): Promise<void> {
  await page.getByText(`I am ${name}`).waitFor();
  await page.getByText(position, { exact: true }).waitFor();
}

/** The row of the list that has the focus. */
const focusedRow = (page: Page) =>
  page.evaluate(`(() => {
    const row = document.activeElement;
    return {
      title: row.querySelector('[role=rowheader] a')?.textContent,
      isSelected: row.ariaSelected,
    };
  })()`);

describeWeb('previews of a list', (stage) => {
  test('the previous and the next document by keys and buttons, in the order of the list', async () => {
    const folder = await addFolder(stage.app, 'letters');
    const uids = await Promise.all(
      names.map((name) =>
        addFile(stage.app, '/letters', {
          name,
          type: 'text/plain',
          content: `I am ${name}`,
        }),
      ),
    );
    // Folders are in the list, and have no preview.
    await addDocument(stage.app, '/letters', {
      type: 'Folder',
      name: 'between',
      properties: { 'dc:title': 'between' },
    });
    const list = `from=${folder}&sort=dc:title&order=desc`;
    const page = await stage.open(`document/${uids[2]}?${list}`);
    await shows(page, 'charlie', '2 of 4');
    await page.keyboard.press('ArrowRight');
    await shows(page, 'bravo', '3 of 4');
    await page.getByRole('button', { name: 'Next document' }).click();
    await shows(page, 'alpha', '4 of 4');
    expect(await page.getByRole('button', { name: 'Next document' }).isDisabled()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await shows(page, 'bravo', '3 of 4');
    await page.reload();
    await shows(page, 'bravo', '3 of 4');
  });

  test('full screen, where the keys go through the list; Escape leaves it', async () => {
    const folder = await addFolder(stage.app, 'full');
    const uid = await addFile(stage.app, '/full', {
      name: 'one.txt',
      type: 'text/plain',
      content: 'I am one',
    });
    await addFile(stage.app, '/full', {
      name: 'two.txt',
      type: 'text/plain',
      content: 'I am two',
    });
    const page = await stage.open(`document/${uid}?from=${folder}`);
    await shows(page, 'one', '1 of 2');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    // The keys reach only what is seen.
    await expect
      .poll(() =>
        page.evaluate("document.querySelector('article nav a').closest('[inert]') !== null"),
      )
      .toBe(true);
    await page.keyboard.press('ArrowRight');
    await shows(page, 'two', '2 of 2');
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full screen' }).waitFor();
    await page.getByRole('link', { name: 'History' }).waitFor();
  });

  test('a quick look over a list by keys alone: arrows go along, Space and Escape lead back to the row', async () => {
    await addFolder(stage.app, 'quick');
    const uids = await Promise.all(
      ['one', 'two'].map((name) =>
        addFile(stage.app, '/quick', { name, type: 'text/plain', content: `I am ${name}` }),
      ),
    );
    const page = await stage.open('browse/quick');
    const row = (name: string) => page.getByRole('row', { name });
    const isAt = (name: string) =>
      expect.poll(() => focusedRow(page)).toEqual({ isSelected: 'true', title: name });
    await row('one').focus();
    await page.keyboard.press('Shift+Space');
    await page.getByRole('dialog', { name: 'one' }).waitFor();
    await shows(page, 'one', '1 of 2');
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await shows(page, 'two', '2 of 2');
    expect(page.url()).toContain(`preview=${uids[1]}`);
    await page.keyboard.press(' ');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('preview=');
    await isAt('two');
    await page.keyboard.press('Shift+Space');
    await shows(page, 'two', '2 of 2');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await isAt('two');
    // From the menu of a list that shows only some documents.
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('one');
    await row('two').waitFor({ state: 'detached' });
    await row('one').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Preview' }).click();
    await shows(page, 'one', '1 of 1');
    await page.reload();
    await shows(page, 'one', '1 of 1');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await isAt('one');
  });

  test('what was left is let go: no workers, canvases and addresses of old documents stay', async () => {
    const folder = await addFolder(stage.app, 'many');
    const content = await pdfFile({ pages: 3 });
    const uids: string[] = [];
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf']) {
      uids.push(await addFile(stage.app, '/many', { name, type: 'application/pdf', content }));
    }
    const page = await stage.open(`document/${uids[0]}?from=${folder}`);
    for (const position of ['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5']) {
      await page.getByText(position, { exact: true }).waitFor();
      await page.getByText('Alpha 1', { exact: true }).waitFor();
      await page.keyboard.press('ArrowRight');
    }
    await expect.poll(() => page.workers().length).toBe(1);
    expect(await page.locator('.pdfViewer').count()).toBe(1);
  });
});
