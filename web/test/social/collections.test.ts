import { beforeAll, expect, test } from 'vitest';
import { createDocument, createUser, runOperation } from '../support/prepared.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

const workspaces = '/default-domain/workspaces';

describeWeb('collections and favorites', (stage) => {
  beforeAll(async () => {
    await createUser(stage, 'ann', { firstName: 'Ann', lastName: 'Lee' });
  });

  test('the star makes a favorite at once, which the screen lists and removes, with undo', async () => {
    const uid = await createDocument(stage, workspaces, 'Starred');
    const page = await stage.open('favorites', { user: 'ann' });
    await page.getByText('You have no favorites yet.').waitFor();
    await expectAccessible(page);
    await page.goto(`${stage.url}/app/document/${uid}`);
    await page.getByRole('button', { name: 'Add to favorites' }).click();
    await page.getByRole('button', { name: 'Remove from favorites' }).waitFor();
    const headers = { 'enrichers.document': 'favorites' };
    await expect
      .poll(async () => {
        const { json } = await stage.app.request(`GET /api/v1/id/${uid}`, { user: 'ann', headers });
        return json.contextParameters.favorites;
      })
      .toBe(true);
    await page.getByRole('link', { name: 'Favorites' }).click();
    await page.getByRole('link', { name: 'Starred' }).waitFor();
    expect(page.url()).toContain('/app/favorites');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Starred from favorites' }).click();
    // The message stays while the pointer is on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await page.getByText('You have no favorites yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Starred' }).waitFor();
  });

  test('a document is added to a new collection by keyboard, and the collection to the list', async () => {
    const uid = await createDocument(stage, workspaces, 'Report');
    const page = await stage.open(`document/${uid}`, { user: 'ann' });
    await page.getByText('In no collection.').waitFor();
    await page.getByRole('button', { name: 'Add to a collection' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add one document to a collection' }).waitFor();
    await page.keyboard.type('Best of 2026');
    await page.getByRole('option', { name: 'Best of 2026' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Best of 2026' }).click();
    await page.getByRole('heading', { name: 'Best of 2026' }).waitFor();
    await page.getByRole('link', { name: 'Report' }).waitFor();
    await page.goto(`${stage.url}/app/collections?title=best`);
    await page.getByRole('link', { name: 'Best of 2026' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Title begins with').fill('other');
    await page.getByText('No collection has a title that begins like this.').waitFor();
    expect(page.url()).toContain('title=other');
  });

  test('a collection of 60 documents is read page by page; one is removed and comes back', async () => {
    const uids = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        createDocument(stage, workspaces, `Item ${String(at + 1).padStart(2, '0')}`),
      ),
    );
    const body = { params: { name: 'Many' } };
    const created = await stage.app.request('POST /site/automation/Collection.Create', { body });
    const params = { collection: created.json.uid };
    await runOperation(stage, 'Document.AddToCollection', {
      input: `docs:${uids.join(',')}`,
      params,
    });
    const page = await stage.open(`collections/${created.json.uid}`, {
      context: { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    });
    await page.getByRole('link', { name: 'Item 50' }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: 'Item 60' }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(60);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Remove Item 07 from the collection' }).click();
    await page.getByRole('button', { name: 'Undo' }).hover();
    await page.getByRole('link', { name: 'Item 07' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Item 07' }).waitFor();
  });

  test('what cannot be read is told with the id of the request', async () => {
    const page = await stage.open('collections/00000000-0000-4000-8000-000000000000');
    await page.getByText('This is not there, or you may not see it.').waitFor();
    await page.getByText(/^Request /).waitFor();
  });
});
