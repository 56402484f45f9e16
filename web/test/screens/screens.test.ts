import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  describeWeb,
  expectAccessible,
  expectNoSidewaysScroll,
  type Stage,
} from '../support/stage.ts';
import { holdRequests, refusal, refusedRequest } from './faults.ts';
import { prepareEmpty, prepareFilled } from './prepared-screens.ts';
import { type EmptyScreen, emptyScreens, filledScreens, type Screen } from './screens.ts';

describeWeb('every screen', (stage) => {
  let bare: string;
  beforeAll(async () => {
    ({ bare } = await prepareEmpty(stage));
  });

  test('that is empty says so, and what can be done', async () => {
    const page = await stage.open('profile');
    await forEach(emptyScreens(bare), async (screen) => {
      await goTo(page, stage, screen.path);
      await expectEmpty(page, screen);
      await expectInAllForms(page);
    });
  });

  describe('with something in it', () => {
    let screens: readonly Screen[];
    beforeAll(async () => {
      screens = filledScreens(await prepareFilled(stage));
    });

    test('has a heading while it loads, shows what the server refuses, and tries again', async () => {
      const page = await stage.open('icon.svg');
      await forEach(screens, async (screen) => {
        const fault = await holdRequests(page, screen.isNeeded);
        await page.goto(`${stage.url}/app/${screen.path}`);
        await expectLoading(page, screen);
        for (const status of [500, 403, 404]) {
          if (screen.understands?.includes(status)) continue;
          fault.answer(status);
          if (status !== 500) await retry(page);
          await expectRefusal(page, status);
        }
        await expectHeading(page);
        await expectAccessible(page);
        await fault.end();
        await retry(page);
        await expectShown(page, screen);
        await expectInAllForms(page);
      });
    });

    test('says that there is no connection, and comes when there is one again', async () => {
      const page = await stage.open('icon.svg');
      await forEach(screens, async (screen) => {
        // A page in which no part of the screen has been loaded.
        const start = screen.path === 'profile' ? 'trash' : 'profile';
        await page.goto(`${stage.url}/app/${start}`);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        await page.context().setOffline(true);
        await page.getByText('You are offline.').first().waitFor();
        await goTo(page, stage, screen.path);
        await page.getByRole('main').getByText('There is no connection').first().waitFor();
        await expectHeading(page);
        await page.context().setOffline(false);
        await expectShown(page, screen);
        await page.getByText('You are offline.').waitFor({ state: 'detached' });
        expect(
          await page.evaluate('document.querySelector("main").contains(document.activeElement)'),
        ).toBe(true);
        await page.context().setOffline(true);
        await page.getByText('You are offline.').first().waitFor();
        await expectShown(page, screen);
        await page.context().setOffline(false);
      });
    });
  });
});

/** Checks all screens, also after one that has a problem. */
async function forEach<T extends { readonly name: string }>(
  screens: readonly T[],
  check: (screen: T) => Promise<void>,
): Promise<void> {
  const problems: string[] = [];
  for (const screen of screens) {
    await check(screen).catch((error: Error) => problems.push(`${screen.name}: ${error.stack}`));
  }
  expect(problems).toEqual([]);
}

/** As a link of the application does, without loading the page again. */
async function goTo(page: Page, stage: Stage, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`${stage.url}/app/${path}`)})`);
}

async function expectEmpty(page: Page, { says, next }: EmptyScreen): Promise<void> {
  const main = page.getByRole('main');
  await main.getByText(says, { exact: true }).waitFor();
  if (typeof next === 'string') await main.getByText(next).waitFor();
  else await main.getByRole(next.role, { name: next.name }).first().waitFor();
  await expectHeading(page);
}

async function expectLoading(page: Page, { isPart, heading }: Screen): Promise<void> {
  const main = page.getByRole('main');
  const name = isPart ? heading : 'Loading…';
  await main.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  if (!heading) await main.getByText('Loading…').first().waitFor();
}

async function expectRefusal(page: Page, status: number): Promise<void> {
  const problem = page.getByRole('main').getByRole('alert');
  await problem.getByText(refusal(status)).first().waitFor();
  await problem.getByText(refusedRequest(status)).first().waitFor();
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
}

async function expectShown(page: Page, { heading, title = heading, shows }: Screen): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await main.getByText(shows).first().waitFor();
  await expectHeading(page);
  expect(await page.title()).toBe(`${title} – Cartulary`);
}

async function expectHeading(page: Page): Promise<void> {
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.getByRole('main').count()).toBe(1);
}

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };

/** As it is now, in a narrow window, and dark, which changes nothing but colours. */
async function expectInAllForms(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(narrow);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(wide);
}
