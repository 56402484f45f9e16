/** A worker that has run for longer has not failed to start. */
export const stableMs = 60_000;

const firstMs = 1_000;
const longestMs = 30_000;

/** How long to wait before a worker is replaced: not at all the first time, then ever longer. */
export function restartDelayMs(failuresBefore: number): number {
  return failuresBefore === 0 ? 0 : Math.min(longestMs, firstMs * 2 ** (failuresBefore - 1));
}
