import { expect, test } from 'vitest';
import { describeWeb } from './support/stage.ts';

describeWeb('the playground of the API', (stage) => {
  test('shows the description and sends requests with the session, from this server alone', async () => {
    const page = await stage.open();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(stage.url) && !/^(?:blob|data):/.test(request.url())) {
        foreign.push(request.url());
      }
    });
    await page.goto(`${stage.url}/api/#tag/users-and-groups/GET/api/v1/me`);
    await page.getByText('Signed in as Administrator').waitFor();
    await page
      .getByRole('button', { name: /Test Request.*get \/api\/v1\/me\)/ })
      .first()
      .click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/me'));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    expect((await answered).status()).toBe(200);
    await page.getByText('200 OK').waitFor();
    expect(foreign).toEqual([]);
  });

  test('tells callers without a session where to sign in', async () => {
    const page = await stage.open('../api/', { user: null });
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('User name').fill('Administrator');
    await page.getByLabel('Password').fill('Administrator');
    await page.keyboard.press('Enter');
    await page.getByText('Signed in as Administrator').waitFor();
    expect(page.url()).toBe(`${stage.url}/api/`);
  });
});
