import { beforeAll, expect, test, vi } from 'vitest';
import { createDocument, createUser } from '../../../test/support/documents.ts';
import { callOperation } from '../../../test/support/operations.ts';
import { pdfFile } from '../../../test/support/pdf-files.ts';
import { denyAll, grantAce, setAcl } from '../../../test/support/security.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

const script = '<script>document.title="taken"</script>';

describeWeb(
  'search',
  (stage) => {
    beforeAll(async () => {
      const { app } = stage;
      await createUser(app, 'reader');
      const folder = await createDocument(app, {
        name: 'zoo',
        type: 'Folder',
        properties: { 'dc:title': 'Zoo' },
      });
      const animal = (name: string, properties: object, parent?: string) =>
        createDocument(app, { name, properties, ...(parent && { parent }) });
      const upload = await app.request('POST /api/v1/upload/');
      const { batchId } = upload.json;
      await app.request(`POST /api/v1/upload/${batchId}/0`, {
        body: await pdfFile({ label: 'The narwhal swims' }),
        headers: {
          'content-type': 'application/octet-stream',
          'x-file-name': 'report.pdf',
          'x-file-type': 'application/pdf',
        },
      });
      await animal(
        'pdf',
        {
          'dc:title': 'Yearly report',
          'dc:nature': 'report',
          'dc:subjects': ['sciences/astronomy'],
          'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' },
        },
        folder.uid,
      );
      await animal('whales', {
        'dc:title': `Walrus ${script}`,
        'dc:description': `The narwhal <img src=x onerror="document.title='taken'"> and the walrus`,
        'dc:nature': 'article',
        'dc:subjects': ['art/cinema'],
      });
      for (let n = 1; n <= 21; n += 1) {
        await animal(`seal${n}`, {
          'dc:title': `Seal ${n}`,
          'dc:nature': n > 2 ? 'memo' : 'report',
        });
      }
      const closed = await animal('closed', { 'dc:title': 'Secret walrus', 'dc:nature': 'memo' });
      await setAcl(app, closed.uid, [grantAce('Administrator', 'Everything'), denyAll]);
      const workspaces = await app.request('GET /api/v1/path/default-domain');
      await setAcl(app, workspaces.json.uid, [
        grantAce('Administrator', 'Everything'),
        grantAce('reader', 'Read'),
      ]);
      await vi.waitUntil(
        async () => {
          await callOperation(app, 'Elasticsearch.WaitForIndexing', {});
          const found = await app.request(
            'GET /api/v1/search/pp/default_search/execute?ecm_fulltext=swims',
          );
          return found.json.resultsCount === 1;
        },
        { timeout: 60_000, interval: 100 },
      );
    });

    test('begins with nothing, and finds a document by a word in its file, which is marked', async () => {
      const page = await stage.open('search');
      await page.getByText('What are you looking for?').waitFor();
      await expectAccessible(page);
      await page.keyboard.press('/');
      await page.keyboard.type('swims');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Search: swims' }).waitFor();
      const results = page.getByRole('list', { name: 'Results' });
      await results.getByRole('link', { name: 'Yearly report' }).waitFor();
      expect(await results.locator('mark').allTextContents()).toEqual(['swims']);
      expect(new URL(page.url()).search).toBe('?q=swims');
      await results.getByRole('link', { name: '/default-domain/workspaces/zoo' }).click();
      await page.getByRole('heading', { name: 'Zoo' }).waitFor();
    });

    test('markup in documents is shown as text', async () => {
      const page = await stage.open('search?q=walrus%20narwhal');
      await page.getByRole('link', { name: `Walrus ${script}` }).waitFor();
      await page.getByText('<img src=x onerror=').waitFor();
      expect(await page.title()).toBe('Search: walrus narwhal – Cartulary');
      await expectAccessible(page);
    });

    test('facets narrow and widen, each step can be gone back, and the address gives the same again', async () => {
      const page = await stage.open('search?q=');
      const count = page.getByRole('status').filter({ hasText: 'documents' });
      await page.getByRole('heading', { name: '25 documents' }).waitFor();
      const reports = page.getByRole('checkbox', { name: 'Report 3' });
      await reports.waitFor();
      await expectAccessible(page);
      await page.getByText('Report', { exact: true }).click();
      await page.getByRole('heading', { name: '3 documents' }).waitFor();
      // A facet does not narrow itself.
      await page.getByRole('checkbox', { name: 'Memo 20' }).waitFor();
      await page.getByText('Memo', { exact: true }).click();
      await page.getByRole('heading', { name: '23 documents' }).waitFor();
      await page.getByText('Science', { exact: true }).click();
      await page.getByRole('heading', { name: '1 document' }).waitFor();
      await page
        .getByRole('link', { name: 'Remove the filter Subjects: Science and all below' })
        .waitFor();
      const { href } = new URL(page.url());
      await page.goBack();
      await page.getByRole('heading', { name: '23 documents' }).waitFor();
      await page.goForward();
      await page.getByRole('heading', { name: '1 document' }).waitFor();
      await page.goto(href);
      await page.getByRole('link', { name: 'Yearly report' }).waitFor();
      await page.getByRole('link', { name: 'Remove the filter Nature: Report' }).click();
      await page.getByText('No document matches').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Remove all filters' }).first().click();
      await page.getByRole('heading', { name: '25 documents' }).waitFor();
      expect(await count.count()).toBeGreaterThan(0);
    });

    test('pages and orders are in the address', async () => {
      const page = await stage.open('search?q=seal&sort=title-desc');
      await page.getByRole('heading', { name: '21 documents' }).waitFor();
      const titles = page.getByRole('list', { name: 'Results' }).locator('a:has(mark)');
      expect((await titles.allTextContents())[0]).toBe('Seal 9');
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText('Page 2 of 2').waitFor();
      await page.getByRole('link', { name: 'Seal 1', exact: true }).waitFor();
      expect(await titles.count()).toBe(1);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('21 documents');
      await page.goto(`${stage.url}/app/search?q=seal&page=7`);
      await page.getByRole('link', { name: 'Go to the first page' }).click();
      await page.getByText('Page 1 of 2').waitFor();
      await page.getByRole('button', { name: /Order/ }).click();
      await page.getByRole('option', { name: 'Title, A to Z' }).click();
      await page.waitForURL(/sort=title-asc/);
      await expect.poll(async () => (await titles.allTextContents())[0]).toBe('Seal 1');
    });

    test('users find only what they may read, and counts say no more', async () => {
      const page = await stage.open('search?q=walrus', { user: 'reader' });
      await page.getByRole('heading', { name: '1 document' }).waitFor();
      await page.getByRole('checkbox', { name: 'Article 1' }).waitFor();
      expect(await page.getByText('Secret').count()).toBe(0);
      expect(await page.getByRole('checkbox', { name: /Memo/ }).count()).toBe(0);
      await page.goto(`${stage.url}/app/search?q=Secret`);
      await page.getByText('No document matches').waitFor();
      await page.getByRole('link', { name: 'Find words that begin with “Secret”' }).waitFor();
    });

    test('phrases, alternatives and words on their way are not refused', async () => {
      const page = await stage.open(`search?q=${encodeURIComponent('"narwhal swims')}`);
      await page.getByRole('heading', { name: '1 document' }).waitFor();
      await page.goto(`${stage.url}/app/search?q=${encodeURIComponent('swims OR secret OR')}`);
      await page.getByRole('heading', { name: '2 documents' }).waitFor();
    });

    test('days and quick filters narrow, too, and are in the address', async () => {
      const page = await stage.open('search?q=seal&quick=%5B%22noFolder%22%5D');
      await page.getByRole('heading', { name: '21 documents' }).waitFor();
      await page.getByRole('link', { name: 'Remove the filter Without folders' }).waitFor();
      await page.getByLabel('Created until').fill('2001-02-03');
      await page.getByText('No document matches').waitFor();
      const chip = page.getByRole('link', {
        name: 'Remove the filter Created until Feb 3, 2001',
      });
      expect(new URL(page.url()).searchParams.get('where')).toBe(
        JSON.stringify({ dc_created_max: ['2001-02-03'] }),
      );
      await chip.click();
      await page.getByRole('heading', { name: '21 documents' }).waitFor();
      expect(await page.getByLabel('Created until').inputValue()).toBe('');
    });

    test('suggestions by keyboard, and a search in the folder that is shown', async () => {
      const page = await stage.open('browse/default-domain/workspaces/zoo');
      await page.getByRole('heading', { name: 'Zoo' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('year');
      const box = page.getByRole('combobox', { name: 'Search documents' });
      await page.getByRole('option', { name: 'Yearly report' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const here = page.getByRole('option', { name: 'Search for “year” in this folder' });
      expect(await here.getAttribute('aria-selected')).toBe('true');
      expect(await box.getAttribute('aria-activedescendant')).toBe(await here.getAttribute('id'));
      await page.keyboard.press('Escape');
      expect(await page.getByRole('listbox').count()).toBe(0);
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: 'Yearly report' }).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Yearly report' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Zoo' }).waitFor();
      await box.fill('swims');
      await page.getByRole('option', { name: 'Search for “swims” in this folder' }).click();
      await page
        .getByRole('link', { name: 'Remove the filter In /default-domain/workspaces/zoo' })
        .waitFor();
      await page.getByRole('link', { name: 'Yearly report' }).waitFor();
      await box.fill('Administrator');
      await page.getByRole('option', { name: 'Documents created by Administrator' }).click();
      await page
        .getByRole('link', { name: 'Remove the filter Created by: Administrator' })
        .waitFor();
    });

    test('searches are saved, opened, changed, renamed and deleted', async () => {
      const page = await stage.open(
        'search?q=seal&where=%7B%22dc_nature_agg%22%3A%5B%22report%22%5D%7D&sort=title-asc',
      );
      await page.getByRole('heading', { name: '2 documents' }).waitFor();
      await page.getByRole('button', { name: 'Save search…' }).click();
      await page.getByRole('textbox', { name: /^Name/ }).fill('');
      await page.keyboard.press('Enter');
      await page.getByText('Enter a name.').waitFor();
      await expectAccessible(page);
      await page.getByRole('textbox', { name: /^Name/ }).fill('Reports on seals');
      await page.keyboard.press('Enter');
      const saved = page.getByRole('region', { name: 'Saved searches' });
      await saved.getByRole('link', { name: 'Reports on seals' }).waitFor();
      const list = await stage.app.request('GET /api/v1/search/saved');
      expect(list.json.entries).toMatchObject([
        {
          title: 'Reports on seals',
          pageProviderName: 'default_search',
          sortBy: 'dc:title',
          sortOrder: 'asc',
          params: { ecm_fulltext: 'seal', dc_nature_agg: ['report'] },
        },
      ]);
      await page.goto(`${stage.url}/app/search`);
      await saved.getByRole('link', { name: 'Reports on seals' }).click();
      await page.getByRole('heading', { name: '2 documents' }).waitFor();
      expect(await saved.getByRole('button', { name: /Save changes/ }).count()).toBe(0);
      await page.getByRole('link', { name: 'Remove the filter Nature: Report' }).click();
      await saved.getByRole('button', { name: 'Save changes to “Reports on seals”' }).click();
      await page.getByText('“Reports on seals” is changed.').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await saved.getByRole('button', { name: 'Actions for Reports on seals' }).click();
      await page.getByRole('menuitem', { name: 'Rename…' }).click();
      await page.getByRole('textbox', { name: /^Name/ }).fill('Seals');
      await page.keyboard.press('Enter');
      await saved.getByRole('link', { name: 'Seals', exact: true }).waitFor();
      const [{ title, params }] = (await stage.app.request('GET /api/v1/search/saved')).json
        .entries;
      expect([title, params.ecm_fulltext, params.dc_nature_agg]).toEqual(['Seals', 'seal', []]);
      await saved.getByRole('button', { name: 'Actions for Seals' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await saved.getByText('No saved searches yet.').waitFor();
      expect((await stage.app.request('GET /api/v1/search/saved')).json.entries).toEqual([]);
    });

    test('in a narrow window, dark', async () => {
      const page = await stage.open('search?q=seal', {
        context: { viewport: { width: 360, height: 700 }, colorScheme: 'dark' },
      });
      await page.getByRole('heading', { name: '21 documents' }).waitFor();
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('checkbox', { name: 'Report 2' }).waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('combobox', { name: 'Search documents' }).fill('walrus');
      await page.getByRole('option', { name: /Secret/ }).waitFor();
      await expectNoSidewaysScroll(page);
    });
  },
  { flags: { fileTexts: true } },
);
