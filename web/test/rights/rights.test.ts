import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createDocument, createUser, runOperation } from '../support/prepared.ts';
import {
  describeWeb,
  expectAccessible,
  expectNoSidewaysScroll,
  type Stage,
} from '../support/stage.ts';

async function statusFor(stage: Stage, user: string, uid: string): Promise<number> {
  return (await stage.app.request(`GET /api/v1/id/${uid}`, { user })).status;
}

const workspaces = '/default-domain/workspaces';

/** Blocked for all but administrators, so that a user sees what is granted only. */
async function closedWorkspace(stage: Stage, name: string): Promise<string> {
  const uid = await createDocument(stage, workspaces, name, 'Workspace');
  await runOperation(stage, 'Document.BlockPermissionInheritance', { input: uid });
  return uid;
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name });
}

describeWeb('permissions', (stage) => {
  beforeAll(async () => {
    await createUser(stage, 'ann', { firstName: 'Ann', lastName: 'Lee' });
    await createUser(stage, 'bob', { firstName: 'Bob', lastName: 'Ray' });
  });

  test('sharing by keyboard only until a date lets Ann in; taking it away and undo', async () => {
    const uid = await closedWorkspace(stage, 'Contracts');
    const page = await stage.open(`document/${uid}?tab=permissions`);
    const share = section(page, 'Set on this document').getByRole('button', { name: 'Share' });
    await share.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share “Contracts”' });
    await dialog.waitFor();
    await page.keyboard.type('ann');
    await page.getByRole('option', { name: 'Ann Lee' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove Ann Lee' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /Until/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'A date' }).waitFor();
    await page.keyboard.type('A date');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Last day').fill('2099-12-31');
    await page.keyboard.press('Enter');
    await page.getByText('Shared with Ann Lee.').waitFor();
    const row = section(page, 'Set on this document')
      .getByRole('listitem')
      .filter({ hasText: 'Ann Lee' });
    await row.getByText('until Dec 31, 2099').waitFor();
    expect(await statusFor(stage, 'ann', uid)).toBe(200);

    await row.getByRole('button', { name: 'Take the permission of Ann Lee away' }).click();
    // The message stays while the pointer is on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await row.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
    expect(await statusFor(stage, 'ann', uid)).toBe(403);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('until Dec 31, 2099').waitFor();
    expect(await statusFor(stage, 'ann', uid)).toBe(200);
  });

  test('another permission and no end in the place of an entry; what is missing is told', async () => {
    const uid = await closedWorkspace(stage, 'Plans');
    await runOperation(stage, 'Document.AddPermission', {
      input: uid,
      params: { users: ['ann'], permission: 'Read' },
    });
    const page = await stage.open(`document/${uid}?tab=permissions`);
    await page.getByRole('button', { name: 'Change the permission of Ann Lee' }).click();
    const dialog = page.getByRole('dialog', { name: 'Permission of Ann Lee' });
    await dialog.getByRole('button', { name: /They may/ }).click();
    await page.getByRole('option', { name: 'Read and change' }).click();
    await dialog.getByRole('button', { name: /Until/ }).click();
    await page.getByRole('option', { name: 'A date' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Choose a day that is not over.').waitFor();
    await dialog.getByRole('button', { name: /Until/ }).click();
    await page.getByRole('option', { name: 'No end' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = section(page, 'Set on this document')
      .getByRole('listitem')
      .filter({ hasText: 'Ann Lee' });
    await row.getByText('Read and change').waitFor();
    await row.getByText('no end').waitFor();
  });

  test('an address outside needs an end, and is shown as one', async () => {
    const uid = await createDocument(stage, workspaces, 'Offer');
    const page = await stage.open(`document/${uid}?tab=permissions`);
    await page.getByRole('button', { name: 'Share' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Share “Offer”' });
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByText('Choose at least one user, group or address.').waitFor();
    await dialog.getByRole('combobox', { name: 'With whom' }).fill('carl@example.org');
    await page.getByRole('option', { name: 'carl@example.org' }).click();
    await dialog.getByRole('button', { name: /Until/ }).click();
    await page.getByRole('option', { name: 'No end' }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByText('An address outside needs an end.').waitFor();
    await dialog.getByRole('button', { name: /Until/ }).click();
    await page.getByRole('option', { name: '7 days' }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    const row = section(page, 'Set on this document').getByRole('listitem');
    await row.filter({ hasText: 'carl@example.org' }).getByText('Outside person').waitFor();
  });

  test('blocking says who loses access and how many documents it touches, and can be undone', async () => {
    const uid = await createDocument(stage, workspaces, 'Salaries', 'Workspace');
    await createDocument(stage, `${workspaces}/Salaries`, 'One');
    await createDocument(stage, `${workspaces}/Salaries`, 'Two');
    const page = await stage.open(`document/${uid}?tab=permissions`);
    await section(page, 'From the folders above').getByText('From Root').waitFor();
    expect(await statusFor(stage, 'ann', uid)).toBe(200);
    await page.getByRole('button', { name: 'Block permissions from above' }).click();
    const dialog = page.getByRole('dialog', { name: 'Block permissions from above?' });
    await dialog.getByText('Members group: Read').waitFor();
    await dialog.getByText('This concerns 2 documents in this folder.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Block permissions from above' }).click();
    await page.getByRole('button', { name: 'Undo' }).hover();
    await page
      .getByText('Nothing is inherited: permissions from above are blocked here.')
      .waitFor();
    expect(await statusFor(stage, 'ann', uid)).toBe(403);
    await page.getByRole('button', { name: 'Undo' }).click();
    await section(page, 'From the folders above').getByText('From Root').waitFor();
    expect(await statusFor(stage, 'ann', uid)).toBe(200);
    await section(page, 'Set on this document').getByText('Nothing is set here.').waitFor();
  });

  test('why a user may do something or not, with the entry and the folder that decide', async () => {
    const folder = await closedWorkspace(stage, 'Legal');
    await runOperation(stage, 'Document.AddPermission', {
      input: folder,
      params: { users: ['members'], permission: 'Read' },
    });
    const uid = await createDocument(stage, `${workspaces}/Legal`, 'Case');
    const page = await stage.open(`document/${uid}?tab=permissions`);
    await page.getByRole('combobox', { name: 'User' }).fill('bob');
    await page.getByRole('option', { name: 'Bob Ray' }).click();
    await page.getByText('Yes, Bob Ray may: Read.').waitFor();
    await page
      .getByText(
        'The entry “Read” for the group Members group decides, which Bob Ray is in, set on Legal (/default-domain/workspaces/Legal).',
      )
      .waitFor();
    await page.getByRole('button', { name: /What/ }).click();
    await page.getByRole('option', { name: 'Delete', exact: true }).click();
    await page.getByText('No, Bob Ray may not: Delete.').waitFor();
    await page.getByText(/Permissions from above are blocked, set on Legal/).waitFor();
    await expectAccessible(page);
  });

  test('Ann sees who may what, and cannot change it; in a narrow window, in French, in the dark', async () => {
    const uid = await createDocument(stage, workspaces, 'Minutes');
    await runOperation(stage, 'Document.AddPermission', {
      input: uid,
      params: { users: ['bob'], permission: 'ReadWrite' },
    });
    const page = await stage.open(`document/${uid}?tab=permissions`, {
      user: 'ann',
      context: { locale: 'fr-FR', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    });
    await page.getByText('Vous pouvez voir les permissions, sans les modifier.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Bob Ray' })
      .getByText('Lire et modifier')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Partager' }).count()).toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
