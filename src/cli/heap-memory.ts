import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Activity } from '../base/activity.ts';
import { repeat } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';

type CollectGarbage = (options: object) => void;

const lookMs = 500;

/**
 * Frees garbage of loading the program, 30 MB that would otherwise stay while the server has little to do. That
 * takes about 60 ms, once, so it waits for half a second without a request.
 */
export function freeLoadingMemory(activity: Activity, log: Logger): void {
  let requests = activity.requests;
  const endLooking = repeat(lookMs, () => {
    const isQuiet = activity.requests === requests;
    requests = activity.requests;
    if (!isQuiet) return;
    endLooking();
    const before = process.memoryUsage().heapTotal;
    collectGarbage();
    const freedMegabytes = Math.round((before - process.memoryUsage().heapTotal) / 1e6);
    log.debug({ freedMegabytes }, 'freed memory that loading the program needed');
  });
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Lets V8 collect the garbage of large requests once it is half of the memory in use. By default it
 * may be three times as much on machines with much memory (measured with several large requests at
 * once: 460 MB against 350 MB).
 */
export function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
