import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** How long the event loop of a process did not come to its timers. */
export interface LongestTurn {
  /** Time of the clock: with what other processes of the machine took. */
  readonly ms: number;
  /** Time of the processor that the loop's thread used between two looks at the clock. */
  readonly computedMs: number;
}

/** Loaded by a server before its own program; replies to each message with the longest turn since the last one. */
if (isMainThread && process.send) watch();

function watch(): void {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let usage = process.threadCpuUsage();
  let computedMs = 0;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(usage);
    usage = process.threadCpuUsage();
    computedMs = Math.max(computedMs, (user + system) / 1_000);
  };
  setInterval(look, 1).unref();
  process.on('message', () => {
    look();
    process.send?.({ ms: delay.max / 1e6, computedMs } satisfies LongestTurn);
    delay.reset();
    computedMs = 0;
  });
  process.channel?.unref();
}
