import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = process.env.CARTULARY_TEST_BROWSER ?? programs.find((each) => existsSync(each));

/** Why no test of this folder runs here; undefined where they run. */
export const skipReason =
  program === undefined
    ? 'tests of the web application need Chromium (apt-get install chromium); skipped'
    : undefined;

let started: Promise<Browser> | undefined;

/** A process of its own. */
export function launchBrowser({ hasScrollBars = false } = {}): Promise<Browser> {
  if (program === undefined) throw new Error(skipReason);
  return chromium.launch({
    executablePath: program,
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
