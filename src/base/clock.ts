/** The only source of time. Instants are epoch milliseconds everywhere. */
let offsetMs = 0;
/** From when on the offset was how much. */
const shifts: { readonly fromMs: number; readonly offsetMs: number }[] = [];

export function now(): number {
  return Date.now() + offsetMs;
}

/**
 * Monotonic milliseconds, for durations. They are the same in all threads of the process, which is
 * not guaranteed for `performance.now()`.
 */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** Shifts the clock; used by tests of time-bound rules only. */
export function shiftClock(byMs: number): void {
  offsetMs += byMs;
  shifts.push({ fromMs: Date.now(), offsetMs });
}

/** The shift set by tests at that instant of another clock, to be added to it; otherwise 0. */
export function clockShiftMs(atMs: number = Number.POSITIVE_INFINITY): number {
  return shifts.findLast(({ fromMs }) => fromMs <= atMs)?.offsetMs ?? 0;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** As `sleep`, ended early when the signal aborts. Resolves in both cases. */
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
 * Runs the action periodically until the returned function is called; does not keep the process
 * alive. The action must not throw. Only for work that belongs to one process or request: periodic
 * work on the store is a kind of job with a schedule.
 */
export function repeat(intervalMs: number, action: () => void): () => void {
  const timer = setInterval(action, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Up to a quarter more or less, so that timers started together do not stay synchronous. */
export function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 2);
}

/** Whether it is settled, in whatever way, within that time. */
export async function isWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  const settled = new AbortController();
  const isSettled = promise.then(
    () => true,
    () => true,
  );
  const isLate = sleepUnlessAborted(limitMs, settled.signal).then(() => false);
  try {
    return await Promise.race([isSettled, isLate]);
  } finally {
    settled.abort('settled');
  }
}
