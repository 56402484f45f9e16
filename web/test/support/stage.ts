import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { skipReason } from './browser.ts';
import { Windows } from './windows.ts';

/** The real server with an empty store, and browsers of its users. */
export interface Stage {
  readonly app: TestApp;
  /** Of the context path, without a slash at the end. */
  readonly url: string;
  /** A browser window of a user who is signed in, at an address of the application such as `browse/`. */
  open(path?: string, options?: OpenOptions): Promise<Page>;
}

interface OpenOptions {
  /** Null for a window without a session. */
  readonly user?: string | null;
  readonly password?: string;
  readonly context?: BrowserContextOptions;
}

/**
 * Scenarios with one server for all of them. Where there is no browser they are skipped, and the setup of the run prints why.
 * After each file no page may have reported an error of a script or of the content security policy.
 */
export function describeWeb(
  name: string,
  define: (stage: Stage) => void,
  { flags = {} }: { flags?: Record<string, unknown> } = {},
): void {
  describe.skipIf(skipReason !== undefined)(name, () => {
    const windows = new Windows();
    const stage = { open: (path, options) => openPage(stage, windows, { path, ...options }) } as {
      -readonly [K in keyof Stage]: Stage[K];
    };
    beforeAll(async () => {
      stage.app = await startTestApp('sqlite', flags);
      stage.url = await stage.app.listen();
    });
    beforeEach(() => windows.startTest());
    afterEach(() => windows.endTest());
    afterAll(async () => {
      await windows.close();
      await stage.app?.close();
      expect(windows.problems, 'errors that pages have reported').toEqual([]);
    });
    define(stage);
  });
}

async function openPage(
  stage: Stage,
  windows: Windows,
  {
    path = '',
    user = 'Administrator',
    password = user ?? '',
    context = {},
  }: OpenOptions & { readonly path?: string | undefined },
): Promise<Page> {
  const page = await windows.open(context, new URL(stage.url).origin);
  if (user !== null) {
    const answer = await page.context().request.post(`${stage.url}/login`, {
      form: { user_name: user, user_password: password, requestedUrl: 'app/icon.svg' },
    });
    expect(answer.url(), 'the sign-in of the test').toContain('icon.svg');
  }
  await page.goto(`${stage.url}/app/${path}`);
  return page;
}

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects that axe finds nothing against WCAG 2.2 AA on the page as it is now, or nothing by some of its rules. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: wcag22aa };
  const options = { runOnly, resultTypes: ['violations'] };
  // Evaluated by the tools of the browser, to which the policy of the page does not apply.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)})`,
  )) as AxeResult;
  const shown = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
  }));
  expect(shown).toEqual([]);
}

/** Nothing of the page is wider than its window, once it has followed a change of its size. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => page.evaluate(width), { timeout: 3000 }).toBeLessThanOrEqual(0);
}
