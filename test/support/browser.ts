import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};

/** A page of a browser, by the protocol of its developer tools. */
export interface BrowserPage {
  /** What an expression is worth on the page, once it is true. */
  until<T>(expression: string): Promise<T>;
  evaluate<T>(expression: string): Promise<T>;
  screenshot(): Promise<Buffer>;
  /** Addresses that the page asked for. */
  readonly requested: readonly string[];
}

export interface Browser {
  open(url: string, headers: Readonly<Record<string, string>>): Promise<BrowserPage>;
  close(): Promise<void>;
}

/** Starts an installed Chromium without windows and without a network of its own. */
export async function startBrowser(program: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'cartulary-browser-'));
  const child = spawn(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--window-size=1000,700',
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const tools = new Tools(await connect(await addressOf(child)));
  return {
    open: (url, headers) => openPage(tools, url, headers),
    async close() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('the browser has no standard error');
  for await (const line of createInterface(child.stderr)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stderr.resume();
    return address;
  }
  throw new Error('the browser has ended');
}

function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(socket);
    socket.onerror = () => reject(new Error('no connection to the browser'));
  });
}

/** Calls with their results, and events. */
class Tools {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly listeners: ((message: Message) => void)[] = [];
  #count = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id === undefined) for (const listen of this.listeners) listen(message);
      else this.#waiting.get(message.id)?.(message);
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: results of many shapes
  async call(method: string, params: object = {}, sessionId?: string): Promise<any> {
    this.#count += 1;
    const id = this.#count;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await answered;
    this.#waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}

async function openPage(
  tools: Tools,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<BrowserPage> {
  const { targetId } = await tools.call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await tools.call('Target.attachToTarget', { targetId, flatten: true });
  const requested: string[] = [];
  const loaded = Promise.withResolvers<void>();
  tools.listeners.push(({ method, params }) => {
    const event = params as { readonly request?: { readonly url: string } };
    if (method === 'Network.requestWillBeSent') requested.push(event.request?.url ?? '');
    if (method === 'Page.loadEventFired') loaded.resolve();
  });
  const call = (method: string, params?: object) => tools.call(method, params, sessionId);
  await call('Network.enable');
  await call('Page.enable');
  await call('Network.setExtraHTTPHeaders', { headers });
  await call('Page.navigate', { url });
  await loaded.promise;
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result } = await call('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as T;
  };
  return {
    requested,
    evaluate,
    async until<T>(expression: string): Promise<T> {
      for (;;) {
        const value = await evaluate<T>(expression);
        if (value) return value;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async screenshot() {
      const { data } = await call('Page.captureScreenshot', { format: 'png' });
      return Buffer.from(data, 'base64');
    },
  };
}
