import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Where a process runs, so that another one of the same machine can tell whether it still does. */
export interface ProcessPlace {
  readonly host: string;
  /** Only within one is the number of a process that of one process. */
  readonly machine: string;
  readonly pid: number;
}

/** Of this process. */
export async function findPlace(): Promise<ProcessPlace> {
  return { host: hostname(), machine: await nameMachine(), pid: process.pid };
}

/** A container has numbers of its own, and a host name that a later one may have again. */
async function nameMachine(): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Whether the other process has ended for certain. Not known of processes of other machines. */
export function hasEnded(other: Omit<ProcessPlace, 'host'>, own: ProcessPlace): boolean {
  if (other.machine !== own.machine) return false;
  try {
    process.kill(other.pid, 0);
    return false;
  } catch (error) {
    // Otherwise it is a process of another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
