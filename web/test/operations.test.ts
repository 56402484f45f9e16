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
