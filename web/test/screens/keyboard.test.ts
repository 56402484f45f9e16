import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { change } from '../previews/stored-files.ts';
import { createDocument, createUser, runOperation } from '../support/prepared.ts';
import { describeWeb } from '../support/stage.ts';

const stepsMax = 60;

/** With the tab key alone, from where the focus is. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let step = 0; step < stepsMax; step += 1) {
    if (await control.evaluate((each) => each.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key does not lead to ${control}`);
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

describeWeb('by keyboard alone', (stage) => {
  test('a document is shared, and the permission is taken away', async () => {
    await createUser(stage, 'ann', { firstName: 'Ann', lastName: 'Lee' });
    const uid = await createDocument(stage, '/default-domain/workspaces', 'Offer');
    const page = await stage.open(`document/${uid}?tab=permissions`);
    await press(page, page.getByRole('main').getByRole('button', { name: 'Share' }).last());
    const dialog = page.getByRole('dialog', { name: 'Share “Offer”' });
    await tabTo(page, dialog.getByRole('combobox', { name: 'With whom' }));
    await page.keyboard.type('ann');
    await page.getByRole('option', { name: 'Ann Lee' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await press(page, dialog.getByRole('button', { name: 'Share', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    const taking = page.getByRole('button', { name: 'Take the permission of Ann Lee away' });
    await press(page, taking);
    await taking.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
  });

  test('a version is compared with the present state, and a search is saved', async () => {
    const uid = await createDocument(stage, '/default-domain/workspaces', 'Lease');
    await runOperation(stage, 'Document.CheckIn', { input: uid, params: { version: 'minor' } });
    await change(stage.app, uid, { 'dc:description': 'The lease begins in June.' });
    const page = await stage.open(`document/${uid}?tab=versions`);
    await press(page, page.getByRole('button', { name: 'Compare' }));
    await page.getByText('The lease begins in June.').waitFor();
    await page.goto(`${stage.url}/app/search?q=lease`);
    await press(page, page.getByRole('button', { name: 'Save search…' }));
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Leases');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Leases' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
