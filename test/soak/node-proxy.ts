import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const lookMs = 500;

/**
 * A small load balancer: it asks all nodes whether they are ready, and gives requests to those that are, in turn. A
 * request whose node goes away is cut off, as the proxy does not know what has become of it.
 */
export class NodeProxy {
  readonly url: string;
  /** Addresses of the context path of each node, ready or not. */
  readonly nodes = new Set<string>();
  readonly #ready = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  readonly #close: () => void;
  #turn = 0;

  private constructor(server: ReturnType<typeof createServer>) {
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}/nuxeo`;
    this.#timer = setInterval(() => void this.#look(), lookMs);
    this.#close = () => {
      server.close();
      server.closeAllConnections();
    };
  }

  static async open(): Promise<NodeProxy> {
    let proxy: NodeProxy | undefined;
    const server = createServer((request, response) => proxy?.pass(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = new NodeProxy(server);
    return proxy;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#close();
  }

  pass(request: IncomingMessage, response: ServerResponse): void {
    const ready = [...this.#ready];
    this.#turn += 1;
    const node = ready[this.#turn % ready.length];
    if (node === undefined) {
      request.resume();
      response.writeHead(503, { 'Retry-After': '1' }).end('no node is ready');
      return;
    }
    const { method, headers, url = '' } = request;
    const { hostname, port } = new URL(node);
    const options = { hostname, port, method, path: url, headers, agent: false };
    const onward = forward(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders as never);
      pipeline(answer, response, () => undefined);
    });
    onward.on('error', () => response.destroy());
    pipeline(request, onward, () => undefined);
  }

  async #look(): Promise<void> {
    await Promise.all(
      [...this.nodes].map(async (node) => {
        const signal = AbortSignal.timeout(3_000);
        const answer = await fetch(`${node}/health/ready`, { signal }).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => undefined);
        if (answer?.status === 200) this.#ready.add(node);
        else this.#ready.delete(node);
      }),
    );
    for (const node of this.#ready) if (!this.nodes.has(node)) this.#ready.delete(node);
  }
}
