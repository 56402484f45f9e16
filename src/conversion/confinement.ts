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

/** A stronger one that does not work here. */
interface RefusedConfinement {
  readonly program: string;
  readonly reason: string;
}

interface ConfinementChoice {
  readonly confinement: Confinement;
  readonly refused: readonly RefusedConfinement[];
}

/** The strongest that this machine permits. */
export async function findConfinement(): Promise<Confinement> {
  return (await chooseConfinement()).confinement;
}

/** As `findConfinement`, with what is wrong with stronger ones: found by starting Node in them, which then does nothing. */
export async function chooseConfinement(): Promise<ConfinementChoice> {
  const refused: RefusedConfinement[] = [];
  for (const [program, create] of candidates) {
    let reason = 'is not installed';
    for (const folder of folders) {
      const path = `${folder}/${program}`;
      if (!(await isExecutable(path))) continue;
      const confinement = create(path);
      const command = confinement.wrap([process.execPath, '--version'], [process.execPath]);
      const problem = await problemOf(command);
      if (problem === undefined) return { confinement, refused };
      reason = problem;
    }
    refused.push({ program, reason });
  }
  return { confinement: permissions, refused };
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const messageLengthMax = 200;

/** Why a command fails; undefined when it does not. */
async function problemOf([program = '', ...args]: readonly string[]): Promise<string | undefined> {
  const child = spawn(program, args, { env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
  let message = '';
  child.stderr.on('data', (part: Buffer) => {
    if (message.length < messageLengthMax) message += part.toString('utf8');
  });
  const ended = new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? undefined : `fails: ${message.trim()}`));
  });
  if (await isWithin(ended, probeMs)) return (await ended)?.slice(0, messageLengthMax);
  child.kill('SIGKILL');
  return 'does not end';
}
