import { workerData } from 'node:worker_threads';

/** Start data of the process that reads files. */
export interface GuardSetup {
  /** The process that started it. */
  readonly parentPid: number;
  readonly memoryBytesMax: number;
  /** The ending of the program's files, which may be compiled. */
  readonly ending: 'ts' | 'js';
}

const intervalMs = 10;
/** Interval of the checks whether the parent process still runs. */
const parentEveryMs = 500;

const { parentPid, memoryBytesMax } = workerData as GuardSetup;
let untilParentMs = 0;

function isOrphaned(): boolean {
  // Where the id of the parent never changes, no process has that id any more.
  if (process.ppid !== parentPid) return true;
  try {
    process.kill(parentPid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

function look(): void {
  untilParentMs -= intervalMs;
  const looksForParent = untilParentMs <= 0;
  if (looksForParent) untilParentMs = parentEveryMs;
  const isTooLarge = process.memoryUsage.rss() > memoryBytesMax;
  // The other thread may never return to its event loop, so it cannot be asked to end.
  if (isTooLarge || (looksForParent && isOrphaned())) process.kill(process.pid, 'SIGKILL');
}

look();
setInterval(look, intervalMs);
