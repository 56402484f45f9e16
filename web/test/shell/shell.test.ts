import { expect, test } from 'vitest';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

const places = ['Documents', 'Tâches', 'Favoris', 'Collections', 'Corbeille'];

describeWeb('the shell', (stage) => {
  test('in a narrow window all places are behind one button, also by keyboard', async () => {
    const page = await stage.open('tasks', {
      context: { locale: 'fr-FR', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    });
    await page.getByRole('heading', { name: 'Tâches' }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const links = page.getByRole('dialog').getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    expect(await links.allTextContents()).toEqual([
      ...places,
      'Recherche',
      'Mon espace de travail',
      'Profil et réglages',
      'Opérations',
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const menu = page.getByRole('button', { name: 'Navigation principale' });
    await expect.poll(() => menu.evaluate((each) => each.matches(':focus'))).toBe(true);
    await menu.click();
    await page.getByRole('link', { name: 'Corbeille' }).click();
    await page.getByRole('heading', { name: 'Corbeille' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectNoSidewaysScroll(page);
  });

  test('text of twice the size makes nothing wider than the window', async () => {
    const page = await stage.open('tasks', { context: { locale: 'fr-FR' } });
    await page.getByRole('link', { name: 'Corbeille' }).waitFor();
    await page.evaluate('document.documentElement.style.fontSize = "200%"');
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Navigation principale' }).waitFor();
    await expectNoSidewaysScroll(page);
  });

  test('an address that changes while the first screen is being loaded is followed', async () => {
    const page = await stage.open('icon.svg');
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/favorites-screen-*', async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await page.goto(`${stage.url}/app/trash`);
    await page.getByRole('heading', { name: 'Trash' }).waitFor();
    await page.goto(`${stage.url}/app/favorites`);
    await asked.promise;
    await page.evaluate(`history.replaceState({}, '', '${stage.url}/app/tasks')`);
    held.resolve();
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  });
});
