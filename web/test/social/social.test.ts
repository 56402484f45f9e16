import { beforeAll, expect, test } from 'vitest';
import { createDocument, createUser, runOperation } from '../support/prepared.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

const workspaces = '/default-domain/workspaces';

describeWeb('comments, tags, locks and publications', (stage) => {
  beforeAll(async () => {
    await createUser(stage, 'ann', { firstName: 'Ann', lastName: 'Lee' });
  });

  test('two users comment, reply, change and delete; each what is their own', async () => {
    const uid = await createDocument(stage, workspaces, 'Draft');
    const ann = await stage.open(`document/${uid}?tab=comments`, { user: 'ann' });
    await ann.getByText('There are no comments yet.').waitFor();
    await expectAccessible(ann);
    await ann.getByLabel('New comment').fill('Please check page 3.');
    await ann.keyboard.press('Control+Enter');
    await ann.getByRole('heading', { name: 'Comments (1)' }).waitFor();
    const admin = await stage.open(`document/${uid}?tab=comments`);
    const item = admin.getByRole('listitem').filter({ hasText: 'Please check page 3.' });
    await item.getByText('Ann Lee').waitFor();
    await item.getByRole('button', { name: 'Reply to Ann Lee' }).click();
    await admin.getByRole('textbox', { name: 'Reply' }).fill('It is done.');
    await admin.getByRole('button', { name: 'Send' }).nth(1).click();
    await item.getByText('It is done.').waitFor();

    await ann.reload();
    await ann.getByRole('button', { name: 'One reply' }).click();
    await ann.getByText('It is done.').waitFor();
    expect(
      await ann.getByRole('button', { name: 'Delete the comment of Administrator' }).count(),
    ).toBe(0);
    await ann.getByRole('button', { name: 'Change the comment of Ann Lee' }).click();
    await ann.getByRole('textbox', { name: 'Change the comment' }).fill('Please check page 4.');
    await ann.getByRole('button', { name: 'Save' }).click();
    await ann.getByText('Please check page 4.').waitFor();
    await ann.getByText('changed', { exact: true }).waitFor();
    await expectAccessible(ann);
    await ann.getByRole('button', { name: 'Delete the comment of Ann Lee' }).click();
    await ann.getByText('and neither can the reply to it').waitFor();
    await ann.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await ann.getByText('There are no comments yet.').waitFor();
  });

  test('older comments come page by page, in a narrow window in the dark', async () => {
    const uid = await createDocument(stage, workspaces, 'Busy');
    for (let at = 1; at <= 25; at += 1) {
      const body = { 'entity-type': 'comment', text: `Remark ${at}.` };
      await stage.app.request(`POST /api/v1/id/${uid}/@comment`, { body });
    }
    const page = await stage.open(`document/${uid}?tab=comments`, {
      user: 'ann',
      context: { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    });
    await page.getByText('Remark 25.').waitFor();
    expect(await page.getByText('Remark 5.', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show older comments' }).click();
    await page.getByText('Remark 1.', { exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('tags are suggested from other documents, shown at once, and removed', async () => {
    const other = await createDocument(stage, workspaces, 'Tagged');
    await runOperation(stage, 'Services.TagDocument', {
      input: other,
      params: { tags: 'contract' },
    });
    const uid = await createDocument(stage, workspaces, 'Untagged');
    const page = await stage.open(`document/${uid}`, { user: 'ann' });
    const field = page.getByRole('combobox', { name: 'Add a tag' });
    await field.fill('contr');
    await page.getByRole('option', { name: 'contract', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the tag contract' }).waitFor();
    await field.fill('Year 2026');
    await page.getByRole('option', { name: /Year 2026/ }).click();
    await page.getByRole('button', { name: 'Remove the tag year2026' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove the tag contract' }).click();
    await page
      .getByRole('button', { name: 'Remove the tag contract' })
      .waitFor({ state: 'detached' });
    const headers = { 'enrichers.document': 'tags' };
    await expect
      .poll(
        async () =>
          (await stage.app.request(`GET /api/v1/id/${uid}`, { headers })).json.contextParameters
            .tags,
      )
      .toEqual(['year2026']);
  });

  test('a tag that the server refuses to remove is shown again, with its message', async () => {
    const uid = await createDocument(stage, workspaces, 'Secret');
    await runOperation(stage, 'Services.TagDocument', { input: uid, params: { tags: 'mine' } });
    const page = await stage.open(`document/${uid}`, { user: 'ann' });
    await page.getByRole('button', { name: 'Remove the tag mine' }).click();
    await page.getByText('You do not have the permission for this.').waitFor();
    await page.getByRole('button', { name: 'Remove the tag mine' }).waitFor();
  });

  test('a lock is seen by the other user, who can take it over with the permission', async () => {
    const uid = await createDocument(stage, workspaces, 'Contract');
    const params = { users: ['ann'], permission: 'ReadWrite' };
    await runOperation(stage, 'Document.AddPermission', { input: uid, params });
    const ann = await stage.open(`document/${uid}`, { user: 'ann' });
    await ann.getByRole('button', { name: 'Lock', exact: true }).click();
    await ann.getByText(/^You have locked this document/).waitFor();
    const admin = await stage.open(`document/${uid}`);
    await admin.getByText(/^Ann Lee has locked this document/).waitFor();
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Take over the lock' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Take over the lock' }).click();
    await admin.getByText(/^You have locked this document/).waitFor();
    await ann.reload();
    await ann.getByText(/^Administrator has locked this document/).waitFor();
    expect(await ann.getByRole('button', { name: 'Unlock' }).count()).toBe(0);
    await admin.getByRole('button', { name: 'Unlock' }).click();
    await admin.getByRole('button', { name: 'Lock', exact: true }).waitFor();
  });

  test('publishing to a section, again after a change, and withdrawing', async () => {
    const section = await createDocument(stage, '/default-domain/sections', 'News', 'Section');
    const uid = await createDocument(stage, workspaces, 'Article');
    const page = await stage.open(`document/${uid}?tab=publications`);
    await page.getByText('The document is not published where you can see it.').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish “Article”' });
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByText('Choose at least one section.').waitFor();
    await dialog.getByRole('combobox', { name: 'Section' }).fill('ne');
    await page.getByRole('option', { name: 'News' }).click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'News' });
    await row.getByText('Version 0.1').waitFor();
    await row.getByText(/as it is now/).waitFor();
    await expectAccessible(page);
    const shown = await stage.app.request(`GET /api/v1/id/${section}/@children`, { user: 'ann' });
    expect(shown.json.entries).toMatchObject([{ title: 'Article', isProxy: true }]);

    const body = { 'entity-type': 'document', uid, properties: { 'dc:title': 'Better article' } };
    await stage.app.request(`PUT /api/v1/id/${uid}`, { body });
    await page.reload();
    await row.getByText(/has changed since/).waitFor();
    await row.getByRole('button', { name: 'Publish again in News' }).click();
    await row.getByText('Version 0.2').waitFor();
    await row.getByRole('button', { name: 'Withdraw from News' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw from News' }).click();
    await page.getByText('The document is not published where you can see it.').waitFor();
  });

  test('Ann asks for a publication, and the administrator approves it', async () => {
    await createDocument(stage, '/default-domain/sections', 'Board', 'Section');
    const uid = await createDocument(stage, workspaces, 'Proposal');
    const ann = await stage.open(`document/${uid}?tab=publications`, { user: 'ann' });
    await ann.getByRole('button', { name: 'Publish' }).click();
    await ann.getByRole('combobox', { name: 'Section' }).fill('bo');
    await ann.getByRole('option', { name: 'Board (must be approved there)' }).click();
    await ann.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await ann.getByText(/waits for approval/).waitFor();
    const admin = await stage.open(`document/${uid}?tab=publications`);
    await admin.getByText(/waits for approval/).waitFor();
    await admin.getByRole('button', { name: 'Approve in Board' }).click();
    await admin
      .getByText(/as it is now/)
      .first()
      .waitFor();
    expect(await admin.getByText(/waits for approval/).count()).toBe(0);
  });

  test('a subscription is on or off', async () => {
    const uid = await createDocument(stage, workspaces, 'Watched', 'Workspace');
    const page = await stage.open(`document/${uid}`, { user: 'ann' });
    await page.getByRole('button', { name: 'Tell me about changes' }).click();
    await page.getByRole('button', { name: 'Do not tell me about changes' }).click();
    await page.getByRole('button', { name: 'Tell me about changes', exact: true }).waitFor();
  });
});
