/** The only source of time. Instants are epoch milliseconds everywhere. */
let offsetMs = 0;

export function now(): number {
  return Date.now() + offsetMs;
}

/**
 * Monotonic milliseconds, for durations. All threads of the process agree on them, which nobody
 * promises of `performance.now()`.
 */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** Shifts the clock; used by tests of time-bound rules only. */
export function shiftClock(byMs: number): void {
  offsetMs += byMs;
}

/** What tests have shifted the clock by, for instants that another clock tells; otherwise 0. */
export function clockShiftMs(): number {
  return offsetMs;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** As `sleep`, cut short when the signal aborts. Resolves either way. */
export function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Does something again and again until the returned function is called, or nothing else keeps the process
 * alive. The action must not throw. Only for what belongs to one process or request: work on the store that
 * comes again is a kind of job with a schedule.
 */
export function repeat(intervalMs: number, action: () => void): () => void {
  const timer = setInterval(action, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Up to a quarter more or less, so that what began together does not stay in step. */
export function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 2);
}
