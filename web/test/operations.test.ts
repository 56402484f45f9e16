import { expect, test } from 'vitest';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from './support/stage.ts';

describeWeb('operations with forms', (stage) => {
  test('one is found by its words and run with its parameters', async () => {
    const page = await stage.open('operations');
    await page.getByLabel('Find operations').fill('document create');
    expect(page.url()).toContain('words=document');
    await page.getByRole('link', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toContain('/app/operations/Document.Create');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('This is required.').first().waitFor();
    const input = page.getByRole('combobox', { name: 'Input' });
    await input.pressSequentially('Worksp');
    await page.getByRole('option', { name: '/default-domain/workspaces' }).click();
    expect(await input.inputValue()).toBe('/default-domain/workspaces');
    await page.getByRole('textbox', { name: /^type( \*)?$/ }).fill('Workspace');
    await page.getByRole('textbox', { name: /^name( \*)?$/ }).fill('made');
    await page
      .getByRole('textbox', { name: /^properties( \*)?$/ })
      .fill('{"dc:title": "It\'s made"}');
    await expectAccessible(page);
    const command = page.getByRole('region', { name: 'As a command' });
    expect(await command.innerText()).toContain("It'\\''s made");
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('"path": "/default-domain/workspaces/made"').waitFor();
    await expectAccessible(page);
  });

  test('a file is the input, and a file may be the result', async () => {
    const page = await stage.open('operations/FileManager.Import');
    const file = { name: 'letter é.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Jo') };
    await page.getByLabel('Input: a file of this computer').setInputFiles(file);
    expect(await page.getByText('input=@letter é.txt').count()).toBe(1);
    const { json: made } = await stage.app.request('POST /site/automation/Document.Create', {
      body: { input: '/', params: { type: 'Note', name: 'note', properties: 'note:note=words' } },
    });
    await page.goto(`${stage.url}/app/operations/Document.GetBlob`);
    await page.getByRole('combobox', { name: 'Input' }).fill(made.uid);
    await page.getByRole('button', { name: 'Run' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /note/ }).click();
    expect((await download).suggestedFilename()).toContain('note');
  });

  test('users, days and usual values have fields of their kind, which take other texts as well', async () => {
    const { json: file } = await stage.app.request('POST /site/automation/Document.Create', {
      body: { input: '/', params: { type: 'File', name: 'granted' } },
    });
    const page = await stage.open('operations/Document.AddPermission', {
      context: { viewport: { width: 360, height: 640 }, colorScheme: 'dark' },
    });
    const fill = (name: string, value: string) => page.getByRole('combobox', { name }).fill(value);
    await fill('Input', '/granted');
    await fill('username', 'admin');
    await page.getByRole('option', { name: 'Administrator' }).click();
    await fill('acl', 'lo');
    await page.getByRole('option', { name: 'local' }).click();
    await page.getByRole('textbox', { name: 'permission' }).fill('Read');
    const end = page.getByRole('group', { name: /^end/ });
    await end.getByRole('spinbutton').first().click();
    await page.keyboard.type('123120990800AM');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('region', { name: 'Result' }).getByText('"path": "/granted"').waitFor();
    const { json } = await stage.app.request(`GET /api/v1/id/${file.uid}/@acl`);
    const aces = json.acl.flatMap(({ ace }: { ace: object[] }) => ace);
    expect(aces).toContainEqual(
      expect.objectContaining({
        username: 'Administrator',
        permission: 'Read',
        end: expect.stringContaining('2099-12-31'),
      }),
    );
  });

  test('a refusal shows the message of the server and the id of the request; unknown ones are not found', async () => {
    const page = await stage.open('operations/Document.Delete', {
      context: { viewport: { width: 360, height: 640 } },
    });
    await page.getByRole('combobox', { name: 'Input' }).fill('/no/such/document');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').getByText('/no/such/document').waitFor();
    await page.getByText(/^Request /).waitFor();
    await expectNoSidewaysScroll(page);
    await page.goto(`${stage.url}/app/operations/None`);
    await page.getByText('There is no such page').waitFor();
  });
});
