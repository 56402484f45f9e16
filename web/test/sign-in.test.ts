import { expect, test } from 'vitest';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from './support/stage.ts';

describeWeb('sign-in', (stage) => {
  test('at any address, with a message when the password is wrong; then the address is shown', async () => {
    const page = await stage.open('browse/default-domain?view=grid', { user: null });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('User name').fill('Administrator');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The user name or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill('Administrator');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account of Administrator' }).waitFor();
    expect(page.url()).toContain('/app/browse/default-domain?view=grid');
    await expectAccessible(page);
  });

  test('signing out shows the form again, and the session is over', async () => {
    const page = await stage.open('browse/');
    await page.getByRole('button', { name: 'Account of Administrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const { status } = await page.request
      .get(`${stage.url}/api/v1/me`)
      .then((answer) => ({ status: answer.status() }));
    expect(status).toBe(401);
  });

  test('in the language of the browser, in a narrow window', async () => {
    const page = await stage.open('', {
      user: null,
      context: { locale: 'fr-FR', viewport: { width: 360, height: 640 } },
    });
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await expectNoSidewaysScroll(page);
  });
});
