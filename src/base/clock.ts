/** The only source of time. Instants are epoch milliseconds everywhere. */
let offsetMs = 0;

export function now(): number {
  return Date.now() + offsetMs;
}

/** Monotonic milliseconds, for durations. */
export function monotonicMs(): number {
  return performance.now();
}

/** Shifts the clock; used by tests of time-bound rules only. */
export function shiftClock(byMs: number): void {
  offsetMs += byMs;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
