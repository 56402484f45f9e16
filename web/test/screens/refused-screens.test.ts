import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { describeWeb, expectAccessible } from '../support/stage.ts';
import { holdRequests, refusal, refusedRequest } from './faults.ts';
import { prepareEmpty, prepareFilled } from './prepared-screens.ts';
import { expectHeading, expectInAllForms, expectShown, forEach } from './screen-checks.ts';
import { filledScreens, type Screen } from './screens.ts';

describeWeb('every screen with something in it', (stage) => {
  let screens: readonly Screen[];
  beforeAll(async () => {
    await prepareEmpty(stage);
    screens = filledScreens(await prepareFilled(stage)).filter((each) => !each.isVariant);
  });

  test.each([
    ['documents', true],
    ['all else', false],
  ])(
    'has a heading while it loads, shows what the server refuses, and tries again: %s',
    async (_, isDocument) => {
      const shown = screens.filter(({ path }) => path.startsWith('document/') === isDocument);
      const page = await stage.open('icon.svg');
      await forEach(shown, async (screen) => {
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
        // Trying again has scrolled to the button; what the bar at the top covers then can be scrolled to, too.
        await page.evaluate('scrollTo(0, 0)');
        await expectAccessible(page);
        await fault.end();
        await retry(page);
        await expectShown(page, screen);
        await expectInAllForms(page);
      });
    },
  );
});

async function expectLoading(page: Page, { isPart, heading }: Screen): Promise<void> {
  const main = page.getByRole('main');
  const name = isPart ? heading : 'Loading…';
  await main.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

async function expectRefusal(page: Page, status: number): Promise<void> {
  const problem = page.getByRole('main').getByRole('alert');
  await problem.getByText(refusal(status)).first().waitFor();
  await problem.getByText(refusedRequest(status)).first().waitFor();
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click();
}
