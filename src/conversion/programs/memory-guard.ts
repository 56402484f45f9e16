import { parentPort, workerData } from 'node:worker_threads';

/** Start data of a process that reads foreign bytes. */
export interface GuardSetup {
  readonly memoryBytesMax: number;
  /** The ending of the program's files, which may be compiled. */
  readonly ending: 'ts' | 'js';
}

const intervalMs = 10;

const { memoryBytesMax } = workerData as GuardSetup;
/** It changes when the server has ended. */
const parentPid = process.ppid;

function look(): void {
  const isTooLarge = process.memoryUsage.rss() > memoryBytesMax;
  // The other thread may never return to its event loop, so it cannot be asked to end.
  if (isTooLarge || process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
}

look();
parentPort?.postMessage('looking');
setInterval(look, intervalMs);
