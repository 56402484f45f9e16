import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, open, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ClusterPlace,
  clusterConfiguration,
  clusterFileName,
} from './object-cluster-configuration.ts';

const run = promisify(execFile);

const programs = [
  'ceph',
  'ceph-mon',
  'ceph-osd',
  'monmaptool',
  'radosgw',
  'radosgw-admin',
  'setpriv',
];

/** The first program that is not installed; undefined when all are. */
export async function missingClusterProgram(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const program of programs) {
    const found = await Promise.allSettled(folders.map((folder) => access(join(folder, program))));
    if (!found.some(({ status }) => status === 'fulfilled')) return program;
  }
  return undefined;
}

export interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What a client needs to know. */
export interface ClusterAccess extends Keys {
  /** Of all programs of the cluster. */
  readonly folder: string;
  readonly endpoint: string;
}

export interface ObjectCluster extends ClusterAccess {
  /** Ends all its processes at once. Its folder stays. */
  stop(): Promise<void>;
}

/**
 * A real Ceph object gateway in that folder, which is empty: one monitor, one disk on a sparse file, one
 * gateway. Takes about 15 s.
 */
export async function startObjectCluster(folder: string): Promise<ObjectCluster> {
  const daemons: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(daemons.map(end));
  };
  try {
    const place = { folder, id: randomUUID(), monitorPort: await freePort() };
    await mkdir(join(folder, 'crash'));
    await mkdir(join(folder, 'gateway'));
    await writeFile(join(folder, clusterFileName), clusterConfiguration(place));
    daemons.push(await startMonitor(place));
    daemons.push(await startDisk(folder));
    const keys = await addUser(folder);
    const gateway = await startGateway(folder);
    daemons.push(gateway.process);
    return { folder, endpoint: gateway.endpoint, ...keys, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMonitor({ folder, id, monitorPort }: ClusterPlace): Promise<ChildProcess> {
  const map = join(folder, 'monitors');
  await run('monmaptool', [
    ...['--create', '--clobber', '--fsid', id],
    ...['--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, map],
  ]);
  const common = ['-c', join(folder, clusterFileName), '-i', 'a'];
  await run('ceph-mon', [...common, '--mkfs', '--monmap', map]);
  return startDaemon(folder, 'ceph-mon', [...common, '-f']);
}

async function startDisk(folder: string): Promise<ChildProcess> {
  const id = randomUUID();
  await mkdir(join(folder, 'disk'));
  const configuration = ['-c', join(folder, clusterFileName)];
  await run('ceph', [...configuration, '--connect-timeout', '120', 'osd', 'new', id, '0']);
  const common = [...configuration, '-i', '0'];
  await run('ceph-osd', [...common, '--mkfs', '--osd-uuid', id]);
  return startDaemon(folder, 'ceph-osd', [...common, '-f']);
}

/** A user with all rights on the buckets that it creates. */
export async function addUser(folder: string, name = 'tests'): Promise<Keys> {
  const keys = {
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(20).toString('hex'),
  };
  await administrate(folder, [
    ...['user', 'create', `--uid=${name}`, `--display-name=${name}`, '--max-buckets=0'],
    ...[`--access-key=${keys.accessKeyId}`, `--secret-key=${keys.secretAccessKey}`],
  ]);
  return keys;
}

/** Runs a command of `radosgw-admin` and returns what it has printed. */
export async function administrate(folder: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run('radosgw-admin', ['-c', join(folder, clusterFileName), ...args]);
  return stdout;
}

export interface StartedGateway {
  readonly endpoint: string;
  readonly process: ChildProcess;
}

/** One more gateway to the objects of the cluster, which answers when this resolves. */
export async function startGateway(folder: string, port?: number): Promise<StartedGateway> {
  const ownPort = port ?? (await freePort());
  const gateway = await startDaemon(folder, 'radosgw', [
    ...['-c', join(folder, clusterFileName), '-n', `client.rgw.${ownPort}`, '-f'],
    `--rgw-frontends=beast endpoint=127.0.0.1:${ownPort} tcp_nodelay=1`,
  ]);
  const endpoint = `http://127.0.0.1:${ownPort}`;
  while (!(await answers(endpoint))) {
    if (hasEnded(gateway)) throw new Error(`radosgw ended; its log is in ${folder}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { endpoint, process: gateway };
}

/** A listing without keys is refused by a gateway that is ready. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint);
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}

/** It ends with this process, however that ends. */
async function startDaemon(
  folder: string,
  program: string,
  args: readonly string[],
): Promise<ChildProcess> {
  const output = await open(join(folder, `${program}.out`), 'a');
  try {
    const stdio = ['ignore', output.fd, output.fd] as const;
    const daemon = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], {
      stdio: [...stdio],
    });
    await once(daemon, 'spawn');
    return daemon;
  } finally {
    await output.close();
  }
}

const hasEnded = (daemon: ChildProcess) => daemon.exitCode !== null || daemon.signalCode !== null;

/** As a failure of the power would end it. */
export async function end(daemon: ChildProcess): Promise<void> {
  if (hasEnded(daemon)) return;
  const ended = once(daemon, 'exit');
  daemon.kill('SIGKILL');
  await ended;
}

/** Below the ports of outgoing connections, so that it is still free when a gateway is started again. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
