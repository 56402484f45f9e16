import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { administrator } from './child-server.ts';
import type { Random } from './random.ts';

const folder = '/default-domain/workspaces';
/** So many that each is often named by no document, and so few that it is soon stored again. */
const contents = 1_000;
const documentsPerWriter = 2;

export function textOf(number: number): string {
  return `content ${number} `.repeat(1 + (number % 50));
}

/** The digests of all contents that may be stored. */
export const knownDigests: ReadonlySet<string> = new Set(
  Array.from({ length: contents }, (_, number) =>
    createHash('sha256').update(textOf(number)).digest('hex'),
  ),
);

interface Status {
  readonly commandId: string;
  readonly state: string;
  readonly processed: number;
  readonly skipCount: number;
  readonly errorCount: number;
  readonly total: number;
  readonly result?: { readonly totalSize: number; readonly deletedSize: number };
}

/** A response that none of the requests should have. */
class Refused extends Error {}

/** The server ended while it answered. */
class Gone extends Error {}

/**
 * Writers who attach, copy, version, trash, remove and upload the same contents again and again, and an
 * administrator who collects meanwhile, all until the server is gone.
 */
export class BlobWriters {
  readonly #random: Random;
  readonly #documents = new Map<number, string[]>();
  readonly #commands = new Set<string>();
  #url = '';
  #isStopped = false;
  #names = 0;
  steps = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Works until so many steps are done in all, or the server is gone. */
  async work(url: string, options: { writers: number; untilSteps: number }): Promise<void> {
    this.#url = url;
    this.#isStopped = false;
    const collecting = this.#collectAlways();
    const writers = Array.from({ length: options.writers }, (_, writer) =>
      this.#write(writer, options.untilSteps),
    );
    try {
      await Promise.all(writers);
    } finally {
      this.#isStopped = true;
      await collecting;
    }
  }

  /** Runs a collection to its end; returns its status, and before it those of all others. */
  async collect(url: string): Promise<readonly Status[]> {
    this.#url = url;
    await this.#collect();
    const statuses: Status[] = [];
    for (const id of this.#commands) statuses.push(await this.#statusOf(id));
    return statuses;
  }

  async #statusOf(id: string): Promise<Status> {
    return (await this.#send('GET', `/api/v1/management/bulk/${id}`)) as Status;
  }

  async #write(writer: number, untilSteps: number): Promise<void> {
    const own = this.#documents.get(writer) ?? [];
    this.#documents.set(writer, own);
    try {
      while (this.steps < untilSteps) {
        await this.#step(own);
        this.steps += 1;
      }
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
    }
  }

  async #collectAlways(): Promise<void> {
    try {
      while (!this.#isStopped) {
        await this.#collect();
        await sleep(5);
      }
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
    }
  }

  async #collect(): Promise<void> {
    const path = '/api/v1/management/blobs/orphaned';
    let status = (await this.#send('DELETE', path)) as Status | undefined;
    // One that was running when the server ended is going on.
    while (!status) {
      await sleep(50);
      status = (await this.#send('DELETE', path)) as Status | undefined;
    }
    const { commandId } = status;
    this.#commands.add(commandId);
    while (status.state !== 'COMPLETED') {
      await sleep(10);
      status = await this.#statusOf(commandId);
    }
  }

  async #step(own: string[]): Promise<void> {
    const at = this.#random.below(Math.max(1, own.length));
    const id = own[at];
    const choice = this.#random.below(10);
    if (id === undefined || (own.length < documentsPerWriter && choice < 3)) {
      return this.#add(own, id, choice);
    }
    if (choice < 2) return this.#update(id);
    if (choice === 2) await this.#operate('Document.CreateVersion', id, { increment: 'Minor' });
    else if (choice === 3) await this.#operate('Document.Trash', id, {});
    else {
      own.splice(at, 1);
      await this.#send('DELETE', `/api/v1/id/${id}`);
    }
  }

  async #add(own: string[], id: string | undefined, choice: number): Promise<void> {
    this.#names += 1;
    const name = `w${this.#names}-${this.#random.below(1e9)}`;
    if (id !== undefined && choice === 0) {
      const copy = await this.#operate('Document.Copy', id, { target: folder, name });
      if (copy) own.push((copy as { uid: string }).uid);
      return;
    }
    const properties = { 'file:content': await this.#blob() };
    const body = { 'entity-type': 'document', type: 'File', name, properties };
    const created = await this.#send('POST', `/api/v1/path${folder}`, body);
    if (created) own.push((created as { uid: string }).uid);
  }

  async #update(id: string): Promise<void> {
    const properties = { 'file:content': await this.#blob() };
    await this.#send('PUT', `/api/v1/id/${id}`, { 'entity-type': 'document', properties });
  }

  /** Sent in the document, or uploaded before. */
  async #blob(): Promise<object> {
    const text = textOf(this.#random.below(contents));
    if (this.#random.below(2) === 0) return { data: text, name: 'a.txt' };
    const { batchId } = (await this.#send('POST', '/api/v1/upload')) as { batchId: string };
    await this.#send('POST', `/api/v1/upload/${batchId}/0`, Buffer.from(text));
    return { 'upload-batch': batchId, 'upload-fileId': '0' };
  }

  async #operate(operation: string, input: string, params: object): Promise<unknown> {
    return this.#send('POST', `/site/automation/${operation}`, { input, params });
  }

  /** Undefined for what does not fit the present state, as a lost answer leaves another one than is known. */
  async #send(method: string, path: string, body?: object | Buffer): Promise<unknown> {
    const isBytes = Buffer.isBuffer(body);
    const sent = isBytes ? new Uint8Array(body) : body && JSON.stringify(body);
    const { status, text } = await answerOf(this.#url + path, {
      method,
      headers: {
        authorization: administrator,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        'X-File-Name': 'a.txt',
      },
      ...(sent !== undefined && { body: sent }),
    });
    if (status < 300) return text === '' ? undefined : JSON.parse(text);
    if ([404, 409, 503].includes(status)) return undefined;
    throw new Refused(`${method} ${path}: ${status} ${text}`);
  }
}

async function answerOf(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, request);
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new Gone('the server has ended', { cause });
  }
}
