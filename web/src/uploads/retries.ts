const attemptsMax = 6;
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Statuses after which the same request may be served; the other refusals of a server stay as they are. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

export function isPassing(status: number): boolean {
  return passing.has(status);
}

/**
 * How long to wait after a number of failures in a row; undefined when there were enough.
 * `chance`, from 0 to 1, keeps many files from being sent again in the same moment.
 */
export function pauseAfter(
  failures: number,
  { retryAfter, chance }: { readonly retryAfter?: string | null; readonly chance: number },
): number | undefined {
  if (failures >= attemptsMax) return undefined;
  const wanted = Number(retryAfter ?? Number.NaN) * 1000;
  const growing = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
  const pause = growing * (0.75 + chance * 0.5);
  return wanted > 0 ? Math.max(Math.min(wanted, longestPauseMs), pause) : pause;
}
