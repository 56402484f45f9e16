import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the windows of a browser, whose drawing takes twice the time of the page itself. */
const small = '/usr/bin/chromium-headless-shell';

const wanted = process.env.CARTULARY_TEST_BROWSER;
const wholeProgram = wanted ?? whole.find((each) => existsSync(each));
const program = wanted ?? [small, ...whole].find((each) => existsSync(each));

/** Why no test of this folder runs here; undefined where they run. */
export const skipReason =
  program === undefined
    ? 'skipped: tests of the web application need Chromium (apt-get install chromium)'
    : undefined;

let started: Promise<Browser> | undefined;

/** The path of a whole browser, as users have it. @throws Error where there is none */
export function wholeBrowser(): string {
  if (wholeProgram === undefined) throw new Error(skipReason);
  return wholeProgram;
}

/** A process of its own; a whole browser, as users have it, for measurements. */
export function launchBrowser({ isWhole = false, hasScrollBars = false } = {}): Promise<Browser> {
  const executablePath = isWhole ? wholeProgram : program;
  if (executablePath === undefined) throw new Error(skipReason);
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    ...(hasScrollBars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  });
}

/** One for all files that a process of tests runs. */
export function startedBrowser(): Promise<Browser> {
  started ??= launchBrowser();
  return started;
}

/** Ends with the process of the tests, and earlier where a file is the last one. */
export async function stopBrowser(): Promise<void> {
  const browser = await started;
  started = undefined;
  await browser?.close();
}
