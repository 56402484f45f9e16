import pg from 'pg';
import { isWithin } from '../../base/clock.ts';
import { parsePostgresAddress } from '../../config/postgres-address.ts';
import { Problem } from '../../config/setting-values.ts';
import { aimAt, destroy, labelOf, type Server, serversOf } from './server-client.ts';
import { readServerFacts, type ServerFacts } from './server-facts.ts';

/** What operators want to know of a server that the address names. */
export type ServerReport = { readonly server: string } & (
  | { readonly role: 'primary'; readonly timeline: number | undefined }
  /** Behind the primary; undefined without one. */
  | { readonly role: 'standby'; readonly bytesBehind: number | undefined }
  | { readonly role: 'away'; readonly reason: string }
);

const replyLimitMs = 3_000;

/** Where its log ends, or how far it has applied that of the primary. */
const positionQuery = `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_lsn() end - '0/0'::pg_lsn)::text as position`;

interface Found {
  readonly server: Server;
  readonly facts: ServerFacts;
  readonly position: number;
}

/** Of all servers that an address names, asked at once. */
export async function reportServers(connectionString: string): Promise<readonly ServerReport[]> {
  const address = parsePostgresAddress(connectionString);
  if (address instanceof Problem) return [];
  const servers = (await Promise.all(address.servers.map(serversOf))).flat();
  const asked = await Promise.all(
    servers.map((server) => ask(server, address.connectionString).catch(String)),
  );
  const found = asked.filter((each) => typeof each !== 'string');
  const ends = found.filter(({ facts }) => !facts.isStandby).map(({ position }) => position);
  const end = ends.length === 0 ? undefined : Math.max(...ends);
  return asked.map((each, at) => {
    const server = labelOf(servers[at] as Server);
    return typeof each === 'string' ? { server, role: 'away', reason: each } : describe(each, end);
  });
}

function describe({ server, facts, position }: Found, end: number | undefined): ServerReport {
  const label = { server: labelOf(server) };
  if (!facts.isStandby) return { ...label, role: 'primary', timeline: facts.timeline };
  const bytesBehind = end === undefined ? undefined : Math.max(0, end - position);
  return { ...label, role: 'standby', bytesBehind };
}

async function ask(server: Server, connectionString: string): Promise<Found> {
  const client = new pg.Client({ connectionString });
  aimAt(client, server);
  client.on('error', () => undefined);
  const asked = askOn(client, server);
  asked.catch(() => undefined);
  const hasReplied = await isWithin(asked, replyLimitMs);
  destroy(client);
  if (!hasReplied) throw new Error(`no reply within ${replyLimitMs} ms`);
  return asked;
}

async function askOn(client: pg.Client, server: Server): Promise<Found> {
  await client.connect();
  const facts = await readServerFacts({ query: ({ text }) => client.query(text) });
  const { rows } = await client.query(positionQuery);
  return { server, facts, position: Number((rows[0] as { position: string | null }).position) };
}
