import { afterAll, vi } from 'vitest';
import { clockShiftMs, shiftClock } from '../../src/base/clock.ts';

/** Test files share a process: each leaves the clock and the environment as it found them. */
afterAll(() => {
  shiftClock(-clockShiftMs());
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
