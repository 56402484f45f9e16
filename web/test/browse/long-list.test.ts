import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addMany } from '../support/many-documents.ts';
import { describeWeb } from '../support/stage.ts';

const count = 5_000;
const folder = '/default-domain/workspaces/archive';

/** Requests of pages of the list, by the index of the page. */
function watchPages(page: Page) {
  const asked: number[] = [];
  const givenUp: number[] = [];
  const indexOf = (request: Request): number | undefined => {
    const { pathname, searchParams } = new URL(request.url());
    return pathname.endsWith('/@children')
      ? Number(searchParams.get('currentPageIndex'))
      : undefined;
  };
  page.on('request', (request) => {
    const index = indexOf(request);
    if (index !== undefined) asked.push(index);
  });
  page.on('requestfailed', (request) => {
    const index = indexOf(request);
    if (index !== undefined) givenUp.push(index);
  });
  return { asked, givenUp };
}

interface Scrolled {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

const nodes = (page: Page): Promise<number> =>
  page.evaluate('document.querySelectorAll("*").length') as Promise<number>;
const scrollTo = (page: Page, part: number): Promise<void> =>
  page.getByRole('grid').evaluate((each: Scrolled, to) => {
    each.scrollTop = (each.scrollHeight - each.clientHeight) * to;
  }, part);
const scrolled = (page: Page): Promise<number> =>
  page.getByRole('grid').evaluate(({ scrollTop }: Scrolled) => scrollTop);
const row = (page: Page, title: string) =>
  page.getByRole('grid').getByRole('rowheader', { name: title, exact: true });

describeWeb('a folder with thousands of documents', (stage) => {
  beforeAll(async () => {
    const body = {
      'entity-type': 'document',
      name: 'archive',
      type: 'Workspace',
      properties: { 'dc:title': 'Archive' },
    };
    const { json } = await stage.app.request('POST /api/v1/path/default-domain/workspaces', {
      body,
    });
    await addMany(stage.app, {
      parent: json.uid,
      count,
      titleOf: (index) => `Record ${String(index).padStart(4, '0')}`,
    });
  });

  test('only what is in the view is in the page, and only its pages are asked for', async () => {
    const page = await stage.open('browse/default-domain/workspaces');
    const link = page.getByRole('grid').getByRole('link', { name: 'Archive' });
    await link.waitFor();
    const { asked } = watchPages(page);
    await link.click();
    await page.getByText('5,000 documents').waitFor();
    await row(page, 'Record 0000').waitFor();
    expect(asked).toEqual([0]);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
    expect(await nodes(page)).toBeLessThan(1_500);
    await scrollTo(page, 1);
    await row(page, 'Record 4999').waitFor();
    expect(asked).toEqual([0, 49]);
    const last = page.getByRole('grid').getByRole('row').last();
    expect(await last.getAttribute('aria-rowindex')).toBe('5001');
    expect(await nodes(page)).toBeLessThan(1_500);
  });

  test('rows beside the view, which are drawn before they are scrolled to, are loaded with it', async () => {
    const page = await stage.open(`browse${folder}`);
    await page.getByText('5,000 documents').waitFor();
    const first = page.getByRole('grid').getByRole('row').nth(1);
    const height = (await first.boundingBox())?.height ?? Number.NaN;
    // The view begins at the row of a new page, some of the one before are drawn above it.
    await page.getByRole('grid').evaluate((each: Scrolled, to) => {
      each.scrollTop = to;
    }, height * 1_700);
    await row(page, 'Record 1700').waitFor();
    await row(page, 'Record 1699').waitFor();
    await page.locator('[role=row][aria-busy=true]').waitFor({ state: 'detached' });
  });

  test('pages that were scrolled past are given up', async () => {
    const page = await stage.open(`browse${folder}`);
    await page.getByText('5,000 documents').waitFor();
    const { givenUp } = watchPages(page);
    let isHeld = false;
    await page.route(/@children.*currentPageIndex=2\d&/, () => {
      // Never answered.
      isHeld = true;
    });
    await scrollTo(page, 0.5);
    await expect.poll(() => isHeld).toBe(true);
    await scrollTo(page, 1);
    await row(page, 'Record 4999').waitFor();
    await expect.poll(() => givenUp.length).toBeGreaterThan(0);
    expect(givenUp.every((index) => index >= 20 && index < 30)).toBe(true);
  });

  test('the focus stays with its row when it is scrolled away, and ranges have nothing unseen', async () => {
    const page = await stage.open(`browse${folder}`);
    await page.getByText('5,000 documents').waitFor();
    await row(page, 'Record 0002').click({ position: { x: 250, y: 10 } });
    await scrollTo(page, 1);
    await row(page, 'Record 4999').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByText('1 of 5,000 selected').waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-rowindex")'))
      .toBe('5');
    await row(page, 'Record 0003').waitFor();
    await page.keyboard.press('Shift+End');
    await page.getByText('197 of 5,000 selected').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('200 of 5,000 selected').waitFor();
  });

  test('back restores the place, the selection and the focus', async () => {
    const page = await stage.open(`browse${folder}`);
    await page.getByText('5,000 documents').waitFor();
    await scrollTo(page, 0.5);
    const wanted = row(page, 'Record 2500');
    await wanted.click({ position: { x: 250, y: 10 } });
    const before = await scrolled(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/document\//);
    await page.goBack();
    await wanted.waitFor();
    await page.getByText('1 of 5,000 selected').waitFor();
    expect(await scrolled(page)).toBe(before);
    await expect
      .poll(() => page.evaluate('document.activeElement.querySelector("a")?.textContent'))
      .toBe('Record 2500');
  });
});
