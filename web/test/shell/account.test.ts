import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shiftClock } from '../../../src/base/clock.ts';
import { makeFolder } from '../../../test/support/engines.ts';
import {
  clientId,
  clientSecret,
  freePort,
  startTestProvider,
  type TestProvider,
} from '../../../test/support/identity-provider.ts';
import { grantClient } from '../../../test/support/oauth2-grants.ts';
import { createUser } from '../support/prepared.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';

const stepMs = 30_000;

describeWeb('a second factor and the account', (stage) => {
  let shiftedMs = 0;
  beforeAll(async () => {
    await createUser(stage, 'ann', { firstName: 'Ann', lastName: 'Lee' });
  });
  afterAll(() => shiftClock(-shiftedMs));

  /** Each code counts once. */
  const nextCode = (secret: string): string => {
    shiftClock(stepMs);
    shiftedMs += stepMs;
    return new TOTP({ secret }).generate({ timestamp: Date.now() + shiftedMs });
  };
  const fillIn = async (page: Page): Promise<void> => {
    const form = page.locator('form').filter({ has: page.getByLabel('User name') });
    await form.getByLabel('User name').fill('ann');
    await form.getByLabel('Password').fill('ann');
    await page.keyboard.press('Enter');
    await page.getByText('This account is protected by a second factor.').waitFor();
  };
  const account = 'Account of Ann Lee';

  test('codes are set up, asked for at each sign-in also over a screen, and given up', async () => {
    const page = await stage.open('profile', { user: 'ann' });
    await page.getByText('Administrators change names and addresses.').waitFor();
    await page.getByText('No application is connected.').waitFor();
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'Second factor' }),
    });
    await section.getByLabel('Present password').fill('wrong');
    await page.keyboard.press('Enter');
    await section.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await section.getByLabel('Present password').fill('ann');
    await page.keyboard.press('Enter');
    const secret = await section.getByLabel('Secret').inputValue();
    const link = await section
      .getByRole('link', { name: 'Open it in an application on this device' })
      .getAttribute('href');
    expect(link).toMatch(/^otpauth:\/\/totp\//);
    await expectAccessible(page);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await section.getByRole('alert').filter({ hasText: 'code: wrong' }).waitFor();
    await section.getByLabel('Code', { exact: true }).fill(nextCode(secret));
    await page.keyboard.press('Enter');
    const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const recovery = await codes.allInnerTexts();
    expect(recovery).toHaveLength(10);
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    await section.getByRole('button', { name: 'I have kept them' }).click();
    await section.getByText('10 recovery codes are left.').waitFor();

    // By keyboard, in a narrow window, first with a wrong code.
    const other = await stage.open('profile', {
      user: null,
      context: { viewport: { width: 360, height: 640 } },
    });
    await fillIn(other);
    await expectAccessible(other);
    await expectNoSidewaysScroll(other);
    await other.keyboard.type('111111');
    await other.keyboard.press('Enter');
    await other.getByText('The code is wrong or was used before.').waitFor();
    await other.keyboard.type(recovery[0] ?? '');
    await other.keyboard.press('Enter');
    await other.getByText('9 recovery codes are left.').waitFor();

    // The session ends over a screen on which something was typed.
    await other.setViewportSize({ width: 1280, height: 800 });
    await other.getByLabel('Application', { exact: true }).fill('Scanner');
    await other.context().clearCookies();
    await other.getByRole('button', { name: 'Make a token' }).click();
    await other.getByRole('alertdialog', { name: 'Sign in' }).waitFor();
    await fillIn(other);
    await other.keyboard.type(nextCode(secret));
    await other.keyboard.press('Enter');
    await other.getByRole('alertdialog', { name: 'Sign in' }).waitFor({ state: 'detached' });
    expect(await other.getByLabel('Application', { exact: true }).inputValue()).toBe('Scanner');

    await other.getByLabel('Code of your authenticator application').fill(nextCode(secret));
    await other.getByRole('button', { name: 'Stop asking for codes' }).click();
    await other.getByRole('button', { name: 'Set it up' }).waitFor();
    await other.getByRole('button', { name: account }).waitFor();
  });

  test('administrators change their names and address', async () => {
    const page = await stage.open('profile');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('King');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Account of Ada King' }).waitFor();
    const { json } = await stage.app.request('GET /api/v1/me');
    expect(json.properties).toMatchObject({ firstName: 'Ada', email: 'ada@example.org' });
  });

  test('connected applications are listed and withdrawn', async () => {
    const scanner = { id: 'scanner', name: 'Scanner', redirectURIs: ['http://localhost/back'] };
    const body = { 'entity-type': 'oauth2Client', ...scanner };
    const made = await stage.app.request('POST /api/v1/oauth2/client', { body });
    expect(made.status, made.text).toBe(201);
    await grantClient(stage.app, 'scanner');
    const page = await stage.open('profile');
    await page.getByText('scanner', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Withdraw the access of scanner' }).click();
    await page.getByText('No application is connected.').waitFor();
  });
});

const sources: { signInSourceFiles: string[] } = { signInSourceFiles: [] };
let folder: Awaited<ReturnType<typeof makeFolder>>;
let providerPort = 0;

// Before the server starts, which reads the file.
beforeAll(async () => {
  folder = await makeFolder();
  providerPort = await freePort();
  const shared = { clientId, clientSecret, allowsPlainHttp: true, timeLimitMs: 60_000 };
  const issuerOf = (port: number) => `http://127.0.0.1:${port}`;
  const oidc = [
    { ...shared, name: 'company', label: 'The company', issuer: issuerOf(providerPort) },
    { ...shared, name: 'away', label: 'Nobody', issuer: issuerOf(await freePort()) },
  ];
  const file = join(folder.path, 'sources.json');
  await writeFile(file, JSON.stringify({ oidc }));
  sources.signInSourceFiles = [file];
});
afterAll(() => folder.remove());

describeWeb(
  'single sign-on',
  (stage) => {
    let provider: TestProvider;
    beforeAll(async () => {
      const callback = `${stage.url}/login/oidc/company/callback`;
      provider = await startTestProvider([callback], { port: providerPort });
    });
    afterAll(() => provider?.close());
    const wanted = 'browse/default-domain?view=grid';
    const link = (page: Page, label: string) =>
      page.getByRole('link', { name: `Sign in with ${label}` });

    test('leads to the provider and back to the wanted address; signing out ends the session', async () => {
      const page = await stage.open(wanted, { user: null });
      await link(page, 'The company').waitFor();
      await expectAccessible(page);
      await link(page, 'The company').click();
      await page.locator('input[name=login]').fill('eve');
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Account of Given of eve' }).click();
      expect(page.url()).toBe(`${stage.url}/app/${wanted}`);
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await link(page, 'The company').waitFor();
      expect((await page.request.get(`${stage.url}/api/v1/me`)).status()).toBe(401);
    });

    test('is told about on the page where it has failed, which keeps the address', async () => {
      const page = await stage.open(wanted, { user: null });
      await link(page, 'Nobody').click();
      await page.getByText('The server to sign in at does not answer.').waitFor();
      expect(page.url()).toBe(`${stage.url}/app/${wanted}`);
      await link(page, 'The company').click();
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByText('You were not signed in there.').waitFor();
      await expectAccessible(page);
      await page.getByLabel('User name').fill('Administrator');
      await page.getByLabel('Password').fill('Administrator');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Account of Administrator' }).waitFor();
      expect(page.url()).toBe(`${stage.url}/app/${wanted}`);
    });

    test('opens another tab where a session has ended, and the screen goes on', async () => {
      const page = await stage.open('profile', { user: null });
      await page.getByLabel('User name').fill('Administrator');
      await page.getByLabel('Password').fill('Administrator');
      await page.keyboard.press('Enter');
      await page.getByLabel('Application').fill('Scanner');
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Make a token' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Sign in' });
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        dialog.getByRole('link', { name: 'Sign in with The company' }).click(),
      ]);
      await other.locator('input[name=login]').fill('eve');
      await other.locator('input[name=password]').fill('any');
      await other.locator('button[type=submit]').click();
      await other.getByRole('button', { name: 'Continue' }).click();
      await other.getByRole('button', { name: 'Account of Given of eve' }).waitFor();
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await dialog.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Application').inputValue()).toBe('Scanner');
    });
  },
  { flags: sources },
);
