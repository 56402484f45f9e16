import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request. */
export type ObjectFault =
  /** The connection ends while the request is being sent: S3 never receives it whole. */
  | 'cut'
  /** S3 carries it out, and the answer is lost. */
  | 'answer lost'
  /** Half of the body of the answer arrives. */
  | 'answer cut'
  /** S3 refuses to carry it out now. */
  | 'slow down'
  /** Neither an answer nor an end, until the client gives up. */
  | 'silence';

interface PlannedFault {
  readonly fault: ObjectFault;
  /** Of the method and the address, such as `PUT /bucket/name?partNumber=1`. */
  readonly pattern: RegExp;
  left: number;
}

const slowDown =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>';

/** A network in front of an object gateway that fails when a test says so. */
export class ObjectProxy {
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #target: URL;
  readonly #planned: PlannedFault[] = [];

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    server.on('request', (incoming, outgoing) => this.#pass(incoming, outgoing));
  }

  static async open(endpoint: string): Promise<ObjectProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ObjectProxy(server, new URL(endpoint));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Of the next requests that match. */
  fail(fault: ObjectFault, pattern: RegExp, count = 1): void {
    this.#planned.push({ fault, pattern, left: count });
  }

  /** Faults that have not happened. */
  get pendingFaults(): number {
    return this.#planned.reduce((sum, { left }) => sum + left, 0);
  }

  heal(): void {
    this.#planned.length = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const line = `${incoming.method} ${incoming.url}`;
    this.requests.push(line);
    const planned = this.#planned.find(({ pattern, left }) => left > 0 && pattern.test(line));
    if (planned) planned.left -= 1;
    const fault = planned?.fault;
    incoming.on('error', () => undefined);
    outgoing.on('error', () => undefined);
    if (fault === 'silence') incoming.resume();
    else if (fault === 'cut') cutShort(incoming);
    else if (fault === 'slow down') refuse(incoming, outgoing);
    else this.#forward(incoming, outgoing, fault);
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse, fault: ObjectFault | undefined) {
    const { method, url, headers } = incoming;
    const { hostname, port } = this.#target;
    const onward = sendRequest({ hostname, port, method, path: url, headers }, (answer) => {
      if (fault === 'answer lost') {
        answer.resume().on('end', () => incoming.socket.resetAndDestroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (fault === 'answer cut') sendHalf(answer, outgoing);
      else answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.resetAndDestroy());
    incoming.pipe(onward);
  }
}

function cutShort(incoming: IncomingMessage): void {
  const cut = () => incoming.socket.resetAndDestroy();
  incoming.once('data', cut);
  incoming.once('end', cut);
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume().on('end', () => {
    outgoing.writeHead(503, { 'content-type': 'application/xml' });
    outgoing.end(slowDown);
  });
}

function sendHalf(answer: IncomingMessage, outgoing: ServerResponse): void {
  const half = Math.floor(Number(answer.headers['content-length'] ?? 0) / 2);
  let sent = 0;
  answer.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, half - sent);
    sent += part.length;
    outgoing.write(part, () => {
      if (sent >= half) outgoing.socket?.resetAndDestroy();
    });
    if (sent >= half) answer.destroy();
  });
}
