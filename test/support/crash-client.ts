import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { administrator } from './child-server.ts';
import type { Random } from './random.ts';

/** What a client may find of a document: nothing, or a title and the digest of its content. */
type Content = string;
const absent: Content = 'absent';

function contentOf(title: string, digest: string | null): Content {
  return JSON.stringify([title, digest]);
}

interface Tracked {
  readonly name: string;
  readonly type: 'File' | 'Note';
  /** As far as the server has said; what was under way when it died may have happened or not. */
  possible: Content[];
}

const folderPath = '/api/v1/path/default-domain/workspaces';

/** Of a connection, so that looking at all of them stays short. */
const presentMax = 60;

class Refused extends Error {}

class Unavailable extends Error {}

/** The server does not know whether it has stored the change. */
class OutcomeOpen extends Error {}

function isOpen(status: number, text: string): boolean {
  return status === 503 && text.includes('look whether it is there');
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object | Buffer | undefined;
}

interface Children {
  readonly entries: readonly { readonly path: string }[];
  readonly isNextPageAvailable: boolean;
}

function fetchOptions({ method, body }: Sent): RequestInit {
  const isBytes = Buffer.isBuffer(body);
  return {
    method,
    headers: {
      authorization: administrator,
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      'X-File-Name': 'content.bin',
    },
    ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  };
}

/**
 * Works on a server that may crash at any moment, and checks afterwards what must be stored: all
 * acknowledged changes, and running ones completely or not at all.
 */
export class CrashClient {
  readonly #random: Random;
  readonly #retriesMax: number;
  readonly #goesOn: boolean;
  readonly #asked = new Set<string>();
  readonly #accepted: string[] = [];
  readonly #documents = new Map<string, Tracked>();
  #names = 0;
  #url = '';
  #isStopped = false;
  acknowledged = 0;
  /** Responses that asked to try again later. */
  unavailable = 0;
  /** Responses after which the client had to look. */
  open = 0;

  /**
   * `retriesMax`: how often a request that was answered with 503 is sent again, as clients do. `goesOn`: a
   * connection that is cut is that of a proxy, behind which another server goes on.
   */
  constructor(
    random: Random,
    { retriesMax = 0, goesOn = false }: { readonly retriesMax?: number; goesOn?: boolean } = {},
  ) {
    this.#random = random;
    this.#goesOn = goesOn;
    this.#retriesMax = retriesMax;
  }

  /** Requests that are under way are still answered. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Has a document created in the background. */
  async accept(url: string): Promise<void> {
    const name = `accepted-${this.#asked.size}`;
    this.#asked.add(name);
    const body = { input: '/default-domain/workspaces', params: { name, type: 'File' } };
    const path = '/site/automation/Document.Create/@async';
    try {
      await this.#sendTo(url, { method: 'POST', path, body });
    } catch (error) {
      if (error instanceof OutcomeOpen) return;
      throw error;
    }
    this.#accepted.push(name);
  }

  /** What the folder should not have, and what it lacks of what was accepted. */
  async verifyNames(url: string): Promise<string[]> {
    const path = `${folderPath}/@children?pageSize=1000`;
    const names: string[] = [];
    for (let index = 0, isLast = false; !isLast; index += 1) {
      const page = `${path}&currentPageIndex=${index}`;
      const list = (await this.#sendTo(url, { method: 'GET', path: page })) as Children;
      names.push(...list.entries.map((entry) => entry.path.split('/').at(-1) ?? ''));
      isLast = !list.isNextPageAvailable;
    }
    const known = new Set([...this.#documents.keys(), ...this.#asked]);
    const twice = names.filter((name) => !known.has(name)).map((name) => `${name} came twice`);
    const lost = this.#accepted.filter((name) => !names.includes(name));
    return [...twice, ...lost.map((name) => `${name} was accepted and lost`)];
  }

  /** Works with so many connections until the server is gone, or `stop`. */
  async work(url: string, connections: number): Promise<void> {
    this.#url = url;
    this.#isStopped = false;
    await Promise.all(Array.from({ length: connections }, (_, index) => this.#worker(index)));
  }

  /** Looks at everything; what is found is what is known from now on. */
  async verify(url: string): Promise<string[]> {
    this.#url = url;
    const wrong: string[] = [];
    const documents = [...this.#documents.values()];
    const check = async () => {
      for (let document = documents.pop(); document; document = documents.pop()) {
        const found = await this.#look(document);
        if (!document.possible.includes(found)) {
          wrong.push(`${document.name}: found ${found}, not ${document.possible.join(' or ')}`);
        }
        document.possible = [found];
        if (found === absent) this.#documents.delete(document.name);
      }
    };
    await Promise.all(Array.from({ length: 8 }, check));
    return wrong;
  }

  /** Resolves when the server has acknowledged so much in all, or when the time is over. */
  async hasAcknowledged(count: number, timeoutMs: number): Promise<void> {
    const endMs = performance.now() + timeoutMs;
    while (this.acknowledged < count && performance.now() < endMs) await setTimeout(1);
  }

  get size(): number {
    return this.#documents.size;
  }

  async #worker(index: number): Promise<void> {
    const own: Tracked[] = [...this.#documents.values()].filter(
      ({ name }) => Number(name.split('-')[1]) === index,
    );
    while (!this.#isStopped) {
      try {
        await this.#step(index, own);
        this.acknowledged += 1;
      } catch (error) {
        if (error instanceof Refused) throw error;
        return;
      }
    }
  }

  async #step(index: number, own: Tracked[]): Promise<void> {
    const present = own.filter(({ possible }) => possible.some((content) => content !== absent));
    const choice = this.#random.below(10);
    if (present.length < 5 || (choice < 4 && present.length < presentMax)) {
      this.#names += 1;
      const name = `w-${index}-${this.#names}`;
      const type = this.#random.below(3) === 0 ? 'Note' : 'File';
      const document: Tracked = { name, type, possible: [absent] };
      own.push(document);
      this.#documents.set(name, document);
      return this.#create(document);
    }
    const document = this.#random.pick(present);
    if (choice < 8) return this.#update(document);
    return this.#change(document, absent, () =>
      this.#send('DELETE', `${folderPath}/${document.name}`),
    );
  }

  async #create(document: Tracked): Promise<void> {
    const { name, type } = document;
    const { properties, content } = await this.#newContent(document);
    const body = { 'entity-type': 'document', name, type, properties };
    await this.#change(document, content, () => this.#send('POST', folderPath, body));
  }

  async #update(document: Tracked): Promise<void> {
    const { properties, content } = await this.#newContent(document);
    const body = { 'entity-type': 'document', properties };
    const path = `${folderPath}/${document.name}`;
    await this.#change(document, content, () => this.#send('PUT', path, body));
  }

  async #change(document: Tracked, next: Content, request: () => Promise<unknown>): Promise<void> {
    document.possible = [...document.possible, next];
    try {
      await request();
      document.possible = [next];
    } catch (error) {
      if (!(error instanceof OutcomeOpen)) throw error;
      await this.#settle(document);
    }
  }

  /** Looks what has become of a change, and expects that from now on. */
  async #settle(document: Tracked): Promise<void> {
    const found = await this.#lookUntilAnswered(document);
    if (!document.possible.includes(found)) throw new Refused(`${document.name}: found ${found}`);
    document.possible = [found];
  }

  async #lookUntilAnswered(document: Tracked): Promise<Content> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#look(document);
      } catch (error) {
        const isPassing = error instanceof Unavailable || this.#goesOn;
        if (!isPassing || attempt >= this.#retriesMax) throw error;
        await setTimeout(50 + this.#random.below(100));
      }
    }
  }

  /** A new title, and content that was uploaded before; every third document has none. */
  async #newContent(document: Tracked): Promise<{ properties: object; content: Content }> {
    const title = `${document.name} ${this.#random.below(1_000_000)}`;
    if (document.type === 'Note') {
      const text = 'x'.repeat(this.#random.below(5_000));
      const digest = sha256(Buffer.from(text));
      return {
        properties: { 'dc:title': title, 'note:note': text },
        content: contentOf(title, digest),
      };
    }
    const bytes = this.#random.bytes(this.#random.below(60_000));
    const { batchId } = (await this.#sendAgain('POST', '/api/v1/upload')) as { batchId: string };
    await this.#sendAgain('POST', `/api/v1/upload/${batchId}/0`, bytes);
    const blob = { 'upload-batch': batchId, 'upload-fileId': '0' };
    return {
      properties: { 'dc:title': title, 'file:content': blob },
      content: contentOf(title, sha256(bytes)),
    };
  }

  /** What may be done twice. */
  async #sendAgain(method: string, path: string, body?: Buffer): Promise<unknown> {
    for (;;) {
      try {
        return await this.#send(method, path, body);
      } catch (error) {
        if (!(error instanceof OutcomeOpen)) throw error;
      }
    }
  }

  #send(method: string, path: string, body?: object | Buffer): Promise<unknown> {
    return this.#sendTo(this.#url, { method, path, body });
  }

  async #sendTo(url: string, request: Sent): Promise<unknown> {
    const { method, path, body } = request;
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(url + path, fetchOptions(request)).catch((error) =>
        this.#cutOff(error),
      );
      const text = await response.text().catch((error) => this.#cutOff(error));
      if (response.ok) return text === '' ? undefined : JSON.parse(text);
      if (isOpen(response.status, text)) {
        this.open += 1;
        throw new OutcomeOpen(text);
      }
      const isRetried = response.status === 503 && attempt < this.#retriesMax;
      if (!isRetried) {
        const json = Buffer.isBuffer(body) ? 'bytes' : JSON.stringify(body)?.slice(0, 300);
        throw new Refused(`${method} ${path} ${json}: ${response.status} ${text}`);
      }
      this.unavailable += 1;
      await setTimeout(50 + this.#random.below(100));
    }
  }

  /** What the server was doing for the request goes on for a moment. */
  async #cutOff(error: unknown): Promise<never> {
    if (!this.#goesOn) throw error;
    this.open += 1;
    await setTimeout(1_000);
    throw new OutcomeOpen(String(error));
  }

  async #look({ name, type }: Tracked): Promise<Content> {
    const headers = { authorization: administrator };
    const response = await fetch(`${this.#url}${folderPath}/${name}`, { headers });
    if (response.status !== 200) {
      await response.arrayBuffer();
      if (response.status === 503) throw new Unavailable(name);
      return absent;
    }
    const { title, properties } = (await response.json()) as {
      title: string;
      properties: Record<string, unknown>;
    };
    if (type === 'Note') {
      return contentOf(title, sha256(Buffer.from(String(properties['note:note'] ?? ''))));
    }
    const blob = await fetch(`${this.#url}${folderPath}/${name}/@blob/file:content`, { headers });
    if (blob.status === 503) throw new Unavailable(name);
    if (blob.status !== 200) return `${title} without content: ${blob.status}`;
    return contentOf(title, sha256(Buffer.from(await blob.arrayBuffer())));
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
