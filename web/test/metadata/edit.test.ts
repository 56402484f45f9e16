import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

/** Its type `Contract` has a field of each kind. */
const model = resolve(import.meta.dirname, '../../../docs/examples/custom-model.json');

const contract = { 'dc:title': 'Lease', 'ctr:number': 'AB-1234' };

describeWeb(
  'editing a document',
  (stage) => {
    let made = 0;

    async function create(type: string, properties: object): Promise<string> {
      made += 1;
      const answer = await stage.app.request('POST /api/v1/path/default-domain/workspaces', {
        headers: { Accept: 'application/json' },
        body: { 'entity-type': 'document', type, name: `document-${made}`, properties },
      });
      expect(answer.status, answer.text).toBe(201);
      return answer.json.uid;
    }

    async function stored(uid: string): Promise<Record<string, unknown>> {
      const headers = { properties: '*', 'X-Cartulary-Dialect': 'native' };
      return (await stage.app.request(`GET /api/v1/id/${uid}`, { headers })).json.properties;
    }

    /** As another person with a form of the document would: changes without a token count as made by programs. */
    async function saveElsewhere(uid: string, properties: object): Promise<void> {
      const { changeToken } = (await stage.app.request(`GET /api/v1/id/${uid}`)).json;
      const body = { 'entity-type': 'document', uid, changeToken, properties };
      expect((await stage.app.request(`PUT /api/v1/id/${uid}`, { body })).status).toBe(200);
    }

    async function openEdit(uid: string, options = {}): Promise<Page> {
      const page = await stage.open(`document/${uid}?tab=edit`, options);
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
      return page;
    }

    /** Until the message that everything is stored, which goes away so that the next one is seen. */
    async function save(page: Page): Promise<void> {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await saved(page);
    }

    async function saved(page: Page): Promise<void> {
      const message = page.getByRole('alertdialog').filter({ hasText: 'Saved' });
      await message.waitFor();
      await message.getByRole('button', { name: 'Close' }).click();
      await message.waitFor({ state: 'detached' });
    }

    async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
      const field = page.getByRole('combobox', { name: label });
      await field.scrollIntoViewIfNeeded();
      // Lists close when the page scrolls below them: pages tell of a scroll in the next frame.
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
      );
      await field.fill(typed);
      // Before entries that are there for those below them.
      await expect.poll(() => page.getByRole('option').first().textContent()).toBe(option);
      await page.getByRole('option', { name: option, exact: true }).click();
      // The list of a field with several values stays open for the next one.
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    }

    function titleOf(page: Page): Locator {
      return page.getByRole('textbox', { name: 'Title', exact: true });
    }

    test('texts, numbers, choices, references, dates and parts are stored as they were entered', async () => {
      const uid = await create('Contract', contract);
      const page = await openEdit(uid);
      await titleOf(page).fill('Lease of the hall');
      await page.getByRole('textbox', { name: 'Description' }).fill('First line\nsecond line');
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1,234.5');
      await page.getByRole('textbox', { name: 'Renewals', exact: true }).fill('3');
      await page.getByRole('button', { name: /Status/ }).click();
      await page.getByRole('option', { name: 'signed' }).click();
      await page.getByText('Is confidential').click();
      await choose(page, 'Coverage', 'fran', 'Europe/France');
      await choose(page, 'Nature', 'arti', 'Article');
      await choose(page, 'Subjects', 'archi', 'Art/Architecture');
      await choose(page, 'Subjects', 'cine', 'Art/Cinema');
      await choose(page, 'Owner', 'Admin', 'Administrator');
      const date = page.getByRole('group', { name: 'Start date' });
      await date.getByRole('spinbutton').first().click();
      await page.keyboard.type('03142026093');
      await page.keyboard.type('0PM');
      await page.getByRole('textbox', { name: 'City', exact: true }).fill('Lyon');
      await page.getByText('12 fields changed').waitFor();
      await save(page);
      const values = await stored(uid);
      expect(values).toMatchObject({
        'dc:title': 'Lease of the hall',
        'dc:description': 'First line\nsecond line',
        'ctr:amount': 1234.5,
        'ctr:renewals': 3,
        'ctr:status': 'signed',
        'ctr:isConfidential': true,
        'dc:coverage': 'europe/France',
        'dc:nature': 'article',
        'dc:subjects': ['art/architecture', 'art/cinema'],
        'ctr:owner': 'Administrator',
        'ctr:address': { city: 'Lyon' },
      });
      expect(new Date(String(values['ctr:startDate'])).getTime()).toBe(
        new Date('2026-03-14T21:30:00').getTime(),
      );
      await page.getByText('Nothing changed').waitFor();
    });

    test('lists get, lose and order their items; focus is in the item that was added', async () => {
      const parties = [{ name: 'Smith' }, { name: 'Jones' }];
      const keywords = ['one', 'two'];
      const uid = await create('Contract', {
        ...contract,
        'ctr:parties': parties,
        'ctr:keywords': keywords,
      });
      const page = await openEdit(uid);
      await page.getByRole('button', { name: 'Add to Parties' }).press('Enter');
      await page.keyboard.type('Miller');
      await page.getByRole('button', { name: 'Move Parties 3 up' }).press('Enter');
      await page.getByRole('button', { name: 'Remove Parties 1' }).press('Enter');
      await page.getByRole('button', { name: 'Move Keywords 1 down' }).press('Enter');
      await page.getByRole('button', { name: 'Add to Keywords' }).press('Enter');
      await page.keyboard.type('three');
      await save(page);
      expect(await stored(uid)).toMatchObject({
        'ctr:parties': [{ name: 'Miller' }, { name: 'Jones' }],
        'ctr:keywords': ['two', 'one', 'three'],
      });
    });

    test('a file is chosen, replaced and removed, also in an item of a list', async () => {
      const uid = await create('Contract', { ...contract, 'ctr:parties': [{ name: 'Smith' }] });
      const page = await openEdit(uid);
      const chooseIn = async (group: string, name: string): Promise<void> => {
        const field = page.getByRole('group', { name: group, exact: true });
        const chooser = page.waitForEvent('filechooser');
        await field.getByRole('button', { name: /Choose a file|Replace/ }).click();
        const file = { name, mimeType: 'text/plain', buffer: Buffer.from(`this is ${name}`) };
        await (await chooser).setFiles(file);
        await field.getByText(name).waitFor();
      };
      await chooseIn('Main file', 'first.txt');
      await chooseIn('Signature', 'signature.txt');
      await save(page);
      expect(await stored(uid)).toMatchObject({
        'file:content': { name: 'first.txt', length: '17' },
        'ctr:parties': [{ name: 'Smith', signature: { name: 'signature.txt' } }],
      });
      await chooseIn('Main file', 'second.txt');
      // The file in the item stays when something else of the item is changed.
      await page.getByRole('textbox', { name: /^Name/ }).fill('Smith and daughters');
      await save(page);
      expect(await stored(uid)).toMatchObject({
        'file:content': { name: 'second.txt' },
        'ctr:parties': [{ name: 'Smith and daughters', signature: { name: 'signature.txt' } }],
      });
      await page.getByRole('button', { name: 'Remove the file second.txt' }).click();
      await save(page);
      expect((await stored(uid))['file:content']).toBeNull();
    });

    test('the text of a note is written as its source', async () => {
      const note = { 'dc:title': 'N', 'note:note': '# Old', 'note:mime_type': 'text/markdown' };
      const uid = await create('Note', note);
      const page = await openEdit(uid);
      await page.getByRole('textbox', { name: 'Text' }).fill('<p>New</p>');
      await page.getByRole('button', { name: /Format of the text/ }).click();
      await page.getByRole('option', { name: 'HTML' }).click();
      await save(page);
      expect(await stored(uid)).toMatchObject({
        'note:note': '<p>New</p>',
        'note:mime_type': 'text/html',
      });
    });

    test('fields of a picture are there, what the server computes is not', async () => {
      const page = await openEdit(await create('Picture', { 'dc:title': 'P' }));
      await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('Seen from above');
      await save(page);
      expect(await page.getByRole('group', { name: 'Sizes' }).count()).toBe(0);
      expect(await page.getByLabel('Last contributor').count()).toBe(0);
    });

    test('what the server refuses is said beside the fields and above them, with a way to them', async () => {
      const uid = await create('Contract', { ...contract, 'ctr:parties': [{ name: 'Smith' }] });
      const page = await openEdit(uid);
      await page.getByRole('textbox', { name: /^Number/ }).fill('wrong');
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('-1');
      await page.getByRole('textbox', { name: /^Name/ }).fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const list = page.getByRole('region', { name: 'Problems' });
      await list.getByText('3 values were not accepted').waitFor();
      expect(await list.getByRole('listitem').allTextContents()).toEqual([
        'Number: The value does not have the form that is expected here.',
        'Amount: At least 0.',
        'Parties › 1 › Name: A value is required.',
      ]);
      await expectAccessible(page);
      await list.getByRole('button', { name: 'Parties › 1 › Name' }).click();
      await page.locator('input[aria-invalid="true"]:focus').waitFor();
      await page.keyboard.type('Jones');
      await page.getByRole('textbox', { name: /^Number/ }).fill('CD-5678');
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1');
      await save(page);
      expect(await stored(uid)).toMatchObject({ 'ctr:parties': [{ name: 'Jones' }] });
    });

    test('by keyboard alone: a field, its undoing, saving and a version', async () => {
      const uid = await create('File', { 'dc:title': 'F', 'dc:source': 'S' });
      const page = await openEdit(uid);
      await titleOf(page).press('End');
      await page.keyboard.type(' 2');
      await page.getByRole('textbox', { name: 'Source', exact: true }).press('End');
      await page.keyboard.type('!');
      await page.getByRole('button', { name: 'Undo the change of Source' }).press('Enter');
      expect(await page.getByRole('textbox', { name: 'Source', exact: true }).inputValue()).toBe(
        'S',
      );
      await page.getByText('One field changed').waitFor();
      await page.getByRole('button', { name: /Version/ }).press('Enter');
      await page.getByRole('option', { name: 'New major version' }).press('Enter');
      await titleOf(page).press('Control+s');
      await saved(page);
      expect(await stored(uid)).toMatchObject({ 'dc:title': 'F 2', 'uid:major_version': 1 });
      await page.getByText('Version 1.0').waitFor();
    });

    test('changes of different fields by two people are both saved, and that is said', async () => {
      const uid = await create('File', { 'dc:title': 'F', 'dc:source': 'S' });
      const page = await openEdit(uid);
      await titleOf(page).fill('Mine');
      await saveElsewhere(uid, { 'dc:source': 'Theirs' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Another person has changed Source meanwhile').waitFor();
      expect(await stored(uid)).toMatchObject({ 'dc:title': 'Mine', 'dc:source': 'Theirs' });
      expect(await page.getByRole('textbox', { name: 'Source', exact: true }).inputValue()).toBe(
        'Theirs',
      );
    });

    test('changes of the same field are shown, and one of them is chosen', async () => {
      const before = { 'dc:title': 'The red house', 'dc:source': 'S', 'dc:rights': 'R' };
      const uid = await create('File', before);
      const page = await openEdit(uid);
      await titleOf(page).fill('The red barn');
      await page.getByRole('textbox', { name: 'Source', exact: true }).fill('Mine');
      await page.getByRole('textbox', { name: 'Rights', exact: true }).fill('Also mine');
      await saveElsewhere(uid, { 'dc:title': 'The blue house', 'dc:source': 'Theirs' });
      await titleOf(page).press('Control+s');
      const dialog = page.getByRole('dialog', { name: /changed the same fields/ });
      await dialog.getByText('Administrator saved this document').waitFor();
      const title = dialog.getByRole('region', { name: 'Title' });
      expect(await title.locator('ins').allTextContents()).toEqual(['blue', 'barn']);
      await expectAccessible(page);
      await title.getByText('Take theirs').click();
      await dialog.getByRole('region', { name: 'Source' }).getByText('Take yours').click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await saved(page);
      expect(await stored(uid)).toMatchObject({
        'dc:title': 'The blue house',
        'dc:source': 'Mine',
        'dc:rights': 'Also mine',
      });
    });

    test('what was not saved is offered after a reload, and forgotten once it is saved', async () => {
      const uid = await create('File', { 'dc:title': 'F' });
      const page = await openEdit(uid);
      page.on('dialog', (dialog) => void dialog.accept());
      await titleOf(page).fill('Draft');
      await page.getByText('One field changed').waitFor();
      await page.reload();
      await page.getByText(/changes of .* that were not saved/).waitFor();
      expect(await titleOf(page).inputValue()).toBe('F');
      await page.getByRole('button', { name: 'Go on with them' }).click();
      expect(await titleOf(page).inputValue()).toBe('Draft');
      await save(page);
      await page.reload();
      await page.getByText('Nothing changed').waitFor();
      expect(await page.getByText(/not saved/).count()).toBe(0);
    });

    test('leaving with changes asks: stay, keep them, or discard them', async () => {
      const uid = await create('File', { 'dc:title': 'F' });
      const page = await openEdit(uid);
      const summary = page.getByRole('link', { name: 'Summary' });
      const edit = page.getByRole('link', { name: 'Edit' });
      await titleOf(page).fill('Changed');
      await summary.click();
      await page.getByRole('button', { name: 'Stay here' }).click();
      expect(await titleOf(page).inputValue()).toBe('Changed');
      await summary.click();
      await page.getByRole('button', { name: 'Keep them for later' }).click();
      await page.getByText('In progress').waitFor();
      await edit.click();
      await page.getByRole('button', { name: 'Go on with them' }).click();
      expect(await titleOf(page).inputValue()).toBe('Changed');
      await summary.click();
      await page.getByRole('button', { name: 'Discard the changes' }).click();
      await edit.click();
      await page.getByText('Nothing changed').waitFor();
      expect(await titleOf(page).inputValue()).toBe('F');
    });

    test('the lock of another person is shown before anything is typed', async () => {
      const user = { username: 'ann', password: 'ann-Passw0rd', firstName: 'Ann', lastName: 'Lee' };
      const body = { 'entity-type': 'user', id: 'ann', properties: user };
      await stage.app.request('POST /api/v1/user', { body });
      const uid = await create('File', { 'dc:title': 'F' });
      const params = { username: 'ann', permission: 'ReadWrite' };
      await stage.app.request(`POST /api/v1/id/${uid}/@op/Document.AddPermission`, {
        body: { params },
      });
      await stage.app.request(`POST /api/v1/id/${uid}/@op/Document.Lock`, { body: {} });
      const page = await stage.open(`document/${uid}?tab=edit`, {
        user: 'ann',
        password: user.password,
      });
      await page.getByText('Administrator has locked this document').waitFor();
      expect(await titleOf(page).getAttribute('readonly')).not.toBeNull();
      expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    });

    test('in a narrow window, in the dark', async () => {
      const parties = [{ name: 'Smith', signedOn: '2026-01-02T10:00:00Z' }];
      const values = { ...contract, 'ctr:parties': parties, 'dc:subjects': ['art/architecture'] };
      const page = await openEdit(await create('Contract', values), {
        context: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
      });
      await page.getByText('Art/Architecture').waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  },
  { flags: { contentModelFiles: [model] } },
);
