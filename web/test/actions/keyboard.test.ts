import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import { describeWeb, expectAccessible, type Stage } from '../support/stage.ts';

/** What the server has at a path below the workspaces; undefined if nothing. */
async function stored({ app }: Stage, path: string) {
  const response = await app.request(`GET /api/v1/path/default-domain/workspaces/${path}`);
  return response.status === 200 ? response.json : undefined;
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses a key until the button has the focus. */
async function goTo(page: Page, name: string, key: 'Tab' | 'ArrowRight'): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  for (let tries = 0; tries < 30; tries += 1) {
    if (await button.evaluate((each) => each === each.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no way to ${name} by ${key}`);
}

describeWeb('documents by keyboard alone', (stage) => {
  beforeAll(async () => {
    const { uid } = await createDocument(stage.app, { name: 'desk', type: 'Folder' });
    await createDocument(stage.app, { parent: uid, name: 'target', type: 'Folder' });
  });

  test('are created, renamed, moved, put in the trash; each of it is undone', async () => {
    const page = await stage.open('browse/default-domain/workspaces/desk');
    await page.getByRole('heading', { name: 'desk' }).waitFor();

    await press(page, 'n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'New document in “desk”' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type('Plan.txt');
    await press(page, 'Shift+Tab');
    await page.keyboard.type('Note');
    await press(page, 'Tab', 'Enter');
    await page.getByRole('heading', { level: 1, name: 'Plan.txt' }).waitFor();
    expect((await stored(stage, 'desk/Plan.txt')).type).toBe('Note');

    await press(page, 'F2');
    await dialog.getByRole('heading', { name: 'Rename' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type('Draft');
    await press(page, 'Enter');
    await page.getByText('Renamed “Plan.txt” to “Draft.txt”').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Draft.txt' }).waitFor();
    expect((await stored(stage, 'desk/Plan.txt')).title).toBe('Draft.txt');
    await press(page, 'Control+z');
    await page.getByRole('heading', { level: 1, name: 'Plan.txt' }).waitFor();

    await goTo(page, 'Rename', 'Tab');
    await goTo(page, 'Move to…', 'ArrowRight');
    await press(page, 'Enter');
    await dialog.getByLabel('Find a folder by its title').waitFor();
    await dialog.getByRole('row', { name: 'target' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type('targ');
    await dialog.getByText('/default-domain/workspaces/desk/target').waitFor();
    await press(page, 'Tab', 'Enter');
    await dialog.getByText('To /default-domain/workspaces/desk/target').waitFor();
    await goTo(page, 'Move here', 'Tab');
    await press(page, 'Enter');
    await page.getByText('Moved “Plan.txt” to “target”').waitFor();
    expect((await stored(stage, 'desk/target/Plan.txt')).title).toBe('Plan.txt');
    await press(page, 'Control+z');
    await page.getByText('Undone').last().waitFor();
    expect((await stored(stage, 'desk/Plan.txt')).title).toBe('Plan.txt');

    await press(page, 'Delete');
    await page.getByText('“Plan.txt” is in the trash').waitFor();
    expect(await stored(stage, 'desk/Plan.txt')).toBeUndefined();
    await press(page, 'Control+z');
    await page.getByRole('button', { name: 'Move to the trash' }).waitFor();
    await expect.poll(() => stored(stage, 'desk/Plan.txt')).toMatchObject({ isTrashed: false });
  });
});
