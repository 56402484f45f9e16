import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { childrenOf } from './child-memory.ts';
import { administrator, type ChildServer } from './child-server.ts';

interface Sent {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The Administrator by default. */
  readonly credentials?: string;
}

interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
  readonly json: any;
  /** The process that has answered: its part of the ids of requests. */
  readonly process: string;
}

/** A client with one connection, which stays open: all its requests arrive at one worker. */
export class WorkerClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string) {
    this.#url = url;
  }

  /** `GET /api/v1/…` */
  send(line: string, { body, headers, credentials = administrator }: Sent = {}): Promise<Received> {
    const [method = '', path = ''] = line.split(' ', 2);
    const isJson = body !== undefined && !(body instanceof Readable);
    const type = isJson ? { 'content-type': 'application/json' } : {};
    return new Promise((resolve, reject) => {
      const outgoing = request(`${this.#url}${path}`, {
        method,
        agent: this.#agent,
        headers: { authorization: credentials, ...type, ...headers },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => void receive(response).then(resolve, reject));
      if (body instanceof Readable) pipeline(body, outgoing).catch(reject);
      else outgoing.end(isJson ? JSON.stringify(body) : undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function receive(response: IncomingMessage): Promise<Received> {
  const text = (await response.toArray()).map(String).join('');
  const { headers, statusCode = 0 } = response;
  const process = String(headers['x-request-id']).split('-')[0] ?? '';
  const isJson = headers['content-type']?.includes('json') && text.startsWith('{');
  return {
    status: statusCode,
    headers,
    text,
    process,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** One client for each worker. */
export async function clientsOf(server: ChildServer, workers: number): Promise<WorkerClient[]> {
  const url = await server.url;
  const found = new Map<string, WorkerClient>();
  while (found.size < workers) {
    const client = new WorkerClient(url);
    const { process } = await client.send('GET /api/v1/me');
    if (found.has(process)) client.close();
    else found.set(process, client);
  }
  return [...found.values()];
}

/** The processes of the workers by their numbers, as the log says. */
export function workerPids({ process: { pid = 0 }, output }: ChildServer): Map<number, number> {
  const alive = new Set(childrenOf(pid));
  const started = [...output.matchAll(/"worker":(\d+),"pid":(\d+),"msg":"worker started"/g)];
  const pairs = started.map(([, number, id]) => [Number(number), Number(id)] as const);
  return new Map(pairs.filter(([, id]) => alive.has(id)));
}
