import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  describeWeb,
  expectAccessible,
  expectNoSidewaysScroll,
  type Stage,
} from '../support/stage.ts';

interface Made {
  readonly parent: string;
  readonly name: string;
  readonly type?: string;
  readonly title?: string;
}

async function make(stage: Stage, { parent, name, type = 'Folder', title = name }: Made) {
  const body = { 'entity-type': 'document', name, type, properties: { 'dc:title': title } };
  const made = await stage.app.request(`POST /api/v1/path${parent}`, { body });
  expect(made.status).toBe(201);
  return made.json;
}

const workspaces = '/default-domain/workspaces';
const contracts = `${workspaces}/contracts`;
const shown = `browse${contracts}`;

const row = (page: Page, title: string) =>
  page.getByRole('grid').getByRole('row', { name: title, exact: false });
const titles = (page: Page) => page.getByRole('grid').getByRole('rowheader').allInnerTexts();
const selected = (page: Page) =>
  page.getByRole('grid').locator('[role=row][aria-selected=true] [role=rowheader]').allInnerTexts();
const focused = (page: Page) =>
  page.evaluate('document.activeElement?.querySelector("a")?.textContent ?? null');

describeWeb('browse', (stage) => {
  beforeAll(async () => {
    await make(stage, {
      parent: workspaces,
      name: 'contracts',
      type: 'Workspace',
      title: 'Contracts',
    });
    await make(stage, { parent: contracts, name: 'suppliers', title: 'Suppliers' });
    await make(stage, { parent: `${contracts}/suppliers`, name: 'deep', title: 'Deep' });
    await make(stage, { parent: `${contracts}/suppliers/deep`, name: 'deeper', title: 'Deeper' });
    await make(stage, { parent: contracts, name: 'lease', type: 'File', title: 'Lease' });
    await make(stage, { parent: contracts, name: 'plan', type: 'Picture', title: 'Plan' });
    await make(stage, { parent: contracts, name: 'notes', type: 'Note', title: 'Élan notes' });
    await make(stage, {
      parent: workspaces,
      name: 'empty',
      type: 'Workspace',
      title: 'Empty room',
    });
  });

  test('by mouse: folders and documents open, click, control and shift select', async () => {
    const page = await stage.open();
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Path' }).getByLabel('All documents').click();
    await page.getByRole('heading', { name: 'All documents', level: 1 }).waitFor();
    await page.getByRole('grid').getByRole('link', { name: 'Domain' }).click();
    await row(page, 'Workspaces').dblclick({ position: { x: 400, y: 20 } });
    await page.getByRole('grid').getByRole('link', { name: 'Contracts' }).click();
    await page.getByText('4 documents').waitFor();
    expect(await titles(page)).toEqual(['Lease', 'Plan', 'Suppliers', 'Élan notes']);
    await row(page, 'Lease').click({ position: { x: 400, y: 20 } });
    expect(await selected(page)).toEqual(['Lease']);
    await page.getByText('1 of 4 selected').waitFor();
    await row(page, 'Suppliers').click({ modifiers: ['Shift'], position: { x: 400, y: 20 } });
    expect(await selected(page)).toEqual(['Lease', 'Plan', 'Suppliers']);
    await page.getByRole('link', { name: 'Plan' }).click({ modifiers: ['Control'] });
    expect(await selected(page)).toEqual(['Lease', 'Suppliers']);
    await page.getByRole('checkbox', { name: 'Select Élan notes' }).click();
    await page.getByText('3 of 4 selected').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    expect(await selected(page)).toEqual([]);
    await page.getByRole('grid').getByRole('link', { name: 'Lease' }).click();
    await page.waitForURL(/\/app\/document\/[0-9a-f-]+/);
  });

  test('by keyboard only: moving, selecting, typing, opening, and to the folder above', async () => {
    const page = await stage.open('browse/default-domain/workspaces?tree=closed');
    await row(page, 'Contracts').waitFor();
    for (let tab = 0; tab < 60 && (await focused(page)) !== 'Contracts'; tab += 1) {
      await page.keyboard.press('Tab');
    }
    expect(await focused(page)).toBe('Contracts');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Contracts', level: 1 }).waitFor();
    await expect.poll(() => focused(page)).toBe('Lease');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await selected(page)).toEqual(['Plan', 'Suppliers']);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+ ');
    expect(await selected(page)).toEqual(['Plan', 'Suppliers', 'Élan notes']);
    await page.keyboard.press('Control+a');
    await page.getByText('4 of 4 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('4 documents').waitFor();
    await page.keyboard.type('sup');
    await expect.poll(() => focused(page)).toBe('Suppliers');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Suppliers', level: 1 }).waitFor();
    await expect.poll(() => focused(page)).toBe('Deep');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('heading', { name: 'Contracts', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Suppliers', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Contracts', level: 1 }).waitFor();
    await expect.poll(() => focused(page)).toBe('Suppliers');
    expect(await selected(page)).toEqual(['Suppliers']);
  });

  test('columns sort and are chosen, in the address; the selection stays; back and forward', async () => {
    const page = await stage.open(`${shown}?sort=title&order=desc&columns=type,nonsense`);
    await page.getByText('4 documents').waitFor();
    expect(await titles(page)).toEqual(['Élan notes', 'Suppliers', 'Plan', 'Lease']);
    await page.getByRole('columnheader', { name: 'Type' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Modified' }).count()).toBe(0);
    await row(page, 'Plan').click({ position: { x: 400, y: 20 } });
    await page.getByRole('button', { name: 'Type' }).click();
    await expect.poll(() => titles(page)).toEqual(['Lease', 'Suppliers', 'Élan notes', 'Plan']);
    expect(page.url()).toContain('sort=type&order=asc');
    expect(await selected(page)).toEqual(['Plan']);
    const header = page.getByRole('columnheader', { name: 'Type' });
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Sort and columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'State' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'State' }).waitFor();
    await page.goBack();
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual(['Élan notes', 'Suppliers', 'Plan', 'Lease']);
    await page.goForward();
    await expect.poll(() => titles(page)).toEqual(['Lease', 'Suppliers', 'Élan notes', 'Plan']);
  });

  test('the exact date of a change is under the pointer', async () => {
    const page = await stage.open(shown);
    const date = row(page, 'Lease').getByRole('gridcell').nth(1);
    await date.hover();
    await expect.poll(() => date.getAttribute('title')).toMatch(/\d{4}, \d+:\d\d/);
  });

  test('tiles with pictures; moving in two directions; dark', async () => {
    const page = await stage.open(`${shown}?view=grid`, { context: { colorScheme: 'dark' } });
    const tiles = page.getByRole('grid').getByRole('gridcell');
    await tiles.first().waitFor();
    await tiles.first().click({ position: { x: 90, y: 60 } });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('Plan');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('2 of 4 selected').waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('gridcell', { name: 'Lease' })
          .locator('img')
          .evaluate((each: { complete?: boolean }) => each.complete),
      )
      .toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Modified', exact: true }).waitFor();
    expect(page.url()).toContain('view=list');
    await expectAccessible(page);
  });

  test('filtered by name, with a way back where nothing is found', async () => {
    const page = await stage.open(shown);
    await page.getByText('4 documents').waitFor();
    const filter = page.getByRole('searchbox', { name: 'Filter by name' });
    await filter.fill('pl');
    await expect.poll(() => titles(page)).toEqual(['Plan', 'Suppliers']);
    await filter.fill("it's 100%");
    await page.getByText("No name contains “it's 100%”").waitFor();
    expect(page.url()).toContain('filter=');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('4 documents').waitFor();
    expect(await filter.inputValue()).toBe('');
  });

  test('the tree is open to the place, opens further by keyboard, and can be closed', async () => {
    const page = await stage.open(`browse${contracts}/suppliers/deep`);
    const tree = page.getByRole('treegrid', { name: 'Folders' });
    const here = tree.getByRole('row', { name: 'Deep', exact: true });
    await here.locator('[aria-current=page]').waitFor();
    await here.focus();
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('row', { name: 'Deeper' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deeper', level: 1 }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide the folders' }).click();
    await tree.waitFor({ state: 'detached' });
    const path = page.getByRole('navigation', { name: 'Path' });
    await path.getByRole('link', { name: 'Deep', exact: true }).click();
    await page.getByRole('heading', { name: 'Deep', level: 1 }).waitFor();
    expect(await tree.count()).toBe(0);
    await page.getByRole('button', { name: 'Show the folders' }).click();
    await here.waitFor();
  });

  test('a long path is hidden in its middle behind a menu', async () => {
    const page = await stage.open(`browse${contracts}/suppliers/deep/deeper`);
    const path = page.getByRole('navigation', { name: 'Path' });
    await path.getByRole('button', { name: 'Folders between' }).click();
    await page.getByRole('menuitem', { name: 'Workspaces' }).click();
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor();
    expect(page.url()).toContain('/app/browse/default-domain/workspaces');
  });

  test('in a narrow window: no sideways scrolling, and the tree over the list', async () => {
    const page = await stage.open(shown, { context: { viewport: { width: 360, height: 740 } } });
    await page.getByText('4 documents').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the folders' }).click();
    const drawer = page.getByRole('dialog', { name: 'Folders' });
    await drawer.getByRole('row', { name: 'Suppliers' }).waitFor({ state: 'detached' });
    await drawer.getByRole('row', { name: 'Empty room' }).click();
    await page.getByText('This folder is empty').waitFor();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Thumbnails' }).click();
    await page.goto(`${stage.url}/app/${shown}?view=grid`);
    await page.getByRole('grid').getByRole('gridcell').first().waitFor();
    await expectNoSidewaysScroll(page);
  });

  test('documents are dragged onto folders of the list and the path, files from outside into a folder', async () => {
    const room = `${workspaces}/moving`;
    await make(stage, { parent: workspaces, name: 'moving', type: 'Workspace', title: 'Moving' });
    await make(stage, { parent: room, name: 'target', title: 'Target' });
    for (const title of ['One', 'Two'])
      await make(stage, { parent: room, name: title, type: 'File' });
    const page = await stage.open(`browse${room}`);
    await page.getByText('3 documents').waitFor();
    await row(page, 'One').locator('xpath=self::*[@draggable="true"]').waitFor();
    await row(page, 'One').click({ position: { x: 300, y: 20 } });
    await row(page, 'Two').click({ modifiers: ['Control'], position: { x: 300, y: 20 } });
    await row(page, 'One').dragTo(row(page, 'Target'));
    await expect.poll(() => titles(page)).toEqual(['Target']);
    await page.getByRole('grid').getByRole('link', { name: 'Target' }).click();
    await expect.poll(() => titles(page)).toEqual(['One', 'Two']);
    const path = page.getByRole('navigation', { name: 'Path' });
    await row(page, 'One').locator('xpath=self::*[@draggable="true"]').waitFor();
    await row(page, 'One').dragTo(path.getByRole('link', { name: 'Moving' }));
    await expect.poll(() => titles(page)).toEqual(['Two']);
    const dataTransfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['text'], 'dropped.txt', { type: 'text/plain' }));
      return data;
    })()`);
    const grid = page.getByRole('grid');
    await grid.dispatchEvent('dragenter', { dataTransfer });
    await grid.dispatchEvent('dragover', { dataTransfer });
    await page.getByText('Add to “Target”').waitFor();
    await grid.dispatchEvent('drop', { dataTransfer });
    await page.getByText('Add to “Target”').waitFor({ state: 'detached' });
    await row(page, 'dropped.txt').waitFor();
  });
});
