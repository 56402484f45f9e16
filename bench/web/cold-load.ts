import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { wholeBrowser } from '../../web/test/support/browser.ts';
import type { Cookie } from './stage.ts';

/** What a page has noted of its own load, in milliseconds since the navigation began. */
export interface ColdLoad {
  /** When the first row was on the screen. */
  readonly firstRowMs: number;
  readonly resources: readonly Resource[];
}

export interface Resource {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
}

const options = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--no-first-run',
  '--lang=en-US',
  '--window-size=1280,800',
  '--remote-debugging-port=0',
];

/** While it starts a browser and a window are busy, as they are not when a user opens a page. */
const startMs = 1_000;
/** Long after anything is shown. */
const looksAfterMs = 3_000;
const attempts = 5;

/**
 * A browser whose tools watch neither requests nor scripts: with tools that do, it notes where each request comes from,
 * and for that parses the script once more, which takes as long as to run it.
 */
export async function inColdBrowser<T>(work: (browser: ColdBrowser) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'cold-browser-'));
  const program = spawn(wholeBrowser(), [...options, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => program.once('exit', resolve));
  try {
    const browser = await ColdBrowser.connect(await addressIn(program.stderr));
    await pause(startMs);
    return await work(browser);
  } finally {
    program.kill('SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += String(chunk);
    const [, address] = /listening on (ws:\/\/\S+)/.exec(text) ?? [];
    if (address) return address;
  }
  throw new Error(`the browser has not started: ${text}`);
}

/** Commands of https://chromedevtools.github.io/devtools-protocol/ */
export class ColdBrowser {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const { id, result, error } = JSON.parse(String(data));
      const waiting = this.#waiting.get(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
      this.#waiting.delete(id);
    };
  }

  static async connect(address: string): Promise<ColdBrowser> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    return new ColdBrowser(socket);
  }

  /** Opens a page in an empty window without a cache. */
  async load(url: string, cookie: Cookie): Promise<ColdLoad> {
    const { browserContextId } = await this.#send('Target.createBrowserContext');
    await this.#send('Storage.setCookies', { browserContextId, cookies: [cookie] });
    const empty = { url: 'about:blank', browserContextId };
    const { targetId } = await this.#send('Target.createTarget', empty);
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    await pause(startMs);
    await this.#send('Page.navigate', { url }, String(sessionId));
    await pause(looksAfterMs);
    const found = await this.#read(String(sessionId));
    await this.#send('Target.disposeBrowserContext', { browserContextId });
    return found;
  }

  async #read(sessionId: string): Promise<ColdLoad> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const answer = await this.#send(
        'Runtime.evaluate',
        { expression: notes, awaitPromise: true, returnByValue: true },
        sessionId,
      );
      const { value } = answer.result as { readonly value?: ColdLoad };
      if (value && value.firstRowMs > 0) return value;
      await pause(looksAfterMs);
    }
    throw new Error('no row has been shown');
  }

  async #send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    this.#last += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#last, waiting);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params, sessionId }));
    return (await waiting.promise) as Answer;
  }
}

type Answer = Readonly<Record<string, unknown>>;

/** Run in the page. */
const notes = `(async () => {
  const shown = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries()))
      .observe({ type: 'element', buffered: true });
    setTimeout(() => resolve([]), 500);
  });
  const row = shown.find(({ identifier }) => identifier === 'first-row');
  return {
    firstRowMs: row?.renderTime ?? 0,
    resources: performance.getEntriesByType('resource').map((each) => ({
      name: each.name.slice(location.origin.length),
      startMs: each.startTime,
      endMs: each.responseEnd,
      bytes: each.encodedBodySize,
    })),
  };
})()`;
