import { beforeAll, expect, test } from 'vitest';
import { denyAll, grantAce, setAcl } from '../../../test/support/security.ts';
import { describeWeb, expectAccessible } from '../support/stage.ts';

describeWeb('what a user may read', (stage) => {
  beforeAll(async () => {
    const { app } = stage;
    for (const name of ['ann', 'bob', 'cleo']) {
      const properties = { username: name, password: name, email: `${name}@example.com` };
      const made = await app.request('POST /api/v1/user', {
        body: { 'entity-type': 'user', id: name, properties },
      });
      expect(made.status).toBe(201);
    }
    for (const name of ['north', 'south', 'secret']) {
      const made = await app.request('POST /api/v1/path/default-domain/workspaces', {
        body: {
          'entity-type': 'document',
          name,
          type: 'Workspace',
          properties: { 'dc:title': `Room ${name}` },
        },
      });
      expect(made.status).toBe(201);
    }
    const uidOf = async (path: string): Promise<string> =>
      (await app.request(`GET /api/v1/path${path}`)).json.uid;
    await setAcl(app, await uidOf('/'), [denyAll]);
    const rooms = '/default-domain/workspaces';
    await setAcl(app, await uidOf(`${rooms}/north`), [
      grantAce('ann', 'Read'),
      grantAce('bob', 'Read'),
    ]);
    await setAcl(app, await uidOf(`${rooms}/south`), [grantAce('ann', 'Read')]);
  });

  test('several places: a choice, and the tree begins with them', async () => {
    const page = await stage.open('', { user: 'ann' });
    await page.getByRole('heading', { name: 'Your places', level: 1 }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Room south' }).click();
    await page.getByRole('heading', { name: 'Room south', level: 1 }).waitFor();
    await page.getByText('You can see it, but you cannot add documents.').waitFor();
    const tree = page.getByRole('treegrid', { name: 'Folders' });
    await tree.getByRole('row', { name: 'Room north' }).click();
    await page.getByRole('heading', { name: 'Room north', level: 1 }).waitFor();
  });

  test('one place opens at once', async () => {
    const page = await stage.open('', { user: 'bob' });
    await page.getByRole('heading', { name: 'Room north', level: 1 }).waitFor();
    expect(page.url()).toContain('/app/browse/default-domain/workspaces/north');
  });

  test('no place, and a folder that may not be read', async () => {
    const page = await stage.open('', { user: 'cleo' });
    await page.getByText('There are no folders that you may read').waitFor();
    await expectAccessible(page);
    await page.goto(`${stage.url}/app/browse/default-domain/workspaces/secret`);
    await page.getByText('You do not have the permission for this.').waitFor();
    await page.getByText(/^Request /).waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Go to the documents' }).click();
    await page.getByText('There are no folders that you may read').waitFor();
  });
});
