import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeWeb, type Stage } from '../support/stage.ts';
import { prepareEmpty, prepareFilled } from './prepared-screens.ts';
import { expectHeading, expectInAllForms, expectShown, forEach } from './screen-checks.ts';
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
      const filled = filledScreens(await prepareFilled(stage));
      screens = [
        ...new Map(
          filled.filter((each) => !each.isVariant).map((each) => [each.path, each]),
        ).values(),
      ];
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
