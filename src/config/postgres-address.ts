import { isIPv6 } from 'node:net';
import { Problem } from './setting-values.ts';

/** Which servers of the list serve: `target_session_attrs` of the address. */
export type ServerRole = 'any' | 'primary' | 'read-write';

export interface ServerName {
  /** A name, an address, or the folder of a socket; empty for that of the driver. */
  readonly host: string;
  /** Undefined for that of the driver. */
  readonly port: number | undefined;
}

/** The address of a database, which may name several servers. */
export interface PostgresAddress {
  readonly servers: readonly ServerName[];
  readonly role: ServerRole;
  /** How long one server may take to accept a connection. */
  readonly connectTimeoutMs: number | undefined;
  /** The other parts, which the driver reads, with a host that stands for all. */
  readonly connectionString: string;
}

interface Parts {
  readonly start: string;
  /** Up to the `@`, with it. */
  readonly user: string;
  readonly hosts: string;
  readonly path: string;
  readonly query: readonly string[];
}

const roles: readonly ServerRole[] = ['any', 'primary', 'read-write'];
/** Read here; the driver does not know them, or knows them for one server only. */
const ownParameters: ReadonlySet<string> = new Set([
  'connect_timeout',
  'host',
  'load_balance_hosts',
  'port',
  'target_session_attrs',
]);
const portMax = 65_535;
const timeoutSecondsMax = 600;

/**
 * Reads `postgres://user:password@host1:port1,host2:port2/database?parameters`. The rules are those of
 * PostgreSQL's own library. Problems name no part of the text: it may be a part of the password.
 */
export function parsePostgresAddress(text: string): PostgresAddress | Problem {
  const parts = partsOf(text);
  if (parts === undefined) return new Problem('must be a postgres:// address');
  const given = givenParameters(parts.query);
  if (given instanceof Problem) return given;
  const servers = serversOf(parts, given);
  if (servers instanceof Problem) return servers;
  const role = roleOf(given);
  if (role instanceof Problem) return role;
  const connectTimeoutMs = timeoutOf(given.get('connect_timeout'));
  if (connectTimeoutMs instanceof Problem) return connectTimeoutMs;
  return { servers, role, connectTimeoutMs, connectionString: driverAddress(parts) };
}

function partsOf(text: string): Parts | undefined {
  const match = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/s.exec(text);
  if (!match) return undefined;
  const [, start = '', authority = '', path = '', query = ''] = match;
  if (authority + path + query === '') return undefined;
  // A password may have an `@` that should have been written as %40.
  const userEnd = authority.lastIndexOf('@') + 1;
  return {
    start,
    user: authority.slice(0, userEnd),
    hosts: authority.slice(userEnd),
    path,
    query: query === '' ? [] : query.split('&'),
  };
}

function givenParameters(query: readonly string[]): ReadonlyMap<string, string> | Problem {
  const given = new Map<string, string>();
  for (const pair of query) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (name === 'hostaddr') return new Problem('hostaddr is not supported: name it as the host');
    if (!ownParameters.has(name)) continue;
    const decoded = decodedText(value);
    if (decoded === undefined) return new Problem(`${name} has a % that is no percent-encoding`);
    given.set(name, decoded);
  }
  return given;
}

function serversOf(
  { hosts }: Parts,
  given: ReadonlyMap<string, string>,
): readonly ServerName[] | Problem {
  const list = given.get('host');
  const names = list ? list.split(',').map((host) => ({ host, port: undefined })) : namesIn(hosts);
  if (names instanceof Problem) return names;
  if (names.length > 1 && names.some(({ host }) => host === '')) {
    return new Problem('names a host without a name: there is a comma too many');
  }
  const ports = given.get('port');
  return ports === undefined ? names : withPorts(names, ports.split(','));
}

function namesIn(hosts: string): readonly ServerName[] | Problem {
  const names: ServerName[] = [];
  for (const [at, text] of hosts.split(',').entries()) {
    const name = parseName(text);
    if (name instanceof Problem) return new Problem(`host ${at + 1} ${name.text}`);
    names.push(name);
  }
  return names;
}

function parseName(text: string): ServerName | Problem {
  const match = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([^:]*))?$/s.exec(text);
  if (!match) return new Problem('must be a name or an address; an IPv6 address is in brackets');
  const [, bracketed, plain, digits] = match;
  const host = decodedText(bracketed ?? plain ?? '');
  if (host === undefined) return new Problem('has a % that is no percent-encoding');
  if (bracketed !== undefined && !isIPv6(host)) {
    return new Problem('has brackets, which are for IPv6 addresses only');
  }
  const isSocket = host.startsWith('/');
  if (!isSocket && /[\s/@]/.test(host)) return new Problem('has a character that no name has');
  const port = parsePort(digits);
  return port instanceof Problem ? port : { host, port };
}

function withPorts(
  names: readonly ServerName[],
  texts: readonly string[],
): readonly ServerName[] | Problem {
  if (texts.length !== 1 && texts.length !== names.length) {
    return new Problem(`names ${names.length} hosts and ${texts.length} ports: name one for each`);
  }
  const servers: ServerName[] = [];
  for (const [at, { host }] of names.entries()) {
    const port = parsePort(texts.length === 1 ? texts[0] : texts[at]);
    if (port instanceof Problem) return new Problem(`host ${at + 1} ${port.text}`);
    servers.push({ host, port });
  }
  return servers;
}

function parsePort(digits: string | undefined): number | undefined | Problem {
  if (digits === undefined || digits === '') return undefined;
  const port = Number(digits);
  const isPort = /^\d+$/.test(digits) && port >= 1 && port <= portMax;
  return isPort ? port : new Problem(`has a port that is not a number from 1 to ${portMax}`);
}

function roleOf(given: ReadonlyMap<string, string>): ServerRole | Problem {
  const text = given.get('target_session_attrs') ?? 'primary';
  return (
    roles.find((role) => role === text) ??
    new Problem(`target_session_attrs must be one of ${roles.join(', ')}: the server must write`)
  );
}

function timeoutOf(text: string | undefined): number | undefined | Problem {
  if (text === undefined || text === '' || text === '0') return undefined;
  const seconds = Number(text);
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= timeoutSecondsMax
    ? seconds * 1_000
    : new Problem(`connect_timeout must be a number of seconds from 1 to ${timeoutSecondsMax}`);
}

function driverAddress({ start, user, hosts, path, query }: Parts): string {
  const kept = query.filter((pair) => !ownParameters.has(pair.split('=', 1)[0] ?? ''));
  const host = hosts === '' ? '' : 'localhost';
  return `${start}${user}${host}${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
}

function decodedText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
