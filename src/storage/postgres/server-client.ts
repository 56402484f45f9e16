import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import pg from 'pg';
import { isWithin } from '../../base/clock.ts';
import type { ServerName } from '../../config/postgres-address.ts';
import { readServerFacts, type ServerFacts } from './server-facts.ts';

/** One server: a name may stand for several, each with an address of its own. */
export interface Server extends ServerName {
  /** What its certificate says. */
  readonly name: string;
}

export function labelOf({ host, port, name }: Server): string {
  const label = host === name || name === '' ? host : `${name} (${host})`;
  return `${label || 'the default host'}${port === undefined ? '' : `:${port}`}`;
}

/** Those that a name stands for. One with an address of each kind is one server. */
export async function serversOf({ host, port }: ServerName): Promise<readonly Server[]> {
  const itself = [{ host, port, name: host }];
  if (host === '' || host.startsWith('/') || isIP(host) > 0) return itself;
  const found = await lookup(host, { all: true }).catch(() => []);
  const isSeveral = [4, 6].some((kind) => found.filter(({ family }) => family === kind).length > 1);
  return isSeveral ? found.map(({ address }) => ({ host: address, port, name: host })) : itself;
}

interface AimedClient {
  host: string;
  port: number;
  readonly connection: { ssl: boolean | object };
}

/** Before it connects: the driver itself knows one host only. */
export function aimAt(client: pg.Client, { host, port, name }: Server): void {
  const aimed = client as unknown as AimedClient;
  if (host !== '') aimed.host = host;
  if (port !== undefined) aimed.port = port;
  const { ssl } = aimed.connection;
  if (ssl === false || host === name) return;
  aimed.connection.ssl = { ...(ssl === true ? {} : (ssl as object)), servername: name };
}

/**
 * Asks a server about itself, on a connection of its own.
 *
 * @throws an error of the driver when it does not reply in time
 */
export async function inspectServer(
  config: pg.ClientConfig,
  server: Server,
  { limitMs }: { readonly limitMs: number },
): Promise<ServerFacts> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: limitMs });
  aimAt(client, server);
  client.on('error', () => undefined);
  const asked = ask(client);
  if (await isWithin(asked, limitMs)) return asked;
  asked.catch(() => undefined);
  destroy(client);
  throw new Error(`${labelOf(server)} does not reply within ${limitMs} ms`);
}

async function ask(client: pg.Client): Promise<ServerFacts> {
  try {
    await client.connect();
    return await readServerFacts({ query: ({ text }) => client.query(text) });
  } finally {
    // Not waited for: the facts are known.
    client.end().catch(() => undefined);
  }
}

/** Whether a server has replied, with a refusal. */
export function isReply(error: unknown): boolean {
  return typeof (error as { severity?: unknown } | null)?.severity === 'string';
}

/** Ends the connection at once, whatever it waits for. */
export function destroy(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
    .connection;
  stream.destroy();
}
