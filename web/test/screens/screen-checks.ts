import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';
import type { Screen } from './screens.ts';

/** Checks all screens, also after one that has a problem. */
export async function forEach<T extends { readonly name: string }>(
  screens: readonly T[],
  check: (screen: T) => Promise<void>,
): Promise<void> {
  const problems: string[] = [];
  for (const screen of screens) {
    await check(screen).catch((error: Error & { readonly actual?: unknown }) => {
      problems.push(`${screen.name}: ${error.stack} ${JSON.stringify(error.actual)}`);
    });
  }
  expect(problems).toEqual([]);
}

export async function expectShown(
  page: Page,
  { heading, title = heading, shows }: Screen,
): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await main.getByText(shows).filter({ visible: true }).first().waitFor();
  await expectHeading(page);
  expect(await page.title()).toBe(`${title} – Cartulary`);
}

export async function expectHeading(page: Page): Promise<void> {
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.getByRole('main').count()).toBe(1);
}

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };

/** As it is now, in a narrow window, and dark, which changes nothing but colours. */
export async function expectInAllForms(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(narrow);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(wide);
}
