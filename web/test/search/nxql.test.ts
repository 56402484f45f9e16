import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

/** In the place of all that is in the editor, as a user does it. */
async function write(page: Page, query: string): Promise<void> {
  await page.getByRole('textbox', { name: 'NXQL query' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(query);
}

describeWeb('queries in NXQL', (stage) => {
  beforeAll(async () => {
    for (const [name, nature] of [
      ['one', 'memo'],
      ['two', 'report'],
    ]) {
      const properties = { 'dc:title': `Title ${name}`, 'dc:nature': nature };
      await createDocument(stage.app, { name: name as string, properties });
    }
  });

  test('are written with completions, run by keyboard, and left by Tab', async () => {
    const page = await stage.open('search?mode=nxql');
    await page.getByText('Write a query, then run it').waitFor();
    const editor = page.getByRole('textbox', { name: 'NXQL query' });
    const options = page.getByRole('option');
    await editor.click();
    await page.keyboard.type('SELECT * FROM Fil');
    await options.filter({ hasText: /^File/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' WHERE dc:natu');
    await options.filter({ hasText: 'dc:nature' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.keyboard.type(" = 'mem");
    await options.filter({ hasText: "'memo'" }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '1 document' }).waitFor();
    expect(new URL(page.url()).searchParams.get('query')).toBe(
      "SELECT * FROM File WHERE dc:nature = 'memo'",
    );
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Run');
    await page.getByRole('link', { name: 'Title one' }).click();
    await page.getByRole('heading', { name: 'Title one' }).waitFor();
  });

  test('have their errors at the place, also of names that do not exist', async () => {
    const page = await stage.open(
      `search?mode=nxql&query=${encodeURIComponent('SELECT * FROM File WHERE dc:title ! 1')}`,
    );
    const problem = page.getByRole('alert').filter({ hasText: 'The query cannot be run' });
    await problem.getByText('Illegal character <!> at offset 34').waitFor();
    const marked = page.locator('.cm-lintRange-error');
    await expect.poll(() => marked.allTextContents()).toEqual(['!']);
    await expectAccessible(page);
    const editor = page.getByRole('textbox', { name: 'NXQL query' });
    await write(page, 'SELECT * FROM File WHERE dc:tile = 1');
    await page.keyboard.press('Control+Enter');
    await problem.getByText('No such property: dc:tile').waitFor();
    await expect.poll(() => marked.allTextContents()).toEqual(['dc:tile']);
    await write(page, "SELECT * FROM File WHERE dc:title = 'Title two'");
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('link', { name: 'Title two' }).waitFor();
    expect(await marked.count()).toBe(0);
    await page.goBack();
    await problem.getByText('No such property: dc:tile').waitFor();
    await page.getByRole('button', { name: 'Recent queries' }).click();
    await page.getByRole('menuitem', { name: /Title two/ }).click();
    await expect.poll(() => editor.textContent()).toContain('Title two');
  });

  test('show chosen columns, or those that they select', async () => {
    const page = await stage.open(
      `search?mode=nxql&query=${encodeURIComponent('SELECT * FROM File ORDER BY dc:title')}`,
    );
    await page.getByRole('heading', { name: '2 documents' }).waitFor();
    await page.getByRole('button', { name: 'Columns…' }).click();
    await page.getByLabel('Name of a property').fill('nature');
    await page.getByRole('dialog').getByText('dc:nature', { exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('columnheader', { name: 'dc:nature' }).waitFor();
    await page.getByRole('cell', { name: 'report', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('columns')).toContain('dc:nature');
    await write(page, 'SELECT dc:nature AS kind, dc:title FROM File ORDER BY dc:title');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('columnheader', { name: 'kind' }).waitFor();
    expect(await page.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
      'memo',
      'Title one',
    ]);
  });

  test('are made from a search with filters', async () => {
    const where = encodeURIComponent(JSON.stringify({ dc_nature_agg: ['report'] }));
    const page = await stage.open(`search?q=&where=${where}`);
    await page.getByRole('link', { name: 'Title two' }).waitFor();
    await page.getByRole('link', { name: 'Show as NXQL' }).click();
    await page.getByRole('heading', { name: 'Query in NXQL' }).waitFor();
    await page.getByRole('heading', { name: '1 document' }).waitFor();
    await page.getByRole('link', { name: 'Title two' }).waitFor();
    const text = await page.getByRole('textbox', { name: 'NXQL query' }).innerText();
    expect(text).toContain("dc:nature = 'report'");
    expect(text).toContain('ecm:isTrashed = 0');
  });

  test('in a narrow window, dark', async () => {
    const page = await stage.open(
      `search?mode=nxql&query=${encodeURIComponent("SELECT * FROM File WHERE dc:title <> 'x' AND ecm:path STARTSWITH '/default-domain' ORDER BY dc:title")}`,
      { context: { viewport: { width: 360, height: 700 }, colorScheme: 'dark' } },
    );
    await page.getByRole('heading', { name: '2 documents' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
