import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Processes that work in a folder of a workshop of this process. */
export async function conversionProcesses(): Promise<readonly number[]> {
  const folder = `cartulary-conversion-${process.pid}-`;
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(folder)) found.push(Number(name));
  }
  return found;
}

async function isStopped(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\) [Tt] /.test(stat);
}

const heldPids = new Set<number>();

/**
 * Stops the processes of the next conversion, so that it lasts until `letGo` or until they are killed. False when
 * it was done before.
 */
export async function holdProcesses(isDone: () => boolean): Promise<boolean> {
  while (!isDone()) {
    const pids = await conversionProcesses();
    for (const pid of pids) signal(pid, 'SIGSTOP');
    for (const pid of pids) heldPids.add(pid);
    // The system stops them soon; those that have ended meanwhile are not there any more.
    for (const pid of pids) {
      for (let look = 0; look < 100; look += 1) {
        if (await isStopped(pid)) return true;
        await sleep(1);
      }
    }
    await sleep(2);
  }
  return false;
}

export async function letGo(): Promise<void> {
  for (const pid of heldPids) signal(pid, 'SIGCONT');
  heldPids.clear();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
