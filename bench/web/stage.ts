import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../web/test/support/browser.ts';
import { setup as buildApplication } from '../../web/test/support/built-application.ts';
import { administrator } from '../load/load-job.ts';
import { startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedFolders, copyStore } from '../stores.ts';
import { addWatch } from './page-watch.ts';

const children = 100_000;

/** A server with the built application, on a store of its own that has a folder of 100,000 documents. */
export interface WebStage {
  readonly server: ServerProcess;
  /** Of the context path. */
  readonly url: string;
  readonly session: Cookie;
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

export async function withStage<T>(
  folder: string,
  work: (stage: WebStage) => Promise<T>,
): Promise<T> {
  await buildApplication();
  const store = await copyStore(await cachedFolders(children), `${folder}/store`);
  const server = await startCartulary(store);
  const url = `http://127.0.0.1:${server.port}/nuxeo`;
  try {
    return await work({ server, url, session: await signIn(url) });
  } finally {
    await server.stop();
  }
}

async function signIn(url: string): Promise<Cookie> {
  const { username, password } = administrator;
  const form = { user_name: username, user_password: password, requestedUrl: 'app/icon.svg' };
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
  if (value === '') throw new Error(`sign-in: ${answer.status} without a session`);
  return { name, value, url };
}

/** A window with the session and an empty cache. */
export async function openContext(
  browser: Browser,
  { session }: WebStage,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  });
  await context.addCookies([session]);
  await addWatch(context);
  return context;
}

/** A page of the application in a browser of its own. */
export async function withPage<T>(
  stage: WebStage,
  work: (page: Page, browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = await launchBrowser({ isWhole: true, hasScrollBars: true });
  try {
    const context = await openContext(browser, stage);
    return await work(await context.newPage(), browser);
  } finally {
    await browser.close();
  }
}
