import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { pdfFile } from '../../test/support/pdf-files.ts';
import { smallFolders } from '../generate-folders.ts';
import { wordOfRank } from '../generated-content.ts';
import { newFolder, sendFiles } from './files.ts';
import type { WebStage } from './stage.ts';

const endings = ['a.pdf', 'b.png', 'c.txt', 'd.md'] as const;
const previewedNames = [0, 1, 2, 3, 4].flatMap((number) =>
  endings.map((ending) => `file-${number}-${ending}`),
);

/** A folder with files of the kinds that have previews. */
export async function addPreviewed(stage: WebStage): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'previewed-'));
  try {
    const paths: string[] = [];
    for (const [number, name] of previewedNames.entries()) {
      const path = join(place, name);
      await writeFile(path, await content(name, number));
      paths.push(path);
    }
    await sendFiles(stage, await newFolder(stage, 'previewed'), paths);
  } finally {
    await rm(place, { recursive: true });
  }
}

async function content(name: string, number: number): Promise<string | Buffer> {
  if (name.endsWith('.pdf')) return pdfFile({ pages: 20, label: `Report ${number}` });
  if (name.endsWith('.txt')) return `Text ${number}\n`.repeat(200);
  if (name.endsWith('.md')) return `# Chapter ${number}\n\n- one\n- two\n\n`.repeat(20);
  const background = { r: number * 10, g: 100, b: 200 };
  return sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
}

/** How long a user looks at something. */
const lookMs = 300;

/** Opens folders, scrolls, opens documents and previews, searches, and goes back to where it has begun. */
export async function useOnce(page: Page, turn: number): Promise<void> {
  await lookIntoFolder(page, turn);
  await scrollWide(page, turn);
  await lookAtPreviews(page);
  await search(page, turn);
  await openWorkspaces(page);
}

async function openWorkspaces(page: Page): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Main navigation' });
  await places.getByRole('link', { name: 'Documents' }).click();
  await heading(page, 'Workspaces');
}

/** Documents of a small folder, another one in each turn, with some of their parts. */
async function lookIntoFolder(page: Page, turn: number): Promise<void> {
  await openWorkspaces(page);
  await enter(page, `small-${turn % smallFolders}`);
  for (let step = 0; step < 3; step += 1) {
    await rowsOf(page);
    await page.getByRole('grid').press(step === 0 ? 'Home' : 'ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/document\//);
    for (const part of ['Edit', 'History']) {
      const parts = page.getByRole('navigation', { name: 'Parts of the document' });
      await parts.getByRole('link', { name: part }).click();
      await page.waitForTimeout(lookMs);
    }
    for (let back = 0; back < 3; back += 1) await page.goBack();
    await heading(page, `small-${turn % smallFolders}`);
  }
}

/** Over other rows in each turn. */
async function scrollWide(page: Page, turn: number): Promise<void> {
  await page.goBack();
  await enter(page, 'wide');
  await page.locator('[role=grid][aria-rowcount="100001"]').waitFor();
  await page.getByRole('grid').evaluate((list: { scrollTop: number }, at) => {
    list.scrollTop = at;
  }, turn * 40_000);
  await page.getByRole('grid').hover();
  for (let step = 0; step < 50; step += 1) {
    await page.mouse.wheel(0, 200);
    await page.waitForTimeout(10);
  }
  await page.locator('[role=row][aria-busy=true]').first().waitFor({ state: 'detached' });
}

async function lookAtPreviews(page: Page): Promise<void> {
  await page.goBack();
  await enter(page, 'previewed');
  await rowsOf(page);
  await page.getByRole('grid').press('Home');
  await page.keyboard.press('Enter');
  for (let number = 0; number < previewedNames.length; number += 1) {
    if (number > 0) await page.getByRole('button', { name: 'Next document' }).click();
    await heading(page, previewedNames[number] ?? '');
    await page.waitForTimeout(lookMs);
  }
}

async function search(page: Page, turn: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Search documents' }).fill(wordOfRank(20 + turn));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search/);
  const found = page.getByRole('main').getByRole('listitem').getByRole('link');
  await found.first().click();
  await page.waitForURL(/\/(?:document|browse)\//);
  await page.waitForTimeout(lookMs);
  await page.goBack();
  await found.first().waitFor();
}

/** By the keyboard, also where the row is out of the view. */
async function enter(page: Page, title: string): Promise<void> {
  await rowsOf(page);
  await page.getByRole('grid').getByRole('row').nth(1).focus();
  await page.keyboard.type(title);
  const focused = page.locator('[role=row]:focus');
  await focused.getByRole('link', { name: title, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, title);
}

/** Keys do nothing at rows that have not been loaded. */
function rowsOf(page: Page): Promise<void> {
  return page.getByRole('grid').getByRole('rowheader').first().waitFor();
}

function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
