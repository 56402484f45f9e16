import { execFile, spawn } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'ldapts';
import { makeFolder } from './engines.ts';

const program = '/usr/sbin/slapd';
export const suffix = 'dc=example,dc=org';
export const administratorDn = `cn=admin,${suffix}`;
export const administratorPassword = 'password of the directory';

/** Whether Debian's OpenLDAP server and openssl are installed; says so where they are not. */
export async function hasDirectoryServer(): Promise<boolean> {
  try {
    await access(program);
    await promisify(execFile)('openssl', ['version']);
    return true;
  } catch {
    process.stdout.write('skipped: the packages slapd and openssl are not installed\n');
    return false;
  }
}

export interface DirectoryServer {
  readonly url: string;
  readonly caFile: string;
  /** A folder for files that name this server. */
  readonly folder: string;
  /** Changes entries as the administrator of the directory. */
  change(work: (client: Client) => Promise<unknown>): Promise<void>;
  addPerson(uid: string, more?: Record<string, string | string[]>): Promise<void>;
  addGroup(cn: string, members: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export const personDn = (uid: string) => `uid=${uid},ou=people,${suffix}`;
export const groupDn = (cn: string) => `cn=${cn},ou=groups,${suffix}`;

/** A real OpenLDAP server on a free port of the loopback interface, with a folder of its own. */
export async function startDirectoryServer(): Promise<DirectoryServer> {
  const { path: folder, remove } = await makeFolder();
  await mkdir(join(folder, 'data'));
  const caFile = await makeCertificate(folder);
  await writeFile(join(folder, 'slapd.conf'), configuration(folder));
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  const args = ['-d', '0', '-f', join(folder, 'slapd.conf'), '-h', url];
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const change: DirectoryServer['change'] = async (work) => {
    const client = new Client({ url });
    try {
      await client.bind(administratorDn, administratorPassword);
      await work(client);
    } finally {
      await client.unbind();
    }
  };
  await untilReady(() => change(addTree));
  return {
    url,
    caFile,
    folder,
    change,
    addPerson: (uid, more = {}) =>
      change((client) =>
        client.add(personDn(uid), {
          objectClass: ['inetOrgPerson'],
          cn: `${uid} name`,
          sn: `Family of ${uid}`,
          givenName: `Given of ${uid}`,
          mail: `${uid}@example.org`,
          userPassword: `password of ${uid}`,
          ...more,
        }),
      ),
    addGroup: (cn, members) =>
      change((client) =>
        client.add(groupDn(cn), { objectClass: ['groupOfNames'], member: [...members] }),
      ),
    close: async () => {
      server.kill();
      await ended;
      await remove();
    },
  };
}

async function addTree(client: Client): Promise<void> {
  await client.add(suffix, { objectClass: ['dcObject', 'organization'], o: 'Example' });
  for (const ou of ['people', 'groups']) {
    await client.add(`ou=${ou},${suffix}`, { objectClass: ['organizationalUnit'] });
  }
}

function configuration(folder: string): string {
  return `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/server.crt
TLSCertificateKeyFile ${folder}/server.key
database mdb
suffix "${suffix}"
rootdn "${administratorDn}"
rootpw "${administratorPassword}"
directory ${folder}/data
dbnosync
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`;
}

async function makeCertificate(folder: string): Promise<string> {
  const certificate = join(folder, 'server.crt');
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=directory', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', join(folder, 'server.key'), '-out', certificate],
  ]);
  return certificate;
}

async function untilReady(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function freePort(): Promise<number> {
  const server = await listen(() => undefined);
  await server.close();
  return server.port;
}

/** A server that takes connections and never says anything. */
export async function startSilentServer(): Promise<{
  readonly port: number;
  readonly connections: () => number;
  close(): Promise<void>;
}> {
  const sockets: Socket[] = [];
  const { port, close } = await listen((socket) =>
    sockets.push(socket.on('error', () => undefined)),
  );
  return {
    port,
    connections: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

async function listen(
  whenConnected: (socket: Socket) => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(whenConnected);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
