import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { isWithin } from '../base/clock.ts';

/**
 * What keeps a process that reads foreign bytes apart from the machine, beside the permissions of Node,
 * which do not bind native code:
 *
 * - `bubblewrap`: it sees the program and the system's libraries only, no network, no other processes;
 * - `namespace`: no network;
 * - `permissions`: nothing more.
 */
export interface Confinement {
  readonly kind: 'bubblewrap' | 'namespace' | 'permissions';
  /** The command line that runs one, which may read these files and folders, and write to some. */
  wrap(
    command: readonly string[],
    readable: readonly string[],
    writable?: readonly string[],
  ): readonly string[];
}

const permissions: Confinement = { kind: 'permissions', wrap: (command) => command };

function namespace(program: string): Confinement {
  const wrapper = [program, '--user', '--map-root-user', '--net', '--'];
  return { kind: 'namespace', wrap: (command) => [...wrapper, ...command] };
}

/** Where programs, libraries, fonts and their configuration are. */
const systemFolders = [
  '/usr',
  '/lib',
  '/lib64',
  '/bin',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/libreoffice',
  '/etc/ld.so.cache',
];

function bubblewrap(program: string): Confinement {
  const wrapper = [program, '--unshare-all', '--die-with-parent', '--new-session'];
  const system = systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]);
  const devices = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'];
  return {
    kind: 'bubblewrap',
    wrap: (command, readable, writable = []) => [
      ...wrapper,
      ...system,
      ...devices,
      ...readable.flatMap((path) => ['--ro-bind', path, path]),
      ...writable.flatMap((path) => ['--bind', path, path]),
      '--',
      ...command,
    ],
  };
}

const candidates: readonly (readonly [name: string, create: (path: string) => Confinement])[] = [
  ['bwrap', bubblewrap],
  ['unshare', namespace],
];

const folders = ['/usr/bin', '/bin', '/usr/local/bin'];
const probeMs = 5_000;

/** The strongest that this machine permits: found by starting Node in it, which then does nothing. */
export async function findConfinement(): Promise<Confinement> {
  for (const [name, create] of candidates) {
    for (const folder of folders) {
      const path = `${folder}/${name}`;
      if (!(await isExecutable(path))) continue;
      const confinement = create(path);
      if (await runs(confinement.wrap([process.execPath, '--version'], [process.execPath]))) {
        return confinement;
      }
    }
  }
  return permissions;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function runs([program = '', ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { env: {}, stdio: 'ignore' });
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
  if (await isWithin(ended, probeMs)) return ended;
  child.kill('SIGKILL');
  return false;
}
