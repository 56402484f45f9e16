import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { setTime } from '../support/calendar.ts';
import { dropFiles } from '../support/drop-files.ts';
import { picture } from '../support/pictures.ts';
import { sampleFiles } from '../support/sample-files.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';
import { filesOnDisk, panelOf } from '../uploads/uploading.ts';
import { addSamples, flags, openWindow, prepareOffice, signIn, tab, workspace } from './office.ts';

beforeAll(() => setTime('2026-09-15T09:00:00Z'));

const noon = '2026-09-15T12:00:00Z';
const contracts = `browse${workspace}/Riverside bridge/Contracts`;
const photographs = `browse${workspace}/Riverside bridge/Photographs`;

/** Of elements in the window. */
interface Shown {
  readonly naturalWidth: number;
  readonly naturalHeight: number;
  scrollIntoView(options: { readonly block: 'center' }): void;
}

/** The screens that the first days of a user do not show, with the same documents. */
describeWeb(
  'the main screens',
  (stage) => {
    let page: Page;

    const go = (path: string) => page.goto(`${stage.url}/app/${path}`);

    beforeAll(async () => {
      await prepareOffice(stage);
      await addSamples(stage);
      page = await openWindow(stage, noon);
      await go('');
      await signIn(page, 'ann');
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    });

    async function openContract(part: string): Promise<void> {
      await go(contracts);
      await page.getByRole('grid').getByRole('link', { name: 'Crane rental.pdf' }).click();
      await tab(page, part).click();
    }

    test('the start page', async () => {
      // As at the usual port: it is in the text.
      const { text, headers } = await stage.app.request('GET /', {
        headers: { host: '127.0.0.1:8080' },
      });
      const policy = String(headers['content-security-policy']);
      await page.route(`${stage.url}/`, (route) =>
        route.fulfill({
          body: text,
          contentType: 'text/html; charset=utf-8',
          headers: { 'content-security-policy': policy },
        }),
      );
      await page.goto(`${stage.url}/`);
      await page.getByRole('link', { name: /web application/i }).waitFor();
      await picture(page, 'start-page');
    });

    test('photographs as tiles, light and dark', async () => {
      await go(`${photographs}?view=grid`);
      await page.getByText('3 documents').waitFor();
      await thumbnailsShown(3);
      await picture(page, 'tiles');
      await page.emulateMedia({ colorScheme: 'dark' });
      await picture(page, 'dark');
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'light' });
    });

    test('a photograph over the list', async () => {
      await page
        .getByRole('gridcell', { name: 'Morning from the north.jpg' })
        .click({ position: { x: 90, y: 60 } });
      await page.keyboard.press('Shift+ ');
      await page.getByRole('dialog').locator('img').first().waitFor();
      await picture(page, 'quick-look');
      await page.keyboard.press('Escape');
    });

    test('uploads on their way', async () => {
      const at = await filesOnDisk(await sampleFiles());
      await go(`browse${workspace}`);
      await page.getByText('1 document').waitFor();
      const gate = Promise.withResolvers<void>();
      let count = 0;
      // The files of each folder go together.
      await page.route('**/FileManager.Import', async (route) => {
        count += 1;
        if (count > 1) await gate.promise;
        await route.continue();
      });
      await dropFiles(page, page.getByRole('main'), [
        at('Riverside bridge/Contracts'),
        at('Riverside bridge/Photographs'),
      ]);
      await panelOf(page)
        .getByRole('heading', { name: /Uploading 10 items, [37] done/ })
        .waitFor();
      await page.getByRole('button', { name: 'Show the uploads' }).click();
      await picture(page, 'uploads');
      await expectAccessible(page);
      gate.resolve();
      await panelOf(page)
        .getByRole('heading', { name: '10 items uploaded' })
        .waitFor({ timeout: 110_000 });
      await page.unrouteAll();
      await page.getByRole('button', { name: /^Undo: move/ }).click();
      await panelOf(page).waitFor({ state: 'hidden' });
    });

    test('the form of a contract', async () => {
      await openContract('Edit');
      await page.getByRole('textbox', { name: 'Description' }).fill('Tower crane for the arch');
      await page.getByText('One field changed').waitFor();
      await picture(page, 'edit');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alertdialog').filter({ hasText: 'Saved' }).waitFor();
    });

    test('why a person may not do something', async () => {
      await openContract('Permissions');
      await page.getByRole('combobox', { name: 'User' }).click();
      await page.keyboard.type('cleo');
      await page.getByRole('option', { name: 'Cléo Durand' }).click();
      await page.getByRole('button', { name: /What/ }).click();
      await page.getByRole('option', { name: 'Change its permissions' }).click();
      await page
        .getByText('No, Cléo Durand may not: Change its permissions.')
        .evaluate((answer) => (answer as unknown as Shown).scrollIntoView({ block: 'center' }));
      await picture(page, 'why');
      await expectAccessible(page);
    });

    test('a search with filters, and a query', async () => {
      await expect.poll(() => found('Northern')).toBe(2);
      await go('search?q=bridge');
      await page
        .getByRole('list', { name: 'Results' })
        .getByRole('link', { name: 'Steel supply.pdf' })
        .waitFor();
      await picture(page, 'search');
      const query = "SELECT * FROM File WHERE ecm:fulltext = 'crane' AND ecm:isTrashed = 0";
      await go(`search?mode=nxql&query=${encodeURIComponent(query)}`);
      await page.getByRole('link', { name: 'Crane rental.pdf' }).waitFor();
      await page.getByRole('textbox', { name: 'NXQL query' }).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' AND dc:cr');
      await page.getByRole('option').filter({ hasText: 'dc:created' }).first().waitFor();
      await picture(page, 'nxql');
    });

    test('in a window of 360 pixels', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await go(contracts);
      await page.getByText('7 documents').waitFor();
      await picture(page, 'phone-list');
      await expectNoSidewaysScroll(page);
      await page.getByRole('grid').getByRole('link', { name: 'Crane rental.pdf' }).click();
      await page.getByText('The deposit lies in an escrow account').waitFor();
      await picture(page, 'phone-document');
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    test('the playground of the API', async () => {
      await page.goto(`${stage.url}/api/#tag/documents`);
      await page.getByText('Signed in as ann').waitFor();
      await picture(page, 'playground');
    });

    /** Photographs are wider than high; the icon that stands for one until it has a thumbnail is not. */
    async function thumbnailsShown(count: number): Promise<void> {
      await expect
        .poll(
          async () => {
            await page.reload();
            await page.getByRole('gridcell').first().waitFor();
            return page
              .locator('[role=gridcell] img')
              .evaluateAll(
                (all) =>
                  (all as unknown as Shown[]).filter(
                    ({ naturalWidth, naturalHeight }) => naturalWidth > naturalHeight,
                  ).length,
              );
          },
          { interval: 1000 },
        )
        .toBe(count);
    }

    async function found(word: string): Promise<number> {
      const path = `GET /api/v1/search/pp/default_search/execute?ecm_fulltext=${word}`;
      return (await stage.app.request(path)).json.resultsCount;
    }
  },
  { flags },
);
