import { beforeAll, expect, test } from 'vitest';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

describeWeb('profile', (stage) => {
  beforeAll(async () => {
    const { status } = await stage.app.request('POST /api/v1/user', {
      body: {
        'entity-type': 'user',
        properties: { username: 'ann', password: 'ann-secret', groups: ['members'] },
      },
    });
    expect(status).toBe(201);
  });
  const open = (password: string, path = 'profile') => stage.open(path, { user: 'ann', password });

  test('a token is made, shown once, used, and withdrawn', async () => {
    const page = await open('ann-secret');
    await page.getByText('There are no tokens.').waitFor();
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByText('Enter the name of the application.').waitFor();
    await page.getByLabel('Application').fill('Scanner');
    await page.keyboard.press('Enter');
    const token = await page.getByLabel('The new token of Scanner').inputValue();
    const asScanner = () =>
      stage.app.request('GET /api/v1/me', {
        user: null,
        headers: { 'x-authentication-token': token },
      });
    expect((await asScanner()).json.id).toBe('ann');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Withdraw the token of Scanner' }).click();
    await page.getByText('The token was withdrawn').waitFor();
    expect((await asScanner()).status).toBe(401);
    await page.getByText('There are no tokens.').waitFor();
  });

  test('language, colours and density change at once and are kept', async () => {
    const page = await open('ann-secret');
    const choose = async (button: RegExp, option: string) => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose(/Colours/, 'Dark');
    await choose(/Density/, 'Compact');
    await choose(/Language/, 'Français');
    await page.getByRole('heading', { name: 'Profil et réglages' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Profil et réglages' }).waitFor();
    const { theme, density } = (await page.evaluate(
      '({ ...document.documentElement.dataset })',
    )) as Record<string, string>;
    expect([theme, density]).toEqual(['dark', 'compact']);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 700 });
    await expectNoSidewaysScroll(page);
  });

  test('a password is changed with the present one only', async () => {
    const page = await open('ann-secret');
    const heading = page.getByRole('heading', { name: 'Password', exact: true });
    const form = page.locator('section').filter({ has: heading });
    const fill = async (old: string, fresh: string, again: string) => {
      await form.getByLabel('Present password').fill(old);
      await form.getByLabel('New password', { exact: true }).fill(fresh);
      await form.getByLabel('New password again').fill(again);
      await form.getByRole('button', { name: 'Change the password' }).click();
    };
    await fill('wrong', 'quite-another-1', 'quite-another-1');
    await form.getByLabel('Present password').and(page.locator('[aria-invalid]')).waitFor();
    await fill('ann-secret', 'quite-another-1', 'quite-another-2');
    await page.getByText('This is not the same as the new password.').waitFor();
    await fill('ann-secret', 'quite-another-1', 'quite-another-1');
    await page.getByText('The password was changed.').waitFor();
    await open('quite-another-1');
    const { status } = await stage.app.request('GET /api/v1/me', {
      user: 'ann',
      password: 'ann-secret',
    });
    expect(status).toBe(401);
  });
});
