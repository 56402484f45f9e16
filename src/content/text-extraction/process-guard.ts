import { workerData } from 'node:worker_threads';

/** What the process that reads files is started with. */
export interface GuardSetup {
  /** Of the process that started it. */
  readonly parentPid: number;
  readonly memoryBytesMax: number;
  /** Of our own files: they may be compiled. */
  readonly ending: 'ts' | 'js';
}

const intervalMs = 10;
/** Every so often it is also seen whether the parent still lives. */
const parentEveryMs = 500;

const { parentPid, memoryBytesMax } = workerData as GuardSetup;
let untilParentMs = 0;

function isOrphaned(): boolean {
  // Where the id of the parent never changes, it is one that no process has any more.
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
  // The other thread may never come to its event loop again, so it cannot be asked to end.
  if (isTooLarge || (looksForParent && isOrphaned())) process.kill(process.pid, 'SIGKILL');
}

look();
setInterval(look, intervalMs);
