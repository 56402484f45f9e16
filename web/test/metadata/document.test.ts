import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { dropFiles } from '../support/drop-files.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';
import { filesOnDisk } from '../uploads/uploading.ts';

const model = resolve(import.meta.dirname, '../../../docs/examples/custom-model.json');

describeWeb(
  'the screen of a document',
  (stage) => {
    let made = 0;

    async function create(type: string, properties: object): Promise<string> {
      made += 1;
      const answer = await stage.app.request('POST /api/v1/path/default-domain/workspaces', {
        body: { 'entity-type': 'document', type, name: `document-${made}`, properties },
      });
      expect(answer.status, answer.text).toBe(201);
      return answer.json.uid;
    }

    async function attachments(uid: string): Promise<readonly string[]> {
      const headers = { properties: 'files' };
      const { properties } = (await stage.app.request(`GET /api/v1/id/${uid}`, { headers })).json;
      return properties['files:files'].map(({ file }: { file: { name: string } }) => file.name);
    }

    /** The names of the main files of the versions of a document. */
    async function versionedFiles(uid: string): Promise<readonly string[]> {
      const query = `SELECT * FROM Document WHERE ecm:isVersion = 1 AND ecm:versionVersionableId = '${uid}'`;
      const { json } = await stage.app.request(
        `GET /api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`,
        { headers: { properties: 'file' } },
      );
      return json.entries.map(
        (each: { properties: Record<string, { name: string }> }) =>
          each.properties['file:content']?.name,
      );
    }

    const facts = {
      'dc:title': 'Lease of the hall',
      'dc:coverage': 'europe/France',
      'dc:subjects': ['art/architecture'],
      'dc:nature': 'article',
      'dc:issued': '2026-03-14T09:30:00Z',
      'ctr:number': 'AB-1234',
      'ctr:amount': 1234.5,
      'ctr:isConfidential': true,
      'ctr:parties': [{ name: 'Smith', signedOn: '2026-01-02T10:00:00Z' }],
    };

    test('the summary shows facts and metadata as people read them, light and wide', async () => {
      const page = await stage.open(`document/${await create('Contract', facts)}`, {
        context: { timezoneId: 'Europe/Paris' },
      });
      const metadata = page.getByRole('region', { name: 'Contract' });
      await metadata.getByText('AB-1234').waitFor();
      for (const shown of ['1,234.5', 'Yes', 'Smith', 'Jan 2, 2026, 11:00 AM']) {
        expect(await metadata.getByText(shown).count(), shown).toBe(1);
      }
      const description = page.getByRole('region', { name: 'Description' });
      for (const shown of ['Europe/France', 'Art/Architecture', 'Article', 'Mar 14, 2026']) {
        expect(await description.getByText(shown).count(), shown).toBe(1);
      }
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Lease of the hall');
      await page
        .getByRole('navigation', { name: 'Path' })
        .getByRole('link', { name: 'Workspaces' })
        .waitFor();
      await expectAccessible(page);
    });

    test('the summary in French, in a narrow dark window', async () => {
      const page = await stage.open(`document/${await create('Contract', facts)}`, {
        context: { locale: 'fr-FR', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
      });
      await page.getByText('Couverture').waitFor();
      await page.getByText('Oui').waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });

    test('marks tell of versions, locks and the trash', async () => {
      const uid = await create('File', { 'dc:title': 'F' });
      const call = (operation: string, params = {}) =>
        stage.app.request(`POST /api/v1/id/${uid}/@op/${operation}`, { body: { params } });
      await call('Document.CreateVersion', { increment: 'Minor' });
      await call('Document.Lock');
      await call('Document.Trash');
      const page = await stage.open(`document/${uid}`);
      const marks = page.getByRole('list', { name: 'Marks' });
      await marks.getByText('Version 0.1').waitFor();
      await marks.getByText('Locked by Administrator').waitFor();
      await marks.getByText('In the trash').waitFor();
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    });

    test('attachments are added, ordered by keyboard, and removed', async () => {
      const uid = await create('File', { 'dc:title': 'F' });
      const page = await stage.open(`document/${uid}?tab=attachments`);
      await page.getByText('No attachments').waitFor();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Add files' }).press('Enter');
      const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
      await (await chooser).setFiles([file('a.txt'), file('b.txt'), file('c.txt')]);
      const rows = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
      await rows.filter({ hasText: 'c.txt' }).waitFor();
      expect(await attachments(uid)).toEqual(['a.txt', 'b.txt', 'c.txt']);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Move c.txt up' }).press('Enter');
      await rows.nth(1).filter({ hasText: 'c.txt' }).waitFor();
      // The focus has stayed on the button.
      await page.keyboard.press('Enter');
      await rows.nth(0).filter({ hasText: 'c.txt' }).waitFor();
      await page.getByRole('button', { name: 'Remove a.txt' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await rows.filter({ hasText: 'a.txt' }).waitFor({ state: 'detached' });
      expect(await attachments(uid)).toEqual(['c.txt', 'b.txt']);
      const link = page.getByRole('link', { name: 'Download c.txt' });
      const content = await page.request.get(String(await link.getAttribute('href')));
      expect(await content.text()).toBe('c.txt');
    });

    test('the main file is replaced by one that is dropped on the document, and stays in a version', async () => {
      const disk = await filesOnDisk({ 'second.txt': 'second.txt' });
      const content = { name: 'first.txt', 'mime-type': 'text/plain', data: 'the first file' };
      const uid = await create('File', { 'dc:title': 'Plan', 'file:content': content });
      const page = await stage.open(`document/${uid}`);
      await page.getByText('the first file').waitFor();
      await dropFiles(page, page.getByRole('article'), [disk('second.txt')]);
      const dialog = page.getByRole('alertdialog', { name: 'Replace the file' });
      await dialog
        .getByText('first.txt (14 bytes) is replaced by second.txt (10 bytes).')
        .waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Replace the file' }).click();
      await page.getByRole('region', { name: 'Preview' }).getByText('second.txt').nth(1).waitFor();
      await page.getByRole('link', { name: 'Versions' }).click();
      await page.getByText('The document was changed since version 0.1.').waitFor();
      expect(await versionedFiles(uid)).toEqual(['first.txt']);
    });

    test('a file that another person has replaced meanwhile is not replaced unseen', async () => {
      const disk = await filesOnDisk({ 'mine.txt': 'mine.txt' });
      const content = { name: 'first.txt', 'mime-type': 'text/plain', data: 'the first file' };
      const uid = await create('File', { 'dc:title': 'Plan', 'file:content': content });
      const page = await stage.open(`document/${uid}`);
      await page.getByText('the first file').waitFor();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Replace the file' }).press('Enter');
      await (await chooser).setFiles([disk('mine.txt')]);
      const theirs = { name: 'theirs.txt', 'mime-type': 'text/plain', data: 'their file' };
      const body = { 'entity-type': 'document', uid, properties: { 'file:content': theirs } };
      expect((await stage.app.request(`PUT /api/v1/id/${uid}`, { body })).status).toBe(200);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace the file' }).click();
      await page
        .getByText('Another person has replaced the file meanwhile.', { exact: false })
        .waitFor();
      await page.getByText('their file').waitFor();
      expect(await versionedFiles(uid)).toEqual([]);
    });

    test('files that are dropped on the attachments are added to them', async () => {
      const disk = await filesOnDisk({ 'one.txt': '1', 'two.txt': '2' });
      const uid = await create('File', { 'dc:title': 'F' });
      const page = await stage.open(`document/${uid}?tab=attachments`);
      const empty = page.getByText('No attachments');
      await empty.waitFor();
      await dropFiles(page, empty, [disk('one.txt'), disk('two.txt')]);
      const list = page.getByRole('list', { name: 'Attachments' });
      await list.getByText('two.txt', { exact: true }).waitFor();
      expect(await attachments(uid)).toEqual(['one.txt', 'two.txt']);
      expect(await page.getByRole('alertdialog').count()).toBe(0);
    });

    test('an attachment that another person adds meanwhile stays', async () => {
      const uid = await create('File', { 'dc:title': 'F' });
      const page = await stage.open(`document/${uid}?tab=attachments`);
      await page.getByText('No attachments').waitFor();
      const { changeToken } = (await stage.app.request(`GET /api/v1/id/${uid}`)).json;
      const theirs = { name: 'theirs.txt', 'mime-type': 'text/plain', data: 'theirs' };
      const properties = { 'files:files': [{ file: theirs }] };
      const body = { 'entity-type': 'document', uid, changeToken, properties };
      expect((await stage.app.request(`PUT /api/v1/id/${uid}`, { body })).status).toBe(200);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Add files' }).click();
      const mine = { name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') };
      await (await chooser).setFiles([mine]);
      await page.getByText('mine.txt', { exact: true }).waitFor();
      await page.getByText('theirs.txt', { exact: true }).waitFor();
      expect(await attachments(uid)).toEqual(['theirs.txt', 'mine.txt']);
    });

    test('a document that is not there is told as such, with the request', async () => {
      const page = await stage.open('document/00000000-0000-0000-0000-000000000000');
      await page.getByText('This is not there, or you may not see it.').waitFor();
      await page.getByText(/^Request /).waitFor();
    });
  },
  { flags: { contentModelFiles: [model] } },
);
