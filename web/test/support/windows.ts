import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startedBrowser } from './browser.ts';

const wide = { width: 1280, height: 800 };

interface Window {
  /** Windows of the same settings can take over from each other. */
  readonly key: string;
  readonly context: BrowserContext;
}

/**
 * The windows of a file of tests. Those of a test are closed behind it, and their contexts are used again: with the
 * scripts of the application in the cache, a window takes half the processor time.
 */
export class Windows {
  readonly #free: Window[] = [];
  readonly #ofTest: Window[] = [];
  readonly #all: Window[] = [];
  readonly #problems: string[] = [];
  #isInTest = false;

  /** What pages have reported as errors: of scripts, of the policy, of missing files. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Windows that are opened outside of tests stay open for all of them. */
  startTest(): void {
    this.#isInTest = true;
  }

  async endTest(): Promise<void> {
    this.#isInTest = false;
    for (const { context } of this.#ofTest) {
      await Promise.all(context.pages().map((page) => page.close()));
    }
    this.#free.push(...this.#ofTest.splice(0));
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ context }) => context.close()));
  }

  /** An empty page, as in a browser that was never used. */
  async open(options: BrowserContextOptions, origin: string): Promise<Page> {
    const { viewport = wide, colorScheme = 'light', ...lasting } = options;
    const { context } = await this.#take(lasting);
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await forgetAll(page, origin);
    watch(page, this.#problems);
    return page;
  }

  async #take(options: BrowserContextOptions): Promise<Window> {
    const key = JSON.stringify(options);
    const at = this.#free.findIndex((each) => each.key === key);
    const [free] = at < 0 ? [] : this.#free.splice(at, 1);
    const window = free ?? { key, context: await newContext(options) };
    if (!free) this.#all.push(window);
    if (this.#isInTest) this.#ofTest.push(window);
    return window;
  }
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await startedBrowser();
  const context = await browser.newContext({
    viewport: wide,
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(40_000);
  return context;
}

/** All but the cache of files. */
async function forgetAll(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.detach();
  await page.context().clearCookies();
}

/** How the browser says that a frame has run no script: frames of what others have written must not. */
const isolation =
  /^Blocked script execution in '[^']*' because the document's frame is sandboxed and the 'allow-scripts' permission is not set\.$/;

/** Requests that are refused are a part of the scenarios; everything else that a browser reports is a fault. */
function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack ?? error}`));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource');
    const isUntranslated = message.text().startsWith('Uncompiled message');
    const isMeant = isRefusal || isolation.test(message.text());
    if ((message.type() === 'error' && !isMeant) || isUntranslated) {
      problems.push(`${page.url()}: ${message.text()}`);
    }
  });
}
